import { lookup, type LookupAddress } from 'node:dns'
import { promisify } from 'node:util'
import type { LookupFunction } from 'node:net'
import { isSpecialAddress } from './address-guard'
import { settledWithin } from '../../async/with-timeout'
import { createPerHostQueue } from './per-host-queue'

/** All addresses of a name, in the system's order. */
export type ResolveName = (hostname: string) => Promise<LookupAddress[]>

/** Ends a connection to a name with a special address. */
export class PrivateAddressError extends Error {}

const systemLookup = promisify(lookup)

/** Asks the operating system, hosts file included, as browsers do. */
export const resolveBySystem: ResolveName = (hostname) => systemLookup(hostname, { all: true })

/**
 * A `lookup` for sockets that refuses a name when any of its addresses is special. The socket connects to the
 * very addresses that were checked, so that a name which answers differently a moment later (DNS rebinding)
 * gains nothing.
 */
export function guardedLookup(resolve: ResolveName): LookupFunction {
  return openLookup(async (hostname) => {
    const addresses = await resolve(hostname)
    if (!addresses.some(({ address }) => isSpecialAddress(address))) return addresses
    throw new PrivateAddressError(`${hostname} has a special address`)
  })
}

/** The same without the check: for hosts that are allowed to be private. */
export function openLookup(resolve: ResolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) callback(notFound(hostname), [])
        else if (options.all === true) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: unknown) => callback(error instanceof Error ? error : notFound(hostname), [])
    )
  }
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
}

/**
 * Where a name that a proxy is to resolve leads, as far as this computer knows: into the person's own network, or not; `silent`: its name
 * server does not answer, though those of other names do.
 */
type NameCheck = (hostname: string) => Promise<'inside' | 'outside' | 'silent'>

/** How long a resolved name is trusted, ms. */
const heldFor = 60_000
/** Most names in memory: a catalog may have one for each picture. */
const maxNames = 1000
/** A name server that is silent keeps a thread of the pool for half a minute, and files need those too. */
const places = { total: 2, perHost: 1, later: 0 }

interface Known {
  leadsInside: boolean
  /** Settles with the answer, or when nobody waits for it any longer. */
  looked: Promise<void>
  /** By `performance.now()`. */
  until: number
}

/**
 * Behind many a proxy no name server knows the public names, or answers at all: what is not known within `patience` ms counts as
 * outside until the answer is there. Where public names do resolve here, a name that takes longer gets no such trust: whoever has its
 * server could be late on purpose (fault 119).
 */
export function createNameCheck(resolveName: ResolveName, patience = 2000): NameCheck {
  const known = new Map<string, Known>()
  const queue = createPerHostQueue(places)
  const never = new AbortController().signal
  /** When a name last resolved in time, by `performance.now()`. */
  let resolvedAt = -Infinity

  function lookUp(hostname: string): Known {
    const entry: Known = { leadsInside: false, looked: Promise.resolve(), until: Infinity }
    const look = async (): Promise<void> => {
      const begun = performance.now()
      const addresses = await resolveName(hostname).catch(() => [])
      entry.leadsInside = addresses.some(({ address }) => isSpecialAddress(address))
      entry.until = performance.now() + heldFor
      if (addresses.length > 0 && performance.now() - begun < patience) resolvedAt = performance.now()
    }
    // Each name waits for its answer once; a picture that comes later takes what is known by then.
    entry.looked = settledWithin(queue.run(hostname, { signal: never, priority: 'now' }, look), patience)
    return entry
  }

  return async (hostname) => {
    let entry = known.get(hostname)
    if (entry === undefined || entry.until < performance.now()) {
      known.delete(hostname)
      const [oldest] = known.keys()
      if (known.size >= maxNames && oldest !== undefined) known.delete(oldest)
      known.set(hostname, (entry = lookUp(hostname)))
    }
    await entry.looked
    if (entry.leadsInside) return 'inside'
    const isSilent = entry.until === Infinity && performance.now() - resolvedAt < heldFor
    return isSilent ? 'silent' : 'outside'
  }
}

/**
 * Which stores, by their origin, are in a private network themselves. That is seen where a page of theirs comes from, not asked
 * of a name server for each picture: whoever has the name could say "private" just then, and reach into the person's network.
 */
export interface PrivateStores {
  has(origin: string): boolean
  /** A store's page came from this IP address; null: through a proxy, so that it is asked what the name resolves to here. */
  seen(origin: string, address: string | null): void
}

interface PrivateStoresDeps {
  resolveName: ResolveName
  /** A store turned out to be private: what was refused before can be had now. */
  onFound: (origin: string) => void
}

/** How long the answer for a name behind a proxy is trusted, ms. */
const lookAgainAfter = 60_000

export function createPrivateStores({ resolveName, onFound }: PrivateStoresDeps): PrivateStores {
  const known = new Set<string>()
  const lookedAt = new Map<string, number>()

  function note(origin: string, addresses: readonly string[]): void {
    if (known.has(origin) || !addresses.some(isSpecialAddress)) return
    known.add(origin)
    onFound(origin)
  }

  /** A name that does not resolve here cannot be classified: nothing is recorded. */
  function lookUp(origin: string): void {
    const last = lookedAt.get(origin)
    if (last !== undefined && performance.now() - last < lookAgainAfter) return
    lookedAt.set(origin, performance.now())
    resolveName(new URL(origin).hostname).then(
      (addresses) =>
        note(
          origin,
          addresses.map(({ address }) => address)
        ),
      () => undefined
    )
  }

  return {
    has: (origin) => known.has(origin),
    seen(origin, address) {
      if (known.has(origin)) return
      if (address === null) lookUp(origin)
      else note(origin, [address])
    }
  }
}
