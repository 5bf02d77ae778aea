import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { fail, ok, type Result } from '../../contract/failure'
import { moveFile } from '../../database/file-operations'
import { inTransaction } from '../../database/transaction'
import { backupFile, isGoodBackup, makeBackup, namedBackups } from './backups'
import { migrateFile, removeDatabase } from '../../database/open-database'
import { withDatabase } from '../db/database'
import { buildName, migrations } from '../db/schema'
import { lastEntry, noteRestore } from './recover'
import { isSound } from './soundness'

/** Which backup is wanted, by whom and when (ms since 1970). */
export interface RestoreInput {
  backup: string
  /** Where one that is not on this computer was brought to; it goes away. */
  fetched?: string | undefined
  by: string
  at: number
}

/**
 * Builds, under another name, what a backup holds, and makes a backup of what there is; the answer is the new file's path, for
 * `replaceReviews`. What is being typed stays. Fails with `input-invalid` where there is no such backup, and `storage-failed`
 * where it is none anymore. Throws SQLite's and the disk's errors.
 */
export function buildRestored(
  db: DatabaseSync,
  folder: string,
  { backup, fetched, by, at }: RestoreInput
): Result<string> {
  const isThere = fetched !== undefined || namedBackups(folder).some(({ name }) => name === backup)
  if (!isThere) return fail('input-invalid', { field: 'backup' })
  const file = fetched ?? backupFile(folder, backup)
  if (!isGoodBackup(file, migrations)) return unusable
  const building = join(folder, buildName)
  removeDatabase(building)
  // Taken before the new backup, for which the oldest one goes.
  if (fetched === undefined) copyFileSync(file, building)
  else moveFile(fetched, building)
  makeBackup(db, folder, 'restore', at)
  const drafts = db.prepare('SELECT product, note, at, begun_on AS begunOn FROM draft').all()
  const above = lastEntry(db)
  const isRestored = withDatabase(building, (restored) => {
    migrateFile(restored, migrations)
    if (!isSound(restored, migrations)) return false
    inTransaction(restored, () => {
      restored.exec("DELETE FROM draft; DELETE FROM fact WHERE name = 'notice'")
      const put = restored.prepare('INSERT INTO draft (product, note, at, begun_on) VALUES (?, ?, ?, ?)')
      for (const { product, note, at: kept, begunOn } of drafts) {
        put.run(product ?? '', note ?? '', kept ?? 0, begunOn ?? null)
      }
      const { count } = restored.prepare('SELECT count(*) AS count FROM review').get() ?? {}
      noteRestore(restored, { at, by, count: Number(count), above })
    })
    return true
  })
  if (isRestored) return ok(building)
  removeDatabase(building)
  return unusable
}

const unusable = fail('storage-failed', {
  reason: 'The backup is damaged, or from a newer version of Vitrine.'
})
