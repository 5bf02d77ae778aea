import { join } from 'node:path'
import { stateOf } from '../../database/file-state'
import type { FingerprintedContent } from '../../catalog/content-fingerprint'
import { reviewOf, type Book } from '../write/entry'
import { closeBook } from '../db/open-reviews'
import type { KeptReview, SavedException } from '../protocol'
import { openReviews } from '../db/open-or-mend'
import { migrations, reviewsName } from '../db/schema'

/** A product's review with its draft, and with what it looked like when it was approved. By the primary keys. */
export function readReview({ sql }: Book, product: string): KeptReview {
  const row = reviewOf(sql, product)
  const { note: draft, begunOn } = sql.draft.get(product) ?? {}
  const content = row.seen === null ? undefined : sql.content.get(row.seen)?.content
  return {
    ...row,
    draft: typeof draft === 'string' ? draft : null,
    draftBegunOn: typeof begunOn === 'string' ? begunOn : null,
    content: typeof content === 'string' ? (JSON.parse(content) as FingerprintedContent) : null
  }
}

/** All rules that products are excepted from. */
export function readExceptions({ db }: Book): SavedException[] {
  const rows = db.prepare('SELECT product AS productId, rule, reason, reviewer AS by, at FROM excuse').all()
  return rows as unknown as SavedException[]
}

/** How many products were put together. */
export function countStaged({ db }: Book): number {
  return Number(db.prepare('SELECT count(*) AS count FROM staged').get()?.count)
}

/** Whether the file in a folder is sound and holds nothing. */
export function isEmpty(folder: string): boolean {
  if (stateOf(join(folder, reviewsName), migrations.length) !== 'sound') return false
  const opened = openReviews(folder)
  if (opened.state === 'broken') return false
  const { state, db } = opened
  try {
    if (state !== 'ready') return false
    const left = db.prepare('SELECT EXISTS (SELECT 1 FROM log) + EXISTS (SELECT 1 FROM draft) AS some').get()
    return left?.some === 0
  } finally {
    closeBook({ db, temporary: state === 'ready' ? null : opened.temporary })
  }
}
