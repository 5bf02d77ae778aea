import { filterGroups, noFilters } from '../../contract/empty-query'
import type { ProductQuery } from '../../contract/product-query'
import type { ViewNewsRow } from '../db/view-news'
import { areSame, setOf, sizeOf, joined, emptySet, shared, without } from '../../bytes/bit-set'
import type { KeySet } from './product-list'

/** Why watched views are looked at. */
export type NewsMoment =
  /** To count what is new. A view that is not known yet begins: nothing in it is new. `saved`: no other views are watched. */
  | { kind: 'counted' | 'saved' }
  /** A sync, and the quality check after it, have ended: what has come into a view is new. */
  | { kind: 'synced' }
  /** A person looks at one of the views: nothing in it is new anymore. */
  | { kind: 'opened'; view: string }
  /** Products were reviewed here, null: any. What came into a view that way is no news for whoever did it. */
  | { kind: 'reviewed'; ids: readonly string[] | null }

export interface WatchedView {
  id: string
  productQuery: ProductQuery
}

/** What is new in a watched view. */
export interface ViewCheck {
  view: string
  /** Products that came into it with this sync. */
  arrived: number
  /** Products that are new, and still in it. */
  news: number
  /** Products that were new until it was opened now. */
  found: number
}

export interface NextNews extends ViewCheck {
  /** null: as before. */
  row: ViewNewsRow | null
}

/** What a watched view lists and what is known of it. */
export interface ViewFacts {
  view: string
  query: string
  /** null: nothing. */
  before: ViewNewsRow | null
  now: KeySet
  /** Keys of the products that were reviewed; null: of any. */
  reviewed: readonly number[] | null
}

/**
 * What is new in a view, and what is to be kept of it. A product is new from the sync that brought it into the view until the view is
 * opened, as long as it is in it.
 */
export function nextNews(facts: ViewFacts, moment: NewsMoment['kind']): NextNews {
  const { view, query, now } = facts
  const before = facts.before?.query === query ? facts.before : null
  if (before === null) {
    const row = { view, query, seen: now.bits, news: emptySet, shown: emptySet, opened: 0 }
    return { view, arrived: 0, news: 0, found: 0, row }
  }
  const fresh = without(without(now.bits, before.seen), before.news)
  const news = shared(now.bits, before.news)
  const all = joined(news, fresh)
  const answer = { view, arrived: 0, news: sizeOf(news), found: 0, row: null }
  switch (moment) {
    case 'counted':
    case 'saved':
      return answer
    case 'synced': {
      // What has left the view is new when it comes back.
      const row = { ...before, seen: shared(before.seen, now.bits), news: all }
      const isSame = areSame(row.seen, before.seen) && areSame(row.news, before.news)
      return { ...answer, arrived: sizeOf(fresh), news: sizeOf(all), row: isSame ? null : row }
    }
    case 'opened': {
      const found = sizeOf(all)
      if (found === 0) return answer
      const row = { ...before, seen: now.bits, news: emptySet, shown: all, opened: before.opened + 1 }
      return { ...answer, news: 0, found, row }
    }
    case 'reviewed': {
      const own = facts.reviewed === null ? fresh : shared(fresh, setOf(facts.reviewed))
      return sizeOf(own) === 0 ? answer : { ...answer, row: { ...before, seen: joined(before.seen, own) } }
    }
  }
}

/** What a query lists, as a text: without its order, and without what it does not ask, of which a later version may know more. */
export function listText({ search, filters, or }: ProductQuery): string {
  const asked = filterGroups({ filters, or }).map((group) =>
    Object.entries(group).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(noFilters, field))
    )
  )
  return JSON.stringify([search.trim(), asked])
}
