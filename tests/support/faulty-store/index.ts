import { once } from 'node:events'
import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse
} from 'node:http'
import https from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { canary } from '../canary'
import type { TestCertificate } from '../certificates'
import { listed, stock, type Shelf } from './catalog'
import { refuse, sendText, type Exchange, type Scenario } from './exchange'
import { makePicture } from './picture'
import { scenarios, type ScenarioName } from './scenarios'

export { scenarioNames, scenarios, type ScenarioName } from './scenarios'
export { closedPort, startProxy, startSocksProxy, type TestProxy } from './proxy'

interface RecordedRequest {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
}

export interface FaultyStoreOptions {
  /** Size of the list; 240 when not given. */
  products?: number
  /** Serves https with it. */
  tls?: TestCertificate
}

export interface FaultyStore {
  /** `http://127.0.0.1:PORT`, without trailing slash. */
  baseUrl: string
  apiPath: string
  port: number
  /** What `x-api-key` and `userid` must say: the canary. May be changed, as when a key is rotated. */
  credentials: { key: string; userId: string }
  /** Everything asked of the store so far, pictures included; may be emptied. */
  requests: RecordedRequest[]
  /** Where `redirect-elsewhere` points to. */
  elsewhere: string
  /** What is on its list; may be changed at any time. */
  shelf: Shelf
  /** ms that its clock is ahead of the right time. */
  clock: number
  /** What it sends in place of its pictures, by number: see `hostile-images/hostile-server`. */
  pictures: Map<number, RequestListener>
  /** Behaves like that from now on. */
  scenario(name: ScenarioName): void
  /** The numbers of the pictures asked for so far, in that order. */
  pictureRequests(): number[]
  /** How many requests for pages came so far. */
  pageRequests(): number
  /** Refuses connections, as a store that is down, and cuts the open ones. */
  goOffline(): Promise<void>
  /** Listens again on the same port. */
  comeBack(): Promise<void>
  close(): Promise<void>
}

/** Starts a store on 127.0.0.1 that is healthy until told otherwise. Its pictures are at `/images/N.png`. */
export async function startFaultyStore(options: FaultyStoreOptions = {}): Promise<FaultyStore> {
  const { products = 240, tls } = options
  const chosen = { scenario: scenarios.healthy, played: 0 }
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = request.url ?? '/'
    if (store.clock !== 0) response.setHeader('date', new Date(Date.now() + store.clock).toUTCString())
    store.requests.push({ method: request.method ?? '', url, headers: request.headers })
    const picture = pictureNumber(url)
    if (picture !== null) {
      const send = store.pictures.get(picture) ?? plainPicture(picture)
      send(request, response)
    } else if (!isPage(url)) sendText(response, 'Not found', 404, { 'content-type': 'text/plain' })
    else if (store.shelf.answers !== 0) {
      if (store.shelf.answers !== null) store.shelf.answers--
      chosen.played++
      const exchange = exchangeOf(request, response, store, chosen.played)
      if (store.shelf.broken.has(exchange.page))
        sendText(response, '{"products": [', 200, { 'content-type': 'application/json' })
      else if (store.shelf.delay === 0) play(chosen.scenario, exchange)
      else setTimeout(play, store.shelf.delay, chosen.scenario, exchange).unref()
    }
  }
  const server = tls ? https.createServer(tls, answer) : http.createServer(answer)
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
    // Taken by the system just before it went offline, one would keep the server from ever being closed.
    if (server.listening) open.add(socket)
    else socket.destroy()
  })
  const port = await listen(server, 0)
  const stop = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }
  const store: FaultyStore = {
    baseUrl: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    apiPath: '/api/public/products',
    port,
    credentials: { ...canary },
    requests: [],
    shelf: stock(products),
    clock: 0,
    pictures: new Map(),
    elsewhere: 'https://elsewhere.invalid/api/public/products',
    scenario: (name) => Object.assign(chosen, { scenario: scenarios[name], played: 0 }),
    pictureRequests: () =>
      store.requests.map(({ url }) => pictureNumber(url)).filter((number) => number !== null),
    pageRequests: () => store.requests.filter(({ url }) => isPage(url)).length,
    goOffline: stop,
    comeBack: async () => {
      await listen(server, port)
    },
    close: stop
  }
  return store
}

async function listen(server: http.Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function isPage(url: string): boolean {
  return /^(\/moved)?\/api\/(landing\/)?public\/products(\?|$)/.test(url)
}

function exchangeOf(
  request: IncomingMessage,
  response: ServerResponse,
  { baseUrl, elsewhere, credentials, shelf }: FaultyStore,
  played: number
): Exchange & { credentials: FaultyStore['credentials'] } {
  const query = new URL(request.url ?? '/', baseUrl).searchParams
  const page = Number(query.get('pageNo') ?? 1)
  const limit = Math.min(Number(query.get('limit') ?? 25), shelf.cap ?? Infinity)
  const total = listed(shelf)
  return { request, response, page, limit, total, shelf, baseUrl, played, elsewhere, credentials }
}

function play(scenario: Scenario, exchange: ReturnType<typeof exchangeOf>): void {
  const { credentials, request } = exchange
  const { 'x-api-key': key, userid } = request.headers
  if (scenario.checked !== true || (key === credentials.key && userid === credentials.userId)) {
    scenario.play(exchange)
  } else {
    refuse(exchange, 401, key === credentials.key ? 'Unknown user' : 'Invalid API key')
  }
}

/** The number of the picture at this path; null when it is none. */
function pictureNumber(url: string): number | null {
  const path = /^\/images\/(\d{1,9})\.png$/.exec(url)
  return path ? Number(path[1]) : null
}

function plainPicture(n: number): RequestListener {
  return (_, response) => {
    const bytes = makePicture(n)
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length }).end(bytes)
  }
}
