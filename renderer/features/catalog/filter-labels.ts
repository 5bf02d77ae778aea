import { isSeverity } from '../../../electron/contract/audit-rules'
import type { ChangeKind, Filters, ProductQuery, Since } from '../../../electron/contract/product-query'
import type { SyncRun } from '../../../electron/contract/sync'
import { formatMoment } from '../../shared/format/clock'
import { formatList } from '../../shared/format/list'
import { formatCount } from '../../shared/format/number'
import { formatPrice, type PriceStyle } from '../../shared/format/price'
import { t, type TextValues } from '../../shared/i18n'
import { activeFilters, type FilterPart } from './filters'
import { ruleName } from '../../shared/labels/rule-labels'
import { needsWorkReason, stateLabel } from '../../shared/labels/review-labels'
import type { LookedPictures } from './picture-coverage'
import type { ProductPage } from '../../../electron/contract/product'

/** What the words of filters need to know besides the filters. */
export interface WordsContext {
  style: PriceStyle
  runs: readonly SyncRun[]
  /** ms since 1970. */
  now: number
}

/** Something that narrows the list, in words; it can be taken away. */
export interface Chip {
  part: FilterPart | 'search'
  words: string
}

function priceRange({ priceFrom, priceTo }: Filters, style: PriceStyle): string {
  const from = formatPrice(priceFrom, style)
  const to = formatPrice(priceTo, style)
  if (priceTo === null) return t('filters.chip.priceFrom', { from })
  if (priceFrom === null) return t('filters.chip.priceTo', { to })
  return t('filters.chip.priceBetween', { from, to })
}

/** The sync that changes are counted from: by its date, by its number when it is not known any more. */
export function sinceLabel(since: Since, { runs, now, style }: WordsContext): string {
  if (since === 'last') return t('filters.since.last')
  const run = runs.find((each) => each.run === since)
  if (!run) return t('filters.since.number', { run: formatCount(since, style.locale) })
  return t('filters.since.date', { date: formatMoment(run.startedAt, now, style.locale) })
}

const changes: Record<ChangeKind, (since: string) => string> = {
  new: (since) => t('filters.chip.new', { since }),
  changed: (since) => t('filters.chip.changed', { since }),
  gone: (since) => t('filters.chip.gone', { since })
}

function findingFilterLabel(finding: Filters['finding']): string {
  if (finding === null) return ''
  if (finding === 'any') return t('quality.filter.anyChip')
  return isSeverity(finding)
    ? t(`quality.filter.${finding}Chip`)
    : t('quality.filter.chip', { rule: ruleName(finding) })
}

/** '' stands for products that need work without a reason. */
function reasonFilterLabel(reason: string): string {
  return reason === '' ? t('review.reason.none') : needsWorkReason(reason)
}

function words(part: FilterPart, filters: Filters, context: WordsContext): string {
  switch (part) {
    case 'price-range':
      return priceRange(filters, context.style)
    case 'price':
      return filters.price === 'known' ? t('filters.chip.priceKnown') : t('filters.chip.priceUnknown')
    case 'picture':
      return filters.picture === 'with' ? t('filters.chip.withPicture') : t('filters.chip.withoutPicture')
    case 'picture-state':
      return filters.pictureState === 'broken'
        ? t('filters.chip.brokenPictures')
        : t('filters.chip.uncheckedPictures')
    case 'picture-below':
      return t('filters.chip.picturesBelow', {
        size: formatCount(filters.pictureBelow ?? 0, context.style.locale)
      })
    case 'same-picture':
      return filters.samePicture ? samePictureLabel(filters.samePicture) : ''
    case 'description':
      return filters.description === 'with'
        ? t('filters.chip.withDescription')
        : t('filters.chip.withoutDescription')
    case 'review':
      return t('filters.chip.review', {
        states: formatList(filters.review.map(stateLabel), context.style.locale)
      })
    case 'reasons':
      return t('filters.chip.reasons', {
        reasons: formatList(filters.reasons.map(reasonFilterLabel), context.style.locale)
      })
    case 'note':
      return filters.note === 'with' ? t('filters.chip.withNote') : t('filters.chip.withoutNote')
    case 'finding':
      return findingFilterLabel(filters.finding)
    case 'change':
      return filters.change ? changes[filters.change.kind](sinceLabel(filters.change.since, context)) : ''
    case 'set-aside':
      return t('filters.chip.setAside')
  }
}

/** All that narrows the list, the search first. */
export function chipsOf({ search, filters }: ProductQuery, context: WordsContext): Chip[] {
  const looked = search.trim()
  const chips = activeFilters(filters).map((part) => ({ part, words: words(part, filters, context) }))
  return looked === ''
    ? chips
    : [{ part: 'search', words: t('filters.chip.search', { text: looked }) }, ...chips]
}

/** Whose picture is looked for: by the product's name, by its id where it has none. */
export function samePictureLabel({ id, name }: NonNullable<Filters['samePicture']>): string {
  return name.trim() === ''
    ? t('filters.chip.samePictureId', { id })
    : t('filters.chip.samePicture', { name })
}

/** Of how many pictures filters know anything: `Known for 1,020 of 1,240 pictures …`; '' while that is not known. */
export function knownLabel(looked: LookedPictures | null, locale: string | null): string {
  if (looked === null || looked.total === 0) return ''
  if (looked.known >= looked.total) return t('filters.filters.knownAll')
  return t('filters.filters.knownPart', numbers(looked, locale), looked.total)
}

/** The same in a few words, beside a number of matches; '' where all is known. */
export function partlyKnownLabel(looked: LookedPictures | null, locale: string | null): string {
  if (looked === null || looked.known >= looked.total) return ''
  return t('filters.result.known', numbers(looked, locale), looked.total)
}

function numbers({ known, total }: LookedPictures, locale: string | null): TextValues {
  return { known: formatCount(known, locale), total: formatCount(total, locale) }
}

/** `214 matches · best first`; the store's order is told only of a search, where another one is expected. */
export function resultLabel(
  { totalItems, order }: Pick<ProductPage, 'totalItems' | 'order'>,
  isSearch: boolean,
  locale: string | null
): string {
  if (totalItems === null) return ''
  const matches = t('filters.result.matches', { number: formatCount(totalItems, locale) }, totalItems)
  if (!isSearch || totalItems < 2 || order === 'sorted') return matches
  const how = order === 'relevance' ? t('filters.result.relevance') : t('filters.result.store')
  return `${matches} · ${how}`
}
