import { computed, shallowRef } from 'vue'
import type { Connection } from '../../../electron/contract/connection'
import type { Compared, Comparison } from '../../../electron/contract/history'
import type { HistoryKind } from '../../../electron/contract/history-kinds'
import { call } from '../../bridge'
import { defineConnectionStore } from '../../shared/data/open-connection'
import { t } from '../../shared/i18n'
import { coverageMessage } from '../sync'
import { pagedChanges } from './paged-changes'

/** Which differences are listed. */
interface DifferencesFilter {
  /** [] : every kind. */
  kinds: HistoryKind[]
  leastPercent: number | null
}

/** Two syncs of a store, or two stores, compared. */
export const useCatalogComparison = defineConnectionStore(() => {
  const between = shallowRef<Compared | null>(null)
  const filter = shallowRef<DifferencesFilter>({ kinds: [], leastPercent: null })

  const list = pagedChanges<Comparison>((paging) => {
    const asked = between.value
    if (asked === null) throw new Error('nothing is compared')
    return call('history:compare', { between: asked, ...filter.value, ...paging })
  })

  /** Compares; what was compared before goes at once. null: nothing. */
  function compare(next: Compared | null): void {
    between.value = next
    if (next !== null) list.open(true)
  }

  function narrow(changes: Partial<DifferencesFilter>): void {
    filter.value = { ...filter.value, ...changes }
    if (between.value !== null) list.open()
  }

  return {
    between,
    filter,
    latest: computed(() => (between.value === null ? null : list.latest.value)),
    failed: computed(() => (between.value === null ? null : list.failed.value)),
    isNew: list.isNew,
    at: list.at,
    isRead: list.isRead,
    look: list.look,
    left: list.left,
    /** Compares anew, where something is compared. */
    reload: (): Promise<void> => (between.value === null ? Promise.resolve() : list.reload()),
    compare,
    narrow
  }
})

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
