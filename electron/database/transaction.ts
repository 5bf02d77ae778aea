import type { DatabaseSync } from 'node:sqlite'

/** Runs the work as one transaction: all of it is kept, or, when it throws, nothing. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const value = work()
    db.exec('COMMIT')
    return value
  } catch (error) {
    rollBack(db)
    throw error
  }
}

/** SQLite has rolled back by itself where the disk is full or broken. */
function rollBack(db: DatabaseSync): void {
  if (!db.isTransaction) return
  try {
    db.exec('ROLLBACK')
  } catch {
    // The reason why the work failed is the one to tell.
  }
}

/** Runs `work` so that all it reads is of one state of the database; within a transaction it is so already. */
export function inOneReading<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work()
  db.exec('BEGIN')
  try {
    return work()
  } finally {
    endReading(db)
  }
}

/** SQLite may have ended it by itself, as where the disk is broken. */
function endReading(db: DatabaseSync): void {
  if (db.isTransaction) db.exec('COMMIT')
}
