import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { testFolder } from '../../../support/folder'
import * as hostile from '../../../support/hostile-images/hostile-server'
import * as files from '../../../support/hostile-images/picture-files'
import { closeSharedDecoder, openShop, type Shop } from '../../../support/hostile-images/shop'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let folder: string
let shop: Shop
let jpeg: Buffer
let other: Buffer

beforeAll(async () => {
  jpeg = await files.jpegFile(300, 200)
  other = await files.photo(3, 200, 100)
})
afterAll(closeSharedDecoder)
beforeEach(async () => {
  folder = testFolder()
  shop = await openShop(folder)
})
afterEach(() => shop.close())

/** A picture with an entity tag; says so when it is asked whether it has changed. */
function tagged(bytes: Uint8Array, tag: string, headers: Record<string, string> = {}): RequestListener {
  return (request, response) => {
    const isSame = request.headers['if-none-match'] === tag
    response.writeHead(isSame ? 304 : 200, { etag: tag, ...headers }).end(isSame ? undefined : bytes)
  }
}

const token = (address = '/a.jpg'): string => shop.pictures.register('shop', address).token

async function width(): Promise<number | string> {
  const described = await shop.pictures.describe('shop', token())
  return described.ok ? described.value.width : described.failure.code
}

/** When its server was last asked, by what is known of the picture. */
async function checkedAt(): Promise<number> {
  const described = await shop.pictures.describe('shop', token())
  return described.ok ? described.value.checkedAt : NaN
}

/** Shows the picture, from disk, and waits until its server was asked and the answer noted. */
async function showAndRenew(): Promise<void> {
  expect(await shop.show('/a.jpg')).toBe('ok')
  await expect.poll(checkedAt).toBe(shop.clock)
}

/** How many failures in a row the disk knows of the only picture. Closing before one is noted would cancel its request. */
function failuresOnDisk(): unknown {
  const db = new DatabaseSync(join(folder, 'pictures.sqlite'), { readOnly: true })
  const row = db.prepare('SELECT tries FROM address').get()
  db.close()
  return row?.tries
}

