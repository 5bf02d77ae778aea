import { createKeyedMutex } from '../async/locks'
import { fail, ok, type Result } from '../contract/failure'
import type { Thread } from '../database/thread'
import type { ReaderMethods, WriterMethods } from './protocol'

/** A catalog as the threads have it open. */
export interface OpenedCatalog {
  file: string
  /** Whose products it holds, as `CatalogFilesDeps.storeOf`. */
  store: string | null
  readerLife: number
  /** null: only the reader has it open, as at the start of the app. */
  writerLife: number | null
}

export interface CatalogFilesDeps {
  folderOf: (connectionId: string) => string
  /** Identifies the store; null: no such connection, or it does not matter. */
  storeOf: (connectionId: string) => string | null
  reader: Thread<ReaderMethods>
  writer: Thread<WriterMethods>
  /** This connection's catalog was replaced by an empty one. */
  onRebuilt: (connectionId: string) => void
}

/** Keeps track of open catalogs: the order in which both threads open and close them, and the rebuilding of damaged ones. */
export interface CatalogFiles {
  /** Opens a catalog in the reader; in the writer first where it has to be made, migrated or repaired. */
  openToRead(connectionId: string): Promise<Result<OpenedCatalog>>
  /** Opens a catalog in both threads. */
  open(connectionId: string): Promise<Result<OpenedCatalog>>
  /** Whether the reader has it open and must learn of writes. */
  isRead(connectionId: string): boolean
  /** Replaces a damaged catalog by a new one, unless that was done since it was opened as `found`. */
  rebuild(connectionId: string, found: OpenedCatalog): Promise<Result<OpenedCatalog>>
  /** Deletes a catalog. Fails with `storage-failed` where somebody has it open; it is not shown even then. */
  forget(connectionId: string): Promise<Result<null>>
  /** Closes all catalogs and writes their logs back. */
  closeAll(): Promise<void>
}

export function createCatalogFiles({
  folderOf,
  storeOf,
  reader,
  writer,
  onRebuilt
}: CatalogFilesDeps): CatalogFiles {
  const catalogs = new Map<string, OpenedCatalog>()
  /** A catalog is opened, rebuilt and closed by one call at a time. */
  const mutex = createKeyedMutex()

  function current(connectionId: string): OpenedCatalog | null {
    const catalog = catalogs.get(connectionId)
    const isOpen =
      catalog?.readerLife === reader.life &&
      (catalog.writerLife === null || catalog.writerLife === writer.life)
    if (!isOpen) return null
    // As soon as a connection has another address, nothing of the store before is shown (fault 111).
    const store = storeOf(connectionId)
    return store === null || store === catalog.store ? catalog : null
  }

  async function closeReader(connectionId: string): Promise<void> {
    if (reader.isRunning) await reader.call('close', connectionId, null)
  }

  /** The writer goes first: it builds, migrates or replaces what the reader then opens. */
  async function openBoth(connectionId: string, how: 'open' | 'rebuild'): Promise<Result<OpenedCatalog>> {
    catalogs.delete(connectionId)
    // An open file cannot be replaced on Windows, and elsewhere would go on being read.
    await closeReader(connectionId)
    // A thread takes some 50 ms to load: both do so at the same time.
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
    const catalog = { file, store, readerLife, writerLife }
    catalogs.set(connectionId, catalog)
    return ok(catalog)
  }

  /** Opens in the reader alone while the writer does not run, which the start of the app need not wait for. */
  async function openReader(connectionId: string): Promise<Result<OpenedCatalog>> {
    const opened = current(connectionId)
    if (opened !== null) return ok(opened)
    if (writer.isRunning) return openBoth(connectionId, 'open')
    const store = storeOf(connectionId)
    const { result } = await reader.call('openSound', connectionId, { folder: folderOf(connectionId), store })
    if (!result.ok || result.value === null) return openBoth(connectionId, 'open')
    const catalog = { file: result.value.file, store, readerLife: reader.life, writerLife: null }
    catalogs.set(connectionId, catalog)
    return ok(catalog)
  }

  async function openWriter(connectionId: string): Promise<Result<OpenedCatalog>> {
    const catalog = current(connectionId)
    if (catalog === null) return openBoth(connectionId, 'open')
    if (catalog.writerLife !== null) return ok(catalog)
    const writerLife = writer.life
    const location = { folder: folderOf(connectionId), store: catalog.store }
    const { result } = await writer.call('openAsFound', connectionId, location)
    // The reader must not have it open while the writer repairs it.
    if (!result.ok || result.value === null) return openBoth(connectionId, 'open')
    catalog.writerLife = writerLife
    return ok(catalog)
  }

  return {
    openToRead(connectionId) {
      const catalog = mutex.isLocked(connectionId) ? null : current(connectionId)
      if (catalog !== null) return Promise.resolve(ok(catalog))
      return mutex.run(connectionId, () => openReader(connectionId))
    },
    open(connectionId) {
      const catalog = mutex.isLocked(connectionId) ? null : current(connectionId)
      if (catalog !== null && catalog.writerLife !== null) return Promise.resolve(ok(catalog))
      return mutex.run(connectionId, () => openWriter(connectionId))
    },
    isRead: (connectionId) => catalogs.get(connectionId)?.readerLife === reader.life,
    rebuild: (connectionId, found) =>
      mutex.run(connectionId, async () => {
        const catalog = current(connectionId)
        if (catalog !== null && catalog !== found) return ok(catalog)
        const rebuilt = await openBoth(connectionId, 'rebuild')
        onRebuilt(connectionId)
        return rebuilt
      }),
    forget: (connectionId) =>
      mutex.run(connectionId, async () => {
        catalogs.delete(connectionId)
        await closeReader(connectionId)
        return (await writer.call('forget', connectionId, { folder: folderOf(connectionId) })).result
      }),
    async closeAll() {
      const ids = [...catalogs.keys()]
      catalogs.clear()
      for (const id of ids) await closeReader(id)
      // Whoever closes a database last writes its log back.
      for (const id of ids) if (writer.isRunning) await writer.call('close', id, null)
    }
  }
}

export const cancelled = fail('cancelled')
