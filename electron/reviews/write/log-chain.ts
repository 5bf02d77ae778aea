import type { Statements } from '../db/open-reviews'
import { reviewFrom, type ReviewRow } from '../db/review-row'
import { markChangeOf, reviewerOf } from './taken-back'

/** A row of `log`. */
export interface EntryRow {
  number: number
  at: number
  reviewer: string
  kind: string
  count: number
  undone_by: number | null
  undoes: number | null
  from_file: string | null
  from_by: string | null
}

/** A row of `log_item`: what an entry did to a product's review (`rule` '') or exception. */
export interface ItemRow {
  product: string
  rule: string
  before: string | null
  after: string | null
  /** As the schema has it. */
  deed: string | null
}

/** An entry, the one that it took back, the one that this took back, and so on; of a file that was mended as far as they are known. */
export function chainOf(sql: Statements, row: EntryRow): [EntryRow, ...EntryRow[]] {
  const chain: [EntryRow, ...EntryRow[]] = [row]
  let root = row
  while (root.undoes !== null && root.undoes < root.number) {
    const undone = sql.entry.get(root.undoes) as EntryRow | undefined
    if (undone === undefined) break
    root = undone
    chain.push(root)
  }
  return chain
}

/** Whether what it took back was itself a taking back, which holds again as a mark that was cleared; also of what took nothing back. */
export function isRedo(sql: Statements, entry: EntryRow): boolean {
  return chainOf(sql, entry).filter(({ kind }) => kind === 'undo').length % 2 === 0
}

/** The entry that was taken back, and again, in the end. */
export function rootOf(sql: Statements, row: EntryRow): EntryRow {
  return chainOf(sql, row).at(-1) ?? row
}

/** Whether an entry brought what others had done: from the team, or by a file. */
export function isOfOthers({ kind }: EntryRow): boolean {
  return kind === 'team' || kind === 'merge'
}

/** What a product's review became by an entry; as of one that nobody has reviewed where the entry is of other products. */
export function madeBy(sql: Statements, { number }: EntryRow, product: string): ReviewRow {
  const item = sql.item.get(number, product) as ItemRow | undefined
  return reviewFrom(item?.after ?? null)
}

/** Whose mark of a product an entry is of. */
export function undoneReviewer(
  sql: Statements,
  { number, kind, reviewer }: EntryRow,
  product: string
): string {
  const item = kind === 'team' ? (sql.item.get(number, product) as ItemRow | undefined) : undefined
  return item === undefined ? reviewer : reviewerOf(markChangeOf(number, reviewer, item))
}
