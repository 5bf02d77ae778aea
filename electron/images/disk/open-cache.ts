import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { inTransaction } from '../../database/transaction'

/** The open file. */
export interface OpenCache {
  readonly db: DatabaseSync
  readonly sql: Statements
  /** Bytes that rasters may take. */
  limit: number
  /** Sum of the rasters' bytes, and number of contents. */
  used: number
  pictures: number
  /** As in `Held`. */
  losses: number
  /** When contents were used (ms since 1970), until written together: a read writes nothing. */
  touched: Map<number, number>
  /** Whether there may be free pages to return to the disk. */
  shrinks: boolean
}

/** Takes over a database with this many known `losses`. Counts its content: some 50 ms for 300,000 pictures. Throws SQLite's errors. */
export function toOpenCache(db: DatabaseSync, limit: number, losses = 0): OpenCache {
  // Over content_used, which holds the size.
  const row = db.prepare('SELECT count(*) AS pictures, total(size) AS used FROM content').get()
  const pictures = Number(row?.pictures)
  const used = Number(row?.used)
  return { db, sql: prepareStatements(db), limit, used, pictures, losses, touched: new Map(), shrinks: false }
}

/** Runs the work as one transaction. A rollback also restores the counts. */
export function write<T>(cache: OpenCache, work: () => T): T {
  const { used, pictures, losses } = cache
  const touched = new Map(cache.touched)
  try {
    return inTransaction(cache.db, work)
  } catch (error) {
    Object.assign(cache, { used, pictures, losses, touched })
    throw error
  }
}

/** The prepared statements. */
interface Statements {
  /** An address with its content. By the primary key, then by the content's key. */
  address: StatementSync
  raster: StatementSync
  dropRaster: StatementSync
  shrinkContent: StatementSync
  /** By the unique hash. */
  byHash: StatementSync
  insertContent: StatementSync
  /** Where the hash is of an earlier version. */
  setLook: StatementSync
  growContent: StatementSync
  putRaster: StatementSync
  putAddress: StatementSync
  touch: StatementSync
  /** By content_used. */
  oldest: StatementSync
  /** By address_content. */
  isReferenced: StatementSync
  dropAddressesOf: StatementSync
  dropRastersOf: StatementSync
  dropContent: StatementSync
  /** By address_failed. */
  failures: StatementSync
  dropOldestFailures: StatementSync
}

function prepareStatements(db: DatabaseSync): Statements {
  return {
    address: db.prepare(`
      SELECT address.*, key, hash, width, height, format, bytes, look, animated, rasters, size, used
      FROM address LEFT JOIN content ON content.key = address.content
      WHERE connection = ? AND token = ?`),
    raster: db.prepare('SELECT crc, bytes FROM raster WHERE key = ?'),
    dropRaster: db.prepare('DELETE FROM raster WHERE key = ? RETURNING length(bytes) AS length'),
    shrinkContent: db.prepare('UPDATE content SET rasters = rasters & ~?, size = size - ? WHERE key = ?'),
    byHash: db.prepare('SELECT key, rasters FROM content WHERE hash = ?'),
    insertContent: db.prepare(`
      INSERT INTO content (hash, width, height, format, bytes, look, animated, rasters, size, used)
      VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, ?)`),
    setLook: db.prepare("UPDATE content SET look = ? WHERE key = ? AND look = x''"),
    growContent: db.prepare(
      'UPDATE content SET rasters = rasters | ?, size = size + ?, used = ? WHERE key = ?'
    ),
    putRaster: db.prepare('INSERT INTO raster (key, crc, bytes) VALUES (?, ?, ?)'),
    putAddress: db.prepare(`
      INSERT INTO address
        (connection, token, content, checked_at, until, tries, denials, failure, etag, last_modified, validated)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET content = excluded.content, checked_at = excluded.checked_at,
        until = excluded.until, tries = excluded.tries, denials = excluded.denials, failure = excluded.failure,
        etag = excluded.etag, last_modified = excluded.last_modified, validated = excluded.validated`),
    touch: db.prepare('UPDATE content SET used = ? WHERE key = ?'),
    oldest: db.prepare('SELECT key, size FROM content ORDER BY used, key LIMIT ?'),
    isReferenced: db.prepare('SELECT 1 FROM address WHERE content = ? LIMIT 1'),
    dropAddressesOf: db.prepare('DELETE FROM address WHERE content = ?'),
    dropRastersOf: db.prepare('DELETE FROM raster WHERE key BETWEEN ? AND ?'),
    dropContent: db.prepare('DELETE FROM content WHERE key = ? RETURNING size'),
    failures: db.prepare('SELECT count(*) AS count FROM address WHERE content IS NULL'),
    dropOldestFailures: db.prepare(`
      DELETE FROM address WHERE (connection, token) IN (
        SELECT connection, token FROM address WHERE content IS NULL ORDER BY checked_at LIMIT ?)`)
  }
}
