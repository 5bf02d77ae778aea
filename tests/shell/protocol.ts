import type { Protocol } from 'electron'
import { running } from './browser.ts'
import type { Payload } from './cdp.ts'
import { devServer } from './chromium.ts'
import { fromChromium, isRegistered, registerSchemes } from './scheme.ts'
import { missing, strict } from './strict.ts'

type Handler = (request: Request) => Response | Promise<Response>
type Paused = Payload<'Fetch.requestPaused'>
/** What becomes of a request: an answer, its way to the network, or an error. */
type Verdict =
  | { responseCode: number; responseHeaders?: { name: string; value: string }[]; body?: string }
  | 'continue'
  | 'Aborted'
  | 'BlockedByClient'
  | 'Failed'

/** A CDP message over about 100 MB ends Chromium; base64 makes 80 MB of this. */
const maxBody = 60_000_000
const handlers = new Map<string, Handler>()
let ready = false
/** What ends the answers that are under way, by Chromium's number of the request. */
const underWay = new Map<string, () => void>()

/** The page wants the answer to a request no more: as in Electron, the answer's body is cancelled. */
export function takenBack(requestId: string): void {
  underWay.get(requestId)?.()
}

/** Asked, by page, before its main frame goes anywhere; false keeps the page where it is. */
export const navigationGuards = new Map<string, (url: string, redirected: boolean) => boolean>()

/** Electron's `protocol`: the app's own schemes. */
export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes) {
    if (ready) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    registerSchemes(schemes)
  },
  handle(scheme, handler: Handler) {
    if (!ready) throw new Error('protocol.handle should be called after app is ready')
    if (!isRegistered(scheme))
      throw missing(`protocol.handle('${scheme}'), a scheme that was not registered as privileged`)
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    handlers.set(scheme, handler)
  },
  isProtocolHandled: (scheme) => handlers.has(scheme)
} satisfies Partial<Protocol>)

/** From now on every request of every page comes here first; nothing reaches a network but the dev server. */
export async function interceptRequests(): Promise<void> {
  ready = true
  const { root } = running()
  root.on('Fetch.requestPaused', (paused) => {
    answer(paused).catch((error: unknown) => {
      // A page that closed meanwhile takes its requests with it.
      if (!String(error).includes('Invalid InterceptionId')) console.error(error)
    })
  })
  await root.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
}

async function answer(paused: Paused): Promise<void> {
  const { root } = running()
  const { requestId } = paused
  const verdict = await decide(paused)
  if (verdict === 'continue') await root.send('Fetch.continueRequest', { requestId })
  else if (typeof verdict === 'object') await root.send('Fetch.fulfillRequest', { requestId, ...verdict })
  else await root.send('Fetch.failRequest', { requestId, errorReason: verdict })
}

async function decide(paused: Paused): Promise<Verdict> {
  const { frameId, request, resourceType, redirectedRequestId, networkId } = paused
  const url = fromChromium(request.url)
  const { origin, pathname, protocol: scheme } = new URL(url)
  const guard = resourceType === 'Document' ? navigationGuards.get(frameId) : undefined

  // Aborted leaves a page where it is; every other reason would show Chromium's error page.
  if (guard && !guard(url, redirectedRequestId !== undefined)) return 'Aborted'
  // Chromium looks for an icon by itself, which Electron does not do: the app never hears of it.
  if (resourceType === 'Other' && pathname === '/favicon.ico') return { responseCode: 204 }
  const handler = handlers.get(scheme.slice(0, -1))
  if (handler) return respond(handler, url, request, networkId)
  if (origin === devServer?.origin) return 'continue'
  if (['data:', 'blob:', 'about:'].includes(scheme) && !guard) return 'continue'
  return resourceType === 'Document' ? 'Aborted' : 'BlockedByClient'
}

/** Runs the app's handler; one that fails is a network error, as in Electron. */
async function respond(
  handler: Handler,
  url: string,
  asked: Paused['request'],
  networkId = ''
): Promise<Verdict> {
  try {
    const back = new Promise<void>((resolve) => underWay.set(networkId, resolve))
    const response = await handler(requestOf(url, asked))
    if (response.status === 0) return 'Failed'
    const body = await bodyOf(response, back)
    if (body === null) return 'Failed'
    if (body.length > maxBody)
      throw new Error(`The Chromium shell refuses a body over ${maxBody} bytes: ${url}`)
    return {
      responseCode: response.status,
      responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
      body: body.toString('base64')
    }
  } catch (error) {
    console.error(error)
    return 'Failed'
  } finally {
    underWay.delete(networkId)
  }
}

/** All of an answer's body; null when it broke off, or when the page took its request back. */
async function bodyOf(response: Response, back: Promise<void>): Promise<Buffer | null> {
  if (response.body === null) return Buffer.alloc(0)
  const reader = response.body.getReader()
  void back.then(() => reader.cancel()).catch(() => undefined)
  const chunks: Uint8Array[] = []
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value)
    return Buffer.concat(chunks)
  } catch {
    return null
  }
}

function requestOf(url: string, { method, headers, postDataEntries }: Paused['request']): Request {
  const own = new Headers(headers)
  for (const name of ['referer', 'origin']) {
    const value = own.get(name)
    if (value) own.set(name, fromChromium(value))
  }
  const posted = postDataEntries?.map(({ bytes }) => Buffer.from(bytes ?? '', 'base64'))
  return new Request(url, { method, headers: own, body: posted ? Buffer.concat(posted) : null })
}
