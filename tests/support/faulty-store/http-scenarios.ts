import { gzipSync } from 'node:zlib'
import { fullForm, sendJson, sendText, webPage, type Exchange, type Scenario } from './exchange'

function sendGzip({ response }: Exchange, bytes: Uint8Array): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
  response.end(bytes)
}

/** 64 MB of spaces in 64 KB. */
const bomb = (): Buffer => gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '), { level: 9 })

/** Answers that are none, that are packed wrongly, or that lead elsewhere. */
export const httpScenarios = {
  /** Fault 15: HTTP 200 with a page of the shop's web site. */
  html: {
    faults: [15],
    play: ({ response }) => sendText(response, webPage, 200, { 'content-type': 'text/html' })
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

  /** Fault 114: redirects to the same address with another user name in it each time. */
  'redirect-with-user': {
    faults: [114],
    play: ({ response, request, played }) =>
      sendText(response, '', 302, {
        location: `//turn-${played}@${request.headers.host ?? ''}${request.url ?? ''}`
      })
  },

  /** Fault 114: the same, and each address is a new one. */
  'redirect-chain-with-user': {
    faults: [114],
    play: ({ response, request, played }) =>
      sendText(response, '', 302, {
        location: `//user@${request.headers.host ?? ''}${request.url?.split('?')[0] ?? ''}?turn=${played}`
      })
  },

  /** No fault: the path moved within the store. */
  'redirect-within': {
    faults: [],
    checked: true,
    play: (exchange) => {
      if (exchange.request.url?.startsWith('/moved')) sendJson(exchange, fullForm(exchange))
      else sendText(exchange.response, '', 308, { location: `/moved${exchange.request.url ?? ''}` })
    }
  }
} satisfies Record<string, Scenario>
