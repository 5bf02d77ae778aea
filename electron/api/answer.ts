import { fail, type Failure, type FailureFacts, type Result } from '../contract/failure'
import { maxErrorBody } from './body'
import { isCaptivePage, isHtml } from './captive'
import { readPage, statedFailure } from './envelope'
import { parseJson } from './json'
import { longestWait } from './retry'
import { readRetryAfter } from './retry-after'
import { statusFailure } from './status-failure'
import type { StorePage } from './types'
import type { Answer } from './wire'

/**
 * Reads what the store answered as a page, or says why it is none. The content type does not matter when the
 * bytes are JSON (16); an empty answer is not JSON (17).
 */
export function readAnswer(answer: Answer, page: number, limit: number): Result<StorePage> {
  const { status } = answer
  const facts: FailureFacts = { host: answer.url.host }
  if (status < 200 || status >= 300) return failureOf(answer, status, facts)
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

function failureOf(answer: Answer, status: number, facts: FailureFacts): { ok: false; failure: Failure } {
  const asked = readRetryAfter(answer.retryAfter, answer.date, Date.now())
  const wait = asked === null ? {} : { retryAfter: Math.min(asked, longestWait) }
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
