import { createServer, type AddressInfo, type Socket } from 'node:net'
import sharp from 'sharp'
import { differentPictures } from './catalog/catalog-maker'
import { PageBodies } from './catalog/page-bodies'
import { readTarget } from './catalog/store-path'
import { originalBody, readOriginalTarget } from './originals'

/**
 * The bench's store, in a process of its own, so that it shares no thread with what is measured: ready-made pages over
 * bare sockets, and a few pictures. Started by `startServer` with the number of products; tells its port when it is
 * ready, and `{ mostAtOnce }` (requests under way, since the last question) when asked.
 */

const count = Number(process.argv[2])
const bodies = new PageBodies(count)
const pictures = await Promise.all(Array.from({ length: differentPictures }, (_, number) => picture(number)))
let underWay = 0
let mostAtOnce = 0

/** A JPEG of 480 px, about 12 KB: a gradient with a shape in it. */
async function picture(number: number): Promise<Buffer> {
  const hue = (number * 360) / differentPictures
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480">
    <defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="hsl(${hue} 30% 92%)"/>
      <stop offset="1" stop-color="hsl(${hue} 35% 70%)"/></linearGradient></defs>
    <rect width="480" height="480" fill="url(#g)"/>
    <circle cx="240" cy="${180 + number}" r="${60 + number * 2}" fill="hsl(${hue + 40} 50% 45%)"/>
    <rect x="150" y="300" width="180" height="${40 + number}" rx="24" fill="hsl(${hue + 180} 30% 35%)"/></svg>`
  return await sharp(Buffer.from(drawing)).jpeg({ quality: 84 }).toBuffer()
}

function answerPicture(socket: Socket, target: string): void {
  const number = Number(/^\/pictures\/(\d+)/.exec(target)?.[1] ?? 0)
  send(socket, 'image/jpeg', [pictures[number % differentPictures] ?? Buffer.alloc(0)])
}

function send(socket: Socket, type: string, parts: readonly Buffer[]): void {
  if (socket.destroyed) return
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  socket.cork()
  socket.write(
    `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: keep-alive\r\n\r\n`
  )
  for (const part of parts) socket.write(part)
  socket.uncork()
}

function answer(socket: Socket, target: string): void {
  const original = readOriginalTarget(target)
  if (original !== null) {
    void originalBody(original.kind, original.number).then((parts) => send(socket, 'image/jpeg', parts))
    return
  }
  const asked = readTarget(target)
  if (asked === null) {
    answerPicture(socket, target)
    return
  }
  underWay += 1
  mostAtOnce = Math.max(mostAtOnce, underWay)
  const reply = (): void => {
    underWay -= 1
    if (!socket.destroyed) send(socket, 'application/json', bodies.body(asked))
  }
  if (asked.latency === 0) reply()
  else setTimeout(reply, asked.latency)
}

/** Requests have no body: each is its lines up to an empty one. */
const server = createServer({ noDelay: true }, (socket) => {
  let rest = ''
  socket.setEncoding('latin1')
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    rest += String(chunk)
    for (let end = rest.indexOf('\r\n\r\n'); end >= 0; end = rest.indexOf('\r\n\r\n')) {
      const target = rest.slice(0, rest.indexOf('\r\n')).split(' ')[1] ?? '/'
      rest = rest.slice(end + 4)
      answer(socket, target)
    }
  })
})

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('message', () => {
  process.send?.({ mostAtOnce })
  mostAtOnce = 0
})
// The bench ended, however it did.
process.on('disconnect', () => process.exit())
