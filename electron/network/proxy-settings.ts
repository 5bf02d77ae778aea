import { pacResult } from '../api/routes'
import { fail, ok, type Result } from '../contract/failure'
import type { ProxySettings } from '../contract/network-preferences'
import type { ProxyOrigin, ProxyProblem } from '../contract/preference-choices'

/** The proxies for a URL, and where they come from. */
export interface FoundProxy {
  /** A PAC result: `PROXY a:8080; DIRECT`. */
  pac: string
  origin: ProxyOrigin
}

interface FindProxyDeps {
  /** The current ones. */
  settings: () => ProxySettings
  /** The system's settings for a URL, as a PAC result. */
  askSystem: (url: string) => Promise<string>
  environment: Environment
}

/**
 * Finds the proxies for a URL. In the mode "as the system", the system's settings come first; if they name none, the environment's
 * `https_proxy` and the like do (which Electron itself reads on Linux only).
 */
export async function findProxy(
  { settings, askSystem, environment }: FindProxyDeps,
  url: string
): Promise<FoundProxy> {
  const { mode, address, exceptions } = settings()
  if (mode === 'none') return { pac: 'DIRECT', origin: 'off' }
  if (mode === 'manual' && address !== '') {
    const parsed = URL.parse(url)
    const exempt = parsed === null || isExempt(parsed, exceptions)
    return { pac: exempt ? 'DIRECT' : pacResult(address), origin: exempt ? 'exception' : 'manual' }
  }
  const pac = await askSystem(url)
  if (pac !== '' && pac !== 'DIRECT') return { pac, origin: 'system' }
  const named = proxyFromEnvironment(url, environment)
  return { pac: named, origin: named === 'DIRECT' ? 'system' : 'environment' }
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The proxy that the environment names for a URL (`https_proxy`, `http_proxy`, `all_proxy`, `no_proxy`, in either case), as a PAC result,
 * with the password if there is one. This computer itself is never behind a proxy.
 */
export function proxyFromEnvironment(text: string, environment: Environment): string {
  const url = URL.parse(text)
  if (url === null || isExempt(url, splitExceptions(valueOf(environment, 'no_proxy')))) return 'DIRECT'
  const scheme = url.protocol.slice(0, -1)
  const named = valueOf(environment, `${scheme}_proxy`) || valueOf(environment, 'all_proxy')
  return named === '' ? 'DIRECT' : pacResult(named)
}

function valueOf(environment: Environment, name: string): string {
  return (environment[name] ?? environment[name.toUpperCase()] ?? '').trim()
}

/**
 * Whether a URL is reached without a proxy: its host is this computer, or the list names it. An entry is a host with its subdomains
 * (`example.com`, `.example.com`, `*.example.com`), with or without a port, `<local>` for names without a dot, or `*` for all.
 */
function isExempt({ hostname, port, protocol }: URL, exceptions: readonly string[]): boolean {
  if (hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')) return true
  const ownPort = port || (protocol === 'http:' ? '80' : '443')
  return exceptions.some((entry) => {
    const [, name = '', entryPort] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
    if (entry === '*') return true
    if (entry === '<local>') return !hostname.includes('.') && !hostname.startsWith('[')
    if (name === '' || (entryPort !== undefined && entryPort !== ownPort)) return false
    return hostname === name || hostname.endsWith(`.${name}`)
  })
}

/** The entries of a list as people and environment variables write it. */
export function splitExceptions(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '')
}

/** Whether `isExempt` understands an entry. */
export function isException(entry: string): boolean {
  return /^(\*|<local>|\[[0-9a-f:.]+\](:\d{1,5})?|(\*?\.)?[\p{L}\p{N}_-][\p{L}\p{N}._-]*(:\d{1,5})?)$/iu.test(
    entry
  )
}

/** The scheme that is stored for each one that people write, and its default port. */
const schemes = new Map([
  ['http', { scheme: 'http', port: 80 }],
  ['https', { scheme: 'https', port: 443 }],
  ['socks', { scheme: 'socks5', port: 1080 }],
  ['socks5', { scheme: 'socks5', port: 1080 }],
  ['socks5h', { scheme: 'socks5', port: 1080 }]
])

/**
 * A proxy's address as a person writes it (`proxy.example:8080`, `socks5://…`), in the form in which it is stored. Fails with
 * `input-invalid` and a `ProxyProblem`: a password is refused, since the settings file is not protected.
 */
export function readProxyAddress(text: string): Result<string> {
  const trimmed = text.trim()
  if (trimmed === '') return refused('empty')
  const [, named = 'http', rest = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/i.exec(trimmed) ?? []
  const known = schemes.get(named.toLowerCase())
  if (known === undefined) return refused('scheme')
  // Parsed as http for its host and port: the URL parser does not know socks5.
  const url = URL.parse(`http://${rest}`)
  if (url === null || url.hostname === '') return refused('address')
  if (url.username !== '' || url.password !== '') return refused('password')
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return refused('address')
  // The parser drops its own scheme's port, whoever wrote it.
  const written = /:(\d+)\/?$/.exec(rest)?.[1]
  return ok(`${known.scheme}://${url.hostname}:${written ?? known.port}`)
}

function refused(problem: ProxyProblem): Result<never> {
  return fail('input-invalid', { field: 'address', reason: problem })
}
