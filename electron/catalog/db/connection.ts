import { DatabaseSync } from 'node:sqlite'
import { orClose } from '../../database/close-on-error'

/** Bytes of a database page, set when the file is made. A first fill is a tenth slower with 4096, the same with 16,384. */
const pageSize = 8192
/** KiB of pages kept in memory. Pages are saved and read in order: 64 MiB were no faster than 16. */
const cacheSize = { writer: 16 * 1024, reader: 16 * 1024 }
/** Pages of the log that are gathered before they are written back into the file. */
const checkpointAfter = 4096
/** Bytes that an emptied log may keep on disk. */
const logLimit = 32 * 1024 * 1024
/** ms to wait for the other thread's lock: in WAL readers and the writer only meet where the log is reset. */
const patience = 5000

/** Opens the writing connection to a file that is, or becomes, a database. Throws SQLite's errors. */
export function openForWriting(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: patience, enableForeignKeyConstraints: false })
  orClose(db, () =>
    db.exec(`
      PRAGMA page_size = ${pageSize};
      PRAGMA cache_size = -${cacheSize.writer};
      PRAGMA temp_store = MEMORY;
      PRAGMA synchronous = NORMAL;
    `)
  )
  return db
}

/** Keeps changes in a log beside the file, so that they are read while others are written. */
export function useLog(db: DatabaseSync): void {
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA wal_autocheckpoint = ${checkpointAfter};
    PRAGMA journal_size_limit = ${logLimit};
  `)
}

/** Opens a reading connection to a database that the writer has opened. It refuses to write. Throws SQLite's errors. */
export function openForReading(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: patience, enableForeignKeyConstraints: false })
  orClose(db, () =>
    db.exec(`
      PRAGMA cache_size = -${cacheSize.reader};
      PRAGMA temp_store = MEMORY;
      PRAGMA query_only = 1;
    `)
  )
  return db
}
