import type { LogEntry } from '../../contract/review'
import type { ProductStanding } from '../../contract/team'
import type { Book } from '../write/entry'
import type { EntryRow, ItemRow } from '../write/log-chain'
import type { TeamMarks } from '../write/team-marks'
import { canUndo } from '../write/undo'
import { noTexts, sameByTeam, sameHere, toldByTeam, toldHere } from './log-texts'

/** As `LogEntry`, with the product's id alone. */
export type LoggedEntry = Omit<LogEntry, 'product'> & { product: string | null }

export interface LogQuestion {
  /** null: of all products. */
  product: string | null
  /** Entries before this number; null: from the newest on. */
  before: number | null
  limit: number
  /** Whose entries this person can undo, by name; null: everybody's. */
  undoes: readonly string[] | null
}

/** What a colleague says of a product. */
type Said = ProductStanding['marks'][number]

/**
 * Entries of the log, newest first: of all products as they came, by the primary key, of one as they were done, by log_item_product.
 *
 * @param said the marks of the team on the product that is asked for: one that came after a newer one has changed nothing, and is told of
 *   in its place in time all the same
 */
export function readLog(
  book: Book,
  { product, before, limit, undoes }: LogQuestion,
  team?: TeamMarks,
  said: readonly Said[] = []
): LoggedEntry[] {
  const below = before ?? Number.MAX_SAFE_INTEGER
  const rows =
    product === null
      ? book.db.prepare('SELECT * FROM log WHERE number < ? ORDER BY number DESC LIMIT ?').all(below, limit)
      : book.db
          .prepare(
            `SELECT log.* FROM log_item JOIN log ON number = entry
             WHERE product = ? AND entry < ? GROUP BY entry ORDER BY entry DESC LIMIT ?`
          )
          .all(product, below, limit)
  const entries = (rows as unknown as EntryRow[]).map((row) => {
    const entry = shown(book, row, product, team)
    return { ...entry, canUndo: entry.canUndo && (undoes?.includes(row.reviewer) ?? true) }
  })
  if (product === null || before !== null) return entries
  // What came late stands where it was done.
  const all = [...entries, ...unlogged(book, product, said)]
  return all.sort((one, other) => other.at - one.at).slice(0, limit)
}

/** The marks of which no entry tells. By log_item_product. */
function unlogged({ db }: Book, product: string, said: readonly Said[]): LoggedEntry[] {
  const logged = db.prepare(
    `SELECT 1 FROM log_item WHERE product = :product AND rule = ''
     AND (after ->> 'markedAt' = :at AND after ->> 'markedBy' = :by
       OR deed ->> '$.kind' = 'mark' AND deed ->> '$.at' = :at AND deed ->> '$.of.by' = :by) LIMIT 1`
  )
  return said
    .filter(({ by, at }) => logged.get({ product, at, by }) === undefined)
    .map(({ by, mark, reason, at }, index) => ({
      ...{ number: -1 - index, at, by, kind: 'team', count: 1, product },
      ...{ ...noTexts, of: 'mark', after: mark, afterBy: by, reason },
      ...{ from: null, undone: false, canUndo: false }
    }))
}

/** Whether somebody did what an entry tells of, under one of these names. */
export function isOwnEntry({ sql }: Book, number: number, names: readonly string[]): boolean {
  const row = sql.entry.get(number) as EntryRow | undefined
  return row === undefined || names.includes(row.reviewer)
}

/** One entry; null when there is none. */
export function readEntry(book: Book, number: number): LoggedEntry | null {
  const row = book.sql.entry.get(number) as EntryRow | undefined
  return row === undefined ? null : shown(book, row, null, undefined)
}

function shown(book: Book, row: EntryRow, product: string | null, team: TeamMarks | undefined): LoggedEntry {
  const { number, at, count } = row
  const { sql } = book
  const itemOf = (entry: number): ItemRow | undefined =>
    (product === null ? sql.items.get(entry) : sql.item.get(entry, product)) as ItemRow | undefined
  const item = itemOf(number)
  const isMany = count !== 1 && product === null
  const toldOf = row.kind === 'team' ? (isMany ? sameByTeam : toldByTeam) : isMany ? sameHere : toldHere
  return {
    ...{ number, at, count },
    product: count === 1 ? (item?.product ?? null) : null,
    ...toldOf(sql, row, itemOf),
    from: row.from_file === null ? null : { file: row.from_file, by: row.from_by ?? '' },
    undone: row.undone_by !== null,
    canUndo: canUndo(book, row, team)
  }
}
