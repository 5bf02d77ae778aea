import type { StorePage } from '../api/types'

/** A page as the store sent it, and when: ms since 1970. */
export interface RememberedPage {
  page: StorePage
  fetchedAt: number
}

/** Which page: a connection, a 1-based page and the number of items asked for. */
export interface PageKey {
  connectionId: string
  page: number
  limit: number
}

/** What was seen of a catalog. This one lasts for a run; the database on disk will take its place. */
export interface PageMemory {
  get(key: PageKey): RememberedPage | null
  put(key: PageKey, page: RememberedPage): void
  /** Drops all pages of a connection. */
  forget(connectionId: string): void
}

/** One text for a page; connection ids hold no slash. */
export function keyText({ connectionId, page, limit }: PageKey): string {
  return `${connectionId}/${limit}/${page}`
}

/**
 * Remembers pages up to `maxItems` products in all (each at most some tens of KB, mostly a few hundred bytes),
 * dropping those that were not looked at for longest.
 */
export function createPageMemory(maxItems = 20_000): PageMemory {
  const pages = new Map<string, RememberedPage>()
  let items = 0

  function drop(text: string): void {
    items -= weight(pages.get(text))
    pages.delete(text)
  }

  return {
    get(key) {
      const text = keyText(key)
      const found = pages.get(text)
      if (found === undefined) return null
      pages.delete(text)
      pages.set(text, found)
      return found
    },
    put(key, page) {
      drop(keyText(key))
      pages.set(keyText(key), page)
      items += weight(page)
      for (const text of pages.keys()) {
        if (items <= maxItems || pages.size === 1) break
        drop(text)
      }
    },
    forget(connectionId) {
      for (const text of pages.keys()) if (text.startsWith(`${connectionId}/`)) drop(text)
    }
  }
}

/** An empty page counts as one, so that a million of them cannot pile up. */
function weight(remembered: RememberedPage | undefined): number {
  return remembered === undefined ? 0 : remembered.page.items.length + remembered.page.setAside.length + 1
}
