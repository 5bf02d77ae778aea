import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import net, { type AddressInfo, type Socket } from 'node:net'
import type { TestCertificate } from '../certificates'

export interface TestProxy {
  port: number
  /** Host and port as in a PAC result. */
  address: string
  /** What it was asked for: `CONNECT host:port`, `GET http://…`, or the SOCKS destination. */
  requests: string[]
  close(): Promise<void>
}

export interface ProxyOptions {
  /** `user:password` that it wants. */
  password?: string
  /** Status with which it refuses every tunnel. */
  refuseWith?: number
  /** Is spoken to over TLS. */
  tls?: TestCertificate
  /** Names that nobody else knows, and the port of this computer to which each leads. */
  names?: Record<string, number>
}

/** A real HTTP proxy on 127.0.0.1: tunnels by CONNECT, passes plain requests on. */
export async function startProxy(options: ProxyOptions = {}): Promise<TestProxy> {
  const { password, refuseWith, tls, names = {} } = options
  const wanted = password === undefined ? undefined : `Basic ${Buffer.from(password).toString('base64')}`
  const passOn = (request: IncomingMessage, response: ServerResponse): void => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`)
    if (wanted !== undefined && request.headers['proxy-authorization'] !== wanted) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="office"' }).end('password please')
      return
    }
    const url = new URL(request.url ?? '')
    const named = names[url.hostname]
    if (named !== undefined) url.host = `127.0.0.1:${named}`
    const onward = http.request(url, { headers: request.headers, agent: false })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    onward.end()
  }
  const requests: string[] = []
  const server = tls ? https.createServer(tls, passOn) : http.createServer(passOn)
  server.on('connect', (request, client: Socket) => {
    requests.push(`CONNECT ${request.url ?? ''}`)
    client.on('error', () => undefined)
    const status =
      wanted !== undefined && request.headers['proxy-authorization'] !== wanted ? 407 : (refuseWith ?? 200)
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    const [host = '', port = ''] = (request.url ?? '').split(':')
    const named = names[host]
    const onward = net.connect(named ?? Number(port), named === undefined ? host : '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      join(client, onward)
    })
    onward.on('error', () => client.destroy())
  })
  return serve(server, requests)
}

/** A SOCKS5 proxy without authentication, for names and IPv4 addresses. `names` as in `ProxyOptions`. */
export async function startSocksProxy(names: Record<string, number> = {}): Promise<TestProxy> {
  const requests: string[] = []
  const server = net.createServer((client) => {
    client.on('error', () => undefined)
    client.once('data', () => {
      client.write(Buffer.from([5, 0]))
      client.once('data', (wish) => {
        const { host, port } = destination(wish)
        requests.push(`${host}:${port}`)
        const named = names[host]
        const onward = net.connect(named ?? port, named === undefined ? host : '127.0.0.1', () => {
          client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
          join(client, onward)
        })
        onward.on('error', () => client.end(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])))
      })
    })
  })
  return serve(server, requests)
}

/** A port of 127.0.0.1 at which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function destination(wish: Buffer): { host: string; port: number } {
  const named = wish[3] === 3
  const end = named ? 5 + (wish[4] ?? 0) : 8
  const host = named ? wish.toString('latin1', 5, end) : [...wish.subarray(4, 8)].join('.')
  return { host, port: wish.readUInt16BE(end) }
}

function join(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one)
  one.on('close', () => other.destroy())
  other.on('close', () => one.destroy())
}

async function serve(server: net.Server, requests: string[]): Promise<TestProxy> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    address: `127.0.0.1:${port}`,
    requests,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    }
  }
}
