import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Result } from '../../../electron/contract/failure'
import type { ReviewNotice } from '../../../electron/contract/review'
import type { ReviewMark } from '../../../electron/contract/review-state'
import { fingerprintOf } from '../../../electron/catalog/content-fingerprint'
import type { InputOf, MethodName, OutputOf } from '../../../electron/database/thread-protocol'
import type { KeptReview, OpenedReviews, ReviewMethods } from '../../../electron/reviews/protocol'
import { createReviewSide } from '../../../electron/reviews/thread-methods'

import { take } from './review-thread'

const id = 'shop'
export const store = { baseUrl: 'https://shop.example', apiPath: '/api' }

/** The thread's side without its thread, over the real files of a folder. */
export class Side {
  readonly folder: string
  at = Date.UTC(2026, 10, 3, 10)
  by = 'Ada'
  readonly #methods = createReviewSide()

  constructor(folder: string) {
    this.folder = folder
    onTestFinished(() => void this.#methods.close(id, { at: this.at }))
  }

  /** As the client does: opens, and mends what is broken. */
  open(): OpenedReviews {
    const place = this.#place()
    const opened = this.#take('open', place)
    if (opened.state !== 'broken') return opened
    const mended = this.#take('mend', place)
    return mended.state === 'broken' ? this.#take('recover', place) : mended
  }

  look(): OpenedReviews {
    return this.#take('open', this.#place())
  }

  ask<Name extends MethodName<ReviewMethods>>(
    method: Name,
    input: InputOf<ReviewMethods, Name>
  ): Result<OutputOf<ReviewMethods, Name>> {
    const answer = this.#methods[method](id, input)
    if (answer instanceof Promise) throw new Error('it answers at once')
    return answer
  }

  mark(mark: ReviewMark, ...products: string[]): number | null {
    return this.markFor(undefined, mark, ...products)
  }

  /** @param reason why they need work */
  markFor(reason: string | null | undefined, mark: ReviewMark, ...products: string[]): number | null {
    const content = { name: 'Lamp', price: 1, description: null, image: null }
    const list = products.map((product) => ({
      id: product,
      contentFingerprint: fingerprintOf(content),
      content
    }))
    return this.#take('mark', { mark, reason, by: this.by, at: ++this.at, products: list }).number
  }

  note(product: string, note: string): void {
    this.#take('note', { product, note, by: this.by, at: ++this.at })
  }

  review(productId: string): KeptReview {
    return this.#take('of', { productId })
  }

  notice(): ReviewNotice | null {
    return this.#take('takeNotice', null)
  }

  backups(): string[] {
    return this.#take('backups', { folder: join(this.folder, id) }).map(
      ({ reason, reviews }) => `${reason} ${reviews}`
    )
  }

  close(): void {
    this.#take('close', { at: ++this.at })
  }

  putAway(): void {
    this.#take('putAway', this.#place())
  }

  #place(): InputOf<ReviewMethods, 'open'> {
    const folder = join(this.folder, id)
    return { folder, removedFolder: join(this.folder, 'removed-reviews'), store, at: ++this.at }
  }

  #take<Name extends MethodName<ReviewMethods>>(
    method: Name,
    input: InputOf<ReviewMethods, Name>
  ): OutputOf<ReviewMethods, Name> {
    return take(this.ask(method, input))
  }
}

/** Writes nonsense over a part of a file: `from` and `to` between 0 and 1. */
export function scribble(file: string, from: number, to: number): void {
  const pages = statSync(file).size / 4096
  const [first, last] = [Math.floor(pages * from), Math.ceil(pages * to)]
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc((last - first) * 4096, 0xa5), 0, undefined, first * 4096)
  closeSync(handle)
}
