import { ok, type Result } from '../../contract/failure'
import { markSeen } from '../../history/worker/seen-ranges'
import {
  closeCopy,
  openAsFound,
  openCatalog,
  rebuildCopy,
  removeCopy,
  replaceCopy,
  type CopyFile
} from '../db/open'
import { readCopyFacts, readStore } from '../db/facts'
import { finishRun } from './finish-run'
import type { OpenCatalog } from './state'
import type { Serving } from '../../database/thread-protocol'
import { orClose } from '../../database/close-on-error'
import { cutOffRun, pauseRun } from './pause-run'
import type { CopyPlace, Opened, WriterMethods } from '../protocol'
import { savePictures } from './save-pictures'
import { beginRun, commitBatch, keepOvertaken, lastRun, listRuns, missingFrom } from './runs'
import { savePage } from './save-page'
import { prepareStatements } from './statements'
import { areManyWaiting, indexWords } from '../search/word-index'
import { memoryOf, write } from './transaction'

/** Products that are taken into the word index at once while nobody asks for anything. */
const wordsWhenIdle = 20_000

export interface Writer {
  methods: Serving<WriterMethods>
  idle: () => boolean
}

/** The writing side of all copies. */
export function createWriter(): Writer {
  const copies = new Map<string, OpenCatalog>()

  function take(connectionId: string, { store }: CopyPlace, file: CopyFile): Result<Opened> {
    const copy: OpenCatalog = {
      file,
      sql: orClose({ close: () => closeCopy(file) }, () => prepareStatements(file.db)),
      memory: null,
      wordsLeft: true,
      closed: false
    }
    copies.set(connectionId, copy)
    if (file.notice !== null) keepNotice(copy, file.notice)
    if (store !== null && readStore(file.db) === null) keepStore(copy, store)
    return ok({ file: file.file })
  }

  function close(connectionId: string): void {
    const copy = copies.get(connectionId)
    if (copy === undefined) return
    copies.delete(connectionId)
    copy.closed = true
    closeCopy(copy.file)
  }

  function withCatalog<T>(connectionId: string, work: (copy: OpenCatalog) => T): T {
    const copy = copies.get(connectionId)
    if (copy === undefined) throw new Error('the copy is not open')
    return work(copy)
  }

  const methods: Serving<WriterMethods> = {
    open(connectionId, place) {
      const known = copies.get(connectionId)?.file
      if (known !== undefined && !isOfOther(known, place)) return ok({ file: known.file })
      close(connectionId)
      const found = openCatalog(place.folder)
      if (!orClose({ close: () => closeCopy(found) }, () => isOfOther(found, place))) {
        return take(connectionId, place, found)
      }
      closeCopy(found)
      return take(connectionId, place, replaceCopy(place.folder))
    },
    openAsFound(connectionId, place) {
      close(connectionId)
      const found = openAsFound(place.folder)
      if (found === null) return ok(null)
      if (!orClose({ close: () => closeCopy(found) }, () => isOfOther(found, place))) {
        return take(connectionId, place, found)
      }
      closeCopy(found)
      return ok(null)
    },
    rebuild(connectionId, place) {
      close(connectionId)
      return take(connectionId, place, rebuildCopy(place.folder))
    },
    close(connectionId) {
      close(connectionId)
      return ok(null)
    },
    forget(connectionId, { folder }) {
      close(connectionId)
      removeCopy(folder)
      return ok(null)
    },
    takeNotice: (connectionId) => withCatalog(connectionId, (copy) => ok(takeNotice(copy))),
    facts: (connectionId) =>
      withCatalog(connectionId, (copy) => ok(readCopyFacts(copy.sql.db, memoryOf(copy).facts))),
    save: (connectionId, { page, at }) =>
      withCatalog(connectionId, (copy) => {
        const { written } = write(copy, at, (writing) => {
          const report = savePage(writing, page)
          if (writing.placesMoved && writing.memory.run !== null) keepOvertaken(writing.memory, report)
        })
        return ok({ value: null, written })
      }),
    savePictures: (connectionId, { found, at }) =>
      withCatalog(connectionId, (copy) => {
        return ok(write(copy, at, (writing) => savePictures(writing, found)))
      }),
    begin: (connectionId, { at }) => withCatalog(connectionId, (copy) => beginRun(copy, at)),
    commit: (connectionId, batch) => withCatalog(connectionId, (copy) => commitBatch(copy, batch)),
    missing: (connectionId, { run, entries }) =>
      withCatalog(connectionId, (copy) => missingFrom(copy, run, entries)),
    finish: (connectionId, ending) => withCatalog(connectionId, (copy) => finishRun(copy, ending)),
    list: (connectionId) => withCatalog(connectionId, (copy) => ok(listRuns(copy))),
    last: (connectionId) => withCatalog(connectionId, (copy) => ok(lastRun(copy))),
    pause: (connectionId, pausing) => withCatalog(connectionId, (copy) => pauseRun(copy, pausing)),
    cutOff: (connectionId) => withCatalog(connectionId, (copy) => ok(cutOffRun(copy))),
    markSeen: (connectionId, { ranges, seen }) =>
      withCatalog(connectionId, (copy) => ok(markSeen(copy.sql.db, ranges, seen)))
  }

  /** One step of the word index of one copy. A run's products are taken in when they are many, and at its end. */
  function idle(): boolean {
    const waiting = [...copies.values()].filter(({ wordsLeft, memory, sql }) => {
      return wordsLeft && ((memory?.run ?? null) === null || areManyWaiting(sql.db))
    })
    const [copy] = waiting
    if (copy === undefined) return false
    copy.wordsLeft = indexWords(copy.sql.db, wordsWhenIdle)
    return copy.wordsLeft || waiting.length > 1
  }

  return { methods, idle }
}

function keepNotice(copy: OpenCatalog, notice: CopyFile['notice']): void {
  write(copy, Date.now(), ({ memory }) => {
    memory.facts = { ...memory.facts, notice }
  })
}

function keepStore(copy: OpenCatalog, store: string): void {
  write(copy, Date.now(), ({ memory }) => {
    memory.facts = { ...memory.facts, store }
  })
}

/** Whether a copy holds the products of another store than is asked for: its connection has another address by now. */
function isOfOther({ db }: CopyFile, { store }: CopyPlace): boolean {
  const held = store === null ? null : readStore(db)
  return held !== null && held !== store
}

function takeNotice(copy: OpenCatalog): CopyFile['notice'] {
  const { notice } = memoryOf(copy).facts
  if (notice !== null) keepNotice(copy, null)
  return notice
}
