import type { DatabaseSync } from 'node:sqlite'

/**
 * What `work` makes of a database that was just opened. Where it throws the database is closed: nobody else knows of it, and
 * where a file is open it cannot be replaced (Windows).
 */
export function orClose<T>(db: DatabaseSync, work: (db: DatabaseSync) => T): T {
  try {
    return work(db)
  } catch (error) {
    db.close()
    throw error
  }
}
