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
 * Remembers pages up to `maxItems` products and `maxText` characters (UTF-16 units) in all, dropping those that
 * were not looked at for longest. Most products have a few hundred characters, but one may have 30,000: the
 * second bound keeps a store of such below 128 MB.
 */
export function createPageMemory(maxItems = 20_000, maxText = 64_000_000): PageMemory {
  const pages = new Map<string, { remembered: RememberedPage; text: number }>()
  let [items, text] = [0, 0]

  function drop(name: string): void {
    const found = pages.get(name)
    if (found === undefined) return
    items -= weight(found.remembered)
    text -= found.text
    pages.delete(name)
  }

  return {
    get(key) {
      const name = keyText(key)
      const found = pages.get(name)
      if (found === undefined) return null
      pages.delete(name)
      pages.set(name, found)
      return found.remembered
    },
    put(key, page) {
      const added = { remembered: page, text: textOf(page) }
      drop(keyText(key))
      pages.set(keyText(key), added)
      items += weight(page)
      text += added.text
      for (const name of pages.keys()) {
        if ((items <= maxItems && text <= maxText) || pages.size === 1) break
        drop(name)
      }
    },
    forget(connectionId) {
      for (const name of pages.keys()) if (name.startsWith(`${connectionId}/`)) drop(name)
    }
  }
}

/** An empty page counts as one, so that a million of them cannot pile up. */
function weight({ page }: RememberedPage): number {
  return page.items.length + page.setAside.length + 1
}

function textOf({ page }: RememberedPage): number {
  return page.items.reduce(
    (sum, { id, name, description, image }) =>
      sum + id.length + name.length + (description?.length ?? 0) + (image?.length ?? 0),
    0
  )
}
