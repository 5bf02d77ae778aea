import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { ok, type Result } from '../../../../../../electron/contract/failure'
import type { ProductQuery } from '../../../../../../electron/contract/product-query'
import type { Product, ProductPage } from '../../../../../../electron/contract/product'
import type {
  Marked,
  Review,
  ReviewProgress,
  ReviewQueue,
  Undone
} from '../../../../../../electron/contract/review'
import {
  reviewStates,
  type ReviewMark,
  type ReviewState
} from '../../../../../../electron/contract/review-state'
import type { SavedView } from '../../../../../../electron/contract/view'
import { i18n } from '../../../../../../renderer/shared/i18n'
import ReviewPage from '../../../../../../renderer/features/review/session/ReviewPage.vue'
import { connection } from '../../../support/mount-products-page'
import { auditState } from '../../quality/builders'
import { product, productPage } from '../../products/table/builders'
import { logEntry } from '../panel/builders'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'

/** A catalog with its reviews, as the main process would have them: marks count at once, lists are read from it. */
export class ReviewedCatalog {
  products: Product[]
  readonly log: { entry: number; id: string; before: ReviewState }[] = []
  /** Entries of it that took something back. */
  readonly undos = new Set<number>()
  queue: ReviewQueue | null = null
  /** What the next marks are answered with, in place of being saved. */
  refusal: Result<Marked> | null = null
  /** Approvals do not hold since errors were found. */
  isWorse = false

  constructor(names: readonly string[]) {
    this.products = names.map((name, index) =>
      product({ id: `p-${index + 1}`, name, position: index + 1, contentFingerprint: `seen-${index + 1}` })
    )
  }

  state(id: string): ReviewState {
    return this.find(id).review.state
  }

  find(id: string): Product {
    const found = this.products.find((each) => each.id === id)
    if (!found) throw new Error(`There is no product ${id}`)
    return found
  }

  change(id: string, changes: Partial<Product>): void {
    this.products = this.products.map((each) => (each.id === id ? { ...each, ...changes } : each))
  }

  set(id: string, state: ReviewState, reason: string | null = null): void {
    this.change(id, {
      review: { state, approvals: null, reason, note: '', reviewer: '', reviewedAt: null }
    })
  }

  list({ search, filters }: ProductQuery): Product[] {
    const words = search.toLowerCase().split(' ')
    return this.products.filter(
      ({ name, review, findings, position }) =>
        (position === null) === (filters.change?.kind === 'gone') &&
        words.every((word) => name.toLowerCase().includes(word)) &&
        (filters.finding === null || findings.length > 0) &&
        (filters.review.length === 0 || filters.review.includes(review.state))
    )
  }

  page(productQuery: ProductQuery, page: number, limit: number): ProductPage {
    const all = this.list(productQuery)
    const items = all.slice((page - 1) * limit, page * limit)
    const size = { totalItems: all.length, totalPages: Math.ceil(all.length / limit) }
    return productPage({ page, limit, pageSize: limit, items, ...size })
  }

  review(id: string): Review {
    return reviewOf(this, id)
  }

  mark(
    mark: ReviewMark,
    wishes: readonly { id: string; contentFingerprint: string }[],
    reason?: string | null
  ): Marked {
    const stale = wishes
      .filter(({ id, contentFingerprint }) => this.find(id).contentFingerprint !== contentFingerprint)
      .map(({ id }) => id)
    const isSame = (id: string): boolean =>
      this.state(id) === mark && (reason === undefined || reason === this.find(id).review.reason)
    const marked = wishes.filter(({ id }) => !stale.includes(id) && !isSame(id))
    const entry = this.log.length + 1
    for (const { id } of marked) {
      this.log.push({ entry, id, before: this.state(id) })
      this.set(id, mark, reason ?? null)
    }
    return { entry: marked.length > 0 ? entry : null, changed: marked.length, stale }
  }

  undo(entry: number | null): Undone {
    const undone = this.log.filter((each) => each.entry === entry)
    const redo = this.log.length + 1
    for (const { id, before } of undone) {
      this.log.push({ entry: redo, id, before: this.state(id) })
      this.set(id, before)
    }
    const kind = entry !== null && this.undos.has(entry) ? ('undo' as const) : ('mark' as const)
    this.undos.add(redo)
    const log = logEntry({
      ...{ number: entry ?? 0, at: 0, by: '', kind, count: undone.length, product: null },
      ...{ before: null, after: null, undone: true, canUndo: false }
    })
    return { entry: log, restored: undone.length, kept: 0, redo }
  }
}

function markIn(state: ReviewState): ReviewMark {
  return state === 'changed' || state === 'awaiting-you' || state === 'awaiting-others' ? 'approved' : state
}

