import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { fail, ok, type Result } from '../../contract/failure'

/** Longest address that is accepted, in characters; signed addresses of object stores stay below 2,500. */
export const maxAddressLength = 4096

/** What an address is checked against. */
export interface GuardScope {
  /** The store's origin, the base of relative addresses. null: relative addresses are refused. */
  base: string | null
  /** The store's origin if it is in a private network itself; null: the store's own pictures are checked like any other. */
  privateOrigin: string | null
  /** `URL.host` values (with a port that is not the scheme's own) that the person allows to be loopback or private. */
  privateHosts: ReadonlySet<string>
}

/**
 * The scope of a store's pictures: relative to its origin. What is at that very origin may be private where the store is: by its
 * address as it is written, or by what `isKnownPrivate` knows of its origin. So may the `allowed` (`URL.host` values).
 */
export function scopeOfStore(
  storeUrl: string | null,
  allowed: readonly string[] = [],
  isKnownPrivate: (origin: string) => boolean = () => false
): GuardScope {
  const store = storeUrl === null ? null : URL.parse(storeUrl)
  const privateHosts = new Set(allowed.map((host) => host.toLowerCase()))
  if (store === null) return { base: null, privateOrigin: null, privateHosts }
  const isPrivate = isPrivateHost(store.hostname) || isKnownPrivate(store.origin)
  return { base: store.origin, privateOrigin: isPrivate ? store.origin : null, privateHosts }
}

/** Whether what this URL leads to may be loopback or private; else its host is looked at as written and as it resolves. */
export function mayBePrivate({ origin, host }: URL, scope: GuardScope): boolean {
  return origin === scope.privateOrigin || scope.privateHosts.has(host)
}

/**
 * Checks an address that a store gave. Returns it as an absolute http(s) URL without fragment; fails with
 * `picture-address-refused` or `picture-address-private`. A name is checked only as a name: what it resolves to
 * is checked when the connection is made (`guardedLookup`).
 */
export function guardAddress(address: string, scope: GuardScope): Result<URL> {
  if (address.length > maxAddressLength) return refused('The address is too long.')
  const text = address.trim()
  if (text === '') return refused('The address is empty.')
  const url = scope.base === null ? URL.parse(text) : URL.parse(text, scope.base)
  if (url === null) return refused('The address is not a URL.')
  return guardUrl(url, scope)
}

/**
 * Ports of protocols that an HTTP request could be mistaken for, such as mail: browsers refuse them too (the Fetch Standard, "bad port",
 * and Redis and Memcached besides, which take a line of it for a command).
 */
const portsOfOthers: ReadonlySet<string> = new Set(
  (
    '1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 ' +
    '161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 ' +
    '4045 4190 5060 5061 6000 6379 6566 6665 6666 6667 6668 6669 6679 6697 10080 11211'
  ).split(' ')
)

/** As `guardAddress`, for a URL that is already absolute: each hop of a redirect comes through here. */
export function guardUrl(url: URL, scope: GuardScope): Result<URL> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refused(`Addresses with ${url.protocol.slice(0, 20)} are not loaded.`)
  }
  if (url.username !== '' || url.password !== '')
    return refused('The address carries a user name or password.')
  if (!mayBePrivate(url, scope) && isPrivateHost(url.hostname)) {
    return fail('picture-address-private', { host: url.host })
  }
  if (portsOfOthers.has(url.port)) return refused(`Port ${url.port} is another protocol's.`)
  const clean = new URL(url)
  clean.hash = ''
  return ok(clean)
}

function refused(reason: string): ReturnType<typeof fail> {
  return fail('picture-address-refused', { reason })
}

/**
 * Last labels of names that never belong to the public internet: RFC 6761, 6762 with its appendix G, 8375 and
 * ICANN's `.internal`.
 */
const privateSuffixes = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa'
]

/** True for literal special addresses and for names that only a private network knows. */
function isPrivateHost(hostname: string): boolean {
  // `URL` has brought decimal, octal, hex, short and full-width spellings of IPv4 into the dotted form.
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(literal) !== 0) return isSpecialAddress(literal)
  const name = hostname.replace(/\.+$/, '')
  // A name without a dot is completed by the search list of the network that the computer is in.
  return !name.includes('.') || privateSuffixes.some((suffix) => name.endsWith(`.${suffix}`))
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * True for every IP address that is not ordinary public unicast: loopback, private, link-local, carrier NAT,
 * multicast, documentation, benchmarking, IPv4 wrapped in IPv6 (mapped, 6to4, Teredo), reserved; also for a
 * text that is no address. The one exception is the NAT64 prefix 64:ff9b::/96, through which IPv6-only networks
 * reach every IPv4 host: there the IPv4 address inside decides.
 */
export function isSpecialAddress(text: string): boolean {
  const plain = text.replace(/%.*$/, '')
  if (!ipaddr.isValid(plain)) return true
  const address = ipaddr.parse(plain)
  if (address instanceof ipaddr.IPv4) return address.range() !== 'unicast'
  if (address.match(nat64)) {
    const inside = new ipaddr.IPv4(address.toByteArray().slice(12))
    return inside.range() !== 'unicast'
  }
  return address.range() !== 'unicast' || !address.match(globalUnicast)
}
