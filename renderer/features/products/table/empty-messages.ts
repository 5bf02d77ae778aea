import { isWhole, type Coverage } from '../../../../electron/contract/coverage'
import type { ProductQuery } from '../../../../electron/contract/product-query'
import type { ProductPage } from '../../../../electron/contract/product'
import type { ReviewState } from '../../../../electron/contract/review-state'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { activeFilters } from '../../../../electron/contract/filter-parts'

/** The ways in which a list can have nothing to show. */
export type EmptyKind =
  | 'unloaded'
  | 'unsearched'
  | 'offline'
  | 'filling'
  | 'no-match'
  | 'unaudited'
  | 'all-readable'
  | 'unreadable'
  | 'gap'
  | 'catalog'
  | 'beyond'

/** What decides which of them it is. */
export interface EmptyFacts {
  /** null: nothing was loaded, and why is said elsewhere. */
  page: ProductPage | null
  narrowed: boolean
  /** Items that could not be read are what is looked for. */
  setAside: boolean
  /** A sync is under way. */
  syncing: boolean
  /** The store was not reached. */
  unreached: boolean
  /** What the quality rules find is looked for, and they were not applied yet. */
  unaudited: boolean
}

/** Which of the ways to be empty this is. */
export function emptyKind(facts: EmptyFacts): EmptyKind {
  const { page, narrowed, setAside, syncing, unreached, unaudited } = facts
  // What is narrowed is answered on this computer: the store has no part in that failure.
  if (page === null && narrowed) return 'unsearched'
  if (page === null) return unreached ? 'offline' : 'unloaded'
  if (unaudited && page.totalItems === 0) return 'unaudited'
  if (narrowed && page.totalItems === 0) return setAside ? 'all-readable' : 'no-match'
  if (page.setAside.length > 0) return 'unreadable'
  if (page.oddities.includes('empty-before-end')) return 'gap'
  if (syncing && page.coverage.state === 'none') return 'filling'
  return page.page === 1 || page.totalItems === 0 ? 'catalog' : 'beyond'
}

const ofState: Record<ReviewState, () => string> = {
  unreviewed: () => t('products.noMatch.state.unreviewed'),
  'awaiting-you': () => t('products.noMatch.state.awaiting'),
  'awaiting-others': () => t('products.noMatch.state.awaiting'),
  approved: () => t('products.noMatch.state.approved'),
  changed: () => t('products.noMatch.state.changed'),
  'needs-work': () => t('products.noMatch.state.needsWork'),
  ignored: () => t('products.noMatch.state.ignored')
}

/**
 * That nothing matches; where products in one state, or those assigned to the person themself, are all that is looked for, that there are none.
 * @param own this person's name in the team; null: the store has none
 */
export function noMatchTitle({ search, filters }: ProductQuery, own: string | null): string {
  const [state, more] = filters.review
  const [assigned, others] = filters.assignedTo
  const isAll = search.trim() === '' && activeFilters(filters).length === 1
  if (isAll && assigned !== undefined && assigned === own && others === undefined)
    return t('products.noMatch.mine')
  return isAll && state && !more ? ofState[state]() : t('products.noMatch.title')
}

/** How much of the catalog was searched without finding anything: an incomplete copy must not look like a whole one. */
export function searchedMessage(coverage: Coverage, syncing: boolean, locale: string | null): string {
  const { here, total } = coverage
  if (isWhole(coverage)) return t('products.noMatch.complete')
  if (here === 0 && !syncing) return t('products.noMatch.nothing')
  if (total === null || total < here) {
    const counted = countedMessage(here, locale)
    return syncing
      ? t('products.noMatch.fillingAlone', { here: counted })
      : t('products.noMatch.partialAlone', { here: counted })
  }
  const words = { here: formatCount(here, locale), total: countedMessage(total, locale) }
  return syncing ? t('products.noMatch.filling', words) : t('products.noMatch.partial', words)
}

/** What was read so far of a copy that has nothing to show yet. */
export function fillingMessage({ here, total }: Coverage, locale: string | null): string {
  if (total === null) return t('products.filling.textAlone')
  return t('products.filling.text', { here: formatCount(here, locale), total: countedMessage(total, locale) })
}

function countedMessage(count: number, locale: string | null): string {
  return t('products.noMatch.counted', { number: formatCount(count, locale) }, count)
}
