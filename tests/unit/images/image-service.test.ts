import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fail } from '../../../electron/contract/failure'
import { pictureTokenPattern, type PictureSize } from '../../../electron/contract/picture-values'
import { createDecoder } from '../../../electron/images/decode/decoder'
import type { ImageService } from '../../../electron/images/image-service'
import { testFolder } from '../../support/folder'
import { rasterFormats } from '../../../electron/images/decode/sniff'
import { forkDecoder } from '../../support/hostile-images/forked-decoder'
import * as hostile from '../../support/hostile-images/hostile-server'
import * as files from '../../support/hostile-images/picture-files'
import { closeSharedDecoder, codeOf, openShop, type Shop } from '../../support/hostile-images/shop'

let shop: Shop
let server: hostile.HostileServer
let pictures: ImageService
let jpeg: Buffer

beforeAll(async () => {
  jpeg = await files.jpegFile(300, 200)
})
afterAll(closeSharedDecoder)

beforeEach(async () => {
  shop = await openShop(testFolder())
  ;({ server, pictures } = shop)
  server.on('/a.jpg', hostile.body(jpeg))
})
afterEach(() => shop.close())

const show: Shop['show'] = (...question) => shop.show(...question)
const targets = (): string[] => server.seen.map(({ target }) => target)

describe('a picture', () => {
  it('is named by a token and its host, before anything is fetched', () => {
    const picture = pictures.register('shop', `${server.origin}/a.jpg`)
    expect(picture.token).toMatch(pictureTokenPattern)
    expect(picture.host).toBe(server.host)
    expect(pictures.register('shop', 'https://cdn.example/a.jpg').host).toBe('cdn.example')
    expect(pictures.register('shop', '/a.jpg').host).toBe(server.host)
    expect(pictures.register('shop', 'data:image/png;base64,AA==').host).toBe('')
    expect(targets()).toEqual([])
  })

  it('has another name when its relative address stands on another store', async () => {
    let store = server.origin
    const moving = await shop.open({ storeUrl: () => store })
    const before = moving.register('shop', '/a.jpg')
    store = 'https://other.example'
    expect(moving.register('shop', '/a.jpg').token).not.toBe(before.token)
    expect(moving.register('shop', 'https://other.example/a.jpg')).toEqual(moving.register('shop', '/a.jpg'))
  })

  it('is asked for where somebody looks through pictures, and is what tells so for a second', async () => {
    const { token } = pictures.register('shop', '/a.jpg')
    expect(pictures.isLookedAt()).toBe(false)
    await pictures.keep('shop', '/a.jpg', ['thumbnail'], new AbortController().signal)
    expect(pictures.isLookedAt(), 'nobody looks at what is kept').toBe(false)
    await pictures.raster('shop', token, 'thumbnail')
    expect(pictures.isLookedAt()).toBe(true)
    shop.clock += 1000
    expect(pictures.isLookedAt()).toBe(false)
    pictures.inMemory('shop', token, 'thumbnail')
    expect(pictures.isLookedAt()).toBe(true)
  })

  it('comes as WebP in the size asked for', async () => {
    const { token } = pictures.register('shop', '/a.jpg')
    for (const [size, width, height] of [
      ['thumbnail', 48, 32],
      ['thumbnail-2x', 96, 64],
      ['preview', 300, 200]
    ] as const) {
      const result = await pictures.raster('shop', token, size)
      if (!result.ok) throw new Error(result.failure.code)
      expect(result.value.type).toBe('image/webp')
      expect(await sharp(result.value.bytes).metadata()).toMatchObject({ format: 'webp', width, height })
    }
  })

  it('is fetched once for each size, and then comes from memory', async () => {
    const { token } = pictures.register('shop', '/a.jpg')
    for (const size of ['thumbnail-2x', 'preview', 'thumbnail-2x', 'preview'] as const) {
      await pictures.raster('shop', token, size)
    }
    expect(targets()).toEqual(['/a.jpg', '/a.jpg'])
  })

  it('is fetched once for all who ask at the same time', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => show('/a.jpg')))
    expect(new Set(results)).toEqual(new Set(['ok']))
    expect(targets()).toEqual(['/a.jpg'])
  })

  it('that nobody waits for anymore is no longer fetched', async () => {
    const answer = hostile.held(jpeg)
    let hungUp = false
    server.on('/held', (request, response) => {
      response.on('close', () => (hungUp = true))
      answer.answer(request, response)
    })
    const gone = new AbortController()
    const { token } = pictures.register('shop', '/held')
    const result = pictures.raster('shop', token, 'thumbnail', gone.signal)
    await expect.poll(answer.arrived).toBe(1)
    gone.abort()
    expect(await result).toEqual(fail('cancelled'))
    await expect.poll(() => hungUp).toBe(true)
    answer.release()
    expect(codeOf(await pictures.raster('shop', token, 'thumbnail'))).toBe('ok')
  })

  describe('in a further size while it is on its way', () => {
    let answer: ReturnType<typeof hostile.held>
    const raster = (size: PictureSize, signal?: AbortSignal): ReturnType<ImageService['raster']> =>
      pictures.raster('shop', pictures.register('shop', '/slow').token, size, signal)
    const widthOf = async (made: Awaited<ReturnType<ImageService['raster']>>): Promise<number | string> =>
      made.ok ? (await sharp(made.value.bytes).metadata()).width : made.failure.code
    const slow = (): string[] => targets().filter((target) => target === '/slow')
    /** Whatever was asked for before has been looked for on disk: this is looked for after it. */
    const looked = (): Promise<string> => show('/missing.jpg')

    beforeEach(async () => {
      answer = hostile.held(await files.photo(1, 900, 900))
      server.on('/slow', answer.answer)
    })

    it.each([
      ['where it is kept', {}],
      ['where nothing can be kept', { folder: '/dev/null/nowhere' }]
    ])('is not fetched for it again: %s', async (_, deps) => {
      pictures = await shop.open(deps)
      const tile = raster('tile')
      await expect.poll(answer.arrived).toBe(1)
      const others = [raster('thumbnail-2x'), raster('preview')]
      await looked()
      answer.release()
      expect(await Promise.all([tile, ...others].map(async (made) => widthOf(await made)))).toEqual([
        512, 96, 900
      ])
      expect(slow()).toEqual(['/slow'])
      expect(shop.decodings).toBe(1)
    })

    it('comes for who asked second although the first has gone', async () => {
      const gone = new AbortController()
      const tile = raster('tile', gone.signal)
      await expect.poll(answer.arrived).toBe(1)
      const thumbnail = raster('thumbnail-2x')
      await looked()
      gone.abort()
      expect(await tile).toEqual(fail('cancelled'))
      answer.release()
      expect(await widthOf(await thumbnail)).toBe(96)
      expect(slow()).toEqual(['/slow'])
    })

    it('is fetched no longer when all have gone', async () => {
      let hungUp = false
      server.on('/slow', (request, response) => {
        response.on('close', () => (hungUp = true))
        answer.answer(request, response)
      })
      const gone = new AbortController()
      const both = [raster('tile', gone.signal), raster('thumbnail', gone.signal)]
      await expect.poll(answer.arrived).toBe(1)
      gone.abort()
      expect(await Promise.all(both)).toEqual([fail('cancelled'), fail('cancelled')])
      await expect.poll(() => hungUp).toBe(true)
    })

    it('fails as the first did, without being asked for again', async () => {
      const waiting: (() => void)[] = []
      server.on('/slow', (_, response) => void waiting.push(() => response.writeHead(404).end()))
      const both = [raster('tile'), raster('thumbnail-2x')]
      await expect.poll(() => waiting.length).toBe(1)
      for (const refuse of waiting) refuse()
      const failure = fail('not-found', { host: server.host, status: 404 })
      expect(await Promise.all(both)).toEqual([failure, failure])
      expect(slow()).toEqual(['/slow'])
      // Counted once: it is tried again as after one failure.
      shop.clock += 5 * 60_000
      server.on('/slow', hostile.body(jpeg))
      expect(await widthOf(await raster('tile'))).toBe(300)
    })
  })

  it('is asked of one host six times at once, the rest waits', async () => {
    const answer = hostile.held(jpeg)
    const all = Array.from({ length: 10 }, (_, at) => {
      server.on(`/held-${at}`, answer.answer)
      return show(`/held-${at}`)
    })
    await expect.poll(answer.arrived).toBe(6)
    expect(server.seen).toHaveLength(6)
    answer.release()
    expect(await Promise.all(all)).toEqual(Array(10).fill('ok'))
  })

  it('that nobody has named is none', async () => {
    const unknown = 'A'.repeat(43)
    expect(await pictures.raster('shop', unknown, 'thumbnail')).toEqual(fail('picture-none'))
    expect(await pictures.describe('shop', unknown)).toEqual(fail('picture-none'))
    const { token } = pictures.register('shop', '/a.jpg')
    expect(await pictures.raster('elsewhere', token, 'thumbnail')).toEqual(fail('picture-none'))
  })

  it('is forgotten with its connection', async () => {
    const { token } = pictures.register('shop', '/a.jpg')
    await pictures.raster('shop', token, 'thumbnail')
    await pictures.forget('shop')
    expect(await pictures.raster('shop', token, 'thumbnail')).toEqual(fail('picture-none'))
    await show('/a.jpg')
    expect(server.seen).toHaveLength(2)
  })

  it('makes way for newer ones when memory is full, and then comes from disk', async () => {
    pictures = await shop.open({ cacheBytes: 1 })
    await show('/a.jpg')
    expect(await show('/a.jpg')).toBe('ok')
    expect(targets()).toEqual(['/a.jpg'])
  })
})

