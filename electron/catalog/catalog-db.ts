import { quitting, settledWithin } from '../async/with-timeout'
import type { Result } from '../contract/failure'
import type { Answered, InputOf, MethodName, OutputOf } from '../database/thread-protocol'
import { silence, Thread, type ThreadLog } from '../database/thread'
import { cancelled, createCatalogFiles, type OpenedCatalog } from './db-files'
import { removeAbandonedFolders } from '../database/file-operations'
import type { CatalogDb, ChangedPart, RawPage } from './types'
import { asksOfPictures } from './read/picture-filters'
import { filterGroups } from '../contract/empty-query'
import {
  buffersOf,
  type ReaderMethods,
  type WriteResult,
  type WriterMethods,
  type ChangeSet
} from './protocol'

export interface CatalogDbDeps {
  /** Where a connection's files are. */
  folderOf: (connectionId: string) => string
  /** As `CatalogFilesDeps.storeOf`; left out: all that a folder holds is of the same store. */
  storeOf?: (connectionId: string) => string | null
  /** The threads' built entries. */
  readerFile: string
  writerFile: string
  log?: ThreadLog | undefined
  /** An open catalog turned out to be damaged: it was set aside, and the new one is empty (fault 82). */
  onRebuilt?: (connectionId: string) => void
  /** ms; for tests. */
  startWithin?: number
}

