import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { ReviewNotice } from '../../contract/review'
import { inTransaction } from '../../database/transaction'
import { backupFile, isGoodBackup, namedBackups } from './backups'
import { migrateFile, withDatabase, removeDatabase, writeFact } from '../db/database'
import { putExcuse, putReview, reviewOf } from '../write/entry'
import { buildName, stampedDamaged } from '../db/schema'
import { excuseFrom, reviewFrom, toJson, type ReviewRow } from '../db/review-row'
import { lastEntryOf, nothing, salvage, type Salvage } from './salvage'
import { DamagedFile, orElse, soundnessOf } from './soundness'
import { prepareStatements, type Statements } from '../db/open-reviews'

/**
 * Builds, under another name, what is to stand in place of a damaged or lost file: the newest good backup and, upon it, what
 * can be read of the file (faults 83, 84). What cannot be, of the file as of backups, is passed over, so that there is always something to open
 * (fault 105). The answer is the new file's path. Throws the disk's errors.
 *
 * @param stamp of the moment, for the name that the damaged file gets
 */
export function buildRecovered(
  folder: string,
  file: string,
  stamp: string,
  at: number,
  migrations: readonly string[]
): string {
  const building = join(folder, buildName)
  const damaged = existsSync(file) ? file : null
  for (const backup of [...namedBackups(folder), null]) {
    if (backup !== null && !isGoodBackup(backupFile(folder, backup.name), migrations)) continue
    removeDatabase(building)
    if (backup !== null) copyFileSync(backupFile(folder, backup.name), building)
    const backupAt = backup?.at ?? null
    const isBuilt = orElse(false, () =>
      withDatabase(building, (db) => build(db, { folder, damaged, stamp, at, backupAt, migrations }))
    )
    if (isBuilt) return building
  }
  throw new Error('not even an empty file of reviews can be built')
}

interface Rebuilding {
  folder: string
  /** null: the file is lost. */
  damaged: string | null
  stamp: string
  at: number
  backupAt: number | null
  migrations: readonly string[]
}

/** Whether what was built upon a backup, or upon nothing, is sound. */
function build(db: DatabaseSync, { folder, damaged, stamp, at, backupAt, migrations }: Rebuilding): boolean {
  migrateFile(db, migrations)
  if (soundnessOf(db, migrations) !== 'sound') return false
  const saved = damaged === null ? nothing() : salvage(folder, damaged, lastEntry(db), migrations)
  const aside = damaged === null ? '' : stampedDamaged(stamp)
  return layWhatIsSound(db, saved, migrations, (count) => {
    const notice: ReviewNotice = { kind: 'restored', file: aside, backupAt, salvaged: count }
    writeFact(db, 'notice', JSON.stringify(notice))
    noteRestore(db, { at, by: '', count, above: 0 })
  })
}

/**
 * Puts what was salvaged upon a backup. Where the file would not be sound then, parts are left out until it is, as few as can be: the
 * backup alone is the last resort (fault 105). Whether there is such a file. Throws the disk's errors.
 *
 * @param finish writes what else belongs to it, given how many reviews and excuses are not as the backup had them
 */
export function layWhatIsSound(
  db: DatabaseSync,
  saved: Salvage,
  migrations: readonly string[],
  finish: (count: number) => void
): boolean {
  const isSound = (salvaged: Salvage): boolean =>
    orElse(false, () =>
      inTransaction(db, () => {
        finish(layUpon(db, salvaged))
        if (soundnessOf(db, migrations) !== 'sound') throw new DamagedFile()
        return true
      })
    )
  return isSound(saved) || leftOut.some((parts) => isSound(without(saved, parts)))
}

/** Parts by what is lost with them: the history, then what people decided and wrote. */
const parts = ['log', 'items', 'contents', 'drafts', 'excuses', 'reviews'] as const
type Part = (typeof parts)[number]
/** What is left out, one after the other: each part alone, then ever more of them. */
const leftOut: Part[][] = [
  ...parts.map((part) => [part]),
  ...parts.slice(1).map((_, n) => parts.slice(0, n + 2))
]

function without(saved: Salvage, unwanted: Part[]): Salvage {
  return unwanted.reduce((kept, part) => ({ ...kept, [part]: nothing()[part] }), saved)
}

