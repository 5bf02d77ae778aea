import { join } from 'node:path'
import { createCatalogDb } from '../../../electron/catalog/catalog-db'
import type { CatalogDb } from '../../../electron/catalog/types'
import { openForReading, openForWriting } from '../../../electron/catalog/db/open'
import type { Result } from '../../../electron/contract/failure'
import { inTransaction } from '../../../electron/database/transaction'
import { bundled } from '../bundle-folder'
import { serveMeasure } from '../own-process'

export interface HistoryInput {
  /** Holds the copies, in `large` and `small`. */
  folder: string
  /** There is a small copy too. */
  small: boolean
}

/** Times in ms. */
export interface HistoryReport {
  /** From a question of a reader that knows nothing yet to the first page of differences. */
  runs: { took: number; found: number }
  /** The first page of the inbox then, and a page in its middle. */
  inbox: { first: number; middle: number; total: number }
  /** The large copy compared with the small one; null without one. */
  copies: { took: number; found: number } | null
  /** The same changes read and folded in one go, with nothing else to do. */
  alone: number
}

const page = { offset: 0, limit: 100 }
const emptyQuery = { kinds: [], leastPercent: null }
/** A run after all others of the copy: it changed every product. */
const run = 1000

/** P15: the differences of two syncs between which every product of the large copy changed. */
serveMeasure(async ({ folder, small }: HistoryInput): Promise<HistoryReport> => {
  const file = join(folder, 'large', 'bench', 'catalog.sqlite')
  changeAll(file)
  const alone = foldAlone(file)
  const copy = createCatalogDb({
    folderOf: (id) => join(folder, id, 'bench'),
    readerFile: bundled('reader.js'),
    writerFile: bundled('writer.js')
  })
  // As in the app, where the copy is open when its page of changes is opened.
  take(await copy.facts('large'))
  const runs = await timed(() =>
    copy.history.compareRuns('large', { before: run - 1, after: null, ...emptyQuery, ...page })
  )
  const inbox = await measureInbox(copy)
  const copies = small ? await compareCatalogs(copy) : null
  await copy.close()
  return { runs: { took: runs.took, found: runs.value.total }, inbox, copies, alone }
})

async function measureInbox(copy: CatalogDb): Promise<HistoryReport['inbox']> {
  const filter = { fromRun: null, toRun: null, unseen: true, ...emptyQuery }
  const first = await timed(() => copy.history.changes('large', { ...filter, ...page }))
  const { total } = first.value
  const offset = Math.floor(total / 2)
  const middle = await timed(() => copy.history.changes('large', { ...filter, ...page, offset }))
  return { first: first.took, middle: middle.took, total }
}

async function compareCatalogs(copy: CatalogDb): Promise<HistoryReport['copies']> {
  take(await copy.facts('small'))
  const { took, value } = await timed(() =>
    copy.history.compareCatalogs('small', 'large', { bases: [null, null], ...emptyQuery, ...page })
  )
  return { took, found: value.total }
}

async function timed<T>(ask: () => Promise<Result<T>>): Promise<{ took: number; value: T }> {
  const begun = performance.now()
  const value = take(await ask())
  return { took: performance.now() - begun, value }
}

function take<T>(answer: Result<T>): T {
  if (!answer.ok) throw new Error(`Not answered: ${JSON.stringify(answer.failure)}`)
  return answer.value
}

/** Writes down another price of every product, as a sync would. */
function changeAll(file: string): void {
  const db = openForWriting(file)
  inTransaction(db, () =>
    db.exec(`
      INSERT INTO change (run, at, product, kind, field, before, after)
        SELECT ${run}, 0, key, 'changed', 'price', '10.5', '11.25' FROM product WHERE gone IS NULL`)
  )
  db.close()
}

/** The least that a comparison has to do: all changes of the run out of the file, by product. */
function foldAlone(file: string): number {
  const db = openForReading(file)
  const begun = performance.now()
  const rows = db.prepare(
    'SELECT product, kind, field, before, after FROM change WHERE run = ? ORDER BY number'
  )
  rows.setReturnArrays(true)
  const byProduct = new Map<unknown, unknown>()
  for (const row of rows.iterate(run) as Iterable<unknown>) {
    if (Array.isArray(row)) byProduct.set(row[0], row)
  }
  const took = performance.now() - begun
  db.close()
  return took
}
