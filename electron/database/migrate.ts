import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './transaction'

/** How many migrations were applied. */
export function versionOf(db: DatabaseSync): number {
  const row = db.prepare('PRAGMA user_version').get() as { user_version: number }
  return row.user_version
}

/**
 * Brings a database to the newest version. Each migration is one transaction with its number, so that a kill in the middle
 * leaves the version before it whole (fault 86).
 */
export function migrate(db: DatabaseSync, migrations: readonly string[]): void {
  migrations.forEach((statements, index) => {
    if (index < versionOf(db)) return
    inTransaction(db, () => {
      db.exec(statements)
      db.exec(`PRAGMA user_version = ${index + 1}`)
    })
  })
}
