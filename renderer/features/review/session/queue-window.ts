import { ok, type Result } from '../../../../electron/contract/failure'
import type { Product, ProductPage } from '../../../../electron/contract/product'
import { pageOfPlace, placesOf } from '../../../shared/format/places'
import { QueueItems, type KnownMarks } from './queue-items'

/** Products that are read at once: enough for a minute of fast work. */
export const pageLength = 40

/** Pages that are looked back through for products that are known, where others put in before them moved them away. */
const farthest = 8

/** Reads a page, 1-based, of `pageLength` products of the queue as it is now. */
export type ReadPage = (page: number) => Promise<Result<ProductPage>>

/** The page with a place, 1-based, or the last one where the queue has become shorter. */
async function pageWith(read: ReadPage, place: number): Promise<Result<ProductPage>> {
  const page = pageOfPlace(place, pageLength)
  const answer = await read(page)
  if (!answer.ok || answer.value.items.length > 0 || page === 1) return answer
  const last = Math.max(1, Math.min(page - 1, answer.value.totalPages ?? 1))
  return read(last)
}

/** The page, or one shortly before it, with a product that is known; where none is near, the page itself. */
async function pageBehind(
  read: ReadPage,
  page: number,
  isKnown: (product: Product) => boolean
): Promise<Result<ProductPage>> {
  const answer = await read(page)
  if (!answer.ok || answer.value.items.some(isKnown)) return answer
  for (let before = page - 1; before >= 1 && before >= page - farthest; before -= 1) {
    const earlier = await read(before)
    if (!earlier.ok || earlier.value.items.some(isKnown)) return earlier
  }
  return answer
}

/** Where the last product of the line stood when it was read, and how many of the line were in the queue then. */
interface Frontier {
  place: number
  listed: number
}

/**
 * The products of a queue that a person has come by, or soon will, in order: a stable piece of a list that moves all the
 * time, since a product that is marked leaves it. What was read stays where it is, so that one can go back to it; what
 * follows is found by those of the line that are still in the queue. None comes twice, save one that is no longer what it
 * was marked as: that goes to the end, to be looked at again. None is passed over but what was put in before the last product
 * that was read, which a second reading finds.
 */
export class QueueWindow {
  /** Size of the queue when it was last read; null where the store does not say. */
  total: number | null = null
  /** Nothing comes after the last product, as far as is known. */
  hasEnd = false
  /** Nothing comes before the first. */
  hasStart = false
  /** Place of the first product in the queue, 1-based. */
  first = 1
  readonly #read: ReadPage
  readonly #line: QueueItems
  #frontier: Frontier = { place: 0, listed: 0 }
  #reading: Promise<Result<number>> | null = null

  constructor(read: ReadPage, marks: KnownMarks) {
    this.#read = read
    this.#line = new QueueItems(marks)
  }

  /** In order; replaced whenever it changes. */
  get products(): readonly Product[] {
    return this.#line.all
  }

  /** How many of the first `until` products are in the queue still. */
  listedBefore(until: number): number {
    return this.#line.listedOf(this.products.slice(0, until))
  }

  /**
   * Begins at a place, 1-based, with the product of this id if it is near there; else with what is at the place now, or
   * with the last one. Answers with its index in `products`; -1 for an empty queue.
   */
  async begin(place: number, id: string | null): Promise<Result<number>> {
    const answer = await pageWith(this.#read, place)
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

  /** Reads what comes after the last product. Answers with how many came. What is on screen by then, `shown`, stays where it is. */
  readOn(shown: () => string | null = () => null): Promise<Result<number>> {
    this.#reading ??= this.#readOn(shown).finally(() => (this.#reading = null))
    return this.#reading
  }

  /** Reads what comes before the first product. Answers with how many came: by so many every index moves. */
  async readBack(): Promise<Result<number>> {
    for (let page = pageOfPlace(Math.max(1, this.first - 1), pageLength); ; page -= 1) {
      const answer = await this.#read(page)
      if (!answer.ok) return answer
      const places = placesOf(answer.value)
      const until = answer.value.items.findIndex(this.#line.has)
      const before = until === -1 ? answer.value.items : answer.value.items.slice(0, until)
      this.hasStart = page === 1
      if (before.length > 0) this.first = places[0] ?? 1
      const listed = this.#frontier.listed + this.#line.listedOf(before)
      this.#frontier = { ...this.#frontier, listed }
      this.#line.prepend(before)
      if (before.length > 0 || page === 1) return ok(before.length)
    }
  }

  /** Something may have come to the queue: the end is looked for anew. */
  reopen(): void {
    this.hasEnd = false
  }

  /** Puts what a product is now in the place of what it was; not of one that will come again for it. Says whether it did. */
  put(product: Product): boolean {
    return this.#line.put(product)
  }

  /** Takes products out that the queue does not have anymore, whatever their marks say. */
  drop(products: readonly Product[]): void {
    this.#line.drop(new Set(products.map(({ id }) => id)))
  }

  /** Looks for a product in the line, and a page before and after it: marks made elsewhere moved it. */
  async #near(id: string): Promise<Result<number>> {
    if (this.#line.indexOf(id) === -1 && !this.hasStart) {
      const back = await this.readBack()
      if (!back.ok) return back
    }
    if (this.#line.indexOf(id) === -1) {
      const on = await this.readOn()
      if (!on.ok) return on
    }
    return ok(this.#line.indexOf(id))
  }

  /** How many products the line has before those of a page. */
  #before(page: ProductPage): number {
    return Math.max(0, this.#line.indexOf(page.items[0]?.id))
  }

  async #readOn(shown: () => string | null): Promise<Result<number>> {
    // So many stood there, of which some have left: the next product comes after the others.
    const left = this.#frontier.listed - this.listedBefore(this.products.length)
    const expected = this.#frontier.place - left
    const page = pageOfPlace(Math.max(1, expected), pageLength)
    const found = await (this.#line.hasNoneListed()
      ? this.#read(page)
      : pageBehind(this.#read, page, this.#line.has))
    for (let answer = found; ; answer = await this.#read(answer.value.page + 1)) {
      if (!answer.ok) return answer
      const from = answer === found ? this.#firstKnown(answer.value) : 0
      const returned = this.#line.letGo(answer.value.items.filter(({ id }) => id !== shown()))
      const fresh = answer.value.items.filter(
        (each, index) => !this.#line.has(each) && (index >= from || returned.has(each.id))
      )
      const isLast = answer.value.items.length + answer.value.setAside.length < pageLength
      this.#append(answer.value, fresh)
      this.hasEnd = isLast
      if (fresh.length > 0 || isLast) return ok(fresh.length)
    }
  }

  /**
   * What stands before the first product of the line on a page was passed by, unless the line begins where the queue does;
   * without one the whole page is new.
   */
  #firstKnown({ items }: ProductPage): number {
    if (this.hasStart || this.#line.hasNoneListed()) return 0
    return Math.max(0, items.findIndex(this.#line.has))
  }

  #append(page: ProductPage, fresh: readonly Product[]): void {
    this.total = page.totalItems
    const last = fresh.at(-1)
    if (!last) return
    this.#line.append(fresh)
    const place = placesOf(page)[page.items.indexOf(last)] ?? 0
    this.#frontier = { place, listed: this.listedBefore(this.products.length) }
  }
}