describe('what is known of a picture', () => {
  it('are the facts of the original', async () => {
    const { token } = pictures.register('shop', '/a.jpg')
    const original = { width: 300, height: 200, bytes: jpeg.length, format: 'jpeg', animated: false }
    const facts = { ...original, host: server.host, checkedAt: shop.clock }
    expect(await pictures.describe('shop', token)).toEqual({ ok: true, value: facts })
    await pictures.raster('shop', token, 'thumbnail-2x')
    expect(server.seen).toHaveLength(1)
  })

  it('is else why there is none, which stands for a while', async () => {
    const { token } = pictures.register('shop', '/missing.jpg')
    const failure = fail('not-found', { host: server.host, status: 404 })
    expect(await pictures.raster('shop', token, 'thumbnail')).toEqual(failure)
    expect(await pictures.describe('shop', token)).toEqual(failure)
    expect(await pictures.raster('shop', token, 'preview')).toEqual(failure)
    expect(server.seen).toHaveLength(1)
  })

  it('is forgotten on request, and then the picture is tried again', async () => {
    const { token } = pictures.register('shop', '/late.jpg')
    await pictures.raster('shop', token, 'thumbnail')
    server.on('/late.jpg', hostile.body(jpeg))
    expect(codeOf(await pictures.raster('shop', token, 'thumbnail'))).toBe('not-found')
    pictures.retry('shop', token)
    expect(codeOf(await pictures.raster('shop', token, 'thumbnail'))).toBe('ok')
    expect(codeOf(await pictures.describe('shop', token))).toBe('ok')
  })

  it('is tried again by itself after 30 s where that often helps, and after 5 min where it seldom does', async () => {
    server.on('/busy', hostile.status(503))
    server.on('/broken', hostile.body(files.truncated(jpeg)))
    const again = async (): Promise<string[]> => {
      server.seen.splice(0)
      for (const address of ['/busy', '/broken']) await show(address)
      return targets()
    }
    // A server that is busy is asked once more at once.
    expect(await again()).toEqual(['/busy', '/busy', '/broken'])
    expect(await again()).toEqual([])
    shop.clock += 30_000
    expect(await again()).toEqual(['/busy', '/busy'])
    shop.clock += 270_000
    expect(await again()).toEqual(['/busy', '/busy', '/broken'])
  })
})