describe('a picture that is there', () => {
  it('is shown, and asked for anew once its age is over, and only then', async () => {
    shop.server.on('/a.jpg', tagged(jpeg, '"1"'))
    await shop.show('/a.jpg')
    shop.clock += day - 1
    await shop.show('/a.jpg')
    await shop.pictures.storage()
    expect(shop.asked()).toEqual(['/a.jpg'])
    shop.clock += 1
    await showAndRenew()
    await shop.show('/a.jpg')
    expect(shop.asked()).toEqual(['/a.jpg'])
    expect(shop.server.seen.at(-1)?.headers['if-none-match']).toBe('"1"')
    expect(shop.decodings).toBe(1)
    await shop.open()
    await shop.show('/a.jpg')
    expect(shop.asked()).toEqual([])
  })

  it('is asked for by its date where it has no tag', async () => {
    const date = 'Fri, 01 Nov 2024 10:00:00 GMT'
    shop.server.on('/a.jpg', (request, response) => {
      const isSame = request.headers['if-modified-since'] === date
      response.writeHead(isSame ? 304 : 200, { 'last-modified': date }).end(isSame ? undefined : jpeg)
    })
    await shop.show('/a.jpg')
    shop.clock += day
    await showAndRenew()
    shop.clock += day
    await showAndRenew()
    expect(shop.server.seen.map(({ headers }) => headers['if-modified-since'])).toEqual([
      undefined,
      date,
      date
    ])
  })

  it.each([
    ['a week', 'max-age=604800', 7 * day],
    ['a second, but at least an hour', 'max-age=1', hour],
    ['no time, but at least an hour', 'no-store', hour],
    ['a century, but at most a month', 'max-age=3153600000, immutable', 30 * day]
  ])('stands for as long as its server says: %s', async (_, control, age) => {
    shop.server.on('/a.jpg', tagged(jpeg, '"1"', { 'cache-control': control }))
    await shop.show('/a.jpg')
    shop.clock += age - 1
    await shop.show('/a.jpg')
    await shop.pictures.storage()
    expect(shop.asked()).toEqual(['/a.jpg'])
    shop.clock += 1
    await showAndRenew()
    expect(shop.asked()).toEqual(['/a.jpg'])
  })

  it('is replaced when its server has another, in all sizes that are there, and that is told', async () => {
    shop.pictures.register('shop', '/a.jpg', 7)
    shop.server.on('/a.jpg', tagged(jpeg, '"1"'))
    for (const size of ['thumbnail', 'tile'] as const) await shop.pictures.raster('shop', token(), size)
    shop.server.on('/a.jpg', tagged(other, '"2"'))
    shop.clock += day
    const before = await shop.pictures.raster('shop', token(), 'thumbnail')
    await expect.poll(width).toBe(200)
    shop.asked()
    const after = await shop.pictures.raster('shop', token(), 'thumbnail')
    await shop.pictures.raster('shop', token(), 'tile')
    expect(after).not.toEqual(before)
    expect(shop.asked()).toEqual([])
    expect(shop.told.map(({ products, finding }) => [products, 'width' in finding && finding.width])).toEqual(
      [
        [[7], 300],
        [[7], 200]
      ]
    )
    expect((await shop.pictures.storage()).pictures).toBe(1)
  })

  it('shows its tag to no other address than the one that gave it', async () => {
    shop.server.on('/a.jpg', hostile.redirect('/there'))
    shop.server.on('/there', tagged(jpeg, '"1"'))
    await shop.show('/a.jpg')
    shop.clock += day
    await showAndRenew()
    shop.server.on('/a.jpg', hostile.redirect('/elsewhere'))
    shop.server.on('/elsewhere', tagged(jpeg, '"other"'))
    shop.clock += day
    await showAndRenew()
    expect(shop.server.seen.map(({ target, headers }) => [target, headers['if-none-match']])).toEqual([
      ['/a.jpg', undefined],
      ['/there', undefined],
      ['/a.jpg', undefined],
      ['/there', '"1"'],
      ['/a.jpg', undefined],
      ['/elsewhere', undefined]
    ])
  })

  it('shows the tag of one host to no other that gives the same picture without one', async () => {
    const second = await hostile.startHostileServer()
    onTestFinished(() => second.close())
    await shop.open({ allowedHosts: () => [second.host] })
    shop.server.on('/a.jpg', tagged(jpeg, '"of the first"'))
    second.on('/a.jpg', hostile.body(jpeg))
    await shop.show('/a.jpg')
    shop.server.on('/a.jpg', hostile.redirect(`${second.origin}/a.jpg`))
    shop.clock += day
    await showAndRenew()
    shop.clock += day
    await showAndRenew()
    expect(second.seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined])
  })

  it('keeps a tag that its server does not repeat', async () => {
    shop.server.on('/a.jpg', (request, response) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end()
      else response.writeHead(200, { etag: '"1"' }).end(jpeg)
    })
    await shop.show('/a.jpg')
    shop.clock += day
    await showAndRenew()
    shop.clock += day
    await showAndRenew()
    const tags = shop.server.seen.map(({ headers }) => headers['if-none-match'])
    expect(tags).toEqual([undefined, '"1"', '"1"'])
  })

  it('stays while there is no network, and its server is asked again after a while', async () => {
    let isUp = true
    shop.server.on('/a.jpg', (request, response) => {
      if (isUp) tagged(jpeg, '"1"')(request, response)
      else request.destroy()
    })
    await shop.show('/a.jpg')
    isUp = false
    shop.clock += day
    const seen = shop.server.seen.length
    expect(await shop.show('/a.jpg')).toBe('ok')
    // A lost connection is tried once more; one that was kept from before, also at once.
    await expect.poll(() => shop.server.seen.length).toBeGreaterThanOrEqual(seen + 2)
    await expect.poll(async () => [await shop.show('/a.jpg'), await width()]).toEqual(['ok', 300])
    isUp = true
    shop.clock += 10 * minute
    await showAndRenew()
  })

  it('is given up at once when its server says that it is gone', async () => {
    shop.pictures.register('shop', '/a.jpg', 7)
    shop.server.on('/a.jpg', tagged(jpeg, '"1"'))
    await shop.show('/a.jpg')
    shop.server.on('/a.jpg', hostile.status(404))
    shop.clock += day
    await shop.show('/a.jpg')
    await expect.poll(width).toBe('not-found')
    expect(await shop.show('/a.jpg')).toBe('not-found')
    expect(shop.told.at(-1)?.finding).toEqual({ state: 'broken', code: 'not-found' })
    expect((await shop.pictures.storage()).pictures).toBe(0)
  })

  it('fault 9: outlasts a sign-in page that comes in its place, and not one that stays', async () => {
    shop.server.on('/a.jpg', tagged(jpeg, '"1"'))
    await shop.show('/a.jpg')
    shop.server.on('/a.jpg', hostile.body(files.htmlFile))
    for (const [index, wait] of [day, hour].entries()) {
      shop.clock += wait
      expect(await shop.show('/a.jpg')).toBe('ok')
      await expect.poll(failuresOnDisk).toBe(index + 1)
      await shop.open()
    }
    shop.clock += 6 * hour
    await shop.show('/a.jpg')
    await expect.poll(width).toBe('picture-not-a-picture')
  })

  it('fault 9: outlasts a sign-in page that comes after its server was overloaded', async () => {
    shop.server.on('/a.jpg', tagged(jpeg, '"1"'))
    await shop.show('/a.jpg')
    const overloaded = hostile.status(503)
    const signIn = hostile.body(files.htmlFile)
    for (const [index, answer] of [overloaded, overloaded, signIn, signIn].entries()) {
      shop.server.on('/a.jpg', answer)
      shop.clock += day
      expect(await shop.show('/a.jpg')).toBe('ok')
      await expect.poll(failuresOnDisk).toBe(index + 1)
      await shop.open()
    }
    shop.clock += day
    await shop.show('/a.jpg')
    await expect.poll(width).toBe('picture-not-a-picture')
  })

  it('fault 9: outlasts a sign-in page in another size after its server was overloaded', async () => {
    shop.server.on('/a.jpg', tagged(jpeg, '"1"'))
    await shop.show('/a.jpg')
    const inLarge = async (): Promise<string> => {
      const raster = await shop.pictures.raster('shop', token(), 'preview')
      return raster.ok ? 'ok' : raster.failure.code
    }
    for (const [answer, code, wait] of [
      [hostile.status(503), 'server-error', 2 * minute],
      [hostile.status(503), 'server-error', 10 * minute],
      [hostile.body(files.htmlFile), 'picture-not-a-picture', day]
    ] as const) {
      shop.server.on('/a.jpg', answer)
      expect(await inLarge()).toBe(code)
      shop.clock += wait
    }
    expect(await shop.show('/a.jpg')).toBe('ok')
  })

  it('fault 93: is asked for again when the clock was set back', async () => {
    shop.server.on('/a.jpg', tagged(jpeg, '"1"', { 'cache-control': 'max-age=31536000' }))
    await shop.show('/a.jpg')
    shop.clock -= 300 * day
    await shop.open()
    shop.asked()
    await shop.show('/a.jpg')
    await expect.poll(() => shop.asked()).toEqual(['/a.jpg'])
  })
})

