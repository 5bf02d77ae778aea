import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface SeenRequest {
  /** The request line's target: a path, or a whole URL when it came as to a proxy. */
  target: string
  headers: IncomingHttpHeaders
}

/** An image server on loopback that does what it is told, and remembers who asked what. */
export interface HostileServer {
  /** `http://127.0.0.1:port` */
  origin: string
  /** `127.0.0.1:port` */
  host: string
  port: number
  seen: SeenRequest[]
  /** Answers this target from now on. */
  on(target: string, answer: RequestListener): void
  close(): Promise<void>
}

export async function startHostileServer(): Promise<HostileServer> {
  const answers = new Map<string, RequestListener>()
  const seen: SeenRequest[] = []
  const server = createServer((request, response) => {
    const target = request.url ?? ''
    seen.push({ target, headers: request.headers })
    const answer = answers.get(target) ?? ((_, missing) => missing.writeHead(404).end())
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  return {
    origin: `http://${host}`,
    host,
    port,
    seen,
    on: (target, answer) => void answers.set(target, answer),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

/** A body with its length and the content type that a picture would have, whatever it is. */
export function body(bytes: Uint8Array): RequestListener {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes.length }).end(bytes)
  }
}

export function status(code: number): RequestListener {
  return (_, response) => void response.writeHead(code).end()
}

export function redirect(location: string, code = 302): RequestListener {
  return (_, response) => void response.writeHead(code, { location }).end()
}

/** Says that it is huge; sends nothing of it. */
export function claims(length: number): RequestListener {
  return (_, response) => {
    response.writeHead(200, { 'content-length': length })
    response.flushHeaders()
  }
}

/** Sends as fast as it is read, for ever. */
export const endless: RequestListener = (_, response) => {
  const chunk = Buffer.alloc(64 * 1024, 0xff)
  const pour = (): void => {
    while (!response.destroyed && response.write(chunk));
  }
  response.writeHead(200).on('drain', pour)
  pour()
}

/** Sends the start of a body, then keeps silent without ending it. */
export function stalls(start: Uint8Array): RequestListener {
  return (_, response) => void response.writeHead(200).write(start)
}

/** Promises the whole length, sends a part and hangs up. */
export function cutOff(bytes: Uint8Array): RequestListener {
  return (_, response) => {
    response.writeHead(200, { 'content-length': bytes.length })
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  }
}

/** Keeps the answers back until `release` is called; `arrived` counts who waits. */
export function held(bytes: Uint8Array): {
  answer: RequestListener
  arrived: () => number
  release: () => void
} {
  const waiting: ServerResponse[] = []
  let open = false
  return {
    answer: (_, response) => {
      if (open) response.end(bytes)
      else waiting.push(response)
    },
    arrived: () => waiting.length,
    release: () => {
      open = true
      for (const response of waiting.splice(0)) response.end(bytes)
    }
  }
}
