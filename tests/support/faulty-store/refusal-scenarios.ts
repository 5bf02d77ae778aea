import { fullForm, refuse, sendJson, sendText, webPage, type Scenario } from './exchange'

function rateLimited(retryAfter: string | (() => string)): Scenario['play'] {
  return (exchange) => {
    const value = typeof retryAfter === 'string' ? retryAfter : retryAfter()
    if (exchange.played === 1) refuse(exchange, 429, 'Too many requests', { 'retry-after': value })
    else sendJson(exchange, fullForm(exchange))
  }
}

/** What a store says when it does not give a page. */
export const refusalScenarios = {
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
    play: ({ response }) => sendText(response, webPage, 404, { 'content-type': 'text/html' })
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
