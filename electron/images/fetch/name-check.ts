import { settledWithin } from '../../async/with-timeout'
import { isSpecialAddress } from './address-guard'
import type { ResolveName } from './guarded-lookup'
import { createLanes } from './per-host-queue'

/** Whether a name that a proxy is to resolve leads into the person's own network, as far as this computer knows. */
type NameCheck = (hostname: string) => Promise<boolean>

/** ms for which what a name resolved to holds. */
const heldFor = 60_000
/** Names that are remembered: a catalog may have one for each picture. */
const maxNames = 1000
/** A name server that is silent keeps a thread of the pool for half a minute, and files need those too. */
const places = { total: 2, perLane: 1, later: 0 }

interface Known {
  leadsInside: boolean
  /** Settles with the answer, or when nobody waits for it any longer. */
  looked: Promise<void>
  /** By `performance.now()`. */
  until: number
}

/**
 * Behind many a proxy no name server knows the public names, or answers at all: what is not known within `patience` ms counts as
 * public until the answer is there.
 */
export function createNameCheck(resolveName: ResolveName, patience = 2000): NameCheck {
  const known = new Map<string, Known>()
  const lanes = createLanes(places)
  const never = new AbortController().signal

  function lookUp(hostname: string): Known {
    const entry: Known = { leadsInside: false, looked: Promise.resolve(), until: Infinity }
    const look = async (): Promise<void> => {
      const addresses = await resolveName(hostname).catch(() => [])
      entry.leadsInside = addresses.some(({ address }) => isSpecialAddress(address))
      entry.until = performance.now() + heldFor
    }
    // Each name waits for its answer once; a picture that comes later takes what is known by then.
    entry.looked = settledWithin(lanes.run(hostname, { signal: never, priority: 'now' }, look), patience)
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
    return entry.leadsInside
  }
}
