import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFindingBuffer } from '../../../electron/images/finding-buffer'
import type { FoundPicture } from '../../../electron/catalog/types'
import { fail, ok, type Result } from '../../../electron/contract/failure'
import type { PictureFinding } from '../../../electron/contract/picture-values'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const broken: PictureFinding = { state: 'broken', code: 'not-found' }

function open(answer: Result<null> = ok(null)) {
  const saved: [connectionId: string, products: number[], at: number][] = []
  const lost: [connectionId: string, products: number[]][] = []
  const warnings: unknown[] = []
  const found = createFindingBuffer({
    save(connectionId, some: FoundPicture[], at) {
      saved.push([connectionId, some.map(({ product }) => product), at])
      return Promise.resolve(answer)
    },
    onLost: (connectionId, products) => lost.push([connectionId, products]),
    log: { warn: (_, facts) => warnings.push(facts) },
    now: () => 77
  })
  return { found, saved, lost, warnings }
}

it('findings are saved a second after the first of them, together', () => {
  const { found, saved } = open()
  found.add('shop', [1, 2], 'https://i.example/a', broken)
  vi.advanceTimersByTime(999)
  found.add('shop', [3], 'https://i.example/b', broken)
  found.add('other', [1], 'https://i.example/a', broken)
  expect(saved).toEqual([])
  vi.advanceTimersByTime(1)
  expect(saved).toEqual([
    ['shop', [1, 2, 3], 77],
    ['other', [1], 77]
  ])
  vi.advanceTimersByTime(10_000)
  expect(saved).toHaveLength(2)
})

it('many findings are saved at once', () => {
  const { found, saved } = open()
  for (let key = 1; key <= 450; key++) found.add('shop', [key], 'https://i.example/a', broken)
  expect(saved.map(([, products]) => products.length)).toEqual([200, 200])
})

it('nothing is saved for a connection that is being left, before or after', () => {
  const { found, saved } = open()
  found.add('shop', [1], 'https://i.example/a', broken)
  found.refuse('shop')
  found.add('shop', [2], 'https://i.example/a', broken)
  vi.advanceTimersByTime(10_000)
  expect(saved).toEqual([])
  found.admit('shop')
  found.add('shop', [3], 'https://i.example/a', broken)
  vi.advanceTimersByTime(1000)
  expect(saved).toEqual([['shop', [3], 77]])
})

it('what could not be saved is told, for these products alone', async () => {
  const { found, lost } = open(fail('storage-failed'))
  found.add('shop', [1, 2], 'https://i.example/a', broken)
  found.add('shop', [3], 'https://i.example/b', broken)
  await found.close()
  expect(lost).toEqual([['shop', [1, 2, 3]]])
  const other = open()
  other.found.add('shop', [1], 'https://i.example/a', broken)
  await other.found.close()
  expect(other.lost).toEqual([])
})

it('closing saves what waits, and a failure is noted', async () => {
  const { found, saved, warnings } = open(fail('storage-failed'))
  found.add('shop', [1], 'https://i.example/a', broken)
  await found.close()
  expect(saved).toEqual([['shop', [1], 77]])
  expect(warnings).toEqual([{ connectionId: 'shop', code: 'storage-failed' }])
  found.add('shop', [2], 'https://i.example/a', broken)
  vi.advanceTimersByTime(10_000)
  expect(saved).toHaveLength(1)
})
