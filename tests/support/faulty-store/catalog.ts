import type { StoreItem } from './exchange'

/** What the healthy store has on its list; a test may change it while the store is open. */
export interface Shelf {
  /** How many products were ever listed: 1 to `total`. */
  total: number
  /** Numbers of products that are not listed anymore. */
  removed: Set<number>
  /** What differs from the plain product, by number. */
  edits: Map<number, StoreItem>
  /** Items a page at most, whatever is asked (fault 42); null: as asked. */
  cap: number | null
  /** ms before each page is answered. */
  delay: number
  /** How many more pages it answers, requests after them hang; null: all. */
  answers: number | null
  /** Pages that are answered with a text that is no JSON, 1-based. */
  broken: Set<number>
}

/** A shelf of plain products. */
export function stock(total: number): Shelf {
  return {
    total,
    removed: new Set(),
    edits: new Map(),
    cap: null,
    delay: 0,
    answers: null,
    broken: new Set()
  }
}

/** How many products are listed. */
export function listed({ total, removed }: Shelf): number {
  return total - removed.size
}

/** The n-th product of the healthy store, 1-based: plain, complete and always the same, save for its edits. */
function catalogItem(n: number, baseUrl: string, { edits }: Shelf): StoreItem {
  return {
    id: `P-${String(n).padStart(5, '0')}`,
    name: `Product ${n}`,
    price: Math.round(499 + n * 37.5) / 100,
    description: `The description of product ${n}.`,
    image: `${baseUrl}/images/${n}.png`,
    ...edits.get(n)
  }
}

/** The products of one page, 1-based, of the list. */
export function catalogPage(baseUrl: string, shelf: Shelf, page: number, limit: number): StoreItem[] {
  const first = (page - 1) * limit
  const numbers: number[] = []
  let place = 0
  for (let n = 1; n <= shelf.total && numbers.length < limit; n += 1) {
    if (shelf.removed.has(n)) continue
    if (place >= first) numbers.push(n)
    place += 1
  }
  return numbers.map((n) => catalogItem(n, baseUrl, shelf))
}
