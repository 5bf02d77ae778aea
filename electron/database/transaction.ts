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

/**
 * Runs work that is done again where it is lost: what it commits does not wait for the disk, and a power cut may take the last of it away.
 * Whatever is committed later and waits for the disk takes it along, so that nothing is kept without what came before.
 */
export function withoutWaiting<T>(db: DatabaseSync, work: () => T): T {
  db.exec('PRAGMA synchronous = NORMAL')
  try {
    return work()
  } finally {
    db.exec('PRAGMA synchronous = FULL')
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
