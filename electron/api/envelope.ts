import { z } from 'zod'
import { fail, ok, type Result } from '../contract/failure'
import type { PageOddity } from '../contract/product'
import { readItem } from './item'
import { believableTotals, maxEntries, pageSizeOf, readCount } from './totals'
import type { StorePage, StoreProduct, UnreadableItem } from './types'

const anything = z.unknown().optional()

const envelopeSchema = z.object({
  status: anything,
  message: anything,
  data: z.object({
    items: z.array(z.unknown()),
    currentPage: anything,
    totalPages: anything,
    totalItems: anything
  })
})

/** What was asked, to judge the answer by. */
export interface Asked {
  page: number
  limit: number
  /** HTTP status of the answer. */
  status: number
}

/**
 * Reads a parsed answer as a page of products. Fails with `answer-unknown-form`, `answer-too-large` or
 * `wrong-page`; never throws, whatever it is given.
 */
export function readPage(answer: unknown, asked: Asked): Result<StorePage> {
  const parsed = envelopeSchema.safeParse(answer)
  if (!parsed.success) return fail('answer-unknown-form', { reason: missingPart(answer) })
  const { data, message, status } = parsed.data
  const current = readCount(data.currentPage)
  if (current !== null && current !== asked.page) return fail('wrong-page', { page: current })
  if (data.items.length > maxEntries)
    return fail('answer-too-large', { reason: 'too many items on one page' })
  const { page, limit } = asked
  const count = data.items.length
  const stated = { totalItems: readCount(data.totalItems), totalPages: readCount(data.totalPages) }
  const totals = believableTotals(stated, page, limit, count)
  // An empty page is judged by what the store said, believable or not: "0 products" must never be a guess.
  const size = pageSizeOf(count === 0 ? stated : totals, page, limit, count)
  const oddities: PageOddity[] = [...size.oddities]
  if (totals.totalItems === null || totals.totalPages === null) oddities.push('totals-unknown')
  const bodyStatus = readCount(status)
  if (bodyStatus !== null && bodyStatus !== asked.status) oddities.push('status-differs')
  const form = message === undefined && !data.items.some(hasFullFields) ? 'short' : 'full'
  return ok({ form, page, limit, pageSize: size.pageSize, ...readItems(data.items), ...totals, oddities })
}

const statusSchema = z.object({ status: anything, data: anything })

/**
 * The status that a body without data states (44), such as `{ "status": 401, "message": "…" }` inside HTTP 200;
 * null when it has data or states no failure.
 */
export function statedFailure(answer: unknown): number | null {
  const parsed = statusSchema.safeParse(answer)
  if (!parsed.success || (parsed.data.data !== undefined && parsed.data.data !== null)) return null
  const status = readCount(parsed.data.status)
  return status !== null && status >= 400 && status <= 599 ? status : null
}

/** Keeps every entry: the first product of an id as it is, a later one with the same id flagged (45). */
function readItems(entries: unknown[]): { items: StoreProduct[]; setAside: UnreadableItem[] } {
  const seen = new Set<string>()
  const items: StoreProduct[] = []
  const setAside: UnreadableItem[] = []
  entries.forEach((entry, index) => {
    const read = readItem(entry, index + 1)
    if ('setAside' in read) {
      setAside.push(read.setAside)
      return
    }
    if (seen.has(read.product.id)) read.product.flags.push('duplicate-id')
    seen.add(read.product.id)
    items.push(read.product)
  })
  return { items, setAside }
}

const fullFields = z.union([z.object({ description: z.string() }), z.object({ image: z.string() })])

/** Items of the short form carry id, name and price alone. */
function hasFullFields(entry: unknown): boolean {
  return fullFields.safeParse(entry).success
}

function missingPart(answer: unknown): string {
  const data = z.object({ data: z.object({}) }).safeParse(answer)
  return data.success ? 'the answer has no list of items' : 'the answer has no data'
}
