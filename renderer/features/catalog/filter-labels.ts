import type { ChangeKind, Filters, ProductQuery, Since } from '../../../electron/contract/product-query'
import type { SyncRun } from '../../../electron/contract/sync'
import { formatMoment } from '../../shared/format/clock'
import { formatList } from '../../shared/format/list'
import { formatCount } from '../../shared/format/number'
import { formatPrice, type PriceStyle } from '../../shared/format/price'
import { t, type TextValues } from '../../shared/i18n'
import { activeFilters, type FilterPart } from './filters'
import { ruleName } from '../../shared/labels/rule-labels'
import { stateWords } from '../../shared/labels/review-labels'
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
  if (priceTo === null) return t('narrowing.chip.priceFrom', { from })
  if (priceFrom === null) return t('narrowing.chip.priceTo', { to })
  return t('narrowing.chip.priceBetween', { from, to })
}

/** The sync that changes are counted from: by its date, by its number when it is not known any more. */
export function sinceWords(since: Since, { runs, now, style }: WordsContext): string {
  if (since === 'last') return t('narrowing.since.last')
  const run = runs.find((each) => each.run === since)
  if (!run) return t('narrowing.since.number', { run: formatCount(since, style.locale) })
  return t('narrowing.since.date', { date: formatMoment(run.startedAt, now, style.locale) })
}

const changes: Record<ChangeKind, (since: string) => string> = {
  new: (since) => t('narrowing.chip.new', { since }),
  changed: (since) => t('narrowing.chip.changed', { since }),
  gone: (since) => t('narrowing.chip.gone', { since })
}

function findingFilterWords(finding: Filters['finding']): string {
  if (finding === null) return ''
  return finding === 'any'
    ? t('quality.filter.anyChip')
    : t('quality.filter.chip', { rule: ruleName(finding) })
}

function words(part: FilterPart, filters: Filters, context: WordsContext): string {
  switch (part) {
    case 'price-range':
      return priceRange(filters, context.style)
    case 'price':
      return filters.price === 'known' ? t('narrowing.chip.priceKnown') : t('narrowing.chip.priceUnknown')
    case 'picture':
      return filters.picture === 'with' ? t('narrowing.chip.withPicture') : t('narrowing.chip.withoutPicture')
    case 'picture-state':
      return filters.pictureState === 'broken'
        ? t('narrowing.chip.brokenPictures')
        : t('narrowing.chip.uncheckedPictures')
    case 'picture-below':
      return t('narrowing.chip.picturesBelow', {
        size: formatCount(filters.pictureBelow ?? 0, context.style.locale)
      })
    case 'same-picture':
      return filters.samePicture ? samePictureWords(filters.samePicture) : ''
    case 'description':
      return filters.description === 'with'
        ? t('narrowing.chip.withDescription')
        : t('narrowing.chip.withoutDescription')
    case 'review':
      return t('narrowing.chip.review', {
        states: formatList(filters.review.map(stateWords), context.style.locale)
      })
    case 'note':
      return filters.note === 'with' ? t('narrowing.chip.withNote') : t('narrowing.chip.withoutNote')
    case 'finding':
      return findingFilterWords(filters.finding)
    case 'change':
      return filters.change ? changes[filters.change.kind](sinceWords(filters.change.since, context)) : ''
    case 'set-aside':
      return t('narrowing.chip.setAside')
  }
}

/** All that narrows the list, the search first. */
export function chipsOf({ search, filters }: ProductQuery, context: WordsContext): Chip[] {
  const looked = search.trim()
  const chips = activeFilters(filters).map((part) => ({ part, words: words(part, filters, context) }))
  return looked === ''
    ? chips
    : [{ part: 'search', words: t('narrowing.chip.search', { text: looked }) }, ...chips]
}

/** Whose picture is looked for: by the product's name, by its id where it has none. */
export function samePictureWords({ id, name }: NonNullable<Filters['samePicture']>): string {
  return name.trim() === ''
    ? t('narrowing.chip.samePictureId', { id })
    : t('narrowing.chip.samePicture', { name })
}

/** Of how many pictures filters know anything: `Known for 1,020 of 1,240 pictures …`; '' while that is not known. */
export function knownWords(looked: LookedPictures | null, locale: string | null): string {
  if (looked === null || looked.total === 0) return ''
  if (looked.known >= looked.total) return t('narrowing.filters.knownAll')
  return t('narrowing.filters.knownPart', numbers(looked, locale), looked.total)
}

/** The same in a few words, beside a number of matches; '' where all is known. */
export function partlyKnownWords(looked: LookedPictures | null, locale: string | null): string {
  if (looked === null || looked.known >= looked.total) return ''
  return t('narrowing.result.known', numbers(looked, locale), looked.total)
}

function numbers({ known, total }: LookedPictures, locale: string | null): TextValues {
  return { known: formatCount(known, locale), total: formatCount(total, locale) }
}

/** `214 matches · best first`; the store's order is told only of a search, where another one is expected. */
export function resultWords(
  { totalItems, order }: Pick<ProductPage, 'totalItems' | 'order'>,
  isSearch: boolean,
  locale: string | null
): string {
  if (totalItems === null) return ''
  const matches = t('narrowing.result.matches', { number: formatCount(totalItems, locale) }, totalItems)
  if (!isSearch || totalItems < 2 || order === 'sorted') return matches
  const how = order === 'relevance' ? t('narrowing.result.relevance') : t('narrowing.result.store')
  return `${matches} · ${how}`
}
