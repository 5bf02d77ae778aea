import { gzipSync } from 'node:zlib'
import { fullForm, refuse, sendJson, sendText, type Exchange, type Scenario } from './exchange'

const html =
  '<!doctype html><html><head><title>Our shop</title></head><body><p>Welcome to our shop.</p></body></html>'

function sendGzip({ response }: Exchange, bytes: Uint8Array): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
  response.end(bytes)
}

/** 64 MB of spaces in 64 KB. */
const bomb = (): Buffer => gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '), { level: 9 })

function rateLimited(retryAfter: string | (() => string)): Scenario['play'] {
  return (exchange) => {
    const value = typeof retryAfter === 'string' ? retryAfter : retryAfter()
    if (exchange.played === 1) refuse(exchange, 429, 'Too many requests', { 'retry-after': value })
    else sendJson(exchange, fullForm(exchange))
  }
}

/** What the store's HTTP layer does on a bad day. */
export const httpScenarios = {
  /** Fault 15: HTTP 200 with a page of the shop's web site. */
  html: {
    faults: [15],
    play: ({ response }) => sendText(response, html, 200, { 'content-type': 'text/html' })
  },

  /** Fault 16: a good answer that calls itself HTML, with a byte-order mark. */
  'wrong-content-type': {
    faults: [16],
    play: (exchange) =>
      sendText(exchange.response, `\ufeff${JSON.stringify(fullForm(exchange))}`, 200, {
        'content-type': 'text/html'
      })
  },

  /** Fault 17: 204. */
  'no-content': { faults: [17], play: ({ response }) => response.writeHead(204).end() },

  /** Fault 17: 200 without a body. */
  'empty-body': { faults: [17], play: (exchange) => sendJson(exchange, '') },

  /** Fault 17: 200 without a body that calls itself compressed. */
  'empty-gzip': { faults: [17], play: (exchange) => sendGzip(exchange, new Uint8Array()) },

  /** Fault 18: 64 KB that unpack to 64 MB. */
  'gzip-bomb': { faults: [18], play: (exchange) => sendGzip(exchange, bomb()) },

  /** Fault 19: gzip with a wrong byte in it. */
  'corrupt-gzip': {
    faults: [19],
    play: (exchange) => {
      const bytes = gzipSync(JSON.stringify(fullForm(exchange)))
      bytes.fill(0x55, 20, 40)
      sendGzip(exchange, bytes)
    }
  },

  /** Fault 19: gzip that ends early, in a body that is complete to HTTP; the JSON before the end is whole. */
  'short-gzip': {
    faults: [19],
    play: (exchange) => sendGzip(exchange, gzipSync(JSON.stringify(fullForm(exchange))).subarray(0, -8))
  },

  /** Fault 20: 302 to another origin (`elsewhere`). */
  'redirect-elsewhere': {
    faults: [20],
    play: ({ response, elsewhere }) => sendText(response, '', 302, { location: elsewhere })
  },

  /** Fault 20: 301 to the same name over TLS, which is another origin as well. */
  'redirect-to-https': {
    faults: [20],
    play: ({ response, request }) =>
      sendText(response, '', 301, { location: `https://${request.headers.host ?? ''}${request.url ?? ''}` })
  },

  /** Fault 21: a redirect to itself by way of a second address. */
  'redirect-loop': {
    faults: [21],
    play: ({ response, request }) => {
      const there = request.url?.includes('turn=1') ? 'turn=2' : 'turn=1'
      sendText(response, '', 307, { location: `?${there}` })
    }
  },

  /** Fault 21: redirects within the store that never end and never repeat. */
  'redirect-chain': {
    faults: [21],
    play: ({ response, played }) => sendText(response, '', 307, { location: `?turn=${played}` })
  },

  /** No fault: the path moved within the store. */
  'redirect-within': {
    faults: [],
    checked: true,
    play: (exchange) => {
      if (exchange.request.url?.startsWith('/moved')) sendJson(exchange, fullForm(exchange))
      else sendText(exchange.response, '', 308, { location: `/moved${exchange.request.url ?? ''}` })
    }
  },

  /** Fault 22: 401 that speaks of the key. */
  'key-refused': { faults: [22], play: (exchange) => refuse(exchange, 401, 'Invalid API key') },

  /** Fault 22: 401 that speaks of the user. */
  'user-refused': { faults: [22], play: (exchange) => refuse(exchange, 401, 'Unknown user') },

  /** Fault 22, 79: 401 that repeats every header it was sent, in its body and in a header. */
  'key-echoed': {
    faults: [22, 79],
    play: (exchange) => {
      const sent = JSON.stringify(exchange.request.headers)
      refuse(exchange, 401, `Invalid API key in ${sent}`, { 'x-echo': sent })
    }
  },

  /** Fault 20, 79: a redirect to another origin with the key in its address. */
  'key-in-redirect': {
    faults: [20, 79],
    play: ({ response, request }) => {
      const { 'x-api-key': key, userid } = request.headers
      sendText(response, '', 302, {
        location: `https://user-${String(userid)}@other.invalid/?key=${String(key)}`
      })
    }
  },

  /** Fault 23. */
  forbidden: { faults: [23], play: (exchange) => refuse(exchange, 403, 'This key may not list products') },

  /** Fault 24. */
  'not-found': {
    faults: [24],
    play: ({ response }) => sendText(response, html, 404, { 'content-type': 'text/html' })
  },

  /** Fault 25: 408 once, then well. */
  'request-timeout-once': {
    faults: [25],
    play: (exchange) =>
      exchange.played === 1
        ? refuse(exchange, 408, 'Request timeout')
        : sendJson(exchange, fullForm(exchange))
  },

  /** Fault 25: 425 once, then well. */
  'too-early-once': {
    faults: [25],
    play: (exchange) =>
      exchange.played === 1 ? refuse(exchange, 425, 'Too early') : sendJson(exchange, fullForm(exchange))
  },

  /** Fault 26. */
  conflict: { faults: [26], play: (exchange) => refuse(exchange, 409, 'Conflict') },

  /** Fault 27. */
  'page-too-large': { faults: [27], play: (exchange) => refuse(exchange, 413, 'Ask for fewer items') },

  /** Fault 28: 429 that asks for seven seconds, then well. */
  'rate-limited-seconds': { faults: [28], play: rateLimited('7') },

  /** Fault 29: 429 that names a date 9 seconds from the store's clock, which is years behind; then well. */
  'rate-limited-date': {
    faults: [29],
    play: (exchange) => {
      exchange.response.setHeader('date', 'Fri, 01 Mar 2019 10:00:00 GMT')
      rateLimited('Fri, 01 Mar 2019 10:00:09 GMT')(exchange)
    }
  },

  /** Fault 30: 429 that asks for minus five seconds, then well. */
  'rate-limited-negative': { faults: [30], play: rateLimited('-5') },

  /** Fault 30: 429 that asks for nonsense, then well. */
  'rate-limited-garbage': { faults: [30], play: rateLimited('soon, maybe') },

  /** Fault 30: 429 that asks for a year, then well. */
  'rate-limited-year': { faults: [30], play: rateLimited('31536000') },

  /** Fault 28: 429 for ever. */
  'rate-limited': {
    faults: [28],
    play: (exchange) => refuse(exchange, 429, 'Too many requests', { 'retry-after': '3' })
  },

  /** Fault 31: 503 for ever. */
  'server-error': { faults: [31], play: (exchange) => refuse(exchange, 503, 'Service unavailable') },

  /** Fault 31: 500 twice, then well. */
  'server-error-twice': {
    faults: [31],
    play: (exchange) =>
      exchange.played <= 2 ? refuse(exchange, 500, 'Oops') : sendJson(exchange, fullForm(exchange))
  },

  /** Fault 31: 501, which asking again does not change. */
  'not-implemented': { faults: [31], play: (exchange) => refuse(exchange, 501, 'Not implemented') },

  /** Fault 31: 500 with a body that is broken gzip. */
  'server-error-corrupt': {
    faults: [31, 19],
    play: ({ response }) => {
      response.writeHead(500, { 'content-encoding': 'gzip' }).end('not gzip at all')
    }
  },

  /** Fault 32. */
  'headers-too-large': {
    faults: [32],
    play: (exchange) => refuse(exchange, 431, 'Request header fields too large')
  }
} satisfies Record<string, Scenario>
