import { expect, it } from 'vitest'
import { fail, ok, type Result } from '../../../../electron/contract/failure'
import type { PictureSize } from '../../../../electron/contract/picture-values'
import {
  singleFlight,
  type FetchedImage,
  type ImageWanted
} from '../../../../electron/images/status/fetch-and-decode'
import { scopeOfStore } from '../../../../electron/images/fetch/address-guard'

const status = { checkedAt: 1, until: 2, tries: 0, denials: 0, failure: null, validators: null }
const content = { hash: '', width: 1, height: 1, format: 'png', bytes: 1, look: 0n, animated: false }
const known = { original: content, status }

interface Fetch {
  wanted: ImageWanted
  /** Ends it, with what came in these sizes, or with a failure. */
  end: (came: readonly PictureSize[] | ReturnType<typeof fail>) => void
}

/** A picture that comes when the test says so. */
function open(): {
  fetches: Fetch[]
  ask: (size: PictureSize, more?: Partial<ImageWanted>) => Promise<Result<FetchedImage>>
} {
  const fetches: Fetch[] = []
  const fetchAndDecode = singleFlight(
    (wanted) =>
      new Promise((resolve) => {
        wanted.signal.addEventListener('abort', () => resolve(fail('cancelled')))
        const end: Fetch['end'] = (came) =>
          resolve('ok' in came ? came : ok({ known, sizes: came, rasters: null, kept: ok(null) }))
        fetches.push({ wanted, end })
      })
  )
  const ask = (size: PictureSize, more: Partial<ImageWanted> = {}): Promise<Result<FetchedImage>> =>
    fetchAndDecode({
      name: { connectionId: 'shop', token: 'a' },
      url: new URL('https://shop.example/a.jpg'),
      scope: scopeOfStore('https://shop.example'),
      sizes: [size],
      priority: 'now',
      signal: new AbortController().signal,
      ...more
    })
  return { fetches, ask }
}

const sizesOf = (fetches: Fetch[]): (readonly PictureSize[])[] => fetches.map(({ wanted }) => wanted.sizes)

it('a size that is asked for in time is made of the fetch that is under way', async () => {
  const { fetches, ask } = open()
  const both = [ask('thumbnail'), ask('tile'), ask('tile')]
  expect(sizesOf(fetches)).toEqual([['thumbnail', 'tile']])
  fetches[0]?.end(['thumbnail', 'tile'])
  expect((await Promise.all(both)).every((made) => made.ok)).toBe(true)
})

it('a size that came too late for it is made of a larger one', async () => {
  const { fetches, ask } = open()
  const both = [ask('tile'), ask('thumbnail')]
  fetches[0]?.end(['tile'])
  expect(await Promise.all(both)).toEqual(
    Array(2).fill(ok({ known, sizes: ['tile'], rasters: null, kept: ok(null) }))
  )
  expect(fetches).toHaveLength(1)
})

it('a larger size that came too late for it is fetched after it, once for all who want it', async () => {
  const { fetches, ask } = open()
  const all = [ask('thumbnail'), ask('tile'), ask('preview')]
  expect(fetches).toHaveLength(1)
  fetches[0]?.end(['thumbnail'])
  expect((await all[0])?.ok).toBe(true)
  await expect.poll(() => sizesOf(fetches.slice(1))).toEqual([['tile', 'preview']])
  fetches[1]?.end(['tile', 'preview'])
  expect((await Promise.all(all)).every((made) => made.ok)).toBe(true)
  expect(fetches).toHaveLength(2)
})

it('a failure is that of all who wait', async () => {
  const { fetches, ask } = open()
  const both = [ask('thumbnail'), ask('tile')]
  fetches[0]?.end(fail('not-found'))
  expect(await Promise.all(both)).toEqual([fail('not-found'), fail('not-found')])
  void ask('tile')
  expect(fetches).toHaveLength(2)
})

it('a fetch is cancelled when the last who waits has gone, and the next begins anew', async () => {
  const { fetches, ask } = open()
  const [one, other] = [new AbortController(), new AbortController()]
  const both = [ask('thumbnail', { signal: one.signal }), ask('tile', { signal: other.signal })]
  one.abort()
  expect(await both[0]).toEqual(fail('cancelled'))
  expect(fetches[0]?.wanted.signal.aborted).toBe(false)
  other.abort()
  const next = ask('preview')
  expect(await both[1]).toEqual(fail('cancelled'))
  expect(fetches[0]?.wanted.signal.aborted).toBe(true)
  const late = ask('thumbnail')
  expect(sizesOf(fetches.slice(1))).toEqual([['preview', 'thumbnail']])
  fetches[1]?.end(['preview', 'thumbnail'])
  expect([(await next).ok, (await late).ok]).toEqual([true, true])
})

it('a fetch hurries once somebody looks at its picture', () => {
  const { fetches, ask } = open()
  void ask('thumbnail', { priority: 'later' })
  void ask('tile', { priority: 'later' })
  expect(fetches[0]?.wanted).toMatchObject({ priority: 'later', hurry: { aborted: false } })
  void ask('tile')
  expect(fetches[0]?.wanted.hurry?.aborted).toBe(true)
})

it('pictures, and connections, do not wait for each other', () => {
  const { fetches, ask } = open()
  for (const [connectionId, token] of [
    ['shop', 'a'],
    ['shop', 'b'],
    ['other', 'a']
  ] as const) {
    void ask('thumbnail', { name: { connectionId, token } })
  }
  expect(fetches).toHaveLength(3)
})
