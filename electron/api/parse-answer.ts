import { z } from 'zod'
import { fail, type Failure, type FailureFacts, ok, type Result } from '../contract/failure'
import type { PageOddity } from '../contract/product'
import { maxErrorBody } from './body'
import { isCaptivePage, isHtml, isSuccess, statusFailure } from './failures'
import { parseJson, readItem } from './parse-item'
import { retryAfterIn } from './retry'
import type { RawAnswer, StorePage, StoreProduct, UnreadableItem } from './types'
import type { Answer } from './http'

/**
 * Reads what the store answered as a page, or says why it is none. The content type does not matter when the
 * bytes are JSON (fault 16); an empty answer is not JSON (fault 17).
 */
export function readAnswer(answer: Answer, page: number, limit: number): Result<StorePage> {
  const { status } = answer
  const facts: FailureFacts = { host: answer.url.host }
  if (!isSuccess(status)) return failureOf(answer, status, facts)
  if (answer.bytes.byteLength === 0)
    return fail('answer-not-json', { ...facts, reason: 'the answer is empty' })
  const parsed = parseJson(answer.bytes)
  if (parsed === 'too-complex') {
    return fail('answer-unknown-form', {
      ...facts,
      reason: 'the answer is nested too deeply or in too many parts'
    })
  }
  if (parsed === 'not-json') return notJson(answer, facts)
  const stated = statedFailure(parsed.value)
  if (stated !== null) return failureOf(answer, stated, facts)
  const result = readPage(parsed.value, { page, limit, status })
  return result.ok ? result : fail(result.failure.code, { ...facts, ...result.failure.facts })
}

/** Reads an answer that was fetched unread, wherever that happens. */
export function readRawAnswer({
  url,
  status,
  contentType,
  bytes,
  page,
  limit
}: RawAnswer): Result<StorePage> {
  const none = { location: undefined, retryAfter: undefined, date: undefined }
  return readAnswer({ url: new URL(url), status, contentType, bytes, ...none }, page, limit)
}

/**
 * An answer of 2xx as it is; the failure of any other. What stands in place of a page is a failure too: a network's sign-in
 * page (fault 9), or a status that the body states (fault 44).
 */
export function takeAnswer(answer: Answer, page: number, limit: number): Result<RawAnswer> {
  const { url, status, contentType, bytes } = answer
  if (!isSuccess(status)) return failureOf(answer, status, { host: url.host })
  if (mayBeNoPage(bytes)) {
    const read = readAnswer(answer, page, limit)
    if (!read.ok && isSaid(read.failure)) return read
  }
  return ok({ page, limit, url: url.href, status, contentType, bytes })
}

/** Whether this success is a store's page as far as can be told unread, and not what a router or a network says to anybody. */
export function looksLikePage({ bytes }: Pick<Answer, 'bytes'>): boolean {
  return !mayBeNoPage(bytes)
}

/** Bytes that may stand before a web page begins. */
const mostBlank = 64
const lessThan = 0x3c

/** Looks at how it begins, and whether it is too short for a page: an ordinary one is read once, and not here. */
function mayBeNoPage(bytes: Uint8Array): boolean {
  if (bytes.subarray(0, mostBlank).find(isVisible) === lessThan) return true
  if (bytes.byteLength > maxErrorBody) return false
  // A page of a few products says so near its beginning.
  return !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('"items"')
}

/** Neither white space nor of a byte-order mark. */
function isVisible(byte: number): boolean {
  return byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf
}

/** Whether it was said by a store, or by a network in its place; else the answer may have been damaged, or be a page. */
function isSaid({ code, facts }: Failure): boolean {
  return code === 'captive-portal' || facts.status !== undefined
}

function failureOf(answer: Answer, status: number, facts: FailureFacts): { ok: false; failure: Failure } {
  const wait = retryAfterIn(answer.retryAfter, answer.date)
  return { ok: false, failure: statusFailure(status, textOf(answer.bytes), { ...facts, ...wait }) }
}

