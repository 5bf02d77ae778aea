import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { CatalogDb, CatalogProduct } from '../../../electron/catalog/types'
import { ok, type Result } from '../../../electron/contract/failure'
import type { ReviewMark } from '../../../electron/contract/review-state'
import { createReviews, type ReviewsDeps } from '../../../electron/reviews/reviews'
import { fingerprintOf, type FingerprintedContent } from '../../../electron/catalog/content-fingerprint'
import type { Reviews } from '../../../electron/reviews/types'
import { threadFile } from '../../support/threads'
import { testFolder } from '../../support/folder'

/** A product as a copy gives it. @param look of its picture; null: not known */
export function product(
  id: string,
  content: Partial<FingerprintedContent> = {},
  look: string | null = null
): CatalogProduct {
  const whole: FingerprintedContent = {
    name: `Name of ${id}`,
    price: 1,
    description: null,
    image: null,
    ...content
  }
  return {
    id,
    ...whole,
    flags: [],
    key: 1,
    position: 1,
    change: null,
    changedFields: [],
    pricePercent: null,
    review: { state: 'unreviewed', approvals: null, reason: null, note: '', reviewer: '', reviewedAt: null },
    findings: [],
    contentFingerprint: fingerprintOf(whole, look)
  }
}

type CopySide = ReviewsDeps['catalog']

/** A copy of these products, of one connection, in their order. */
export class ProductsInMemory implements CopySide {
  list: CatalogProduct[]
  readonly told: string[] = []

  constructor(list: CatalogProduct[]) {
    this.list = list
  }

  readonly products = (_: string, ids: string[]): Promise<Result<CatalogProduct[]>> =>
    Promise.resolve(ok(this.list.filter(({ id }) => ids.includes(id))))

  readonly read: CatalogDb['read'] = (_, { offset, limit }) => {
    const count = this.list.length
    const coverage = {
      here: count,
      products: count,
      setAside: 0,
      total: count,
      asOf: 1,
      state: 'complete'
    } as const
    const items = this.list.slice(offset, offset + limit)
    const rest = { setAside: [], order: 'store', terms: [], hasGaps: false, readAt: 1, form: 'full' } as const
    return Promise.resolve(ok({ items, count, coverage, ...rest, setAside: [], terms: [] }))
  }

  readonly reviewed = (_: string, ids: string[] | null): void => void this.told.push(ids?.join() ?? 'any')
  readonly releaseReviews = (): Promise<void> => {
    this.told.push('release')
    return Promise.resolve()
  }
}

export interface Desk {
  reviews: Reviews
  copy: ProductsInMemory
  /** Holds a folder for each connection, and the removed reviews. */
  folder: string
  events: (string[] | null)[]
  /** What the next decisions are said to be by and when. */
  who: { name: string; alias: string; now: number }
  /** What a person chooses where they are asked for a file. */
  chosen: { file: string | null }
  mark(mark: ReviewMark, ...ids: string[]): ReturnType<Reviews['mark']>
  note(id: string, note: string): ReturnType<Reviews['note']>
  close(): Promise<void>
}

/** The reviews of the connection `shop` with a thread of their own, as main.ts has them, over a copy in memory. */
export function openDesk(
  options: {
    folder?: string
    list?: CatalogProduct[]
    threadFile?: string
    store?: () => string | null
    readers?: ReviewsDeps['readers']
    backupFolder?: () => string | null
    onBackupFolder?: ReviewsDeps['onBackupFolder']
    connectionId?: string
    log?: ReviewsDeps['log']
    onMerge?: ReviewsDeps['onMerge']
    changes?: ReviewsDeps['changes']
    team?: ReviewsDeps['team']
  } = {}
): Desk {
  const {
    folder = testFolder(),
    connectionId = 'shop',
    list = ['a', 'b', 'c'].map((id) => product(id))
  } = options
  const storeOf = options.store ?? (() => 'https://shop.example')
  const copy = new ProductsInMemory(list)
  const events: Desk['events'] = []
  const who = { name: 'Ada', alias: 'account', now: Date.UTC(2026, 10, 3, 10) }
  const chosen: Desk['chosen'] = { file: null }
  const reviews = createReviews({
    threadFile: options.threadFile ?? threadFile('reviews'),
    folderOf: (id) => join(folder, id),
    removedFolder: join(folder, 'removed-reviews'),
    storeOf() {
      const baseUrl = storeOf()
      return baseUrl === null ? null : { baseUrl, apiPath: '/api' }
    },
    catalog: copy,
    log: options.log,
    ...(options.onMerge && { onMerge: options.onMerge }),
    ...(options.changes && { changes: options.changes }),
    ...(options.team && { team: options.team }),
    ...(options.readers && { readers: options.readers }),
    ...(options.backupFolder && { backupFolder: options.backupFolder }),
    ...(options.onBackupFolder && { onBackupFolder: options.onBackupFolder }),
    registerPicture: (_, address, key) => ({ token: `${address} ${key ?? ''}`, host: 'shop.example' }),
    askWhereToShare: () => Promise.resolve(chosen.file),
    askWhatToMerge: () => Promise.resolve(chosen.file),
    reviewer: () => who.name,
    alias: () => who.alias,
    onChange: (_, ids) => events.push(ids),
    now: () => who.now
  })
  onTestFinished(() => reviews.close())
  const contentFingerprint = (id: string): string =>
    copy.list.find((other) => other.id === id)?.contentFingerprint ?? ''
  return {
    reviews,
    copy,
    folder,
    events,
    who,
    chosen,
    mark: (mark, ...ids) =>
      reviews.mark({
        connectionId,
        mark,
        of: { products: ids.map((id) => ({ id, contentFingerprint: contentFingerprint(id) })) }
      }),
    note: (productId, note) => reviews.note({ connectionId, productId, note }),
    close: () => reviews.close()
  }
}

/** The value of a good answer. */
export function take<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.facts.reason ?? ''}`)
  return result.value
}
