/** Entry of the thread that reads the copies. */
import type { DatabaseSync } from 'node:sqlite'
import { fail, ok, type Result } from '../../contract/failure'
import { openForReading } from './database'
import type { ReaderMethods } from './protocol'
import { createCopyReader, type CopyReader } from './reader-copy'
import type { Serving } from '../../threads/protocol'
import { serve } from '../../threads/worker/serve'

const copies = new Map<string, { db: DatabaseSync; reader: CopyReader }>()

const methods: Serving<ReaderMethods> = {
  open(connectionId, { file }) {
    if (copies.has(connectionId)) return ok(null)
    const db = openForReading(file)
    copies.set(connectionId, { db, reader: createCopyReader(db) })
    return ok(null)
  },
  close(connectionId) {
    copies.get(connectionId)?.db.close()
    copies.delete(connectionId)
    return ok(null)
  },
  changed(connectionId, written) {
    copies.get(connectionId)?.reader.changed(written)
    return ok(null)
  },
  read: (connectionId, question) => withCopy(connectionId, (reader) => reader.read(question)),
  products: (connectionId, { ids }) => withCopy(connectionId, (reader) => reader.products(ids)),
  unchecked: (connectionId, question) => withCopy(connectionId, (reader) => reader.unchecked(question)),
  counts: (connectionId, { since }) => withCopy(connectionId, (reader) => reader.counts(since))
}

async function withCopy<T>(
  connectionId: string,
  work: (reader: CopyReader) => T | Promise<T>
): Promise<Result<T>> {
  const copy = copies.get(connectionId)
  if (copy === undefined) throw new Error('the copy is not open')
  try {
    return ok(await work(copy.reader))
  } catch (error) {
    // Closed while it was being read.
    if (!copy.db.isOpen) return fail('cancelled')
    throw error
  }
}

serve(methods, { idle: () => [...copies.values()].some(({ reader }) => reader.prepare()) })
