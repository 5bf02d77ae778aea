import type { DatabaseSync } from 'node:sqlite'
import { isFull } from '../../database/sqlite-errors'
import { write, type OpenStore } from './open-store'

/**
 * Runs work that gives room back, as one transaction. A disk that has none left does not take the log of it either: then it is done
 * without one, and the disk has its room back at once. Should the computer stop just then the file may be damaged, and begins anew (70).
 * Throws SQLite's errors.
 */
export function freeRoom(store: OpenStore, work: () => void): void {
  try {
    write(store, work)
  } catch (error) {
    if (!isFull(error)) throw error
    withoutLog(store.db, () => {
      write(store, work)
      store.db.exec('PRAGMA incremental_vacuum')
    })
  }
}

function withoutLog(db: DatabaseSync, work: () => void): void {
  db.exec('PRAGMA journal_mode = MEMORY')
  try {
    work()
  } finally {
    keepLog(db)
  }
}

/** A log takes some room. Where there is none yet, it is kept again once the file is opened anew. */
function keepLog(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA journal_mode = WAL')
  } catch (error) {
    if (!isFull(error)) throw error
  }
}
