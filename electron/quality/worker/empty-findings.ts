import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { stateOf } from '../../database/file-state'
import { isStorageFailure } from '../../database/sqlite-errors'
import { inTransaction } from '../../database/transaction'
import { auditName, migrations } from './schema'

/** ms to wait for an audit that is just written. */
const patience = 5000

/**
 * Takes out all that an audit found, and what the next would build on: the copy beside it is begun anew, and the keys that they
 * go by are those of other products from now on. The history of the score stays. An audit that is under way finds out, and is
 * not written. Where the disk refuses it the findings stay as they are until the next audit.
 *
 * @param folder the copy's
 */
export function emptyFindings(folder: string): void {
  const file = join(folder, auditName)
  try {
    if (stateOf(file, migrations.length) !== 'sound') return
    const db = new DatabaseSync(file, { timeout: patience })
    try {
      inTransaction(db, () => {
        db.exec('DELETE FROM finding; DELETE FROM basis; DELETE FROM fact')
        db.prepare("INSERT INTO fact (name, value) VALUES ('emptied', ?)").run(JSON.stringify(randomUUID()))
      })
    } finally {
      db.close()
    }
  } catch (error) {
    if (!isStorageFailure(error)) throw error
  }
}
