import { fail, ok, type Failure, type Result } from '../contract/failure'
import { isUnfiltered } from '../contract/empty-query'
import type { ProductQuery } from '../contract/product-query'
import type { PageOddity, Picture, Product, ProductPage } from '../contract/product'
import {
  hasNext,
  isShowable,
  laidOver,
  mayLack,
  placesIn,
  toProduct,
  toProductPage,
  type Provenance,
  type Question
} from './page-view'
import { createQuestions } from './pending-requests'
import { createRangeFetch, type Fetched } from './remote/range-fetcher'
import { createStorePages, type StorePagesDeps } from './remote/page-fetcher'
import { isIn, placesOf, rangeOf } from './remote/ranges'
import type { CatalogDb, ListAnswer } from './types'

/** What the copy holds of a page, and how many pages had come when it was looked at. */
interface Held {
  answer: ListAnswer | null
  knownAt: number
}

/** Items of the page that is asked for to see whether a store answers: no size is more usual. */
const probeSize = 25

export interface ProductServiceDeps extends Omit<StorePagesDeps, 'now' | 'copy' | 'savePatience'> {
  copy: Pick<CatalogDb, 'read' | 'watch' | 'save' | 'facts' | 'products' | 'listed'>
  /** A page that was fetched says that the list has shrunk so much that a person is to be asked before it is believed (41). */
  onDrop: (connectionId: string) => void
  /** `product`: its key in the copy. */
  registerPicture: (connectionId: string, address: string, product?: number) => Picture
  /** ms since 1970. */
  now?: () => number
  /** ms that a page waits for the copy to take it in. */
  savePatience?: number
}

/** The products of the connected stores, page by page, from their copies and, where those have gaps, from the stores. */
export interface ProductService {
  /**
   * The page asked for. The store's own list is filled up from the store, and asked for anew with `from: 'store'`; a
   * narrowed or reordered list comes from the copy alone. Asking for another page ends an earlier question that waits
   * for the store, which then fails with `cancelled`. Fails as the store or the keychain does, when there is nothing in
   * the copy to show instead; for a narrowed list as the copy does.
   */
  page(question: Question): Promise<Result<ProductPage>>
  /** Products by their ids, in that order, as the copy has them now; without those that it does not have. */
  products(connectionId: string, ids: string[]): Promise<Result<Product[]>>
  /** Those of these products, by their ids, that a list holds, as the copy has it now. */
  listed(connectionId: string, productQuery: ProductQuery, ids: string[]): Promise<Result<string[]>>
  /**
   * Asks the store for its first page, once, to see whether it answers. Fails as the store and the keychain do, and with
   * `cancelled` when it wants to be left alone.
   */
  probe(connectionId: string): Promise<Result<null>>
  /** The sync's question to the store failed: what it says of a wait holds for pages too (28). */
  onStoreBackoff(connectionId: string, failure: Failure): void
  /** The person looks at this connection now (null: at none): fetches for others end. */
  focus(connectionId: string | null): void
  /** The store is asked with another key: whether it takes it is seen before the copy is shown again (22). */
  keyChanged(connectionId: string): void
  /** What was known of a connection's store does not hold any more: it was edited or removed. The copy is not touched. */
  forget(connectionId: string): void
}

const isDropOdd = (oddity: PageOddity): boolean => oddity === 'list-emptied' || oddity === 'list-shrunk'

