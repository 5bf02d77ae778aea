import { fullForm, sendJson, sendText, type Scenario } from './exchange'

/** Between two bytes of a trickle, in ms. */
const trickleEvery = 20

/** How the way to a store fails. The TLS cases are made by `tls`, the others by `goOffline` and a closed port. */
export const networkScenarios = {
  /** Fault 3: takes the request and never answers. */
  'no-answer': { faults: [3], play: () => undefined },

  /** Fault 4: a good answer that begins at once and comes byte by byte, for hours. */
  trickle: {
    faults: [4],
    play: (exchange) => {
      const { response } = exchange
      const bytes = Buffer.from(JSON.stringify(fullForm(exchange)).padEnd(1_000_000))
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
      let sent = 0
      const timer = setInterval(() => response.write(bytes.subarray(sent, ++sent)), trickleEvery)
      response.on('close', () => clearInterval(timer))
    }
  },

  /** Fault 5: the connection is closed in the middle of a good answer. */
  'cut-off': {
    faults: [5],
    play: (exchange) => {
      const { response } = exchange
      const bytes = Buffer.from(JSON.stringify(fullForm(exchange)))
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
      response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.end())
    }
  },

  /** Fault 5: the connection is cut between two chunks, where what came so far is whole JSON. */
  'cut-off-after-json': {
    faults: [5],
    play: (exchange) => {
      const { response } = exchange
      response.writeHead(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' })
      response.write(JSON.stringify(fullForm(exchange)), () => response.socket?.end())
    }
  },

  /** Fault 5: the connection is reset before anything is answered. */
  reset: { faults: [5], play: ({ response }) => response.socket?.resetAndDestroy() },

  /** Fault 14: what a kept connection does after the computer slept: the first use finds it dead. */
  'reset-once': {
    faults: [14],
    checked: true,
    play: (exchange) => {
      if (exchange.played === 1) exchange.response.socket?.resetAndDestroy()
      else sendJson(exchange, fullForm(exchange))
    }
  },

  /** Fault 9: a hotspot's sign-in page in place of the answer. */
  'captive-page': {
    faults: [9],
    play: ({ response }) =>
      sendText(
        response,
        '<!doctype html><title>Airport Wi-Fi</title><form action="/login"><h1>Sign in to the network</h1>' +
          '<input name="room"><input type="password" name="code"><button>Connect</button></form>',
        200,
        { 'content-type': 'text/html' }
      )
  },

  /** Fault 9: a redirect to a hotspot's sign-in page. */
  'captive-redirect': {
    faults: [9],
    play: ({ response }) =>
      sendText(response, '', 302, { location: 'http://portal.invalid/login?from=store' })
  },

  /** Fault 9: the status that only portals send. */
  'captive-status': {
    faults: [9],
    play: ({ response }) => sendText(response, '<p>Sign in</p>', 511, { 'content-type': 'text/html' })
  }
} satisfies Record<string, Scenario>
