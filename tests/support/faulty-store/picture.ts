import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const side = 64

/** A real PNG of 64×64 pixels in a color and with a stripe of its own, so that neighbors can be told apart. */
export function makePicture(n: number): Buffer {
  const rows: number[] = []
  for (let y = 0; y < side; y++) {
    rows.push(0)
    for (let x = 0; x < side; x++) {
      const stripe = (x + y + n * 5) % 16 < 4
      rows.push(stripe ? 255 : (n * 47) % 200, (n * 83) % 200, stripe ? 255 : (n * 131) % 200)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // 8 bits a channel, RGB, no interlacing.
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows))),
    chunk('IEND', Buffer.alloc(0))
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
