/** Entry of the thread that reads the copies. */
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { fail, ok, type Result } from '../contract/failure'
import { createCopiesComparison, type ComparedCopy } from '../history/worker/compare-copies'
import type { CopiesQuestion, RawDifferences } from '../history/types'
import { soundCopyIn } from './db/file-state'
import { openForReading } from './db/connection'
import { readStore } from './db/facts'
import { openFindings } from './read/findings-file'
import type { ReaderMethods } from './protocol'
import { createCatalogReader, type CatalogReader } from './read/catalog-reader'
import { openReviews } from './read/reviews-file'
import type { Serving } from '../database/thread-protocol'
import { orClose } from '../database/close-on-error'
import { serve } from '../database/thread-serve'

const copies = new Map<string, { db: DatabaseSync; reader: CatalogReader }>()
/** Connections whose file of reviews is being replaced. */
const released = new Set<string>()

const compare = createCopiesComparison()

function open(connectionId: string, file: string, folder: string): void {
  if (copies.has(connectionId)) return
  const db = openForReading(file)
  // Findings go by the keys of a copy and stand beside it, reviews by ids and in the connection's folder.
  const sidecars = { reviews: openReviews(folder), findings: openFindings(dirname(file)) }
  const reader = orClose(db, () => createCatalogReader(db, sidecars))
  if (released.has(connectionId)) reader.releaseReviews()
  copies.set(connectionId, { db, reader })
}

function close(connectionId: string): void {
  const copy = copies.get(connectionId)
  copy?.reader.release()
  copy?.db.close()
  copies.delete(connectionId)
}

const methods: Serving<ReaderMethods> = {
  open(connectionId, { file, folder }) {
    open(connectionId, file, folder)
    return ok(null)
  },
  openSound(connectionId, { folder, store }) {
    const file = soundCopyIn(folder)
    if (file === null) return ok(null)
    open(connectionId, file, folder)
    const held = copies.get(connectionId)
    // Whose products these are, where nobody has said so yet, is for the writer to say.
    if (held === undefined || store === null || readStore(held.db) === store) return ok({ file })
    close(connectionId)
    return ok(null)
  },
  close(connectionId) {
    close(connectionId)
    return ok(null)
  },
  changed(connectionId, written) {
    copies.get(connectionId)?.reader.changed(written)
    return ok(null)
  },
  reviewed(connectionId, { ids }) {
    released.delete(connectionId)
    copies.get(connectionId)?.reader.reviewed(ids)
    return ok(null)
  },
  releaseReviews(connectionId) {
    released.add(connectionId)
    copies.get(connectionId)?.reader.releaseReviews()
    return ok(null)
  },
  audited(connectionId) {
    copies.get(connectionId)?.reader.audited()
    return ok(null)
  },
  read: (connectionId, question) => withCatalog(connectionId, (reader) => reader.read(question)),
  products: (connectionId, { ids }) => withCatalog(connectionId, (reader) => reader.products(ids)),
  progress: (connectionId, { productQuery }) =>
    withCatalog(connectionId, (reader) => reader.progress(productQuery)),
  listed: (connectionId, { productQuery, ids }) =>
    withCatalog(connectionId, (reader) => reader.listed(productQuery, ids)),
  unchecked: (connectionId, question) => withCatalog(connectionId, (reader) => reader.unchecked(question)),
  counts: (connectionId, { since }) => withCatalog(connectionId, (reader) => reader.counts(since)),
  changes: (connectionId, question) => withCatalog(connectionId, ({ history }) => history.changes(question)),
  unseen: (connectionId) => withCatalog(connectionId, ({ history }) => history.unseen()),
  changeRanges: (connectionId, { matching, upTo }) =>
    withCatalog(connectionId, ({ history }) => history.ranges(matching, upTo)),
  timeline: (connectionId, { productId }) =>
    withCatalog(connectionId, ({ history }) => history.timeline(productId)),
  compareRuns: (connectionId, question) =>
    withCatalog(connectionId, ({ history }) => history.compareRuns(question)),
  compareCopies: (connectionId, { after, question }) => compareTwo(connectionId, after, question)
}

async function withCatalog<T>(
  connectionId: string,
  work: (reader: CatalogReader) => T | Promise<T>
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

async function compareTwo(
  before: string,
  after: string,
  question: CopiesQuestion
): Promise<Result<RawDifferences>> {
  const [one, other] = [copies.get(before), copies.get(after)]
  if (one === undefined || other === undefined) throw new Error('the copies are not open')
  const compared = ({ db, reader }: typeof one): ComparedCopy => ({ db, ids: reader.ids })
  try {
    return ok(await compare(compared(one), compared(other), question))
  } catch (error) {
    if (!one.db.isOpen || !other.db.isOpen) return fail('cancelled')
    throw error
  }
}

serve(methods, { idle: () => [...copies.values()].some(({ reader }) => reader.prepare()) })
