import type { Book } from './entry'
import type { EntryRow, ItemRow } from './log-chain'
import type { TeamMarks } from './team-marks'
import { canUndo, ownEntries } from './undo'

/** An entry that cannot be taken back, and the colleague who has changed the same since. */
export interface PreventedUndo {
  entry: number
  by: string
}

/**
 * The last thing that a person did, where colleagues of their team have changed all of it since: what they did before it is not what they mean to
 * take back. null: there is no such thing, or something after it can be taken back.
 *
 * @param told entries of which the person knows that
 */
export function preventedUndo(
  book: Book,
  names: [string, string],
  team: TeamMarks | undefined,
  told: ReadonlySet<number>
): PreventedUndo | null {
  if (team === undefined) return null
  for (const row of ownEntries(book, names)) {
    if (canUndo(book, row, team)) return null
    const by = told.has(row.number) ? null : changedSince(book, row, names)
    if (by !== null) return { entry: row.number, by }
  }
  return null
}

/** The colleague who was the last to change what an entry did, be it only a part of it; null: none was. */
function changedSince({ db, sql }: Book, { number }: EntryRow, names: [string, string]): string | null {
  const since = db.prepare(
    `SELECT reviewer FROM log_item JOIN log ON log.number = entry
     WHERE product = ? AND rule = ? AND entry > ? AND kind = 'team' AND reviewer NOT IN (?, ?)
       AND before IS NOT after
     ORDER BY entry DESC LIMIT 1`
  )
  for (const { product, rule } of sql.items.iterate(number) as unknown as Iterable<ItemRow>) {
    const row = since.get(product, rule, number, ...names)
    if (row !== undefined) return String(row.reviewer)
  }
  return null
}