/**
 * A backup's drafts whose note was saved since are none any more. By the entries: the time of a note may be that of a colleague's
 * clock, or of this one before it was put right (fault 93).
 */
function dropOldDrafts(db: DatabaseSync, last: number): void {
  const drop = 'DELETE FROM draft WHERE product IN (SELECT product FROM review WHERE note_entry > ?)'
  db.prepare(drop).run(last)
}

/** Writes an entry that says that the file was replaced. Its number is above `above`, so that no number stands for two entries. */
export function noteRestore(
  db: DatabaseSync,
  { at, by, count, above }: { at: number; by: string; count: number; above: number }
): void {
  const number = Math.max(above, lastEntry(db)) + 1
  db.prepare("INSERT INTO log (number, at, reviewer, kind, count) VALUES (?, ?, ?, 'restore', ?)").run(
    number,
    at,
    by,
    count
  )
}

/** The highest number that an entry had, also one that is not there any more. */
export function lastEntry(db: DatabaseSync): number {
  const row = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'log'").get()
  return Number(row?.seq ?? 0)
}

/** A row that the file takes nothing of is passed over. */
const tryRow = (write: () => unknown): void => void orElse(null, write)

/** Puts what was salvaged upon a backup; how many reviews and excuses are not as the backup had them. */
function layUpon(db: DatabaseSync, saved: Salvage): number {
  const sql = prepareStatements(db)
  const last = lastEntry(db)
  const changed = new Set<string>()
  for (const { seen, content } of saved.contents) tryRow(() => sql.putContent.run(seen, content))
  const told = reviewsTold(saved)
  for (const [product, row] of saved.reviews) {
    if (!told.has(product) && isNewer(row, reviewOf(sql, product))) told.set(product, row)
  }
  for (const [product, row] of told) {
    if (toJson(reviewOf(sql, product)) === toJson(row)) continue
    tryRow(() => {
      putReview(sql, product, row)
      changed.add(product)
    })
  }
  for (const key of layExcuses(sql, saved)) changed.add(key)
  dropOldDrafts(db, last)
  for (const { product, note, at } of saved.drafts) tryRow(() => sql.putDraft.run(product, note, at))
  layLog(db, sql, saved, last)
  return changed.size
}

/** Of products that entries since the backup were about what the last of them left: whether it was done or undone. */
function reviewsTold({ items }: Salvage): Map<string, ReviewRow> {
  const ofReviews = items.filter(({ rule }) => rule === '')
  return new Map(ofReviews.map(({ product, after }) => [product, reviewFrom(after)]))
}

function isNewer(row: ReviewRow, other: ReviewRow): boolean {
  return lastEntryOf(row) > lastEntryOf(other)
}

function* layExcuses(sql: Statements, { excuses, items }: Salvage): Iterable<string> {
  const told = [
    ...excuses.map(({ product, rule, ...row }) => ({ product, rule, row })),
    ...items
      .filter(({ rule }) => rule !== '')
      .map(({ product, rule, after }) => ({ product, rule, row: excuseFrom(after) }))
  ]
  for (const { product, rule, row } of told) {
    const before = sql.excuse.get(product, rule)
    if (JSON.stringify(before ?? null) === JSON.stringify(row)) continue
    tryRow(() => putExcuse(sql, product, rule, row))
    yield product
  }
}

/** Entries since the backup are added; of those before it only whether they were undone can have changed. */
function layLog(db: DatabaseSync, sql: Statements, { log, items }: Salvage, last: number): void {
  const put = db.prepare(
    `INSERT INTO log (number, at, reviewer, kind, count, undone_by, undoes, from_file, from_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
  )
  const added = new Set<number>()
  for (const entry of log) {
    if (entry.number <= last) {
      tryRow(() => sql.setUndone.run(entry.undone_by, entry.number))
      continue
    }
    const { number, at, reviewer, kind, count, undone_by, undoes, from_file, from_by } = entry
    tryRow(() => {
      put.run(number, at, reviewer, kind, count, undone_by, undoes, from_file, from_by)
      added.add(number)
    })
  }
  for (const { entry, product, rule, before, after } of items) {
    if (added.has(entry)) tryRow(() => sql.putItem.run(entry, product, rule, before, after))
  }
}
