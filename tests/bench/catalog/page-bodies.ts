import { changedProductAt, insertedProduct, isChanged, productAt, type BenchProduct } from './catalog-maker'

/** The store's list, unchanged, with one product inserted at the top, or with 1 % of the products changed. */
export type Variant = 'same' | 'inserted' | 'changed'

export interface PageRequest {
  variant: Variant
  /** Products of the store: the first of the whole catalog. */
  count: number
  /** 1-based. */
  page: number
  limit: number
}

/** Bytes that are reserved for a product; the longest takes less. */
const roomPerProduct = 640

/**
 * Ready-made page bodies of a catalog of `count` products: the JSON of all of them stands in one buffer, so that a page of
 * any size is a slice between a head and a tail. `body` gives its parts, to be sent one after another.
 */
export class PageBodies {
  readonly count: number
  readonly #bytes: Buffer
  /** Where each product begins, and the end of the last; a comma follows each. */
  readonly #starts: Float64Array
  readonly #changed = new Map<number, Buffer>()

  constructor(count: number) {
    this.count = count
    this.#bytes = Buffer.allocUnsafe(Math.max(1, count) * roomPerProduct)
    this.#starts = new Float64Array(count + 1)
    let at = 0
    for (let index = 0; index < count; index += 1) {
      this.#starts[index] = at
      at += this.#bytes.write(`${JSON.stringify(productAt(index))},`, at)
    }
    this.#starts[count] = at
  }

  /** The parts of a page's body; fewer products, or none, after the end. */
  body({ variant, count, page, limit }: PageRequest): Buffer[] {
    const extra = variant === 'inserted' ? 1 : 0
    const total = count + extra
    const first = Math.min((page - 1) * limit, total)
    const last = Math.min(first + limit, total)
    const parts: Buffer[] = [head]
    if (extra === 1 && first === 0 && last > 0) parts.push(text(insertedProduct))
    parts.push(...this.#slices(Math.max(0, first - extra), last - extra, variant))
    // The comma after the last product of the page.
    const end = parts.pop() ?? head
    parts.push(last > first ? end.subarray(0, -1) : end)
    const facts = { currentPage: page, totalPages: Math.ceil(total / limit), totalItems: total }
    parts.push(Buffer.from(`],${JSON.stringify(facts).slice(1)}}`))
    return parts
  }

  #slices(from: number, to: number, variant: Variant): Buffer[] {
    if (to <= from) return []
    if (variant !== 'changed') return [this.#slice(from, to)]
    const parts: Buffer[] = []
    let begun = from
    for (let index = from; index < to; index += 1) {
      if (!isChanged(index)) continue
      if (index > begun) parts.push(this.#slice(begun, index))
      parts.push(this.#changedAt(index))
      begun = index + 1
    }
    if (to > begun) parts.push(this.#slice(begun, to))
    return parts
  }

  #slice(from: number, to: number): Buffer {
    return this.#bytes.subarray(this.#starts[from], this.#starts[to])
  }

  #changedAt(index: number): Buffer {
    const kept = this.#changed.get(index) ?? text(changedProductAt(index))
    this.#changed.set(index, kept)
    return kept
  }
}

const head = Buffer.from('{"status":200,"message":"OK","data":{"items":[')
const text = (product: BenchProduct): Buffer => Buffer.from(`${JSON.stringify(product)},`)
