import { CloudOff, WifiOff } from '@lucide/vue'
import { computed, type ComputedRef } from 'vue'
import { isWhole, type Coverage, type NetworkState } from '../../../electron/contract/coverage'
import type { Failure, FailureCode } from '../../../electron/contract/failure'
import type { ProductPage } from '../../../electron/contract/product'
import type { CatalogSource } from '../../../electron/contract/sync'
import { formatMoment } from '../../shared/format/clock'
import { formatList } from '../../shared/format/locale'
import { formatCount } from '../../shared/format/number'
import { t, type TextValues } from '../../shared/i18n'
import { failureMessage, placeholders } from '../../shared/i18n/failure-messages'
import type { Unreachable } from './network'
import { useSync } from './sync'

/**
 * `1,238 products · synced 09:12`, without the number where that is told beside it (`isCounted`), also `· the store’s list has changed
 * since`; or `Incomplete: 4,120 of 4,300 read · as of 09:12`, and where nothing is missing `1,238 products · some may be out of date · as of 09:12`; `now` in
 * ms since 1970.
 */
export function coverageMessage(
  coverage: Coverage,
  now: number,
  locale: string | null,
  isCounted = false
): string {
  if (coverage.state === 'none') return t('coverage.none')
  const { asOf, state } = coverage
  const time = asOf === null ? '' : formatMoment(asOf, now, locale)
  const counted = productsMessage(coverage, locale)
  const parts = isWhole(coverage)
    ? [
        isCounted ? '' : counted,
        syncedLabel(time, isCounted),
        state === 'changed' ? t('coverage.changed') : ''
      ]
    : [...readLabel(coverage, counted, locale), time === '' ? '' : t('coverage.asOf', { time })]
  return parts.filter((part) => part !== '').join(' · ')
}

function syncedLabel(time: string, isFirst: boolean): string {
  if (time === '') return ''
  return isFirst ? t('sync.status.synced', { time }) : t('coverage.synced', { time })
}

/** `1,238 products`. */
export function productsMessage({ products }: Pick<Coverage, 'products'>, locale: string | null): string {
  return t('coverage.products', { here: formatCount(products, locale) }, products)
}

/** From whom the catalog is, and as of when: `From Ana’s computer, synced 09:12`. */
export function sourceMessage(
  { by, at }: CatalogSource,
  asOf: number | null,
  now: number,
  locale: string | null
): string {
  return t('coverage.from', { name: by, time: formatMoment(asOf ?? at, now, locale) })
}

/** How much of a list that is not all here was read. Items are what the store counts. */
function readLabel({ here, total }: Coverage, counted: string, locale: string | null): string[] {
  const number = (count: number): string => formatCount(count, locale)
  if (total === null) return [t('coverage.incomplete', { what: counted })]
  // While a shorter list is being read, and where a person keeps the longer one, the catalog holds that, and not all of it as it is now.
  if (here > total) return [counted, t('coverage.listed', { total: number(total) }, total)]
  if (here === total) return [counted, t('coverage.mixed')]
  return [t('coverage.incompleteOf', { here: number(here), total: number(total) })]
}

const meaningOf: Record<Exclude<Coverage['state'], 'none'>, () => string> = {
  complete: () => t('coverage.completeLong'),
  changed: () => t('coverage.changedLong'),
  partial: () => t('coverage.partialLong')
}

/** What a state of the copy means, in a sentence, and what the items are where they are not products alone. */
export function coverageSentence(coverage: Coverage, locale: string | null): string {
  if (coverage.state === 'none') return t('coverage.noneLong')
  const means = meaningOf[coverage.state]()
  const items = itemsMessage(coverage, locale)
  return items === null ? means : `${means} ${t('coverage.itemsLong', { items })}`
}

/**
 * What items consist of, so that it adds up: `1,238 products, 1 listed twice, 1 set aside`; null when they are products
 * alone.
 */
