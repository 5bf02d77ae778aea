import type { Protocol } from 'electron'
import { running } from './browser.ts'
import type { Payload } from './cdp.ts'
import { devServer } from './chromium.ts'
import { fromChromium, isRegistered, registerSchemes } from './scheme.ts'
import { missing, strict } from './strict.ts'

type Handler = (request: Request) => Response | Promise<Response>
type Paused = Payload<'Fetch.requestPaused'>

/** A CDP message over about 100 MB ends Chromium; base64 makes 80 MB of this. */
const maxBody = 60_000_000
const handlers = new Map<string, Handler>()
let ready = false

/** Asked, by page, before its main frame goes anywhere; false keeps the page where it is. */
export const navigationGuards = new Map<string, (url: string, redirected: boolean) => boolean>()

/** Electron's `protocol`: the app's own schemes. */
export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes) {
    if (ready) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    registerSchemes(schemes)
  },
  handle(scheme, handler: Handler) {
    if (!isRegistered(scheme))
      throw missing(`protocol.handle('${scheme}'), a scheme that was not registered as privileged`)
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    handlers.set(scheme, handler)
  },
  unhandle(scheme) {
    if (!handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`)
  },
  isProtocolHandled: (scheme) => handlers.has(scheme)
} satisfies Partial<Protocol>)

/** From now on every request of every page comes here first; nothing reaches a network but the dev server. */
export async function interceptRequests(): Promise<void> {
  ready = true
  const { root } = running()
  root.on('Fetch.requestPaused', (paused) => {
    decide(paused).catch((error: unknown) => {
      // A page that closed meanwhile takes its requests with it.
      if (!String(error).includes('Invalid InterceptionId')) console.error(error)
    })
  })
  await root.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
}

async function decide(paused: Paused): Promise<void> {
  const { requestId, frameId, request, resourceType } = paused
  const { root } = running()
  const url = fromChromium(request.url)
  const scheme = url.slice(0, url.indexOf(':'))
  const guard = resourceType === 'Document' ? navigationGuards.get(frameId) : undefined
  const fail = (errorReason: 'Aborted' | 'BlockedByClient' | 'Failed'): Promise<unknown> =>
    root.send('Fetch.failRequest', { requestId, errorReason })

  // Aborted leaves the page as it is; every other reason would show Chromium's error page.
  if (guard && !guard(url, paused.redirectedRequestId !== undefined)) return void (await fail('Aborted'))
  // Chromium looks for an icon by itself, which Electron does not do: the app never hears of it.
  if (resourceType === 'Other' && URL.parse(url)?.pathname === '/favicon.ico') {
    return void (await root.send('Fetch.fulfillRequest', { requestId, responseCode: 204 }))
  }
  const handler = handlers.get(scheme)
  if (handler) {
    const answer = await respond(handler, url, request).catch((error: unknown) => console.error(error))
    return void (await (answer
      ? root.send('Fetch.fulfillRequest', { requestId, ...answer })
      : fail('Failed')))
  }
  const harmless = ['data', 'blob', 'about'].includes(scheme) && !guard
  if (harmless || URL.parse(url)?.origin === devServer?.origin)
    return void (await root.send('Fetch.continueRequest', { requestId }))
  await fail(resourceType === 'Document' ? 'Aborted' : 'BlockedByClient')
}

/** Runs the app's handler; undefined stands for a network error. */
async function respond(handler: Handler, url: string, request: Paused['request']) {
  const { method } = request
  const headers = new Headers(request.headers)
  const referrer = headers.get('referer')
  if (referrer) headers.set('referer', fromChromium(referrer))
  const posted = request.postDataEntries?.map(({ bytes }) => Buffer.from(bytes ?? '', 'base64'))
  const body = posted && method !== 'GET' && method !== 'HEAD' ? { body: Buffer.concat(posted) } : {}
  const response = await handler(new Request(url, { method, headers, ...body }))
  if (response.status === 0) return undefined
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length > maxBody)
    throw new Error(`The Chromium shell refuses the ${bytes.length} bytes of ${url}: over ${maxBody}`)
  return {
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
    body: bytes.toString('base64')
  }
}
