import { createKeyedMutex } from '../async/mutex'
import { fail, ok, type Result } from '../contract/failure'
import type { Thread } from '../database/thread'
import type { ReaderMethods, WriterMethods } from './protocol'

/** A copy as the threads have it open. */
export interface OpenedCatalog {
  file: string
  /** Whose products it holds, as `CopyFilesDeps.storeOf`. */
  store: string | null
  readerLife: number
  /** null: only the reader has it open, as at the start of the app. */
  writerLife: number | null
}

export interface CopyFilesDeps {
  folderOf: (connectionId: string) => string
  /** Another text for each store; null: there is no such connection (any more), or it does not matter. */
  storeOf: (connectionId: string) => string | null
  reader: Thread<ReaderMethods>
  writer: Thread<WriterMethods>
  /** The copy of this connection holds something else than before. */
  onRebuilt: (connectionId: string) => void
}

/** Which copies are open, in which order the two threads open and close them, and what is damaged is built anew. */
export interface CopyFiles {
  /** Opens a copy in the reader, unless it is; in the writer too when it has to be made, migrated or repaired first. */
  openToRead(connectionId: string): Promise<Result<OpenedCatalog>>
  /** Opens a copy in both threads, unless it is. */
  open(connectionId: string): Promise<Result<OpenedCatalog>>
  /** Whether the reader has it open: it is then to be told of writes. */
  isRead(connectionId: string): boolean
  /** Sets a damaged copy aside and begins a new one, unless that was done since it was opened as `found`. */
  rebuild(connectionId: string, found: OpenedCatalog): Promise<Result<OpenedCatalog>>
  /** Deletes the copy. Fails with `storage-failed` where somebody has it open: it is not shown all the same. */
  forget(connectionId: string): Promise<Result<null>>
  /** Closes all copies; the log of each goes into its file. */
  closeAll(): Promise<void>
}

export function createCopyFiles({ folderOf, storeOf, reader, writer, onRebuilt }: CopyFilesDeps): CopyFiles {
  const copies = new Map<string, OpenedCatalog>()
  /** Openings, rebuildings and closings of a copy happen one after another. */
  const mutex = createKeyedMutex()

  function current(connectionId: string): OpenedCatalog | null {
    const copy = copies.get(connectionId)
    const isOpen =
      copy?.readerLife === reader.life && (copy.writerLife === null || copy.writerLife === writer.life)
    if (!isOpen) return null
    // From the moment that a connection has another address nothing of the store before is shown (fault 111).
    const store = storeOf(connectionId)
    return store === null || store === copy.store ? copy : null
  }

  async function closeReader(connectionId: string): Promise<void> {
    if (reader.isRunning) await reader.call('close', connectionId, null)
  }

  /** The writer goes first: it builds, migrates or sets aside what the reader then opens. */
  async function openBoth(connectionId: string, how: 'open' | 'rebuild'): Promise<Result<OpenedCatalog>> {
    copies.delete(connectionId)
    // Where a file is open it cannot be set aside (Windows), and would go on being read.
    await closeReader(connectionId)
    // Loading takes a thread some 50 ms: the reader does so while the writer loads and looks at the file.
    reader.start()
    const writerLife = writer.life
    const folder = folderOf(connectionId)
    const store = storeOf(connectionId)
    const { result } = await writer.call(how, connectionId, { folder, store })
    if (!result.ok) return result
    const { file } = result.value
    const readerLife = reader.life
    const opened = await reader.call('open', connectionId, { file, folder })
    if (!opened.result.ok) {
      if (opened.damaged && how === 'open') return openBoth(connectionId, 'rebuild')
      return opened.result
    }
    const copy = { file, store, readerLife, writerLife }
    copies.set(connectionId, copy)
    return ok(copy)
  }

  /** Saves the start of the app the writer's thread. Once that runs, it looks after the file first, as `openBoth` says. */
  async function openReader(connectionId: string): Promise<Result<OpenedCatalog>> {
    const opened = current(connectionId)
    if (opened !== null) return ok(opened)
    if (writer.isRunning) return openBoth(connectionId, 'open')
    const store = storeOf(connectionId)
    const { result } = await reader.call('openSound', connectionId, { folder: folderOf(connectionId), store })
    if (!result.ok || result.value === null) return openBoth(connectionId, 'open')
    const copy = { file: result.value.file, store, readerLife: reader.life, writerLife: null }
    copies.set(connectionId, copy)
    return ok(copy)
  }

  async function openWriter(connectionId: string): Promise<Result<OpenedCatalog>> {
    const copy = current(connectionId)
    if (copy === null) return openBoth(connectionId, 'open')
    if (copy.writerLife !== null) return ok(copy)
    const writerLife = writer.life
    const place = { folder: folderOf(connectionId), store: copy.store }
    const { result } = await writer.call('openAsFound', connectionId, place)
    // What is to be put right is not to be open in the reader meanwhile.
    if (!result.ok || result.value === null) return openBoth(connectionId, 'open')
    copy.writerLife = writerLife
    return ok(copy)
  }

  return {
    openToRead(connectionId) {
      const copy = mutex.isLocked(connectionId) ? null : current(connectionId)
      if (copy !== null) return Promise.resolve(ok(copy))
      return mutex.run(connectionId, () => openReader(connectionId))
    },
    open(connectionId) {
      const copy = mutex.isLocked(connectionId) ? null : current(connectionId)
      if (copy !== null && copy.writerLife !== null) return Promise.resolve(ok(copy))
      return mutex.run(connectionId, () => openWriter(connectionId))
    },
    isRead: (connectionId) => copies.get(connectionId)?.readerLife === reader.life,
    rebuild: (connectionId, found) =>
      mutex.run(connectionId, async () => {
        const copy = current(connectionId)
        if (copy !== null && copy !== found) return ok(copy)
        const rebuilt = await openBoth(connectionId, 'rebuild')
        onRebuilt(connectionId)
        return rebuilt
      }),
    forget: (connectionId) =>
      mutex.run(connectionId, async () => {
        copies.delete(connectionId)
        await closeReader(connectionId)
        return (await writer.call('forget', connectionId, { folder: folderOf(connectionId) })).result
      }),
    async closeAll() {
      const ids = [...copies.keys()]
      copies.clear()
      for (const id of ids) await closeReader(id)
      // The last to close a database writes its log back.
      for (const id of ids) if (writer.isRunning) await writer.call('close', id, null)
    }
  }
}

/** What a call to a copy that is closed for good fails with. */
export const cancelled = fail('cancelled')
