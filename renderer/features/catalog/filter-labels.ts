import { isSeverity } from '../../../electron/contract/audit-rules'
import type { ChangeKind, Filters, ProductQuery, Since } from '../../../electron/contract/product-query'
import type { SyncRun } from '../../../electron/contract/sync'
import { formatDay, formatMoment } from '../../shared/format/clock'
import { formatList } from '../../shared/format/locale'
import { formatCount } from '../../shared/format/number'
import { formatPrice, type PriceStyle } from '../../shared/format/price'
import { t, type TextValues } from '../../shared/i18n'
import { filterGroups, noFilters } from '../../../electron/contract/empty-query'
import { activeFilters, excludedFilters, type FilterPart } from '../../../electron/contract/filter-parts'
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
  /** A number: the group of filters of that index in `ProductQuery.or`. */
  part: FilterPart | 'search' | number
  words: string
}

function priceRange({ priceFrom, priceTo }: Filters, style: PriceStyle): string {
  const from = formatPrice(priceFrom, style)
  const to = formatPrice(priceTo, style)
  if (priceTo === null) return t('filters.chip.priceFrom', { from })
  if (priceFrom === null) return t('filters.chip.priceTo', { to })
  return t('filters.chip.priceBetween', { from, to })
}

/** The sync that changes are counted from: by its date, by its number when it is not known anymore. */
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

type Range = NonNullable<Filters['nameLength']>

const lengthLabels = {
  name: {
    from: (from: string) => t('filters.chip.nameLengthFrom', { from }),
    to: (to: string) => t('filters.chip.nameLengthTo', { to }),
    between: (from: string, to: string) => t('filters.chip.nameLengthBetween', { from, to })
  },
  description: {
    from: (from: string) => t('filters.chip.descriptionLengthFrom', { from }),
    to: (to: string) => t('filters.chip.descriptionLengthTo', { to }),
    between: (from: string, to: string) => t('filters.chip.descriptionLengthBetween', { from, to })
  }
}

function lengthLabel(of: keyof typeof lengthLabels, range: Range | null, { style }: WordsContext): string {
  if (range === null) return ''
  const [from, to] = [formatCount(range.from ?? 0, style.locale), formatCount(range.to ?? 0, style.locale)]
  const labels = lengthLabels[of]
  if (range.to === null) return labels.from(from)
  return range.from === null ? labels.to(to) : labels.between(from, to)
}

/** A day such as `2026-03-31`, as people write it; '' for none. */
function calendarDay(day: string | null, locale: string | null): string {
  if (day === null) return ''
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return formatDay(new Date(year, month - 1, date).getTime(), locale)
}

function reviewedLabel(days: Filters['reviewed'], { style }: WordsContext): string {
  if (days === null) return ''
  const [from, to] = [calendarDay(days.from, style.locale), calendarDay(days.to, style.locale)]
  if (days.to === null) return t('filters.chip.reviewedFrom', { from })
  if (days.from === null) return t('filters.chip.reviewedTo', { to })
  return days.from === days.to
    ? t('filters.chip.reviewedOn', { day: from })
    : t('filters.chip.reviewedBetween', { from, to })
}

/** The host of a picture's address; '' stands for addresses that name none. */
export function hostLabel(host: string): string {
  return host === '' ? t('filters.filters.ownHost') : host
}

/** Who reviewed; '' stands for somebody who gave no name. */
export function reviewerLabel(name: string): string {
  return name === '' ? t('filters.filters.noName') : name
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
    case 'picture-host':
      return t('filters.chip.hosts', {
        hosts: formatList(filters.pictureHost.map(hostLabel), context.style.locale)
      })
    case 'name-length':
      return lengthLabel('name', filters.nameLength, context)
    case 'description-length':
      return lengthLabel('description', filters.descriptionLength, context)
    case 'reviewer':
      return t('filters.chip.reviewer', {
        names: formatList(filters.reviewer.map(reviewerLabel), context.style.locale)
      })
    case 'reviewed':
      return reviewedLabel(filters.reviewed, context)
    case 'assigned-to':
      return t('filters.chip.assignedTo', { names: formatList(filters.assignedTo, context.style.locale) })
    case 'disagreement':
      return t('filters.chip.disagreement')
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
    case 'new-in':
      return filters.newIn ? t('filters.chip.newIn', { name: filters.newIn.name }) : ''
    case 'set-aside':
      return t('filters.chip.setAside')
  }
}

/** Each filter of a group; excluded ones say so. */
function labelsOf(filters: Filters, context: WordsContext): { part: FilterPart; words: string }[] {
  const excluded = excludedFilters(filters)
  return activeFilters(filters).map((part) => {
    const label = words(part, filters, context)
    return { part, words: excluded.includes(part) ? t('filters.chip.not', { filter: label }) : label }
  })
}

/** All that narrows the list: the search, the filters of the first group, and each further group as one. */
export function chipsOf({ search, filters, or }: ProductQuery, context: WordsContext): Chip[] {
  const looked = search.trim()
  const searched: Chip[] =
    looked === '' ? [] : [{ part: 'search', words: t('filters.chip.search', { text: looked }) }]
  const others = or.flatMap((group, index): Chip[] => {
    if (filterGroups({ filters: noFilters, or: [group] }).length === 0) return []
    const all = labelsOf(group, context).map((label) => label.words)
    return [{ part: index, words: t('filters.chip.or', { filters: formatList(all, context.style.locale) }) }]
  })
  return [...searched, ...labelsOf(filters, context), ...others]
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

/** `214 matches` */
export function resultLabel({ totalItems }: Pick<ProductPage, 'totalItems'>, locale: string | null): string {
  return totalItems === null
    ? ''
    : t('filters.result.matches', { number: formatCount(totalItems, locale) }, totalItems)
}

/** How what a search found is ordered: `most relevant first`, or the store's order where another one is expected; none where a person sorted it. */
export function foundOrderLabel({ totalItems, order }: Pick<ProductPage, 'totalItems' | 'order'>): string {
  if (totalItems === null || totalItems < 2 || order === 'sorted') return ''
  return order === 'relevance' ? t('filters.result.relevance') : t('filters.result.store')
}
