import type { Change, ChangeGroup, ChangesPage } from '../../../../../electron/contract/history'
import { historyKinds, type HistoryKind } from '../../../../../electron/contract/history-kinds'

/** A change of a price, unless said otherwise. */
export function change(changes: Partial<Change> = {}): Change {
  const isPlain = changes.kind !== undefined && ['new', 'gone', 'back', 'image'].includes(changes.kind)
  return {
    number: 1,
    kind: 'price',
    product: { id: 'p1', name: 'Oak chair', picture: null, listed: true, connectionId: 'shop', now: null },
    run: 2,
    at: 1_700_000_000_000,
    before: isPlain ? null : '10',
    after: isPlain ? null : '12.5',
    percent: isPlain ? null : 25,
    pictures: null,
    seen: false,
    ...changes
  }
}

export const noCounts: Record<HistoryKind, number> = Object.fromEntries(
  historyKinds.map((kind) => [kind, 0])
) as Record<HistoryKind, number>

/** A page that holds these changes, of one run unless they say otherwise, and no more there are. */
export function changesPage(changes: Change[], more: Partial<ChangesPage> = {}): ChangesPage {
  const counts = { ...noCounts }
  for (const { kind } of changes) counts[kind]++
  return {
    changes,
    total: changes.length,
    counts,
    groups: groupsOf(changes),
    unseen: changes.filter(({ seen }) => !seen).length,
    newest: Math.max(0, ...changes.map(({ number }) => number)),
    ...more
  }
}

function groupsOf(changes: Change[]): ChangeGroup[] {
  const runs = [...new Set(changes.map(({ run }) => run ?? 0))]
  return runs.map((run) => {
    const own = changes.filter((each) => each.run === run)
    const counts: ChangeGroup['counts'] = {}
    for (const { kind } of own) counts[kind] = (counts[kind] ?? 0) + 1
    const unseen = own.filter(({ seen }) => !seen).length
    const startedAt = 1_700_000_000_000 + run * 3_600_000
    return { run, startedAt, outcome: 'complete', total: own.length, counts, unseen }
  })
}