/** The catalogs of all connections, in two threads: one reads, one writes, and neither waits for the other. */
export function createCatalogDb(deps: CatalogDbDeps): CatalogDb {
  const { folderOf, readerFile, writerFile, log } = deps
  const starting = deps.startWithin === undefined ? {} : { startWithin: deps.startWithin }
  const reader = new Thread<ReaderMethods>({
    file: readerFile,
    name: 'reader',
    log,
    silentFor: silence.reading,
    ...starting
  })
  const writer = new Thread<WriterMethods>({ file: writerFile, name: 'writer', log, ...starting })
  const listeners = new Set<(connectionId: string, what: ChangedPart) => void>()
  const tell = (connectionId: string, what: ChangedPart): void =>
    listeners.forEach((listener) => listener(connectionId, what))
  const files = createCatalogFiles({
    folderOf,
    storeOf: deps.storeOf ?? (() => null),
    reader,
    writer,
    onRebuilt(connectionId) {
      deps.onRebuilt?.(connectionId)
      tell(connectionId, 'catalog')
    }
  })
  /** Connections whose list on screen filters by pictures: only there does a fetched picture change the list. */
  const listsByPictures = new Set<string>()
  let closed = false
  void removeAbandonedFolders()

  /** Makes a call once the catalog is open. A damaged one is rebuilt; `again`: the call is then repeated. */
  async function withCatalog<T>(
    connectionId: string,
    opening: () => Promise<Result<OpenedCatalog>>,
    call: () => Promise<Answered<T>>,
    again = true
  ): Promise<Result<T>> {
    if (closed) return cancelled
    const opened = await opening()
    if (!opened.ok) return opened
    const { result, damaged } = await call()
    if (!damaged) return result
    const rebuilt: Result<OpenedCatalog> = await files.rebuild(connectionId, opened.value)
    if (!rebuilt.ok || !again) return result
    return (await call()).result
  }

  const ask = <Name extends MethodName<WriterMethods>>(
    method: Name,
    connectionId: string,
    input: InputOf<WriterMethods, Name>
  ): Promise<Result<OutputOf<WriterMethods, Name>>> =>
    withCatalog(
      connectionId,
      () => files.open(connectionId),
      () => writer.call(method, connectionId, input)
    )

  /** Calls the reader, which waits for the writer only where a catalog has to be made or repaired. */
  const look = <Name extends MethodName<ReaderMethods>>(
    method: Name,
    connectionId: string,
    input: InputOf<ReaderMethods, Name>
  ): Promise<Result<OutputOf<ReaderMethods, Name>>> =>
    withCatalog(
      connectionId,
      () => files.openToRead(connectionId),
      () => reader.call(method, connectionId, input)
    )

  /** The reader learns of a write before whoever waits for it, who then reads what was written. */
  function relay(connectionId: string, written: ChangeSet | null, isShown: boolean): void {
    if (written === null) return
    if (files.isRead(connectionId)) {
      void reader.call('changed', connectionId, written, buffersOf(written))
    }
    if (isShown) tell(connectionId, 'catalog')
  }

  async function wrote<T>(
    connectionId: string,
    answer: Promise<Result<WriteResult<T>>>,
    isShown: (value: T) => boolean = () => true
  ): Promise<Result<T>> {
    const result = await answer
    if (!result.ok) return result
    relay(connectionId, result.value.written, isShown(result.value.value))
    return { ok: true, value: result.value.value }
  }

  return {
    start: () => reader.start(),
    read: (connectionId, request) => look('read', connectionId, request),
    watch(connectionId, productQuery) {
      if (filterGroups(productQuery).some(asksOfPictures)) listsByPictures.add(connectionId)
      else listsByPictures.delete(connectionId)
    },
    pictures: {
      async save(connectionId, found, at) {
        // An approval may have been for the picture that was replaced, and rows say which pictures are broken.
        const isNews = (shownAnew: number): boolean => shownAnew > 0 || listsByPictures.has(connectionId)
        const saved = await wrote(connectionId, ask('savePictures', connectionId, { found, at }), isNews)
        return saved.ok ? { ok: true, value: null } : saved
      },
      unchecked: (connectionId, request) => look('unchecked', connectionId, request),
      counts: (connectionId, since) => look('counts', connectionId, { since })
    },
    history: {
      changes: (connectionId, request) => look('changes', connectionId, request),
      unseen: (connectionId) => look('unseen', connectionId, null),
      happenedTo: (connectionId, what) => look('happenedTo', connectionId, what),
      async markSeen(connectionId, changes, seen) {
        if ('ranges' in changes) return ask('markSeen', connectionId, { ranges: changes.ranges, seen })
        const found = await look('changeRanges', connectionId, changes)
        return found.ok ? ask('markSeen', connectionId, { ranges: found.value, seen }) : found
      },
      unseenOf: (connectionId, products) => look('changeRanges', connectionId, { products }),
      timeline: (connectionId, productId) => look('timeline', connectionId, { productId }),
      compareRuns: (connectionId, request) => look('compareRuns', connectionId, request),
      async compareCatalogs(before, after, request) {
        for (const id of [before, after]) {
          const opened = closed ? cancelled : await files.openToRead(id)
          if (!opened.ok) return opened
        }
        // The first may have been deleted while the second was opened; opening it again would create it.
        if (!files.isRead(before)) return cancelled
        // Damage in either is noticed when that one is read alone.
        return (await reader.call('compareCatalogs', before, { after, request })).result
      }
    },
    save: (connectionId, page, at) => wrote(connectionId, ask('save', connectionId, { page, at })),
    facts: (connectionId) => ask('facts', connectionId, null),
    async takeNotice(connectionId) {
      const result = await ask('takeNotice', connectionId, null)
      return result.ok ? result.value : null
    },
    runs: {
      begin: (connectionId, at) => wrote(connectionId, ask('begin', connectionId, { at })),
      commit(connectionId, batch) {
        const { answers, moved } = bytesOf(batch.answers)
        const call = (): Promise<Answered<OutputOf<WriterMethods, 'commit'>>> =>
          writer.call('commit', connectionId, { ...batch, answers }, moved)
        // Not repeated: the run is lost with the damaged catalog, and the bytes were moved with the call.
        const opening = (): Promise<Result<OpenedCatalog>> => files.open(connectionId)
        return wrote(connectionId, withCatalog(connectionId, opening, call, false))
      },
      missing: (connectionId, run, entries) => ask('missing', connectionId, { run, entries }),
      finish: (connectionId, ending) => wrote(connectionId, ask('finish', connectionId, ending)),
      repeat: (connectionId, repeating) => wrote(connectionId, ask('repeat', connectionId, repeating)),
      list: (connectionId) => ask('list', connectionId, null),
      last: (connectionId) => ask('last', connectionId, null),
      pause: (connectionId, pausing) => ask('pause', connectionId, pausing),
      cutOff: (connectionId) => ask('cutOff', connectionId, null)
    },
    products: (connectionId, ids) => look('products', connectionId, { ids }),
    listed: (connectionId, productQuery, ids) => look('listed', connectionId, { productQuery, ids }),
    place: (connectionId, productQuery, id) => look('place', connectionId, { productQuery, id }),
    facets: (connectionId, productQuery, facets) => look('facets', connectionId, { productQuery, facets }),
    async viewNews(connectionId, views, moment) {
      const found = await look('viewNews', connectionId, { views, moment })
      if (!found.ok) return found
      const rows = found.value.flatMap(({ row }) => row ?? [])
      const watched = moment.kind === 'saved' ? views.map(({ id }) => id) : null
      if (rows.length === 0 && watched === null) return found
      const kept = await ask('keepViewNews', connectionId, { rows, watched })
      return kept.ok ? found : kept
    },
    async file(connectionId) {
      const opened = await files.openToRead(connectionId)
      return opened.ok ? { ok: true, value: opened.value.file } : opened
    },
    progress: (connectionId, productQuery) => look('progress', connectionId, { productQuery }),
    sizes: (connectionId, productQueries) => look('sizes', connectionId, { productQueries }),
    reviewed(connectionId, ids) {
      // Also for a catalog that is not open: its reviews may have been released.
      if (reader.isRunning) void reader.call('reviewed', connectionId, { ids })
      tell(connectionId, 'reviews')
    },
    async releaseReviews(connectionId) {
      // Also starts the thread: one that started later would open the file while it is being replaced.
      await reader.call('releaseReviews', connectionId, null)
    },
    audited(connectionId) {
      if (files.isRead(connectionId)) void reader.call('audited', connectionId, null)
      tell(connectionId, 'findings')
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async forget(connectionId) {
      if (closed) return cancelled
      const forgotten = await files.forget(connectionId)
      if (!forgotten.ok)
        log?.warn('the catalog cannot be deleted', { connectionId, ...forgotten.failure.facts })
      return forgotten
    },
    async close() {
      if (closed) return
      closed = true
      await settledWithin(files.closeAll(), quitting.catalog)
      await Promise.all([reader.close(), writer.close()])
    }
  }
}

/** Answers whose bytes can be moved to a thread, with the buffers to move. A part of a larger buffer, such as Node's pool, is copied. */
function bytesOf(answers: RawPage[]): { answers: RawPage[]; moved: ArrayBuffer[] } {
  const own = answers.map((answer) => ({ ...answer, bytes: ownBytes(answer.bytes) }))
  return { answers: own, moved: own.map(({ bytes }) => bytes.buffer) }
}

function ownBytes(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}
