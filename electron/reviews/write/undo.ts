import { inEntry, type Book, type Written } from './entry'
import { isRedo, rootOf, type EntryRow, type ItemRow } from './log-chain'
import { canTakeBack, takeBackItem } from './undo-item'
import type { TeamMarks } from './team-marks'

export interface UndoneEntry {
  /** The entry that was taken back. */
  undone: number
  /** The entry that says so. */
  number: number
  restored: number
  kept: number
  /** Those whose review or exception is as before, at most 1000; null: there are more. */
  products: string[] | null
}

const mostProducts = 1000
/** Entries that are looked at for one that can be taken back. */
const mostTried = 200

/**
 * Takes an entry back: what it changed, and nothing changed later, becomes what it was; in a team also what still stands beside what others did
 * since. null: there is nothing to take back.
 *
 * @param team what of its marks stands; left out: the store has none
 */
export function undoEntry(
  book: Book,
  number: number,
  { by, at }: { by: string; at: number },
  team?: TeamMarks
): UndoneEntry | null {
  const { sql } = book
  const row = sql.entry.get(number) as EntryRow | undefined
  if (row?.undone_by !== null) return null
  const written = inEntry(book, { at, by, kind: 'undo', undoes: number }, (entry) => {
    const items = sql.items.all(number) as unknown as ItemRow[]
    const undoing = { sql, entry, row, root: rootOf(sql, row), at, by, isAgain: !isRedo(sql, row), team }
    const restored = items.filter((item) => takeBackItem(undoing, item)).map(({ product }) => product)
    if (restored.length === 0) return null
    sql.setUndone.run(entry.number, number)
    // What is taken back was itself a taking back: the entry that it took back holds again.
    if (row.undoes !== null) sql.setUndone.run(null, row.undoes)
    return { restored, kept: items.length - restored.length }
  })
  return undoneBy(row, written)
}

/** Products that are as before, and how many were left alone. */
interface Restored {
  restored: string[]
  kept: number
}

function undoneBy(
  { number: undone }: EntryRow,
  { number, value }: Written<Restored | null>
): UndoneEntry | null {
  if (number === null || value === null) return null
  const { restored, kept } = value
  const products = restored.length > mostProducts ? null : restored
  return { undone, number, restored: restored.length, kept, products }
}

/**
 * The last entry of a person under one of these two names that can be taken back (`ownEntries`); null: there is none.
 */
export function lastUndoable(book: Book, by: string, alias: string, team?: TeamMarks): number | null {
  return ownEntries(book, [by, alias]).find((row) => canUndo(book, row, team))?.number ?? null
}

/**
 * The last entries under names of a person that are neither from another device of theirs nor taken back, the newest first. Of those that take
 * something back only those that put a colleague's mark back: nothing else tells of what they did.
 */
export function ownEntries({ db, sql }: Book, names: [string, string]): EntryRow[] {
  const rows = db
    .prepare(
      `SELECT * FROM log WHERE reviewer IN (?, ?) AND undone_by IS NULL
       AND (kind NOT IN ('undo', 'restore', 'team')
         OR EXISTS (SELECT 1 FROM log AS undone WHERE undone.number = log.undoes AND undone.kind = 'undo'))
       ORDER BY number DESC LIMIT ${mostTried}`
    )
    .all(...names) as unknown as EntryRow[]
  return rows.filter((row) => row.kind !== 'undo' || (isRedo(sql, row) && rootOf(sql, row).kind === 'team'))
}

/** Whether something of what it changed is still as it left it, or stands in the team. */
export function canUndo({ sql }: Book, row: EntryRow, team?: TeamMarks): boolean {
  if (row.undone_by !== null) return false
  const isAgain = !isRedo(sql, row)
  for (const item of sql.items.iterate(row.number) as unknown as Iterable<ItemRow>)
    if (canTakeBack({ sql, row, isAgain, team }, item)) return true
  return false
}