describe('a store that names hostile pictures', () => {
  it.each(['file:///etc/passwd', 'data:image/png;base64,iVBORw0KGgo=', 'javascript:alert(1)'])(
    'fault 59: gets %j refused',
    async (address) => {
      expect(await show(address)).toBe('picture-address-refused')
    }
  )

  it('fault 60: gets loopback refused in every spelling, unless it is the store itself', async () => {
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0177.0.0.1',
      '0x7f.1',
      '127.1',
      '[::ffff:127.0.0.1]',
      'localhost'
    ]) {
      const address = `http://${host}:${server.port}/a.jpg`
      expect(await show(address, 'elsewhere'), host).toBe('picture-address-private')
    }
    expect(targets()).toEqual([])
    expect(await show(`http://2130706433:${server.port}/a.jpg`)).toBe('ok')
  })

  it('fault 61: gets a public name that resolves to a private address refused, also after a redirect', async () => {
    server.on('/away', hostile.redirect(`http://cdn.example:${server.port}/a.jpg`))
    expect(await show('/away')).toBe('picture-address-private')
    expect(await show(`http://cdn.example:${server.port}/a.jpg`)).toBe('picture-address-private')
    expect(targets()).toEqual(['/away'])
  })

  it('fault 62: gets an address with a password refused', async () => {
    expect(await show(`http://user:password@${server.host}/a.jpg`)).toBe('picture-address-refused')
    expect(targets()).toEqual([])
  })

  /** Decoded whole, it would be 8 bytes a pixel. */
  const large = { bits: 16, hasAlpha: true, interlaced: true }
  it.each([
    ['fault 63: an SVG', 'picture-not-a-picture', () => Promise.resolve(files.svgFile)],
    ['fault 64: 60000×60000', 'picture-too-large', () => files.lyingPng(60_000, 60_000)],
    ['fault 117: half a gigabyte', 'picture-too-large', () => files.lyingPng(8000, 8000, large)],
    ['a TIFF', 'picture-not-a-picture', () => files.tiffFile()],
    ['fault 65: half a JPEG', 'picture-corrupt', () => Promise.resolve(files.truncated(jpeg))],
    ['fault 66: HTML', 'picture-not-a-picture', () => Promise.resolve(files.htmlFile)],
    ['fault 66: nothing', 'picture-not-a-picture', () => Promise.resolve(Buffer.alloc(0))]
  ] as const)('%s named .jpg gets a reason in place of a picture', async (_, code, file) => {
    server.on('/bad.jpg', hostile.body(await file()))
    expect(await show('/bad.jpg')).toBe(code)
    expect(codeOf(await pictures.describe('shop', pictures.register('shop', '/bad.jpg').token))).toBe(code)
    expect(await show('/a.jpg')).toBe('ok')
  })

  it('fault 67: gets a body without end given up', async () => {
    pictures = await shop.open({ maxBytes: 300_000, fetchDeadline: 500 })
    server.on('/endless', hostile.endless)
    server.on('/stalls', hostile.stalls(jpeg))
    expect(await show('/endless')).toBe('picture-too-large')
    expect(await show('/stalls')).toBe('timeout')
    expect(await show('/a.jpg')).toBe('ok')
  })

  it('fault 68: gets the first frame of an animation shown', async () => {
    server.on('/many', hostile.body(await files.animation('gif', 60)))
    const described = await pictures.describe('shop', pictures.register('shop', '/many').token)
    expect(described).toMatchObject({ ok: true, value: { width: 40, height: 40, format: 'gif' } })
  })

  it('fault 69: gets the picture on which the decoder dies marked, and the others shown', async () => {
    const dying = createDecoder({
      spawn: () => {
        const port = forkDecoder()
        return {
          ...port,
          post: (request) => {
            if (Buffer.from(request.bytes).equals(jpeg)) port.child.kill('SIGKILL')
            port.post(request)
          }
        }
      }
    })
    pictures = await shop.open({ decoder: dying })
    const good = await files.pngFile()
    for (const at of [1, 2, 3]) server.on(`/${at}.png`, hostile.body(good))
    const shown = await Promise.all(['/1.png', '/a.jpg', '/2.png', '/3.png'].map((address) => show(address)))
    expect(shown).toEqual(['ok', 'picture-decoder-failed', 'ok', 'ok'])
    expect(await show('/a.jpg')).toBe('picture-decoder-failed')
  })

  it('fault 71: learns no key, user id, cookie or page from the requests for its pictures', async () => {
    await show('/a.jpg')
    const headers = server.seen.map((request) => Object.keys(request.headers).sort())
    expect(headers).toEqual([['accept', 'accept-encoding', 'connection', 'host', 'user-agent']])
  })

  it('is asked for the formats that are decoded, and no others by name', async () => {
    await show('/a.jpg')
    const named = server.seen[0]?.headers.accept?.matchAll(/image\/(\w+)/g) ?? []
    expect(Array.from(named, ([, format]) => format).sort()).toEqual([...rasterFormats].sort())
  })
})