describe('a picture that failed', () => {
  it('is tried again later and later, also after a restart', async () => {
    const waits = [5 * minute, hour, 6 * hour, day, 7 * day, 7 * day]
    expect(await shop.show('/a.jpg')).toBe('not-found')
    for (const wait of waits) {
      await shop.open()
      shop.asked()
      shop.clock += wait - 1
      expect(await shop.show('/a.jpg')).toBe('not-found')
      expect(shop.asked()).toEqual([])
      shop.clock += 1
      expect(await shop.show('/a.jpg')).toBe('not-found')
      expect(shop.asked()).toEqual(['/a.jpg'])
    }
  })

  it('for which its server was overloaded at first is tried again as soon as any other once its server says that it is gone', async () => {
    shop.server.on('/a.jpg', hostile.status(503))
    for (const wait of [2 * minute, 10 * minute]) {
      expect(await shop.show('/a.jpg')).toBe('server-error')
      shop.clock += wait
    }
    shop.server.on('/a.jpg', hostile.status(404))
    expect(await shop.show('/a.jpg')).toBe('not-found')
    shop.server.on('/a.jpg', hostile.body(jpeg))
    shop.clock += 5 * minute
    expect(await shop.show('/a.jpg')).toBe('ok')
  })

  it('is tried at once when somebody asks for it, also after a restart', async () => {
    expect(await shop.show('/a.jpg')).toBe('not-found')
    shop.server.on('/a.jpg', hostile.body(jpeg))
    await shop.open()
    expect(await shop.show('/a.jpg')).toBe('not-found')
    shop.pictures.retry('shop', token())
    expect(await shop.show('/a.jpg')).toBe('ok')
  })

  it('for want of a network is tried again soon, and not remembered on disk', async () => {
    shop.server.on('/a.jpg', (request) => request.destroy())
    expect(await shop.show('/a.jpg')).toBe('connection-lost')
    expect(await shop.show('/a.jpg')).toBe('connection-lost')
    expect(shop.asked()).toEqual(['/a.jpg', '/a.jpg'])
    shop.server.on('/a.jpg', hostile.body(jpeg))
    shop.clock += 15_000
    expect(await shop.show('/a.jpg')).toBe('ok')
  })

  it('fault 28: leaves its host alone for as long as that wants', async () => {
    shop.server.on('/a.jpg', (_, response) => void response.writeHead(429, { 'retry-after': '120' }).end())
    shop.server.on('/b.jpg', hostile.body(jpeg))
    expect(await shop.show('/a.jpg')).toBe('rate-limited')
    expect(await shop.show('/b.jpg')).toBe('rate-limited')
    expect(shop.asked()).toEqual(['/a.jpg'])
    shop.server.on('/a.jpg', hostile.body(jpeg))
    shop.clock += 120_000
    expect(await shop.show('/a.jpg')).toBe('ok')
    expect(await shop.show('/b.jpg')).toBe('ok')
  })

  it('fault 28: leaves the host alone that wants it, not the one that leads there', async () => {
    const second = await hostile.startHostileServer()
    onTestFinished(() => second.close())
    await shop.open({ allowedHosts: () => [second.host] })
    second.on('/a.jpg', (_, response) => void response.writeHead(429, { 'retry-after': '120' }).end())
    for (const path of ['/b.jpg', '/direct.jpg']) second.on(path, hostile.body(jpeg))
    for (const path of ['/a.jpg', '/b.jpg']) shop.server.on(path, hostile.redirect(`${second.origin}${path}`))
    shop.server.on('/own.jpg', hostile.body(jpeg))
    const moved = (): Promise<string[]> =>
      Promise.all(['/b.jpg', `${second.origin}/direct.jpg`].map((address) => shop.show(address)))
    expect(await shop.show('/a.jpg')).toBe('rate-limited')
    expect(await shop.show('/own.jpg')).toBe('ok')
    expect(await moved()).toEqual(['rate-limited', 'rate-limited'])
    expect(second.seen.map(({ target }) => target)).toEqual(['/a.jpg'])
    shop.clock += 120_000
    expect(await moved()).toEqual(['ok', 'ok'])
  })

  it('fault 30: does not leave it alone for a year', async () => {
    shop.server.on(
      '/a.jpg',
      (_, response) => void response.writeHead(503, { 'retry-after': '31536000' }).end()
    )
    expect(await shop.show('/a.jpg')).toBe('server-error')
    shop.server.on('/a.jpg', hostile.body(jpeg))
    shop.clock += 15 * minute
    expect(await shop.show('/a.jpg')).toBe('ok')
  })

  it('fault 60, 61: for its host is tried again once that is allowed for the connection', async () => {
    const hosts: string[] = []
    await shop.open({ allowedHosts: (id) => (id === 'elsewhere' ? hosts : []) })
    const literal = `${shop.server.origin}/a.jpg`
    const named = `http://nas.example:${shop.server.port}/a.jpg`
    shop.server.on('/a.jpg', hostile.body(jpeg))
    for (const address of [literal, named]) {
      expect(await shop.show(address, 'elsewhere')).toBe('picture-address-private')
    }
    expect(shop.asked()).toEqual([])
    hosts.push(shop.server.host, `NAS.example:${shop.server.port}`)
    shop.pictures.hostAllowed('elsewhere')
    for (const address of [literal, named]) expect(await shop.show(address, 'elsewhere')).toBe('ok')
    const otherPort = `http://127.0.0.1:${shop.server.port + 1}/a.jpg`
    expect(await shop.show(otherPort, 'elsewhere')).toBe('picture-address-private')
    await shop.open({ storeUrl: () => 'https://other.example' })
    expect(await shop.show(named, 'second')).toBe('picture-address-private')
  })
})
