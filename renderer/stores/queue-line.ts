import { ok, type Result } from '../../electron/contract/failure'
import type { Product, ProductPage } from '../../electron/contract/product'
import type { ReviewState } from '../../electron/contract/review-state'
import { isSameSeen } from '../../electron/contract/seen'
import { pageOfPlace, placesOf } from '../format/places'

/** Products that are read at once: enough for a minute of fast work. */
export const pageLength = 40

/** Pages that are looked back through for products of the line, where others put in before them moved them away. */
const farthest = 8

/** Reads a page, 1-based, of `pageLength` products of the queue as it is now. */
export type ReadPage = (page: number) => Promise<Result<ProductPage>>

/** What is known of the marks of products, which may be newer than what was read. */
export interface KnownMarks {
  stateOf: (product: Product) => ReviewState
  /** Whether products in this state are in the queue. */
  includes: (state: ReviewState) => boolean
  /** What is known of this product's mark does not hold for what it is now. */
  forget: (id: string) => void
}

/** Where the last product of the line stood when it was read, and how many of the line were in the queue then. */
interface Frontier {
  place: number
  listed: number
}

/**
 * The products of a queue that a person has come by, or soon will, in order: a stable piece of a list that moves all the
 * time, since a product that is marked leaves it. What was read stays where it is, so that one can go back to it; what
 * follows is found by those of the line that are still in the queue. None comes twice, save one that is not any more what it
 * was marked as: that goes to the end, to be looked at again. None is passed over but what was put in before the last product
 * that was read, which a second reading finds.
 */
export class QueueLine {
  /** In order; replaced whenever it grows. */
  products: readonly Product[] = []
  /** Size of the queue when it was last read; null where the store does not say. */
  total: number | null = null
  /** Nothing comes after the last product, as far as is known. */
  hasEnd = false
  /** Nothing comes before the first. */
  hasStart = false
  /** Place of the first product in the queue, 1-based. */
  first = 1
  readonly #read: ReadPage
  readonly #marks: KnownMarks
  readonly #known = new Set<string>()
  #frontier: Frontier = { place: 0, listed: 0 }
  #reading: Promise<Result<number>> | null = null

  constructor(read: ReadPage, marks: KnownMarks) {
    this.#read = read
    this.#marks = marks
  }

  /** Whether a product of the line is in the queue still, as far as its mark tells. */
  readonly #isListed = (product: Product): boolean => this.#marks.includes(this.#marks.stateOf(product))

