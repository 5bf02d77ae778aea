import type { AuditState, ScorePoint } from '../../../electron/contract/audit'
import { picturesInScoreFrom } from '../../../electron/contract/audit-rules'
import { formatMoment } from '../../shared/format/clock'
import { formatCount, formatDecimal, formatShare } from '../../shared/format/number'
import { t } from '../../shared/i18n'
import type { ChartPoint } from '../../shared/ui/charts/line-drawing'

/** A score as it is written: `92.4`; a dash where it is not known. */
export function formatScore(score: number | null, locale: string | null): string {
  return score === null ? '–' : formatDecimal(score, 1, locale)
}

/** How many pictures were looked at while they are too few to count in the score; '' once they do, or where no rule asks. */
export function picturesMessage({ pictures }: Pick<AuditState, 'pictures'>, locale: string | null): string {
  if (pictures === null || pictures.areInScore) return ''
  const values = {
    looked: formatCount(pictures.looked, locale),
    all: formatCount(pictures.all, locale),
    share: formatShare(picturesInScoreFrom, locale)
  }
  return t('quality.score.pictures', values, pictures.all)
}

/** How the score is counted, in a few sentences. */
export function howMessage(locale: string | null): string {
  return t('quality.score.howText', { share: formatShare(picturesInScoreFrom, locale) })
}

/**
 * The score as a line, which has a gap where pictures came into it, or left it: what is on its two sides differs by more than by
 * what became of the products. Of the points without pictures it is told there.
 */
export function scorePoints(
  points: readonly ScorePoint[],
  locale: string | null
): (ChartPoint & { value: number })[] {
  const isMixed = points.some(({ withPictures }) => withPictures !== points[0]?.withPictures)
  return points.map(({ at, score, withPictures }, index) => {
    const point = { at, value: score }
    if (!isMixed) return point
    const isApart = withPictures !== (points[index - 1]?.withPictures ?? withPictures)
    const number = formatScore(score, locale)
    const told = withPictures ? number : t('quality.scoreHistory.withoutPictures', { score: number })
    return { ...point, told, isApart }
  })
}

/** Which way the score went. */
export interface ScoreChange {
  direction: 'up' | 'down' | 'same'
  /** `+0.1`; '' where it is the same. */
  short: string
  words: string
}

/**
 * How the score differs from the one after an earlier sync than the last that is in it, both with what was found of pictures, or
 * both without; null before there are two that compare. `now` in ms since 1970.
 */
export function scoreChange(
  state: Pick<AuditState, 'run' | 'score' | 'scoreWithoutPictures' | 'pictures'>,
  points: readonly ScorePoint[],
  now: number,
  locale: string | null
): ScoreChange | null {
  const { run } = state
  const before = points.findLast((point) => point.run === null || run === null || point.run < run)
  if (!before) return null
  const isAlike = before.withPictures === (state.pictures?.areInScore ?? false)
  const [earlier, score] = isAlike
    ? [before.score, state.score]
    : [before.scoreWithoutPictures, state.scoreWithoutPictures]
  if (score === null || earlier === null) return null
  // In tenths, as both are written: what reads the same is the same.
  const tenths = Math.round(score * 10) - Math.round(earlier * 10)
  const direction = tenths === 0 ? 'same' : tenths > 0 ? 'up' : 'down'
  const values = {
    number: formatDecimal(Math.abs(tenths) / 10, 1, locale),
    time: formatMoment(before.at, now, locale)
  }
  const short = direction === 'same' ? '' : `${direction === 'up' ? '+' : '−'}${values.number}`
  return {
    direction,
    short,
    words: isAlike ? changeLabel(direction, values) : bareChangeMessage(direction, values)
  }
}

type ChangeValues = Record<'number' | 'time', string>

function changeLabel(direction: ScoreChange['direction'], values: ChangeValues): string {
  if (direction === 'same') return t('quality.score.same', values)
  return direction === 'up' ? t('quality.score.up', values) : t('quality.score.down', values)
}

function bareChangeMessage(direction: ScoreChange['direction'], values: ChangeValues): string {
  if (direction === 'same') return t('quality.score.sameBare', values)
  return direction === 'up' ? t('quality.score.upBare', values) : t('quality.score.downBare', values)
}

/** `11 products have errors · 48 warnings · 9 hints`: products with each, in the order of `severities`; what there is none of is left out. */
export function findingsSummary(sizes: readonly number[], locale: string | null): string {
  const [errors = 0, warnings = 0, hints = 0] = sizes
  const number = (count: number): { number: string } => ({ number: formatCount(count, locale) })
  const parts = [
    errors === 0 ? t('quality.head.noErrors') : t('quality.head.errors', number(errors), errors),
    warnings === 0 ? '' : t('quality.head.warnings', number(warnings), warnings),
    hints === 0 ? '' : t('quality.head.hints', number(hints), hints)
  ]
  return parts.filter((part) => part !== '').join(' · ')
}
