import type { Coverage, NetworkState } from '../../../electron/contract/coverage'
import { formatMoment } from '../../format/clock'
import { formatCount } from '../../format/number'
import { t } from '../../i18n'
import { failureWords } from '../../i18n/failure-words'

/** `4,120 of 4,300 products · as of 09:12 · partial`; `now` in ms since 1970. */
export function coverageWords(coverage: Coverage, now: number, locale: string | null): string {
  if (coverage.state === 'none') return t('coverage.none')
  const { total, asOf } = coverage
  const here = formatCount(coverage.here, locale)
  const count =
    total === null
      ? t('coverage.unknownTotal', { here }, coverage.here)
      : t('coverage.of', { here, total: formatCount(total, locale) }, total)
  const time = asOf === null ? [] : [t('coverage.asOf', { time: formatMoment(asOf, now, locale) })]
  const state = coverage.state === 'complete' ? t('coverage.complete') : t('coverage.partial')
  return [count, ...time, state].join(' · ')
}

/** What complete, partial or none means, in a sentence. */
export function coverageLong({ state }: Coverage): string {
  if (state === 'none') return t('coverage.noneLong')
  return state === 'complete' ? t('coverage.completeLong') : t('coverage.partialLong')
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