  /** How many of the first `until` products are in the queue still. */
  listedBefore(until: number): number {
    return this.products.slice(0, until).filter(this.#isListed).length
  }

  /**
   * Begins at a place, 1-based, with the product of this id if it is near there; else with what is at the place now, or
   * with the last one. Answers with its index in `products`; -1 for an empty queue.
   */
  async begin(place: number, id: string | null): Promise<Result<number>> {
    const answer = await this.#pageAt(place)
    if (!answer.ok) return answer
    const page = answer.value
    this.#append(page, page.items)
    this.first = placesOf(page)[0] ?? 1
    this.hasStart = page.page === 1
    const at = placesOf(page).findIndex((there) => there >= place)
    const nearest = at === -1 ? this.products.length - 1 : at
    if (id === null || this.products.length === 0) return ok(nearest)
    const here = await this.#near(id)
    return here.ok && here.value === -1
      ? ok(this.products.length === 0 ? -1 : nearest + this.#before(page))
      : here
  }

  /** Reads what comes after the last product. Answers with how many came. What is on screen, `shown`, stays where it is. */
  readOn(shown: string | null = null): Promise<Result<number>> {
    this.#reading ??= this.#readOn(shown).finally(() => (this.#reading = null))
    return this.#reading
  }

  /** Reads what comes before the first product. Answers with how many came: by so many every index moves. */
  async readBack(): Promise<Result<number>> {
    for (let page = pageOfPlace(Math.max(1, this.first - 1), pageLength); ; page -= 1) {
      const answer = await this.#read(page)
      if (!answer.ok) return answer
      const places = placesOf(answer.value)
      const until = answer.value.items.findIndex(({ id }) => this.#known.has(id))
      const before = until === -1 ? answer.value.items : answer.value.items.slice(0, until)
      this.hasStart = page === 1
      if (before.length > 0) this.first = places[0] ?? 1
      const listed = this.#frontier.listed + before.filter(this.#isListed).length
      this.#frontier = { ...this.#frontier, listed }
      this.products = [...before, ...this.products]
      for (const { id } of before) this.#known.add(id)
      if (before.length > 0 || page === 1) return ok(before.length)
    }
  }

  /** Something may have come to the queue: the end is looked for anew. */
  reopen(): void {
    this.hasEnd = false
  }

  /** Puts what a product is now in the place of what it was; not of one that will come again for it. Says whether it did. */
  put(product: Product): boolean {
    if (this.#hasReturned(product)) return false
    this.products = this.products.map((each) => (each.id === product.id ? product : each))
    return true
  }

  /** The page with a place, or the last one where the queue has become shorter. */
  async #pageAt(place: number): Promise<Result<ProductPage>> {
    const page = pageOfPlace(place, pageLength)
    const answer = await this.#read(page)
    if (!answer.ok || answer.value.items.length > 0 || page === 1) return answer
    const last = Math.max(1, Math.min(page - 1, answer.value.totalPages ?? 1))
    return this.#read(last)
  }

  /** Looks for a product in the line, and a page before and after it: marks made elsewhere moved it. */
  async #near(id: string): Promise<Result<number>> {
    const find = (): number => this.products.findIndex((each) => each.id === id)
    if (find() === -1 && !this.hasStart) {
      const back = await this.readBack()
      if (!back.ok) return back
    }
    if (find() === -1) {
      const on = await this.readOn()
      if (!on.ok) return on
    }
    return ok(find())
  }

  /** How many products the line has before those of a page. */
  #before(page: ProductPage): number {
    const first = page.items[0]?.id
    return Math.max(
      0,
      this.products.findIndex(({ id }) => id === first)
    )
  }

  async #readOn(shown: string | null): Promise<Result<number>> {
    // So many stood there, of which some have left: the next product comes after the others.
    const left = this.#frontier.listed - this.listedBefore(this.products.length)
    const expected = this.#frontier.place - left
    const found = await this.#anchored(pageOfPlace(Math.max(1, expected), pageLength))
    for (let answer = found; ; answer = await this.#read(answer.value.page + 1)) {
      if (!answer.ok) return answer
      const from = answer === found ? this.#firstKnown(answer.value) : 0
      const returned = this.#letGo(answer.value.items.filter(({ id }) => id !== shown))
      const fresh = answer.value.items.filter(
        ({ id }, index) => !this.#known.has(id) && (index >= from || returned.has(id))
      )
      const isLast = answer.value.items.length + answer.value.setAside.length < pageLength
      this.#append(answer.value, fresh)
      this.hasEnd = isLast
      if (fresh.length > 0 || isLast) return ok(fresh.length)
    }
  }

  /** The page, or one shortly before it, with a product of the line on it; where none is left, the page itself. */
  async #anchored(page: number): Promise<Result<ProductPage>> {
    const answer = await this.#read(page)
    if (!answer.ok || this.#hasNone() || this.#hasKnown(answer.value)) return answer
    for (let before = page - 1; before >= 1 && before >= page - farthest; before -= 1) {
      const earlier = await this.#read(before)
      if (!earlier.ok || this.#hasKnown(earlier.value)) return earlier
    }
    return answer
  }

  /** Whether it left the queue for its mark, and is in it again as something else. */
  #hasReturned({ id, seen, review }: Product): boolean {
    const before = this.#known.has(id) ? this.products.find((each) => each.id === id) : undefined
    if (!before || isSameSeen(before.seen, seen) || !this.#marks.includes(review.state)) return false
    return !this.#isListed(before)
  }

  /** Takes those of a page that have returned out of where they were: they are new again. */
  #letGo(items: readonly Product[]): Set<string> {
    const returned = new Set(items.filter((each) => this.#hasReturned(each)).map(({ id }) => id))
    if (returned.size > 0) this.products = this.products.filter(({ id }) => !returned.has(id))
    for (const id of returned) {
      this.#known.delete(id)
      this.#marks.forget(id)
    }
    return returned
  }

  /** Whether all of the line has left the queue. */
  #hasNone(): boolean {
    return !this.products.some(this.#isListed)
  }

  #hasKnown({ items }: ProductPage): boolean {
    return items.some(({ id }) => this.#known.has(id))
  }

  /**
   * What stands before the first product of the line on a page was passed by, unless the line begins where the queue does;
   * without one the whole page is new.
   */
  #firstKnown({ items }: ProductPage): number {
    if (this.hasStart || this.#hasNone()) return 0
    return Math.max(
      0,
      items.findIndex(({ id }) => this.#known.has(id))
    )
  }

  #append(page: ProductPage, fresh: readonly Product[]): void {
    this.total = page.totalItems
    const last = fresh.at(-1)
    if (!last) return
    for (const { id } of fresh) this.#known.add(id)
    this.products = [...this.products, ...fresh]
    const place = placesOf(page)[page.items.indexOf(last)] ?? 0
    this.#frontier = { place, listed: this.listedBefore(this.products.length) }
  }
}
