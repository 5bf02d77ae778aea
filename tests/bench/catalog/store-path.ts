import type { Variant } from './page-bodies'

/** What a bench store is like; all of it stands in its base URL, so that one server plays any number of stores. */
export interface StoreShape {
  /** Products: the first of the server's catalog. */
  count: number
  /** Largest `limit` that is obeyed; more is silently capped (fault 42). */
  cap: number
  /** ms from a page's request to its answer. */
  latency: number
  variant: Variant
}

/** The path of a store's base URL, as `/100000-500-30-same`. */
export function storePath({ count, cap, latency, variant }: StoreShape): string {
  return `/${count}-${cap}-${latency}-${variant}`
}

const pattern = /^\/(\d+)-(\d+)-(\d+)-(same|inserted|changed)\/api\/public\/products\?(.*)$/

/** What a request's target asks for; null when it is none of a page. */
export function readTarget(target: string): (StoreShape & { page: number; limit: number }) | null {
  const [, count, cap, latency, variant, query] = pattern.exec(target) ?? []
  if (query === undefined) return null
  const asked = new URLSearchParams(query)
  const shape = { count: Number(count), cap: Number(cap), latency: Number(latency) }
  const limit = Math.min(Number(asked.get('limit')), shape.cap)
  const known = variant === 'inserted' || variant === 'changed' ? variant : 'same'
  return { ...shape, variant: known, page: Number(asked.get('pageNo')), limit }
}
