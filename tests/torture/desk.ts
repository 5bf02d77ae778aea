import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Result } from '../../electron/contract/failure'
import type { ReviewMark } from '../../electron/contract/review-state'
import { fingerprintOf, type FingerprintedContent } from '../../electron/catalog/content-fingerprint'
import type { InputOf, MethodName, OutputOf } from '../../electron/database/thread-protocol'
import type { OpenedReviews, ReviewMethods, ReviewsPlace } from '../../electron/reviews/protocol'
import { reviewsName } from '../../electron/reviews/db/schema'
import type { LoggedEntry } from '../../electron/reviews/read/log'
import { createReviewSide } from '../../electron/reviews/thread-methods'
import { hash } from '../../scripts/demo-store/random'

const id = 'shop'
const store = { baseUrl: 'https://shop.example', apiPath: '/api' }

/** Each product has its own; one in thirty is too long for a page of the database. */
function contentOf(product: string): FingerprintedContent {
  const description = hash(product) % 30 === 0 ? 'A lamp that tells much of itself. '.repeat(90) : null
  return { name: `Lamp ${product}`, price: 1, description, image: null }
}

/** What people said of a product. */
export type Said = [mark: number, note: string, reason: string | null]

/** Somebody's reviews: the code of their thread over real files, with a clock that is set by hand. */
export class Desk {
  readonly folder: string
  readonly by: string
  /** ms since 1970. */
  at: number
  /** Whether the file had to be mended when it was opened last. */
  isMended = false
  readonly #methods = createReviewSide()

  /** @param skew ms that this computer's clock is ahead */
  constructor(folder: string, by = 'Ada', skew = 0) {
    this.folder = folder
    this.by = by
    this.at = Date.UTC(2026, 10, 3, 10) + skew
  }

  get file(): string {
    return join(this.folder, id, reviewsName)
  }

  /** As the app does: opens, and mends what is broken. */
  async open(): Promise<OpenedReviews> {
    let opened = await this.#take('open', this.#place())
    this.isMended = opened.state === 'broken'
    if (opened.state === 'broken') opened = await this.#take('mend', this.#place())
    if (opened.state === 'broken') opened = await this.#take('recover', this.#place())
    return opened
  }

  /** @param reason why they need work; left out, those that already do keep theirs */
  async mark(mark: ReviewMark, products: string[], reason?: string | null): Promise<void> {
    const list = products.map((product) => {
      const content = contentOf(product)
      return { id: product, contentFingerprint: fingerprintOf(content), content }
    })
    await this.#take('mark', { mark, reason, by: this.by, at: ++this.at, products: list })
  }

  async note(product: string, note: string): Promise<void> {
    await this.#take('note', { product, note, by: this.by, at: ++this.at })
  }

  /** What is being typed; null: nothing anymore. */
  async draft(product: string, draft: string | null): Promise<void> {
    await this.#take('draft', { product, draft, joins: false, at: ++this.at })
  }

  /** Excepts a product from a rule; null: not anymore. */
  async setException(product: string, reason: string | null, rule = 'price-missing'): Promise<void> {
    await this.#take('setException', { product, rule, reason, by: this.by, at: ++this.at })
  }

  /** The newest entries of the log. */
  async log(): Promise<LoggedEntry[]> {
    return this.#take('log', { product: null, before: null, limit: 200 })
  }

  async undo(): Promise<void> {
    await this.#take('undo', { entry: null, by: this.by, at: ++this.at })
  }

  /** A day goes by. */
  sleep(): void {
    this.at += 24 * 60 * 60 * 1000
  }

  async backUp(): Promise<void> {
    await this.#take('backUp', { at: this.at })
  }

  /** Goes back to the latest backup, where there is one. */
  async restore(): Promise<void> {
    const [latest] = await this.#take('backups', { folder: join(this.folder, id) })
    if (latest) await this.#take('restore', { backup: latest.name, by: this.by, at: ++this.at })
  }

  async reopen(): Promise<void> {
    await this.close()
    await this.open()
  }

  /** The connection is removed, and its store connected again. */
  async removeAndConnect(): Promise<void> {
    await this.#take('putAway', this.#place())
    await this.open()
  }

  async share(file: string): Promise<void> {
    const heading = { store, at: ++this.at, by: this.by }
    await this.#take('share', { file, onlyStaged: false, staged: 0, heading })
  }

  async merge(file: string): Promise<void> {
    let merged = await this.#take('merge', { file, by: this.by, at: ++this.at })
    while (merged === null) merged = await this.#take('mergeOn', null)
  }

  async said(product: string): Promise<Said> {
    const { mark, note, markReason } = await this.#take('of', { productId: product })
    return [mark, note, markReason]
  }

  /** Stands for what is said of all these products. */
  async digest(products: readonly string[]): Promise<string> {
    const hash = createHash('sha256')
    for (const product of products) hash.update(JSON.stringify(await this.said(product)))
    return hash.digest('base64')
  }

  async close(): Promise<void> {
    await this.#take('close', { at: ++this.at })
  }

  #place(): ReviewsPlace {
    const folder = join(this.folder, id)
    return { folder, removedFolder: join(this.folder, 'removed-reviews'), store, at: ++this.at }
  }

  async #take<Name extends MethodName<ReviewMethods>>(
    method: Name,
    input: InputOf<ReviewMethods, Name>
  ): Promise<OutputOf<ReviewMethods, Name>> {
    const answer: Result<OutputOf<ReviewMethods, Name>> = await this.#methods[method](id, input)
    if (!answer.ok) throw new Error(`${method}: ${answer.failure.code} ${answer.failure.facts.reason ?? ''}`)
    return answer.value
  }
}
