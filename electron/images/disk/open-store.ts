import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../database/transaction'
import { prepareStatements, type Statements } from './statements'

/** The file as it is open. */
export interface OpenStore {
  readonly db: DatabaseSync
  readonly sql: Statements
  /** Bytes that rasters may take. */
  limit: number
  /** Sum of the rasters' bytes, and contents. */
  used: number
  pictures: number
  /** As in `Held`. */
  losses: number
  /** Contents that were used and when (ms since 1970): written together, not with each reading. */
  touched: Map<number, number>
  /** Pages may have become free that the disk is to have back. */
  shrinks: boolean
}

/**
 * Takes a database over, of which `losses` are known. Counts what is in it: some 50 ms for 300,000 pictures. Throws SQLite's
 * errors.
 */
export function takeStore(db: DatabaseSync, limit: number, losses = 0): OpenStore {
  // Over content_used, which holds the size.
  const row = db.prepare('SELECT count(*) AS pictures, total(size) AS used FROM content').get()
  const pictures = Number(row?.pictures)
  const used = Number(row?.used)
  return { db, sql: prepareStatements(db), limit, used, pictures, losses, touched: new Map(), shrinks: false }
}

/** Runs the work as one transaction. When it is undone, so is what it counted. */
export function write<T>(store: OpenStore, work: () => T): T {
  const { used, pictures, losses } = store
  const touched = new Map(store.touched)
  try {
    return inTransaction(store.db, work)
  } catch (error) {
    Object.assign(store, { used, pictures, losses, touched })
    throw error
  }
}
