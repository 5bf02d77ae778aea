import { isSpecialAddress } from './address-guard'
import type { ResolveName } from './guarded-lookup'

/**
 * Which stores, by their origin, are in a private network themselves. That is seen where a page of theirs comes from, not asked
 * of a name server for each picture: whoever has the name could say "private" just then, and reach into the person's network.
 */
export interface PrivateStores {
  has(origin: string): boolean
  /** A store's page came from this IP address; null: through a proxy, so that it is asked what the name resolves to here. */
  seen(origin: string, address: string | null): void
}

export interface PrivateStoresDeps {
  resolveName: ResolveName
  /** A store turned out to be private: what was refused before can be had now. */
  onFound: (origin: string) => void
}

/** ms for which the answer for a name behind a proxy holds. */
const lookAgainAfter = 60_000

export function createPrivateStores({ resolveName, onFound }: PrivateStoresDeps): PrivateStores {
  const known = new Set<string>()
  const lookedAt = new Map<string, number>()

  function note(origin: string, addresses: readonly string[]): void {
    if (known.has(origin) || !addresses.some(isSpecialAddress)) return
    known.add(origin)
    onFound(origin)
  }

  /** A name that is not known here cannot be judged here: then nothing is noted. */
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
