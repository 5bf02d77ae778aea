import { closeSync, openSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { areAlike, type LookHalves } from '../../../electron/contract/content-fingerprint'
import type { ImageService } from '../../../electron/images/image-service'
import { testFolder } from '../../support/folder'
import { canMount, fill, mountSmallDisk } from '../../support/small-disk'
import * as hostile from '../../support/hostile-images/hostile-server'
import * as files from '../../support/hostile-images/picture-files'
import { closeSharedDecoder, codeOf, openShop, type Shop } from '../../support/hostile-images/shop'

let folder: string
let shop: Shop
let jpeg: Buffer
let other: Buffer

beforeAll(async () => {
  jpeg = await files.jpegFile(300, 200)
  other = await files.photo(3, 200, 200)
})
afterAll(closeSharedDecoder)

beforeEach(async () => {
  folder = testFolder()
  shop = await openShop(folder)
  shop.server.on('/a.jpg', hostile.body(jpeg))
  shop.server.on('/b.jpg', hostile.body(jpeg))
  shop.server.on('/other.jpg', hostile.body(other))
})
afterEach(() => shop.close())

const halvesOf = (look: bigint): LookHalves => [
  Number(BigInt.asUintN(32, look >> 32n)),
  Number(BigInt.asUintN(32, look))
]
const never = new AbortController().signal
const token = (address: string): string => shop.pictures.register('shop', address).token

async function raster(address: string, size: Parameters<ImageService['raster']>[2]): Promise<Buffer> {
  const result = await shop.pictures.raster('shop', token(address), size)
  if (!result.ok) throw new Error(result.failure.code)
  return Buffer.from(result.value.bytes)
}

describe('a picture that was seen', () => {
  it('is there after a restart, with no network at all', async () => {
    const before = await raster('/a.jpg', 'thumbnail')
    await shop.server.close()
    await shop.open()
    expect((await raster('/a.jpg', 'thumbnail')).equals(before)).toBe(true)
    const facts = { width: 300, height: 200, format: 'jpeg', checkedAt: shop.clock }
    expect(await shop.pictures.describe('shop', token('/a.jpg'))).toMatchObject({ ok: true, value: facts })
    expect(shop.decodings).toBe(1)
  })

  it('gets its perceptual hash anew where that is of an earlier version, with no network at all', async () => {
    const lookOf = async (): Promise<bigint> => {
      const kept = await shop.pictures.keep('shop', '/other.jpg', ['thumbnail', 'thumbnail-2x'], never)
      if (!kept.ok || kept.value.state !== 'shown') throw new Error('it is not kept')
      return kept.value.look ?? 0n
    }
    const before = await lookOf()
    await shop.server.close()
    await shop.pictures.close()
    const db = new DatabaseSync(join(folder, 'pictures.sqlite'))
    db.exec("UPDATE content SET look = x''")
    db.close()
    await shop.open()
    const anew = await lookOf()
    expect(areAlike(halvesOf(anew), halvesOf(before))).toBe(true)
    expect(anew).not.toBe(0n)
    const decoded = shop.decodings
    await shop.open()
    expect(await lookOf(), 'and it is kept').toBe(anew)
    expect(shop.decodings).toBe(decoded)
  })

  it('is told of as it was seen where a larger size of it cannot be had', async () => {
    await raster('/a.jpg', 'thumbnail')
    const seenAt = shop.clock
    await shop.server.close()
    await shop.open()
    shop.clock += 60_000
    expect(codeOf(await shop.pictures.raster('shop', token('/a.jpg'), 'preview'))).toBe('connection-refused')
    const facts = { width: 300, height: 200, checkedAt: seenAt }
    expect(await shop.pictures.describe('shop', token('/a.jpg'))).toMatchObject({ ok: true, value: facts })
    expect(await shop.show('/a.jpg')).toBe('ok')
  })

  it('is there in smaller sizes too, made of the larger one', async () => {
    await raster('/a.jpg', 'preview')
    await shop.server.close()
    await shop.open()
    for (const size of ['tile', 'thumbnail', 'thumbnail-2x'] as const) await raster('/a.jpg', size)
    expect(shop.decodings).toBe(4)
    await shop.open()
    for (const size of ['tile', 'thumbnail', 'thumbnail-2x'] as const) await raster('/a.jpg', size)
    expect(shop.decodings).toBe(4)
  })

  it('was last looked at when it came, not when another size of it could not be had', async () => {
    await raster('/a.jpg', 'thumbnail')
    const cameAt = shop.clock
    shop.server.on('/a.jpg', hostile.status(503))
    shop.clock += 60_000
    shop.asked()
    const preview = async (): Promise<string> =>
      codeOf(await shop.pictures.raster('shop', token('/a.jpg'), 'preview'))
    expect([await preview(), await preview()]).toEqual(['server-error', 'server-error'])
    // A server that is busy is asked once more at once, and then not for a while.
    expect(shop.asked()).toEqual(['/a.jpg', '/a.jpg'])
    shop.clock += 30_000
    const facts = { width: 300, checkedAt: cameAt }
    expect(await shop.pictures.describe('shop', token('/a.jpg'))).toMatchObject({ ok: true, value: facts })
    shop.server.on('/a.jpg', hostile.body(jpeg))
    expect(await preview()).toBe('ok')
  })

  it('is stored, and decoded, once under two addresses', async () => {
    await raster('/a.jpg', 'thumbnail')
    await raster('/b.jpg', 'thumbnail')
    expect(shop.asked()).toEqual(['/a.jpg', '/b.jpg'])
    expect(shop.decodings).toBe(1)
    expect((await shop.pictures.storage()).pictures).toBe(1)
    expect(await shop.pictures.describe('shop', token('/b.jpg'))).toMatchObject({ value: { width: 300 } })
  })

  it('goes with its connection, from disk too, and from no other', async () => {
    await shop.show('/a.jpg')
    await shop.show('/other.jpg', 'second')
    await shop.pictures.forget('shop')
    await shop.open()
    shop.asked()
    expect(await shop.show('/other.jpg', 'second')).toBe('ok')
    expect(shop.asked()).toEqual([])
    expect(await shop.show('/a.jpg')).toBe('ok')
    expect(shop.asked()).toEqual(['/a.jpg'])
  })

  it('goes when the pictures are cleared, and is fetched again', async () => {
    await shop.show('/a.jpg')
    const limit = 100_000_000
    expect(await shop.pictures.clear()).toEqual({ used: 0, limit, pictures: 0, because: null })
    expect(await shop.show('/a.jpg')).toBe('ok')
    expect(shop.asked()).toEqual(['/a.jpg', '/a.jpg'])
    const storage = await shop.pictures.storage()
    expect(storage).toMatchObject({ pictures: 1, because: null })
    expect(storage.used).toBeGreaterThan(100)
  })

  it('counts towards the limit, of which is told', async () => {
    await shop.show('/a.jpg')
    expect(shop.stored.at(-1)).toMatchObject({ pictures: 1, limit: 100_000_000, because: null })
    expect(await shop.pictures.setLimit(10)).toEqual({ used: 0, limit: 10, pictures: 0, because: null })
    expect(await shop.show('/other.jpg')).toBe('ok')
    expect(await shop.pictures.storage()).toMatchObject({ used: 0, pictures: 0 })
  })

  it('is saved as its server sends it', async () => {
    const original = await shop.pictures.original('shop', token('/a.jpg'))
    expect(original).toMatchObject({ ok: true, value: { format: 'jpeg' } })
    expect(original.ok && jpeg.equals(original.value.bytes)).toBe(true)
    shop.server.on('/page', hostile.body(files.htmlFile))
    expect(codeOf(await shop.pictures.original('shop', token('/page')))).toBe('picture-not-a-picture')
    expect(shop.pictures.addressOf('shop', token('/a.jpg'))).toBe('/a.jpg')
    expect(shop.pictures.addressOf('shop', 'A'.repeat(43))).toBeNull()
  })
})

describe('fault 70: a damaged file', () => {
  const file = (): string => join(folder, 'pictures.sqlite')

  it('of which one raster is damaged: it is fetched again', async () => {
    const before = await raster('/a.jpg', 'thumbnail')
    await raster('/other.jpg', 'thumbnail')
    await shop.pictures.close()
    const db = new DatabaseSync(file())
    db.exec('UPDATE raster SET bytes = zeroblob(length(bytes)) WHERE key = (SELECT min(key) FROM raster)')
    db.close()
    shop.asked()
    await shop.open()
    expect((await raster('/a.jpg', 'thumbnail')).equals(before)).toBe(true)
    await raster('/other.jpg', 'thumbnail')
    expect(shop.asked()).toEqual(['/a.jpg'])
    await shop.open()
    await raster('/a.jpg', 'thumbnail')
    expect(shop.asked()).toEqual([])
  })

  it.each([
    ['is empty', (path: string) => truncateSync(path, 0)],
    ['is no database', (path: string) => writeFileSync(path, 'something else')],
    ['has lost its end', (path: string) => truncateSync(path, 20_000)],
    ['is scribbled over', (path: string) => scribble(path, 8192)]
  ])('that %s begins anew, and all is fetched again', async (_, spoil) => {
    await shop.show('/a.jpg')
    await shop.pictures.close()
    spoil(file())
    await shop.open()
    expect(await shop.show('/a.jpg')).toBe('ok')
    expect(await shop.show('/other.jpg')).toBe('ok')
    expect(await shop.pictures.storage()).toMatchObject({ because: null, pictures: 2 })
    shop.asked()
    await shop.open()
    expect(await shop.show('/a.jpg')).toBe('ok')
    expect(shop.asked()).toEqual([])
  })
})

function scribble(path: string, from: number): void {
  const handle = openSync(path, 'r+')
  const length = statSync(path).size - from
  writeSync(handle, Buffer.alloc(length, 0x5a), 0, length, from)
  closeSync(handle)
}

describe('where nothing can be kept on disk', () => {
  it('fault 81: pictures are held in memory, and it is said', async () => {
    const occupied = join(folder, 'occupied')
    writeFileSync(occupied, '')
    await shop.open({ folder: occupied })
    expect(await shop.show('/a.jpg')).toBe('ok')
    expect(await shop.show('/a.jpg')).toBe('ok')
    expect(shop.asked()).toEqual(['/a.jpg'])
    expect(await shop.show('/missing')).toBe('not-found')
    expect(await shop.show('/missing')).toBe('not-found')
    expect(shop.asked()).toEqual(['/missing'])
    const because = { code: 'storage-failed' }
    expect(await shop.pictures.storage()).toMatchObject({ used: 0, pictures: 0, because })
    expect(shop.stored.at(-1)).toMatchObject({ because })
    expect(await shop.pictures.describe('shop', token('/a.jpg'))).toMatchObject({ value: { width: 300 } })
  })

  it('fault 85: the file of a newer version is left alone', async () => {
    await shop.show('/a.jpg')
    await shop.pictures.close()
    const db = new DatabaseSync(join(folder, 'pictures.sqlite'))
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA user_version = 99')
    db.close()
    await shop.open()
    expect(await shop.show('/a.jpg')).toBe('ok')
    expect(await shop.pictures.storage()).toMatchObject({ because: { code: 'storage-failed' } })
    expect(shop.asked()).toEqual(['/a.jpg', '/a.jpg'])
  })

  it.skipIf(!canMount)(
    'fault 80: a full disk keeps what it has, and takes more once there is room',
    async () => {
      const disk = mountSmallDisk(folder, 400_000)
      await shop.open({ folder: disk })
      const ballast = join(disk, 'ballast')
      expect(await shop.show('/a.jpg')).toBe('ok')
      writeFileSync(ballast, '')
      fill(ballast)
      shop.server.on('/large.jpg', hostile.body(await files.photo(5, 900, 900)))
      const large = token('/large.jpg')
      expect(codeOf(await shop.pictures.raster('shop', large, 'preview'))).toBe('ok')
      const because = { code: 'storage-failed' }
      expect(await shop.pictures.storage()).toMatchObject({ pictures: 1, because })
      expect(codeOf(await shop.pictures.raster('shop', large, 'preview'))).toBe('ok')
      rmSync(ballast)
      expect(await shop.show('/other.jpg')).toBe('ok')
      expect(await shop.pictures.storage()).toMatchObject({ pictures: 2, because: null })
      shop.asked()
      await shop.open({ folder: disk })
      for (const address of ['/a.jpg', '/other.jpg']) expect(await shop.show(address)).toBe('ok')
      expect(shop.asked()).toEqual([])
      await shop.pictures.close()
    }
  )

  it.skipIf(!canMount).each(['clear', 'clear at a start', 'limit', 'forget'] as const)(
    'fault 80: a full disk gets its room back (%s)',
    async (how) => {
      const disk = mountSmallDisk(folder, 8_000_000)
      await shop.open({ folder: disk })
      for (let at = 1; at <= 8; at += 1) {
        shop.server.on(`/${at}.jpg`, hostile.body(await files.photo(at, 600, 600)))
        await raster(`/${at}.jpg`, 'preview')
      }
      // What its log had is then in the file.
      await shop.open({ folder: disk })
      const file = join(disk, 'pictures.sqlite')
      const before = statSync(file).size
      if (how !== 'clear at a start') await shop.pictures.storage()
      const ballast = join(disk, 'ballast')
      writeFileSync(ballast, '')
      fill(ballast)
      if (how.startsWith('clear')) await shop.pictures.clear()
      else if (how === 'limit') await shop.pictures.setLimit(1000)
      else await shop.pictures.forget('shop')
      expect(await shop.pictures.storage()).toMatchObject({ used: 0, pictures: 0, because: null })
      expect(statSync(file).size).toBeLessThan(before / 2)
      await shop.pictures.setLimit(100_000_000)
      expect(await shop.show('/1.jpg')).toBe('ok')
      expect(await shop.pictures.storage()).toMatchObject({ pictures: 1, because: null })
      await shop.pictures.close()
    }
  )

  it('a folder that can be written again is used again', async () => {
    const place = join(folder, 'place')
    writeFileSync(place, '')
    await shop.open({ folder: place })
    await shop.show('/a.jpg')
    rmSync(place)
    shop.clock += 30_000
    await shop.show('/other.jpg')
    expect(await shop.pictures.storage()).toMatchObject({ because: null, pictures: 1 })
    expect(shop.stored.map(({ because }) => because?.code)).toEqual(['storage-failed'])
  })
})

describe('keeping a catalog’s pictures', () => {
  const keep = (address: string, sizes: Parameters<ImageService['keep']>[2] = ['thumbnail', 'preview']) =>
    shop.pictures.keep('shop', address, sizes, never)

  it('fetches each once, decodes it once for all sizes, and says what was found', async () => {
    const found = await keep('/a.jpg')
    expect(found).toMatchObject({
      ok: true,
      value: { state: 'shown', width: 300, height: 200, bytes: jpeg.length, format: 'jpeg' }
    })
    expect(await keep('/a.jpg')).toEqual(found)
    expect(await keep('/b.jpg')).toEqual(found)
    expect(shop.asked()).toEqual(['/a.jpg', '/b.jpg'])
    expect(shop.decodings).toBe(1)
    await shop.server.close()
    await shop.open()
    await raster('/a.jpg', 'thumbnail')
    await raster('/b.jpg', 'preview')
    expect(shop.decodings).toBe(1)
  })

  it('tells broken pictures from those of which nothing was found out', async () => {
    expect(await keep('/missing')).toEqual({ ok: true, value: { state: 'broken', code: 'not-found' } })
    expect(await keep('ftp://cdn.example/a')).toMatchObject({ value: { code: 'picture-address-refused' } })
    expect(await keep('http://10.0.0.1/a')).toMatchObject({ value: { code: 'picture-address-private' } })
    shop.server.on('/busy', hostile.status(503))
    expect(await keep('/busy')).toMatchObject({ ok: false, failure: { code: 'server-error' } })
    await shop.server.close()
    expect(await keep('/a.jpg')).toMatchObject({ ok: false, failure: { code: 'connection-refused' } })
    expect(await keep('/missing')).toMatchObject({ ok: true, value: { code: 'not-found' } })
  })

  it('fetches a size that is missing, and gives way when it is called off', async () => {
    await keep('/a.jpg', ['thumbnail'])
    await keep('/a.jpg', ['thumbnail', 'tile'])
    expect(shop.asked()).toEqual(['/a.jpg', '/a.jpg'])
    const gone = new AbortController()
    const usage = hostile.held(other)
    shop.server.on('/held', usage.answer)
    const kept = shop.pictures.keep('shop', '/held', ['thumbnail'], gone.signal)
    await expect.poll(usage.arrived).toBe(1)
    gone.abort()
    expect(await kept).toMatchObject({ failure: { code: 'cancelled' } })
    usage.release()
    expect((await shop.pictures.storage()).pictures).toBe(1)
  })

  it('waits for what somebody looks at', async () => {
    const usage = hostile.held(jpeg)
    for (const name of ['/1', '/2', '/3', '/4', '/5', '/6', '/7', '/seen']) shop.server.on(name, usage.answer)
    const kept = ['/1', '/2', '/3', '/4', '/5', '/6', '/7'].map((name) => keep(name))
    await expect.poll(usage.arrived).toBe(5)
    const seen = shop.show('/seen')
    await expect.poll(usage.arrived).toBe(6)
    expect(shop.asked().at(-1)).toBe('/seen')
    usage.release()
    expect(await seen).toBe('ok')
    expect((await Promise.all(kept)).every(({ ok }) => ok)).toBe(true)
  })
})

describe('a picture that is to be kept, and that somebody begins to look at', () => {
  it('waits no longer, and is fetched once for both', async () => {
    const names = ['/1', '/2', '/3', '/4', '/5', '/6', '/7']
    const usage = hostile.held(jpeg)
    for (const name of names) shop.server.on(name, usage.answer)
    const kept = names.map((name) => shop.pictures.keep('shop', name, ['thumbnail'], never))
    await expect.poll(usage.arrived).toBe(5)
    const seen = shop.pictures.raster('shop', token('/7'), 'tile')
    await expect.poll(usage.arrived).toBe(6)
    expect(shop.asked().at(-1)).toBe('/7')
    usage.release()
    expect(codeOf(await seen)).toBe('ok')
    expect((await Promise.all(kept)).every(({ ok }) => ok)).toBe(true)
    expect(shop.asked()).toEqual(['/6'])
  })
})

describe('what is found out', () => {
  it('is told to each product that shows the picture, once, by its own spelling of the address', async () => {
    const absolute = `${shop.server.origin}/a.jpg`
    shop.pictures.register('shop', '/a.jpg', 1)
    shop.pictures.register('shop', absolute, 2)
    shop.pictures.register('shop', '/a.jpg', 3)
    await shop.show('/a.jpg')
    const finding = { state: 'shown', width: 300 }
    expect(shop.told).toMatchObject([
      { connectionId: 'shop', products: [1, 3], address: '/a.jpg', finding },
      { products: [2], address: absolute, finding }
    ])
    shop.told.splice(0)
    await raster('/a.jpg', 'preview')
    shop.pictures.register('shop', '/a.jpg', 1)
    expect(shop.told).toEqual([])
    shop.pictures.register('shop', '/a.jpg', 4)
    expect(shop.told).toMatchObject([{ products: [4], finding }])
  })

  it('is told again to a product that goes back to its former picture', async () => {
    for (const address of ['/a.jpg', '/other.jpg', '/a.jpg']) {
      shop.pictures.register('shop', address, 7)
      await shop.show(address)
    }
    expect(shop.told.map(({ products, address }) => [products, address])).toEqual([
      [[7], '/a.jpg'],
      [[7], '/other.jpg'],
      [[7], '/a.jpg']
    ])
  })

  it('is not told to a product of a picture that it shows no more', async () => {
    shop.pictures.register('shop', '/a.jpg', 7)
    shop.pictures.register('shop', '/a.jpg', 8)
    shop.pictures.register('shop', '/other.jpg', 7)
    await shop.show('/a.jpg')
    expect(shop.told).toMatchObject([{ products: [8] }])
  })

  it('is told again to the products for which it was lost', async () => {
    for (const product of [1, 2]) shop.pictures.register('shop', '/a.jpg', product)
    await shop.show('/a.jpg')
    shop.told.splice(0)
    shop.pictures.reportAgain('shop', [2, 3])
    for (const product of [1, 2]) shop.pictures.register('shop', '/a.jpg', product)
    expect(shop.told).toMatchObject([{ products: [2], address: '/a.jpg', finding: { width: 300 } }])
  })

  it('is told from disk after a restart, without the network', async () => {
    await shop.show('/a.jpg')
    await shop.show('/missing')
    await shop.server.close()
    await shop.open()
    shop.pictures.register('shop', '/a.jpg', 1)
    shop.pictures.register('shop', '/missing', 2)
    await shop.show('/a.jpg')
    await shop.show('/missing')
    expect(shop.told.map(({ products, finding }) => [products, finding.state])).toEqual([
      [[1], 'shown'],
      [[2], 'broken']
    ])
  })

  it('names the same content alike, and refused addresses broken', async () => {
    for (const [at, address] of ['/a.jpg', '/b.jpg', '/other.jpg', 'javascript:1'].entries()) {
      shop.pictures.register('shop', address, at)
      await shop.show(address)
    }
    const [a, b, c, refused] = shop.told.map(({ finding }) => finding)
    expect(a).toEqual(b)
    expect(a?.state === 'shown' && c?.state === 'shown' && a.content !== c.content).toBe(true)
    expect(refused).toEqual({ state: 'broken', code: 'picture-address-refused' })
  })

  it('is nothing when nobody answers', async () => {
    shop.pictures.register('shop', '/a.jpg', 1)
    await shop.server.close()
    expect(await shop.show('/a.jpg')).toBe('connection-refused')
    expect(shop.told).toEqual([])
  })
})