export function createProductService({
  now = Date.now,
  savePatience = 300,
  ...rest
}: ProductServiceDeps): ProductService {
  const deps = { ...rest, now, savePatience }
  const { addressOf, copy, registerPicture } = deps
  const pages = createStorePages(deps)
  const ranges = createRangeFetch(pages, copy)
  const questions = createQuestions()
  /** Connections with a key that their store has not been asked with. */
  const unproven = new Set<string>()

  const read = ({ connectionId, productQuery, page, limit }: Question): Promise<Result<ListAnswer>> =>
    copy.read(connectionId, { productQuery, offset: (page - 1) * limit, limit })

  /** What the copy holds of a page of the store's own list; nothing when it cannot be read. */
  async function look(question: Question): Promise<Held> {
    const knownAt = pages.count()
    const answer = await read(question)
    return { answer: answer.ok ? answer.value : null, knownAt }
  }

  function shown(question: Question, answer: ListAnswer, how: Partial<Provenance>): ProductPage {
    const provenance = { fromCopy: true, staleBecause: null, fetched: [], now: now(), ...how }
    return toProductPage(question, answer, provenance, (address, product) =>
      registerPicture(question.connectionId, address, product)
    )
  }

  /** Fetches what the page lacks, or all of it when it is to be asked for anew. */
  function fetch(question: Question, { answer, knownAt }: Held, signal: AbortSignal): Promise<Fetched> {
    const isFresh = question.from === 'copy' && answer !== null
    const known = placesIn(isFresh ? answer : null)
    const { connectionId, limit } = question
    const wanted = { connectionId, limit, range: rangeOf(question), known, knownAt }
    return ranges.fetch(wanted, { signal, isFresh })
  }

  async function narrowed(question: Question): Promise<Result<ProductPage>> {
    const answer = await read(question)
    return answer.ok ? ok(shown(question, answer.value, {})) : answer
  }

  async function whole(asked: Question, signal: AbortSignal): Promise<Result<ProductPage>> {
    const question: Question = unproven.has(asked.connectionId) ? { ...asked, from: 'store' } : asked
    const isLeft = (): boolean => signal.aborted
    const held = await look(question)
    const { answer, knownAt } = held
    if (answer && question.from === 'copy' && !mayLack(answer, question.limit)) {
      return ok(shown(question, answer, {}))
    }
    if (isLeft()) return fail('cancelled')
    const fetched = await fetch(question, held, signal)
    const isAsBefore = answer !== null && fetched.pages.length === 0 && pages.count() === knownAt
    const filled = isAsBefore ? answer : await filledUp(question, answer, fetched.pages)
    if (isLeft() || fetched.failure?.code === 'cancelled') return fail('cancelled')
    unproven.delete(question.connectionId)
    const { failure } = fetched
    if (failure && !isShowable(filled, question.limit)) return { ok: false, failure }
    const isOfNow = (place: number): boolean => fetched.pages.some(({ page }) => isIn(place, placesOf(page)))
    const fromCopy = fetched.pages.length === 0 || failure !== null || ![...placesIn(filled)].every(isOfNow)
    return ok(shown(question, filled, { fromCopy, staleBecause: failure, fetched: fetched.pages }))
  }

  /** As the copy has it now, or, where it did not take a page in, as the store sent it. */
  async function filledUp(
    question: Question,
    held: ListAnswer | null,
    fetched: Fetched['pages']
  ): Promise<ListAnswer> {
    const answer = fetched.every(({ isKept }) => isKept) ? await read(question) : null
    return answer?.ok ? answer.value : laidOver(question, held, fetched)
  }

  /** Nobody waits for it: its failure is told when the page is asked for. */
  function fetchAhead(question: Question, page: ProductPage): void {
    if (pages.isFailing(question.connectionId) || !hasNext(page)) return
    const next: Question = { ...question, page: question.page + 1, from: 'copy' }
    void questions.ask(next, async (signal) => {
      const held = await look(next)
      if (held.answer === null || signal.aborted) return
      // Where the person looks at old rows and does not wait for young ones, the next ones may be old as well.
      const isOld = pages.isYoung(page.fetchedAt) && !pages.isYoung(held.answer.readAt)
      if (mayLack(held.answer, next.limit)) await fetch(next, held, signal)
      else if (isOld) await fetch({ ...next, from: 'store' }, held, signal)
    })
  }

  function forget(connectionId: string): void {
    questions.leave((other) => other === connectionId)
    pages.forget(connectionId)
    ranges.forget(connectionId)
    unproven.delete(connectionId)
  }

  return {
    async page(question) {
      if (addressOf(question.connectionId) === null) return fail('connection-unknown')
      questions.leaveAllBut(question)
      copy.watch(question.connectionId, question.productQuery)
      if (!isUnfiltered(question.productQuery)) return narrowed(question)
      const page = await questions.ask(question, (signal) => whole(question, signal))
      if (!page.ok) return page
      fetchAhead(question, page.value)
      if (page.value.oddities.some(isDropOdd)) deps.onDrop(question.connectionId)
      return page
    },
    async products(connectionId, ids) {
      // To look for a copy that there is not would make one.
      if (addressOf(connectionId) === null) return fail('connection-unknown')
      const answer = await copy.products(connectionId, ids)
      if (!answer.ok) return answer
      const inOrder = answer.value.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
      return ok(inOrder.map(toProduct((address, key) => registerPicture(connectionId, address, key))))
    },
    async listed(connectionId, productQuery, ids) {
      if (addressOf(connectionId) === null) return fail('connection-unknown')
      return copy.listed(connectionId, productQuery, ids)
    },
    async probe(connectionId) {
      if (pages.backoffOf(connectionId)) return fail('cancelled')
      const page = await pages.fetch({ connectionId, page: 1, limit: probeSize }, undefined, 1)
      return page.ok ? ok(null) : page
    },
    onStoreBackoff: (connectionId, failure) => pages.onStoreBackoff(connectionId, failure),
    focus: (connectionId) => questions.leave((other) => other !== connectionId),
    keyChanged(connectionId) {
      forget(connectionId)
      unproven.add(connectionId)
    },
    forget
  }
}