function notJson(answer: Answer, facts: FailureFacts): { ok: false; failure: Failure } {
  const text = textOf(answer.bytes)
  if (!isHtml(answer.contentType, text)) return fail('answer-not-json', facts)
  if (isCaptivePage(answer.url, text)) return fail('captive-portal', facts)
  return fail('answer-not-json', { ...facts, reason: 'the answer is a web page' })
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, maxErrorBody))
}

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
interface Asked {
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
 * The status that a body without data states (fault 44), such as `{ "status": 401, "message": "…" }` inside HTTP 200;
 * null when it has data or states no failure.
 */
function statedFailure(answer: unknown): number | null {
  const parsed = statusSchema.safeParse(answer)
  if (!parsed.success || (parsed.data.data !== undefined && parsed.data.data !== null)) return null
  const status = readCount(parsed.data.status)
  return status !== null && status >= 400 && status <= 599 ? status : null
}

/** Keeps every entry: the first product of an id as it is, a later one with the same id flagged (fault 45). */
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

/** Larger lists than this are taken for nonsense: it is a hundred times the largest catalog we measured with. */
const maxTotal = 100_000_000

/** More entries than this on one page are refused rather than cut: nothing may be missing unseen. */
export const maxEntries = 20_000

interface Totals {
  totalItems: number | null
  totalPages: number | null
}

/** A count as servers write it: a non-negative integer, or the same as text. Anything else is null. */
export function readCount(raw: unknown): number | null {
  const value = typeof raw === 'string' && /^\s*\d{1,15}\s*$/.test(raw) ? Number(raw) : raw
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/**
 * What can be believed of the totals, given the page they came with (faults 35, 39). A total that the page itself
 * disproves is null; when the two exclude each other and neither is disproved, both are.
 */
export function believableTotals(raw: Totals, page: number, limit: number, count: number): Totals {
  let totalItems = within(raw.totalItems)
  let totalPages = within(raw.totalPages)
  if (totalItems !== null && totalItems < count) totalItems = null
  if (totalPages !== null && count > 0 && totalPages < page) totalPages = null
  if (totalItems === null || totalPages === null) return { totalItems, totalPages }
  if (totalPages === 0 && totalItems > 0) return { totalItems, totalPages: null }
  if (totalPages > Math.max(totalItems, 1)) {
    // Pages without items: an empty list cannot be believed either (fault 41).
    return { totalItems: totalItems === 0 ? null : totalItems, totalPages: null }
  }
  const largestPage = Math.max(limit, count, sizeBefore(totalItems, totalPages, page, count))
  if (totalPages * largestPage < totalItems) return { totalItems: null, totalPages: null }
  return { totalItems, totalPages }
}

function within(total: number | null): number | null {
  return total !== null && total <= maxTotal ? total : null
}

/** Whether the store itself says that products follow this page. */
function moreFollow(totals: Totals, page: number, limit: number, count: number): boolean {
  if (totals.totalPages !== null) return page < totals.totalPages
  return totals.totalItems !== null && totals.totalItems > (page - 1) * limit + count
}

/**
 * Items per page that the store really uses (fault 42), with the oddities that belong to it. A page with fewer items
 * than asked for is a capped one only when more follow; on a later page not when the totals agree with
 * `limit` (then the page is merely short). The last page tells by what stands before it.
 */
export function pageSizeOf(
  totals: Totals,
  page: number,
  limit: number,
  count: number
): { pageSize: number; oddities: PageOddity[] } {
  const more = moreFollow(totals, page, limit, count)
  if (count === 0) return { pageSize: limit, oddities: more ? ['empty-before-end'] : [] }
  const size = observedSize(totals, page, limit, count, more)
  return { pageSize: size, oddities: size < limit ? ['limit-capped'] : [] }
}

function observedSize(totals: Totals, page: number, limit: number, count: number, more: boolean): number {
  if (count > limit) return count
  const { totalItems, totalPages } = totals
  const bothKnown = totalItems !== null && totalPages !== null
  const honored = bothKnown && totalPages === Math.ceil(totalItems / limit)
  if (more) return page > 1 && honored ? limit : count
  if (!bothKnown || honored) return limit
  const before = sizeBefore(totalItems, totalPages, page, count)
  return before >= count ? before : limit
}

/** On the last page: items on each page before it, as the totals have it; else 0. */
function sizeBefore(totalItems: number, totalPages: number, page: number, count: number): number {
  if (page === 1 || page !== totalPages) return 0
  const before = (totalItems - count) / (page - 1)
  return Number.isInteger(before) && before <= maxEntries ? before : 0
}
