import { fail, ok, type Failure, type FailureFacts, type Result } from '../contract/failure'
import { maxErrorBody } from './body'
import { isCaptivePage, isHtml } from './captive'
import { readPage, statedFailure } from './envelope'
import { parseJson } from './json'
import { longestObeyed } from './retry'
import { readRetryAfter } from './retry-after'
import { isSuccess, statusFailure } from './status-failure'
import type { RawAnswer, StorePage } from './types'
import type { Answer } from './wire'

/**
 * Reads what the store answered as a page, or says why it is none. The content type does not matter when the
 * bytes are JSON (16); an empty answer is not JSON (17).
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
 * page (9), or a status that the body states (44).
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
  const asked = readRetryAfter(answer.retryAfter, answer.date, Date.now())
  const wait = asked === null ? {} : { retryAfter: Math.min(asked, longestObeyed) }
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
