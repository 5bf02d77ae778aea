import type { Failure, FailureCode, FailureFacts } from '../contract/failure'

const codes = new Map<number, FailureCode>([
  [401, 'key-refused'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [407, 'proxy-auth'],
  [410, 'not-found'],
  [413, 'page-too-large'],
  [429, 'rate-limited'],
  // "Network Authentication Required" (RFC 6585) is sent by portals alone.
  [511, 'captive-portal']
])

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/** What an HTTP status outside 2xx means, or the same status inside a body. */
export function codeOfStatus(status: number): FailureCode {
  const code = codes.get(status)
  if (code !== undefined) return code
  if (status >= 300 && status < 400 && status !== 304) return 'redirected'
  return status >= 500 && status <= 599 ? 'server-error' : 'request-refused'
}

/**
 * The failure for a status. `said` is a bounded part of the answer's body: for a refusal it tells which of the
 * two credentials is meant, and nothing of it is kept.
 */
export function statusFailure(status: number, said: string, facts: FailureFacts): Failure {
  const code = codeOfStatus(status)
  const refusal = code === 'key-refused' || code === 'forbidden'
  const field = refusal ? { field: refusedField(said) } : {}
  return { code, facts: { ...facts, status, ...field } }
}

function refusedField(said: string): 'userId' | 'key' {
  return /user/i.test(said) && !/key/i.test(said) ? 'userId' : 'key'
}
