import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { ReviewNotice } from '../../contract/review'
import { inTransaction } from '../../database/transaction'
import { backupFile, isGoodBackup, namedBackups } from './backups'
import { migrateFile, removeDatabase } from '../../database/open-database'
import { withDatabase, writeFact } from '../db/database'
import { layUpon } from './lay-salvaged'
import { buildName, stampedDamaged } from '../db/schema'
import { nothing, salvage, type Salvage } from './salvage'
import { DamagedFile, orElse, soundnessOf } from './soundness'

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
      withDatabase(building, (db) => build(db, { damaged, stamp, at, backupAt, migrations }))
    )
    if (isBuilt) return building
  }
  throw new Error('not even an empty file of reviews can be built')
}

interface Rebuilding {
  /** null: the file is lost. */
  damaged: string | null
  stamp: string
  at: number
  backupAt: number | null
  migrations: readonly string[]
}

/** Whether what was built upon a backup, or upon nothing, is sound. */
function build(db: DatabaseSync, { damaged, stamp, at, backupAt, migrations }: Rebuilding): boolean {
  migrateFile(db, migrations)
  if (soundnessOf(db, migrations) !== 'sound') return false
  const since = lastEntry(db)
  const saved = damaged === null ? nothing(since) : salvage(damaged, since)
  const aside = damaged === null ? '' : stampedDamaged(stamp)
  return layWhatIsSound(db, saved, migrations, (count) => {
    const notice: ReviewNotice = { kind: 'restored', file: aside, backupAt, salvaged: count }
    writeFact(db, 'notice', JSON.stringify(notice))
    noteRestore(db, { at, by: '', count, above: saved.last })
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
        finish(layUpon(db, salvaged, lastEntry(db)))
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

/** The highest number that an entry had, also one that is not there anymore. */
export function lastEntry(db: DatabaseSync): number {
  const row = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'log'").get()
  return Number(row?.seq ?? 0)
}
