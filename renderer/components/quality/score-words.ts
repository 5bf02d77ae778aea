import type { ScorePoint } from '../../../electron/contract/audit'
import { formatMoment } from '../../format/clock'
import { formatDecimal } from '../../format/number'
import { t } from '../../i18n'

/** A score as it is written: `92.4`; a dash where it is not known. */
export function formatScore(score: number | null, locale: string | null): string {
  return score === null ? '–' : formatDecimal(score, 1, locale)
}

/** What a score means, in a sentence. */
export function scoreMeaning(score: number): string {
  if (score >= 95) return t('quality.score.veryGood')
  if (score >= 85) return t('quality.score.good')
  if (score >= 70) return t('quality.score.fair')
  return t('quality.score.poor')
}

/** Which way the score went. */
export interface ScoreChange {
  direction: 'up' | 'down' | 'same'
  words: string
}

/**
 * How the score differs from the one after an earlier sync than the last that is in it; null before there are two. `now` in
 * ms since 1970.
 */
export function scoreChange(
  { score, run }: { score: number | null; run: number | null },
  points: readonly ScorePoint[],
  now: number,
  locale: string | null
): ScoreChange | null {
  const before = points.findLast((point) => point.run === null || run === null || point.run < run)
  if (score === null || !before) return null
  // In tenths, as both are written: what reads the same is the same.
  const tenths = Math.round(score * 10) - Math.round(before.score * 10)
  const values = {
    number: formatDecimal(Math.abs(tenths) / 10, 1, locale),
    time: formatMoment(before.at, now, locale)
  }
  if (tenths === 0) return { direction: 'same', words: t('quality.score.same', values) }
  return tenths > 0
    ? { direction: 'up', words: t('quality.score.up', values) }
    : { direction: 'down', words: t('quality.score.down', values) }
}