function reviewOf(catalog: ReviewedCatalog, productId: string): Review {
  const state = catalog.state(productId)
  return {
    productId,
    mark: markIn(state),
    state,
    approvals: catalog.find(productId).review.approvals,
    reason: null,
    note: '',
    markedBy: '',
    notedBy: '',
    markedAt: null,
    notedAt: null,
    draft: null,
    draftBegunOn: null,
    differences: state === 'changed' && !catalog.isWorse ? [{ field: 'price', before: 20, after: 24.5 }] : [],
    isWorse: state === 'changed' && catalog.isWorse
  }
}

/** Everything that the page asks, answered from the catalog. */
function serve(main: MainProcess, catalog: ReviewedCatalog, views: SavedView[]): void {
  main.always('views:get', () => ok({ state: null, saved: views, shared: [] }))
  main.always('reviews:queue', () => ok(catalog.queue))
  main.always('reviews:save-queue', ({ queue }) => {
    // The renderer sends a queue whole.
    catalog.queue = queue as ReviewQueue | null
    return ok(null)
  })
  main.always('products:page', ({ productQuery, page, limit }) =>
    ok(catalog.page(productQuery as ProductQuery, page, limit))
  )
  main.always('products:of', ({ ids }) => ok(catalog.products.filter(({ id }) => ids.includes(id))))
  main.always('products:place', ({ productQuery, productId }) => {
    const at = catalog.list(productQuery as ProductQuery).findIndex(({ id }) => id === productId)
    return ok(at === -1 ? null : at + 1)
  })
  main.always('reviews:of', ({ productId }) => ok(reviewOf(catalog, productId)))
  main.always('reviews:pace', () => ok({ perHour: null, today: 0 }))
  main.always('reviews:progress', ({ productQuery }) => {
    // In whichever state: the question is how many are in which.
    const { filters, ...rest } = productQuery as ProductQuery
    const all = catalog.list({ ...rest, filters: { ...filters, review: [] } })
    const count = (state: ReviewState): number => all.filter(({ review }) => review.state === state).length
    const counts = Object.fromEntries(reviewStates.map((state) => [state, count(state)]))
    return ok({ ...counts, total: all.length } as ReviewProgress)
  })
  main.always('reviews:mark', ({ mark, reason, of }) => {
    if (catalog.refusal) return catalog.refusal
    return ok(catalog.mark(mark, 'products' in of ? of.products : [], reason))
  })
  main.always('reviews:undo', ({ entry }) => ok(catalog.undo(entry)))
  main.always('audit:state', ({ connectionId }) => ok(auditState({ connectionId })))
  main.always('products:sizes', ({ productQueries }) =>
    ok(productQueries.map((query) => catalog.list(query as ProductQuery).length))
  )
  main.always('audit:of', () => ok([]))
  main.always('history:of', () => ok({ changes: [], prices: [], since: null }))
}

/** The page as a person has it before them. */
export interface OpenedReview {
  main: MainProcess
  catalog: ReviewedCatalog
  wrapper: VueWrapper
  /** Presses keys, one after the other, where the focus is. */
  press: (...keys: (string | KeyboardEventInit)[]) => Promise<void>
  /** Name of the product on screen; null when there is none. */
  name: () => string | null
  state: () => string
  /** What the strip of pictures says of the products before the one on screen. */
  behind: () => string[]
  said: () => string
  text: () => string
  /** What the store or the reviews changed reaches the window. */
  tellChanged: () => Promise<void>
  close: () => void
}

export async function openReview(
  catalog: ReviewedCatalog,
  views: SavedView[] = [],
  before: (main: MainProcess) => void = () => undefined
): Promise<OpenedReview> {
  const main = sitInMainProcess()
  serve(main, catalog, views)
  before(main)
  startStores()
  const wrapper = mount(ReviewPage, {
    props: { connection },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
  return {
    main,
    catalog,
    wrapper,
    press: async (...keys) => {
      for (const [at, key] of keys.entries()) {
        if (typeof key !== 'string') continue
        const further = keys[at + 1]
        const changes = typeof further === 'object' ? further : {}
        const target = document.activeElement ?? document.body
        target.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...changes })
        )
        await flushPromises()
      }
    },
    name: () => {
      const heading = wrapper.find('[data-product] h2')
      return heading.exists() ? heading.text() : null
    },
    state: () => wrapper.get('[data-review-state]').text(),
    behind: () => {
      const stops = [...document.querySelectorAll('.strip button')]
      const here = stops.findIndex((stop) => stop.hasAttribute('aria-current'))
      return stops.slice(0, here).map((stop) => stop.getAttribute('aria-label') ?? '')
    },
    said: () => wrapper.get('[data-said]').text(),
    text: () => document.body.textContent,
    tellChanged: async () => {
      main.emit('catalog:changed', { connectionId: connection.id })
      await flushPromises()
    },
    close: () => {
      wrapper.unmount()
      document.body.innerHTML = ''
    }
  }
}
