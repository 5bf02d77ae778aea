import type { ChangeGroup } from '../../../electron/contract/history'
import { historyKinds, type HistoryKind } from '../../../electron/contract/history-kinds'
import { formatMoment } from '../../shared/format/clock'
import { formatCount } from '../../shared/format/number'
import { t } from '../../shared/i18n'
import { outcomeWords } from '../sync'

type Counted = (number: string, count: number) => string
const counted: Record<HistoryKind, Counted> = {
  new: (number, count) => t('changes.group.new', { number }, count),
  gone: (number, count) => t('changes.group.gone', { number }, count),
  back: (number, count) => t('changes.group.back', { number }, count),
  price: (number, count) => t('changes.group.price', { number }, count),
  name: (number, count) => t('changes.group.name', { number }, count),
  description: (number, count) => t('changes.group.description', { number }, count),
  image: (number, count) => t('changes.group.image', { number }, count)
}

/** How many of each kind there are, `14 new`, for those of which there are some. */
export function countWords(counts: ChangeGroup['counts'], locale: string | null): string[] {
  return historyKinds.flatMap((kind) => {
    const count = counts[kind] ?? 0
    return count === 0 ? [] : [counted[kind](formatCount(count, locale), count)]
  })
}

/** Which sync brought the changes, and how it ended where that was not well. `syncing`: a run is under way. */
export function groupWhen(
  { startedAt, outcome }: Pick<ChangeGroup, 'startedAt' | 'outcome'>,
  now: number,
  locale: string | null,
  syncing: boolean
): string {
  if (startedAt === null) return t('changes.group.between')
  const time = formatMoment(startedAt, now, locale)
  const isToday = new Date(startedAt).toDateString() === new Date(now).toDateString()
  const when = isToday ? t('changes.group.today', { time }) : time
  if (outcome === null)
    return syncing ? t('changes.group.running', { when }) : t('changes.group.open', { when })
  if (outcome === 'complete') return when
  return t('changes.group.ended', { when, outcome: outcomeWords(outcome) })
}
