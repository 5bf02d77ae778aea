import type { PictureFinding } from '../contract/picture-values'
import type { CatalogPictures, FoundPicture } from '../catalog/types'

/** Findings in one write, and the longest wait of the first of them, ms. */
const mostWaiting = 200
const longestWait = 1000

export interface FindingBufferDeps {
  save: CatalogPictures['save']
  /** Called with the products whose findings could not be saved. */
  onLost: (connectionId: string, products: number[]) => void
  log: { warn(event: string, facts?: Record<string, unknown>): void }
  /** ms since 1970. */
  now?: () => number
}

/** Buffers findings about pictures before they are written to the catalogs, since each write costs a transaction. */
export interface FindingBuffer {
  /** `products`: the keys of those that show the picture. */
  add(connectionId: string, products: readonly number[], address: string, finding: PictureFinding): void
  /** Drops what is not saved yet, and accepts nothing more until `admit`: the catalog is being deleted. */
  refuse(connectionId: string): void
  admit(connectionId: string): void
  /** Saves what waits, and accepts nothing more. Resolves when it is saved, or has failed. */
  close(): Promise<void>
}

export function createFindingBuffer(deps: FindingBufferDeps): FindingBuffer {
  const { save, onLost, log, now = Date.now } = deps
  const waiting = new Map<string, FoundPicture[]>()
  const refused = new Set<string>()
  const saving = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function saveSome(connectionId: string, found: FoundPicture[]): Promise<void> {
    const saved = await save(connectionId, found, now())
    if (saved.ok) return
    log.warn('what was found of pictures is lost', { connectionId, code: saved.failure.code })
    // They are found again when somebody next looks at them.
    onLost(
      connectionId,
      found.map(({ product }) => product)
    )
  }

  function flush(connectionId: string): void {
    const found = waiting.get(connectionId)
    waiting.delete(connectionId)
    if (found === undefined) return
    const saved = saveSome(connectionId, found).finally(() => saving.delete(saved))
    saving.add(saved)
  }

  function flushAll(): void {
    clearTimeout(timer)
    timer = undefined
    for (const id of [...waiting.keys()]) flush(id)
  }

  return {
    add(connectionId, products, address, finding) {
      if (isClosed || refused.has(connectionId)) return
      const found = waiting.get(connectionId) ?? []
      waiting.set(connectionId, found)
      for (const product of products) found.push({ product, address, finding })
      if (found.length >= mostWaiting) flush(connectionId)
      else timer ??= setTimeout(flushAll, longestWait).unref()
    },
    refuse(connectionId) {
      refused.add(connectionId)
      waiting.delete(connectionId)
    },
    admit: (connectionId) => refused.delete(connectionId),
    async close() {
      isClosed = true
      flushAll()
      await Promise.all(saving)
    }
  }
}
