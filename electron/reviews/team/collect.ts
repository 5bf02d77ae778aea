import type { DatabaseSync } from 'node:sqlite'
import { readFact as readReviewsFact } from '../db/database'
import type { Book } from '../write/entry'
import type { EntryRow, ItemRow } from '../write/log-chain'
import { inRepeatableTransaction, readFact, writeFact, type TeamFile } from './team-file'
import type { TeamBooks } from './tell'
import { collectItem, type Now } from './collect-item'
import { publishAll, lastEntry, collectAll } from './publish'

/** Rows that are looked at in one call: some 20 ms. */
const atOnce = 2000

/**
 * Makes operations of what was done since the last time, up to some hundred; whether there is more. The log of reviews is where they
 * come from, so that nothing is written twice when a person acts. What the exchange itself merged is nobody's act here. Where the log
 * is another one, as after a backup was restored or the team joined, all reviews are published as they stand.
 *
 */
export function collect({ book, team }: TeamBooks, now: Now): boolean {
  return inRepeatableTransaction(team, () => {
    if (readFact(team, 'published') === null && !areSameReviews(book, team)) publishAll(book, team)
    let items = 0
    while (items < atOnce) {
      const isAll = readFact(team, 'published') !== null
      const done = isAll ? collectAll(book, team, now.at) : collectEntry(book, team, now)
      if (done === null) return false
      items += done
    }
    return true
  })
}

/** Whether these are the reviews that the team's file is of, and no backup. */
function areSameReviews({ db, sql }: Book, team: TeamFile): boolean {
  const cursor = readFact(team, 'cursor')
  if (cursor === null || mergesIn(db) < (readFact(team, 'merges') ?? 0)) return false
  if (cursor.number === 0) return true
  const row = sql.entry.get(cursor.number) as EntryRow | undefined
  return row?.at === cursor.at && row.reviewer === cursor.reviewer
}

/** How often something was merged into the reviews. */
export function mergesIn(db: DatabaseSync): number {
  return Number(readReviewsFact(db, 'merges') ?? 0)
}

/** Some items of the next entry; how many, null: there is no entry. */
function collectEntry(book: Book, team: TeamFile, now: Now): number | null {
  const cursor = readFact(team, 'cursor') ?? lastEntry(book)
  const entry = book.db
    .prepare("SELECT * FROM log WHERE number > ? AND kind <> 'team' ORDER BY number LIMIT 1")
    .get(cursor.number) as EntryRow | undefined
  if (entry === undefined) return null
  const { number, at, reviewer } = entry
  const items = book.db
    .prepare(
      `SELECT product, rule, before, after, deed FROM log_item WHERE entry = ? AND product > ?
       ORDER BY product, rule LIMIT ${atOnce}`
    )
    .all(number, readFact(team, 'through') ?? '') as unknown as ItemRow[]
  for (const item of items) collectItem(book, team, entry, item, now)
  const last = items.length < atOnce ? undefined : items.at(-1)
  writeFact(team, 'through', last?.product ?? null)
  if (last === undefined) writeFact(team, 'cursor', { number, at, reviewer })
  return items.length
}
