/** Keeps pictures until it is killed; tells how many it has kept. Run by cache-file.test.ts as a process of its own. */
import { createHash } from 'node:crypto'
import { createCacheSide } from '../../../../electron/images/disk/methods'

const [, , folder = ''] = process.argv
const { methods } = createCacheSide()
void methods.open('', { folder, limit: 20_000_000 })
for (let number = 0; ; number += 1) {
  const name = createHash('sha256').update(String(number))
  const hash = name.copy().digest('hex')
  const bytes = new Uint8Array(Buffer.alloc(30_000, hash))
  const original = {
    ...{ hash, width: 1, height: 1, format: 'jpeg', bytes: 1, look: 0n, animated: false }
  }
  const status = { checkedAt: 1, until: 2, tries: 0, denials: 0, failure: null, validators: null }
  const arrival = { connectionId: 'shop', token: name.digest('base64url'), status, original }
  void methods.save('', {
    arrivals: [{ ...arrival, rasters: { thumbnail: bytes.slice(0, 2000), tile: bytes } }],
    now: number
  })
  if (number % 100 === 0) process.stdout.write(`${number}\n`)
}
