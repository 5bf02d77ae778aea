import { fail, type Failure, type FailureCode, type FailureFacts } from '../contract/failure'

/**
 * What the error codes of Node, OpenSSL, zlib and the HTTP parser mean to a person. The order matters: a host's addresses are tried
 * concurrently, and of their errors the first in this list is reported.
 */
const meanings: readonly (readonly [FailureCode, RegExp])[] = [
  ['certificate-host', /^ERR_TLS_CERT_ALTNAME_/],
  ['certificate-expired', /^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|CRL_HAS_EXPIRED)$/],
  // UNSPECIFIED: Node has no name for a certificate whose key is too weak.
  [
    'certificate-untrusted',
    /SELF_SIGNED|UNABLE_TO_(GET|VERIFY|DECRYPT|DECODE)_|^CERT_|^CRL_|^ERROR_IN_C|^UNSPECIFIED$|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$|^ERR_SSL_TLSV1_ALERT_UNKNOWN_CA$|^HOSTNAME_MISMATCH$/
  ],
  ['answer-too-large', /^HPE_HEADER_OVERFLOW$/],
  ['answer-corrupt', /^(HPE_|Z_|ERR__ERROR_|ERR_BROTLI_|ERR_ZLIB_)/],
  [
    'connection-lost',
    /^(ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE|ERR_SOCKET_CLOSED|ENOTCONN)$/
  ],
  ['connection-refused', /^ECONNREFUSED$/],
  ['timeout', /^(ETIMEDOUT|ESOCKETTIMEDOUT|ERR_SOCKET_CONNECTION_TIMEOUT)$/],
  [
    'unreachable',
    // UNKNOWN: libuv has no name for this Windows error.
    /^(EHOSTUNREACH|EHOSTDOWN|EACCES|EPERM|EPROTO|EADDRNOTAVAIL|EMFILE|ENFILE|ENOBUFS|UNKNOWN)$|^ERR_SSL_/
  ],
  ['offline', /^(ENETUNREACH|ENETDOWN|ENONET|EAI_AGAIN)$/],
  ['name-not-found', /^(ENOTFOUND|ENODATA|ESERVFAIL|EAI_[A-Z]+)$/]
]

/** Failures before anything was sent; behind a proxy, they are about the proxy. */
const connecting = new Set<FailureCode>([
  'connection-refused',
  'timeout',
  'unreachable',
  'offline',
  'name-not-found'
])

/** The SOCKS package has messages but no codes; these mean something other than an unreachable proxy. */
const socksMeanings: readonly (readonly [FailureCode, RegExp])[] = [
  ['connection-refused', /ConnectionRefused$/],
  [
    'unreachable',
    /(HostUnreachable|NetworkUnreachable|TTLExpired|NotAllowed|Failure|rejected connection.*)$/
  ],
  ['proxy-auth', /Authentication failed|no accepted authentication type/i]
]

/**
 * The failure for what a request was rejected with. It contains only the error's code, since messages may hold anything. What is not a
 * network error is a bug and is thrown again.
 */
export function networkFailure(error: unknown, facts: FailureFacts): { ok: false; failure: Failure } {
  const codes = [...codesOf(error)]
  const found = meanings
    .map(([code, pattern]) => ({ code, reason: codes.find((one) => pattern.test(one)) }))
    .find(({ reason }) => reason !== undefined)
  const proxied = facts.proxy !== undefined
  if (found?.reason !== undefined) {
    const code = proxied && connecting.has(found.code) ? 'proxy-unreachable' : found.code
    return fail(code, { ...facts, reason: found.reason })
  }
  if (proxied) return fail(socksMeaning(error) ?? 'proxy-unreachable', facts)
  const system = codes.find((one) => /^E[A-Z0-9]{2,20}$/.test(one))
  if (system !== undefined) return fail('unreachable', { ...facts, reason: system })
  throw error
}

function socksMeaning(error: unknown): FailureCode | undefined {
  const message = error instanceof Error ? error.message : ''
  return socksMeanings.find(([, pattern]) => pattern.test(message))?.[0]
}

/** Every code in an error, its cause and, if several addresses were tried, their errors. */
function* codesOf(error: unknown, depth = 0): Generator<string> {
  if (!(error instanceof Error) || depth > 5) return
  if (error instanceof AggregateError) for (const one of error.errors) yield* codesOf(one, depth + 1)
  yield* codesOf(error.cause, depth + 1)
  if ('code' in error && typeof error.code === 'string') yield error.code
}

const codes = new Map<number, FailureCode>([
  [401, 'key-refused'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [407, 'proxy-auth'],
  [410, 'not-found'],
  [413, 'page-too-large'],
  [429, 'rate-limited'],
  // "Network Authentication Required" (RFC 6585), which only portals send.
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
 * The failure for a status. `said` is a bounded part of the body: for a refusal it tells which of the two credentials is meant; nothing
 * of it is kept.
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

const portalMarks =
  /WISPAccessGatewayParam|captive[\s-]?portal|\bhot-?spot\b|\bwi-?fi\b|\bguest network\b|\bnetwork (?:log-?in|sign-?in|access)\b/i
const asksSomething = /<form\b|<input\b|http-equiv\s*=\s*["']?refresh|\blocation(?:\.href|\.replace)?\s*[=(]/i
const signIn = /\b(?:log|sign)[\s-]?(?:in|on)\b|type\s*=\s*["']?password/i
const portalAddress = /portal|captive|hot-?spot|wi-?fi|\bguest\b|splash/i
const signInAddress = /log-?in|sign-?in|\bsso\b|\bauth\b/i

/** Whether an answer is a web page: by its type, or by how it begins. */
export function isHtml(contentType: string, text: string): boolean {
  return (
    /\bx?html\b/i.test(contentType) || /^\s*<(?:!doctype|html|head|body|script|meta|title|!--)/i.test(text)
  )
}

/**
 * Whether a web page in place of the answer is a network's sign-in page (fault 9) rather than a wrong address (fault 15).
 * A page that names Wi-Fi, a hotspot or a portal and asks for something is one over https too (companies
 * that look into TLS); over plain http, where any network can answer, a sign-in form is enough. `text` is
 * bounded by its caller.
 */
export function isCaptivePage(url: URL, text: string): boolean {
  if (!asksSomething.test(text)) return text.includes('WISPAccessGatewayParam')
  return portalMarks.test(text) || (url.protocol === 'http:' && signIn.test(text))
}

/**
 * Whether a redirect to another origin is a network's: to another host over plain http, or to an address that
 * speaks of a portal. One that merely speaks of signing in is the network's where any network can answer, over
 * plain http; over https it is the store's own. The same host on another scheme or port is a wrong address.
 */
export function isCaptiveRedirect(from: URL, to: URL): boolean {
  if (to.hostname === from.hostname) return false
  const address = to.host + to.pathname + to.search
  if (to.protocol === 'http:' || portalAddress.test(address)) return true
  return from.protocol === 'http:' && signInAddress.test(address)
}
