import { ok, type Result } from '../../contract/failure'
import { markSeen } from '../db/seen-changes'
import { writeViewNews } from '../db/view-news'
import {
  closeCatalog,
  openAsFound,
  openCatalog,
  rebuildCatalog,
  removeCatalog,
  replaceCatalog,
  type CatalogFile
} from '../db/open'
import { readCatalogFacts, readStore } from '../db/facts'
import { finishRun, repeatRun } from './finish-run'
import { writerState, write, type OpenCatalog } from './state'
import type { Serving } from '../../database/thread-protocol'
import { orClose } from '../../database/open-database'
import {
  cutOffRun,
  pauseRun,
  beginRun,
  commitBatch,
  keepOvertaken,
  lastRun,
  listRuns,
  missingFrom
} from './runs'
import {
  buffersOf,
  type WriteResult,
  type CatalogLocation,
  type Opened,
  type WriterMethods
} from '../protocol'
import { savePictures } from './product-rows'
import { savePage } from './save-page'
import { prepareStatements } from './statements'
import { areManyWaiting, indexWords } from '../search/word-index'

/** Products indexed in one step while nobody calls. */
const wordsWhenIdle = 20_000

export interface Writer {
  methods: Serving<WriterMethods>
  idle: () => boolean
}

/** The writing side of all catalogs. */
export function createWriter(): Writer {
  const catalogs = new Map<string, OpenCatalog>()

  function take(connectionId: string, { store }: CatalogLocation, file: CatalogFile): Result<Opened> {
    const catalog: OpenCatalog = {
      file,
      sql: orClose({ close: () => closeCatalog(file) }, () => prepareStatements(file.db)),
      state: null,
      wordsLeft: true,
      closed: false
    }
    catalogs.set(connectionId, catalog)
    if (file.notice !== null) keepNotice(catalog, file.notice)
    if (store !== null && readStore(file.db) === null) keepStore(catalog, store)
    return ok({ file: file.file })
  }

  function close(connectionId: string): void {
    const catalog = catalogs.get(connectionId)
    if (catalog === undefined) return
    catalogs.delete(connectionId)
    catalog.closed = true
    closeCatalog(catalog.file)
  }

  function withCatalog<T>(connectionId: string, work: (catalog: OpenCatalog) => T): T {
    const catalog = catalogs.get(connectionId)
    if (catalog === undefined) throw new Error('the catalog is not open')
    return work(catalog)
  }

  const methods: Serving<WriterMethods> = {
    open(connectionId, location) {
      const known = catalogs.get(connectionId)?.file
      if (known !== undefined && !isOfOther(known, location)) return ok({ file: known.file })
      close(connectionId)
      const found = openCatalog(location.folder)
      if (!orClose({ close: () => closeCatalog(found) }, () => isOfOther(found, location))) {
        return take(connectionId, location, found)
      }
      closeCatalog(found)
      return take(connectionId, location, replaceCatalog(location.folder))
    },
    openAsFound(connectionId, location) {
      close(connectionId)
      const found = openAsFound(location.folder)
      if (found === null) return ok(null)
      if (!orClose({ close: () => closeCatalog(found) }, () => isOfOther(found, location))) {
        return take(connectionId, location, found)
      }
      closeCatalog(found)
      return ok(null)
    },
    rebuild(connectionId, location) {
      close(connectionId)
      return take(connectionId, location, rebuildCatalog(location.folder))
    },
    close(connectionId) {
      close(connectionId)
      return ok(null)
    },
    forget(connectionId, { folder }) {
      close(connectionId)
      removeCatalog(folder)
      return ok(null)
    },
    takeNotice: (connectionId) => withCatalog(connectionId, (catalog) => ok(takeNotice(catalog))),
    facts: (connectionId) =>
      withCatalog(connectionId, (catalog) =>
        ok(readCatalogFacts(catalog.sql.db, writerState(catalog).facts))
      ),
    save: (connectionId, { page, at }) =>
      withCatalog(connectionId, (catalog) => {
        const { written } = write(catalog, at, (tx) => {
          const report = savePage(tx, page)
          if (tx.positionsMoved && tx.state.run !== null) keepOvertaken(tx.state, report)
        })
        return ok({ value: null, written })
      }),
    savePictures: (connectionId, { found, at }) =>
      withCatalog(connectionId, (catalog) => {
        return ok(write(catalog, at, (tx) => savePictures(tx, found)))
      }),
    begin: (connectionId, { at }) => withCatalog(connectionId, (catalog) => beginRun(catalog, at)),
    commit: (connectionId, batch) => withCatalog(connectionId, (catalog) => commitBatch(catalog, batch)),
    missing: (connectionId, { run, entries }) =>
      withCatalog(connectionId, (catalog) => missingFrom(catalog, run, entries)),
    finish: (connectionId, ending) => withCatalog(connectionId, (catalog) => finishRun(catalog, ending)),
    repeat: (connectionId, repeating) =>
      withCatalog(connectionId, (catalog) => ok(repeatRun(catalog, repeating))),
    list: (connectionId) => withCatalog(connectionId, (catalog) => ok(listRuns(catalog))),
    last: (connectionId) => withCatalog(connectionId, (catalog) => ok(lastRun(catalog))),
    pause: (connectionId, pausing) => withCatalog(connectionId, (catalog) => pauseRun(catalog, pausing)),
    cutOff: (connectionId) => withCatalog(connectionId, (catalog) => ok(cutOffRun(catalog))),
    keepViewNews: (connectionId, { rows, watched }) =>
      withCatalog(connectionId, (catalog) => {
        writeViewNews(catalog.sql.db, rows, watched)
        return ok(null)
      }),
    markSeen: (connectionId, { ranges, seen }) =>
      withCatalog(connectionId, (catalog) => ok(markSeen(catalog.sql.db, ranges, seen)))
  }

  /** One step of one catalog's word index, during a run only where many products wait; then what was read for writing is given back. */
  function idle(): boolean {
    const isRunning = ({ state }: OpenCatalog): boolean => (state?.run ?? null) !== null
    const waiting = [...catalogs.values()].filter((catalog) => {
      return catalog.wordsLeft && (!isRunning(catalog) || areManyWaiting(catalog.sql.db))
    })
    const [catalog] = waiting
    if (catalog === undefined) {
      for (const open of catalogs.values()) if (!isRunning(open)) open.sql.db.exec('PRAGMA shrink_memory')
      return false
    }
    catalog.wordsLeft = indexWords(catalog.sql.db, wordsWhenIdle)
    return catalog.wordsLeft || waiting.length > 1
  }

  return { methods, idle }
}

function keepNotice(catalog: OpenCatalog, notice: CatalogFile['notice']): void {
  write(catalog, Date.now(), ({ state }) => {
    state.facts = { ...state.facts, notice }
  })
}

function keepStore(catalog: OpenCatalog, store: string): void {
  write(catalog, Date.now(), ({ state }) => {
    state.facts = { ...state.facts, store }
  })
}

/** Whether a catalog holds another store's products: its connection has another address by now. */
function isOfOther({ db }: CatalogFile, { store }: CatalogLocation): boolean {
  const currentStore = store === null ? null : readStore(db)
  return currentStore !== null && currentStore !== store
}

function takeNotice(catalog: OpenCatalog): CatalogFile['notice'] {
  const { notice } = writerState(catalog).facts
  if (notice !== null) keepNotice(catalog, null)
  return notice
}

/** The lists of written keys in an answer, which are moved to the main thread instead of copied. */
export function touchedBuffers(answer: unknown): ArrayBuffer[] {
  if (typeof answer !== 'object' || answer === null || !('written' in answer)) return []
  const { written } = answer as WriteResult<unknown>
  return written === null ? [] : buffersOf(written)
}
