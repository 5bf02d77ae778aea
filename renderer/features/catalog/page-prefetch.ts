import type { Result } from '../../../electron/contract/failure'
import type { ProductPage } from '../../../electron/contract/product'
import type { ProductQuery } from '../../../electron/contract/product-query'

/** A remembered page younger than this is not asked for again, ms: leafing back and forth stays quiet. */
const youngEnough = 30_000

/**
 * Whether a page should be asked for again behind the rows. A page that came from memory because the store
 * could not be reached is not: that is for a person, or for the network's return.
 */
export function isRevalidationDue(page: ProductPage, now: number): boolean {
  if (!page.fromCopy || page.staleBecause !== null) return false
  const age = now - page.fetchedAt
  // A negative age means that the clock was set back: nothing is known of the page's age.
  return age < 0 || age > youngEnough
}

/** The last page's number at this limit; null when the store does not say how long its list is. */
export function lastPageFor(shown: ProductPage | null, limit: number): number | null {
  if (shown === null) return null
  if (shown.limit === limit && shown.totalPages !== null) return Math.max(1, shown.totalPages)
  if (shown.totalItems === null) return null
  return Math.max(1, Math.ceil(shown.totalItems / limit))
}

/** Which page of which list. */
interface Wish {
  /** By identity: every change of what is searched for, filtered or ordered makes another one. */
  productQuery: ProductQuery
  page: number
  limit: number
}

interface Surroundings {
  /** The list's last page. */
  last: number
  /** Of the last turn: to pages after (1) or before (-1) the one on screen. */
  direction: 1 | -1
  /** The page is still on screen, and nothing else on its way. */
  isStill: () => boolean
  /** The page that a turn probably leads to is here. */
  likely: (page: ProductPage) => void
}

/** Pages that are kept: the one shown, both beside it, and where they were a moment ago. */
const most = 6

/** Whether a page would be answered from the catalog alone, and the same, if it were asked for again. */
function isKeepable({ coverage, staleBecause }: ProductPage): boolean {
  return coverage.state === 'complete' && staleBecause === null
}

/** Pages of one list beside the one on screen, so that a turn to them waits for nothing. */
export class PagesAhead {
  readonly #read: (wish: Wish) => Promise<Result<ProductPage>>
  readonly #pages = new Map<number, ProductPage>()
  #list: Omit<Wish, 'page'> | null = null
  #cleared = 0

  /** @param read a page from the catalog */
  constructor(read: (wish: Wish) => Promise<Result<ProductPage>>) {
    this.#read = read
  }

  /** Forgets all: the catalog or the list is another one. */
  clear(): void {
    this.#cleared += 1
    this.#pages.clear()
    this.#list = null
  }

  #keep(wish: Wish, page: ProductPage): void {
    if (!this.#isOf(wish)) this.clear()
    const { productQuery, limit } = wish
    this.#list = { productQuery, limit }
    this.#pages.delete(wish.page)
    if (!isKeepable(page)) return
    this.#pages.set(wish.page, page)
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= most) return
      this.#pages.delete(oldest)
    }
  }

  /** The page as the catalog would answer with it now, if it is here. */
  get(wish: Wish): ProductPage | null {
    const page = this.#isOf(wish) ? this.#pages.get(wish.page) : undefined
    return page ? { ...page, fromCopy: true } : null
  }

  /**
   * Keeps the page on screen, and reads those beside it, none behind `last`, for as long as it is there: the one that follows in
   * the direction of the last turn, which `likely` is told of at once, then the other, which is the likely one at an end of the
   * list. Only where the catalog is complete: otherwise the store would be asked for what nobody wants yet.
   */
  async readBeside(
    wish: Wish,
    page: ProductPage,
    { last, direction, isStill, likely }: Surroundings
  ): Promise<void> {
    this.#keep(wish, page)
    const cleared = this.#cleared
    if (!this.#pages.has(wish.page)) return
    let isTold = false
    for (const number of [wish.page + direction, wish.page - direction]) {
      if (number < 1 || number > last) continue
      const beside = { ...wish, page: number }
      if (!this.#pages.has(number)) {
        const answer = await this.#read(beside)
        if (cleared !== this.#cleared || !isStill()) return
        if (answer.ok) this.#keep(beside, answer.value)
      }
      const here = this.#pages.get(number)
      if (here && !isTold) likely(here)
      isTold = true
    }
  }

  #isOf({ productQuery, limit }: Wish): boolean {
    return this.#list?.productQuery === productQuery && this.#list.limit === limit
  }
}
