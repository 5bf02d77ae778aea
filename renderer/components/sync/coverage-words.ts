import type { Coverage, NetworkState } from '../../../electron/contract/coverage'
import { formatMoment } from '../../format/clock'
import { formatCount } from '../../format/number'
import { t } from '../../i18n'
import { failureWords } from '../../i18n/failure-words'

/** `4,120 of 4,300 products · as of 09:12 · partial`; `now` in ms since 1970. */
export function coverageWords(coverage: Coverage, now: number, locale: string | null): string {
  if (coverage.state === 'none') return t('coverage.none')
  const { asOf } = coverage
  const time = asOf === null ? [] : [t('coverage.asOf', { time: formatMoment(asOf, now, locale) })]
  const state = coverage.state === 'complete' ? t('coverage.complete') : t('coverage.partial')
  return [...countWords(coverage, locale), ...time, state].join(' · ')
}

/** Where entries are no products of their own, both are counted: lists in other orders have the products alone. */
function countWords({ here, products, total }: Coverage, locale: string | null): string[] {
  const number = (count: number): string => formatCount(count, locale)
  const counted = t('coverage.products', { here: number(products) }, products)
  const isPlain = products === here
  if (total === null)
    return isPlain ? [counted] : [t('coverage.items', { here: number(here) }, here), counted]
  // While a shorter list is being read the copy still holds the longer one.
  if (here > total) return [counted, t('coverage.listed', { total: number(total) })]
  const of = { here: number(here), total: number(total) }
  return isPlain ? [t('coverage.of', of, total)] : [t('coverage.itemsOf', of, total), counted]
}

/** What complete, partial or none means, in a sentence. */
export function coverageLong({ state, here, products }: Coverage): string {
  if (state === 'none') return t('coverage.noneLong')
  const means = state === 'complete' ? t('coverage.completeLong') : t('coverage.partialLong')
  return products === here ? means : `${means} ${t('coverage.itemsLong')}`
}

/** In a few words why a store cannot be reached. */
export function troubleWords(state: 'no-network' | 'store-silent'): string {
  return state === 'no-network' ? t('network.noNetwork') : t('network.storeSilent')
}

/** Why a store cannot be reached, and when it is asked again: at `resumeAt`, as far as a sync knows. */
export function networkLong(
  { state, because }: NetworkState,
  resumeAt: number | null,
  now: number,
  locale: string | null
): string {
  if (state === 'no-network') return t('network.noNetworkLong')
  const why = because ? failureWords(because).title : ''
  const isAhead = resumeAt !== null && resumeAt > now
  const again = isAhead
    ? t('network.againAt', { time: formatMoment(resumeAt, now, locale) })
    : t('network.again')
  return `${why} ${again}`.trim()
}
