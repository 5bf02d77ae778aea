import type { Product } from '../../../../electron/contract/product'
import type { ReviewState } from '../../../../electron/contract/review-state'
import { isSameFingerprint } from '../../../../electron/contract/content-fingerprint'

/** What is known of the marks of products, which may be newer than what was read. */
export interface KnownMarks {
  stateOf: (product: Product) => ReviewState
  /** Whether products in this state are in the queue. */
  includes: (state: ReviewState) => boolean
  /** What is known of this product's mark does not hold for what it is now. */
  forget: (id: string) => void
  /**
   * Whether its mark is being saved: it may be refused, and lead back to the product, which stays in the line as it was marked. What was read
   * of it meanwhile is read again after that.
   */
  waitsForSave: (id: string) => boolean
}

/**
 * The products of a queue's line that were read so far, none of them twice, and which of them are in the queue still: those that
 * were marked have left it, and stay here.
 */
export class QueueItems {
  /** In order; replaced whenever it changes. */
  all: readonly Product[] = []
  readonly #marks: KnownMarks
  readonly #known = new Set<string>()

  constructor(marks: KnownMarks) {
    this.#marks = marks
  }

  /** Whether a product of the line is in the queue still, as far as its mark tells. */
  readonly #isListed = (product: Product): boolean => this.#marks.includes(this.#marks.stateOf(product))

  readonly has = ({ id }: Product): boolean => this.#known.has(id)

  /** Its index; -1: it is none of them. */
  indexOf(id: string | undefined): number {
    return this.all.findIndex((each) => each.id === id)
  }

  /** How many of these are in the queue still. */
  listedOf(products: readonly Product[]): number {
    return products.filter(this.#isListed).length
  }

  /** Whether all of them have left the queue. */
  hasNoneListed(): boolean {
    return !this.all.some(this.#isListed)
  }

  append(fresh: readonly Product[]): void {
    this.#take(fresh)
    this.all = [...this.all, ...fresh]
  }

  prepend(fresh: readonly Product[]): void {
    this.#take(fresh)
    this.all = [...fresh, ...this.all]
  }

  /** Takes these out: they may come again. */
  drop(ids: ReadonlySet<string>): void {
    this.all = this.all.filter(({ id }) => !ids.has(id))
    for (const id of ids) this.#known.delete(id)
  }

  /**
   * Puts what a product is now in the place of what it was. Says whether that is how it is met: one that will come again for it is left, and
   * so, for the time being, is one whose mark is being saved.
   */
  put(product: Product): boolean {
    if (this.#waits(product)) return true
    if (this.#hasReturned(product)) return false
    this.all = this.all.map((each) => (each.id === product.id ? product : each))
    return true
  }

  /** Takes those that have returned to the queue out of where they were: they are new again. Answers with their ids. */
  letGo(products: readonly Product[]): Set<string> {
    const returned = new Set(
      products.filter((each) => this.#hasReturned(each) && !this.#waits(each)).map(({ id }) => id)
    )
    if (returned.size > 0) this.drop(returned)
    for (const id of returned) this.#marks.forget(id)
    return returned
  }

  /** Whether it left the queue for its mark, and is in it again as something else. */
  #hasReturned(product: Product): boolean {
    const before = this.#before(product)
    return before !== null && this.#marks.includes(product.review.state) && !this.#isListed(before)
  }

  /** Whether it changed while a mark is being saved that was for what it was. */
  #waits(product: Product): boolean {
    return this.#before(product) !== null && this.#marks.waitsForSave(product.id)
  }

  /** What it was in the line; null where it is the same still, or is not there. */
  #before({ id, contentFingerprint }: Product): Product | null {
    const before = this.#known.has(id) ? this.all.find((each) => each.id === id) : undefined
    return before && !isSameFingerprint(before.contentFingerprint, contentFingerprint) ? before : null
  }

  #take(fresh: readonly Product[]): void {
    for (const { id } of fresh) this.#known.add(id)
  }
}
