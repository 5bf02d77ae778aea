/** Entry of the thread that reads the copies. */
import type { DatabaseSync } from 'node:sqlite'
import { ok } from '../../contract/failure'
import { openForReading } from './database'
import type { ReaderMethods } from './protocol'
import { readPage } from './read-page'
import { serve } from './serve-worker'

const copies = new Map<string, DatabaseSync>()

serve<ReaderMethods>({
  open(connectionId, { file }) {
    if (!copies.has(connectionId)) copies.set(connectionId, openForReading(file))
    return ok(null)
  },
  close(connectionId) {
    copies.get(connectionId)?.close()
    copies.delete(connectionId)
    return ok(null)
  },
  changed: () => ok(null),
  read(connectionId, { offset, limit }) {
    const db = copies.get(connectionId)
    if (db === undefined) throw new Error('the copy is not open')
    return ok(readPage(db, offset, limit))
  }
})
