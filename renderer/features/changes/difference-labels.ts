import type { Connection } from '../../../electron/contract/connection'
import type { Compared, Comparison, HistoryKind } from '../../../electron/contract/history'
import { t } from '../../shared/i18n'
import { coverageMessage } from '../sync'

/** What a difference of two stores is called where a sync would say that something came or went; '' for all others. */
export function onlyIn(kind: HistoryKind, before: Connection, after: Connection): string {
  if (kind === 'new') return t('differences.only.new', { store: after.name })
  return kind === 'gone' ? t('differences.only.gone', { store: before.name }) : ''
}

/** What is to be known of a comparison besides its differences, in sentences. */
export function comparisonNotes(
  { untold, isCut }: Pick<Comparison, 'untold' | 'isCut'>,
  before: Connection,
  after: Connection
): string[] {
  const isOfPrices = before.currency !== after.currency
  return [
    ...(isCut ? [t('differences.note.cut')] : []),
    ...(untold.includes('new') ? [t('differences.note.newUntold', { store: before.name })] : []),
    ...(untold.includes('gone') ? [t('differences.note.newUntold', { store: after.name })] : []),
    ...(untold.includes('description') ? [t('differences.note.short')] : []),
    ...(isOfPrices ? [t('differences.note.currencies')] : [])
  ]
}

/** How much each of two stores' copies has, and from when: one line for each. */
export function sideLabel(
  { before, after }: Pick<Comparison, 'before' | 'after'>,
  names: { before: string; after: string },
  now: number,
  locale: string | null
): string[] {
  return [
    t('differences.side', { store: names.before, coverage: coverageMessage(before.coverage, now, locale) }),
    t('differences.side', { store: names.after, coverage: coverageMessage(after.coverage, now, locale) })
  ]
}

/** What stands where nothing differs. */
export function nothingLabel({ what }: Compared): string {
  return what === 'runs' ? t('differences.noneRuns') : t('differences.noneStores')
}
