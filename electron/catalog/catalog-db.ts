import { quitting, settledWithin } from '../async/with-timeout'
import type { Result } from '../contract/failure'
import type { Answered, InputOf, MethodName, OutputOf } from '../database/thread-protocol'
import { silence, Thread, type ThreadLog } from '../database/thread'
import { cancelled, createCopyFiles, type OpenedCatalog } from './db-files'
import { bytesOf } from './answer-bytes'
import { createCatalogHistory } from '../history'
import { removeLeftCopies } from './temporary-catalogs'
import type { CatalogDb, WrittenPart } from './types'
import { asksOfPictures } from './read/filters/pictures'
import { buffersOf, type ReaderMethods, type Wrote, type WriterMethods, type Written } from './protocol'

export interface CatalogDbDeps {
  /** Where a connection's files are. */
  folderOf: (connectionId: string) => string
  /** As `CopyFilesDeps.storeOf`; left out: all that a folder holds is of the same store. */
  storeOf?: (connectionId: string) => string | null
  /** The threads' built entries. */
  readerFile: string
  writerFile: string
  log?: ThreadLog | undefined
  /** A copy turned out to be damaged while it was open: it was set aside, and is empty now (82). */
  onRebuilt?: (connectionId: string) => void
  /** ms; for tests. */
  startWithin?: number
}

/** The copies of all connections, in two threads: one reads, one writes, and neither waits for the other. */
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
  const listeners = new Set<(connectionId: string, what: WrittenPart) => void>()
  const tell = (connectionId: string, what: WrittenPart): void =>
    listeners.forEach((listener) => listener(connectionId, what))
  const files = createCopyFiles({
    folderOf,
    storeOf: deps.storeOf ?? (() => null),
    reader,
    writer,
    onRebuilt(connectionId) {
      deps.onRebuilt?.(connectionId)
      tell(connectionId, 'copy')
    }
  })
  /** Connections whose list a person looks at by what is known of pictures: only there a picture that is fetched matters. */
  const listsByPictures = new Set<string>()
  let closed = false
  void removeLeftCopies()

  /** Runs a call on an opened copy. A damaged copy is built anew; whether the call is then made again is its caller's. */
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

  /** Asks the reader, which waits for the writer only where a copy is to be made or repaired. */
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

  /** The reader hears of a write before whoever waits for it does, so that it reads what was written. */
  function relay(connectionId: string, written: Written | null, isShown: boolean): void {
    if (written === null) return
    if (files.isRead(connectionId)) {
      void reader.call('changed', connectionId, written, buffersOf(written))
    }
    if (isShown) tell(connectionId, 'copy')
  }

  async function wrote<T>(
    connectionId: string,
    answer: Promise<Result<Wrote<T>>>,
    isShown: (value: T) => boolean = () => true
  ): Promise<Result<T>> {
    const result = await answer
    if (!result.ok) return result
    relay(connectionId, result.value.written, isShown(result.value.value))
    return { ok: true, value: result.value.value }
  }

  return {
    start: () => reader.start(),
    read: (connectionId, question) => look('read', connectionId, question),
    watch(connectionId, { filters }) {
      if (asksOfPictures(filters)) listsByPictures.add(connectionId)
      else listsByPictures.delete(connectionId)
    },
    pictures: {
      async save(connectionId, found, at) {
        // An approval may have been of the picture that another one took the place of.
        const isNews = (replaced: number): boolean => replaced > 0 || listsByPictures.has(connectionId)
        const saved = await wrote(connectionId, ask('savePictures', connectionId, { found, at }), isNews)
        return saved.ok ? { ok: true, value: null } : saved
      },
      unchecked: (connectionId, question) => look('unchecked', connectionId, question),
      counts: (connectionId, since) => look('counts', connectionId, { since })
    },
    history: createCatalogHistory({
      ask,
      look,
      async compareCopies(before, input) {
        for (const id of [before, input.after]) {
          const opened = closed ? cancelled : await files.openToRead(id)
          if (!opened.ok) return opened
        }
        // The first may have been forgotten while the second was opened: to open it would begin it anew.
        if (!files.isRead(before)) return cancelled
        // Whichever of the two is damaged is found out where it is read by itself.
        return (await reader.call('compareCopies', before, input)).result
      }
    }),
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
        // Its run went with the damaged copy, and its bytes with the call.
        const opening = (): Promise<Result<OpenedCatalog>> => files.open(connectionId)
        return wrote(connectionId, withCatalog(connectionId, opening, call, false))
      },
      missing: (connectionId, run, entries) => ask('missing', connectionId, { run, entries }),
      finish: (connectionId, ending) => wrote(connectionId, ask('finish', connectionId, ending)),
      list: (connectionId) => ask('list', connectionId, null),
      last: (connectionId) => ask('last', connectionId, null),
      pause: (connectionId, pausing) => ask('pause', connectionId, pausing),
      cutOff: (connectionId) => ask('cutOff', connectionId, null)
    },
    products: (connectionId, ids) => look('products', connectionId, { ids }),
    listed: (connectionId, productQuery, ids) => look('listed', connectionId, { productQuery, ids }),
    async file(connectionId) {
      const opened = await files.openToRead(connectionId)
      return opened.ok ? { ok: true, value: opened.value.file } : opened
    },
    progress: (connectionId, productQuery) => look('progress', connectionId, { productQuery }),
    reviewed(connectionId, ids) {
      // Also where the copy is not open: the file may be one that was let go of.
      if (reader.isRunning) void reader.call('reviewed', connectionId, { ids })
      tell(connectionId, 'reviews')
    },
    async releaseReviews(connectionId) {
      // A thread that runs later would open a file that is just being replaced.
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
      if (!forgotten.ok) log?.warn('the copy cannot be deleted', { connectionId, ...forgotten.failure.facts })
      return forgotten
    },
    async close() {
      if (closed) return
      closed = true
      await settledWithin(files.closeAll(), quitting.copy)
      await Promise.all([reader.close(), writer.close()])
    }
  }
}
