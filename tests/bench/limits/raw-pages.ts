import { connect } from 'node:net'

export interface RawPages {
  port: number
  /** Base URL's path. */
  path: string
  pages: number
  limit: number
  /** Sockets at once. */
  sockets: number
}

const headEnd = Buffer.from('\r\n\r\n')

/**
 * Fetches pages 1 to `pages` over bare keep-alive sockets with the least that a client can do, and hands each body over
 * as it arrives. Rejects when a socket fails.
 */
export async function fetchRawPages(
  asked: RawPages,
  onBody: (body: Buffer, page: number) => void
): Promise<void> {
  let next = 1
  const take = (): number | null => (next <= asked.pages ? next++ : null)
  await Promise.all(Array.from({ length: asked.sockets }, () => fetchOver(asked, take, onBody)))
}

function fetchOver(
  { port, path, limit }: RawPages,
  take: () => number | null,
  onBody: (body: Buffer, page: number) => void
): Promise<void> {
  return new Promise((resolve, reject) => {
    let page: number | null = null
    let parts: Buffer[] = []
    let missing = -1
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const ask = (): void => {
      page = take()
      if (page === null) socket.end(() => resolve())
      else
        socket.write(
          `GET ${path}/api/public/products?pageNo=${page}&limit=${limit} HTTP/1.1\r\nHost: b\r\n\r\n`
        )
    }
    const arrived = (part: Buffer): void => {
      parts.push(part)
      missing -= part.length
      if (missing > 0 || page === null) return
      const body = parts.length === 1 ? part : Buffer.concat(parts)
      parts = []
      missing = -1
      onBody(body, page)
      ask()
    }
    socket.once('error', reject)
    socket.once('connect', ask)
    socket.on('data', (chunk: Buffer) => {
      if (missing >= 0) {
        arrived(chunk)
        return
      }
      // The server writes the head at once, so it is never cut.
      const end = chunk.indexOf(headEnd)
      missing = Number(/content-length: (\d+)/i.exec(chunk.toString('latin1', 0, end))?.[1])
      arrived(chunk.subarray(end + headEnd.length))
    })
  })
}