export function itemsMessage(
  { here, products, setAside }: Pick<Coverage, 'here' | 'products' | 'setAside'>,
  locale: string | null
): string | null {
  const others = othersMessage({ here, products, setAside }, locale)
  if (others.length === 0) return null
  const listed = productsMessage({ products }, locale)
  return formatList([listed, ...others], locale)
}

/** The items that are no products of their own: `1 listed twice`, `1 set aside`. */
export function othersMessage(
  { here, products, setAside }: Pick<Coverage, 'here' | 'products' | 'setAside'>,
  locale: string | null
): string[] {
  const twice = here - products - setAside
  return [
    ...(twice > 0 ? [t('coverage.twice', { count: formatCount(twice, locale) }, twice)] : []),
    ...(setAside > 0 ? [t('coverage.setAside', { count: formatCount(setAside, locale) }, setAside)] : [])
  ]
}

const causes: Partial<Record<FailureCode, (values: TextValues) => string>> = {
  'name-not-found': () => t('network.why.name-not-found'),
  'connection-refused': () => t('network.why.connection-refused'),
  unreachable: () => t('network.why.unreachable'),
  timeout: () => t('network.why.timeout'),
  'connection-lost': () => t('network.why.connection-lost'),
  'captive-portal': () => t('network.why.captive-portal'),
  'certificate-untrusted': () => t('network.why.certificate'),
  'certificate-expired': () => t('network.why.certificate'),
  'certificate-host': () => t('network.why.certificate'),
  'proxy-unreachable': () => t('network.why.proxy'),
  'server-error': (values) => t('network.why.server-error', values),
  'rate-limited': () => t('network.why.rate-limited')
}

/** That something does not go on, and why in a few words, as far as there are such: `Sync is waiting: connection refused`. */
export function withCause(trouble: string, because: Failure | null): string {
  const why = because && causes[because.code]?.(placeholders(because.facts))
  return why ? t('network.because', { trouble, why }) : trouble
}

/** What stands beside the words for it. */
export const unreachableIcons = { 'no-network': WifiOff, 'store-silent': CloudOff }

/** In a few words that a store cannot be reached, and why. */
export function troubleMessage(state: Unreachable, because: Failure | null): string {
  return state === 'no-network' ? t('network.noNetwork') : withCause(t('network.storeSilent'), because)
}

/** Since when a store cannot be reached, in a few words: `Offline since 09:12`; `since` and `now` in ms since 1970. */
export function awayLabel(since: number, now: number, locale: string | null): string {
  return t('network.offlineSince', { time: formatMoment(since, now, locale) })
}

/** Why a store cannot be reached, and when it is asked again: at `resumeAt`, as far as a sync knows. */
export function networkLabel(
  { state, because }: NetworkState,
  resumeAt: number | null,
  now: number,
  locale: string | null
): string {
  if (state === 'no-network') return t('network.noNetworkLong')
  const { title = '', advice = '' } = because ? failureMessage(because) : {}
  const isAhead = resumeAt !== null && resumeAt > now
  const again = isAhead
    ? t('network.againAt', { time: formatMoment(resumeAt, now, locale) })
    : t('network.again')
  return [title, again, advice].filter((part) => part !== '').join(' ')
}

/**
 * How much of the store's list the catalog holds; null while it is not known. A page tells it as of when it was read, and a run
 * tells more often: while the catalog is filled both count the same, and the greater number is the later one.
 */
export function useCoverage(
  page: () => ProductPage | null,
  connectionId: () => string
): ComputedRef<Coverage | null> {
  const sync = useSync()
  return computed(() => {
    const coverage = page()?.coverage ?? null
    const run = sync.of(connectionId())
    if (coverage?.state !== 'partial' || !run || run.phase === 'idle') return coverage
    // Of items that are no products of their own a run does not tell.
    const isPlain = coverage.products === coverage.here && coverage.total === run.total
    if (!isPlain || run.here <= coverage.here) return coverage
    return { ...coverage, here: run.here, products: run.here }
  })
}
