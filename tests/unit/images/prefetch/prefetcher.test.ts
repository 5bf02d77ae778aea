import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { PictureSize } from '../../../../electron/contract/picture-values'
import { filtersSchema, productQuerySchema, type Filters } from '../../../../electron/contract/product-query'
import { eventually } from '../../../support/eventually'
import { testFolder } from '../../../support/folder'
import { canMount, fill, mountSmallDisk } from '../../../support/small-disk'
import * as hostile from '../../../support/hostile-images/hostile-server'
import * as files from '../../../support/hostile-images/picture-files'
import { closeSharedDecoder } from '../../../support/hostile-images/shop'
import { openPrefetch, type PrefetchBench } from '../prefetch-bench'

afterAll(closeSharedDecoder)

const paths = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => `/${String(first + at).padStart(3, '0')}.jpg`)

async function open(count: number): Promise<PrefetchBench> {
  const bench = await openPrefetch()
  await bench.serve(paths(1, count))
  await bench.list('shop', paths(1, count))
  return bench
}

async function idsOf({ copy }: PrefetchBench, filters: Partial<Filters>): Promise<string[]> {
  const productQuery = productQuerySchema.parse({ filters: filtersSchema.parse(filters) })
  const read = await copy.read('shop', { productQuery, offset: 0, limit: 1000 })
  if (!read.ok) throw new Error(read.failure.code)
  return read.value.items.map(({ id }) => id)
}

/** Of how many of these the disk holds all sizes. */
async function keptOf({ shop }: PrefetchBench, addresses: string[], sizes: PictureSize[]): Promise<number> {
  const found = addresses.map((path) => shop.pictures.kept('shop', `${shop.server.origin}${path}`, sizes))
  return (await Promise.all(found)).filter((finding) => finding?.state === 'shown').length
}

/** Pictures stay on their server until they are let go. */
async function hold(bench: PrefetchBench, ...held: string[]): Promise<ReturnType<typeof hostile.held>> {
  const answer = hostile.held(await files.jpegFile())
  for (const path of held) bench.shop.server.on(path, answer.answer)
  return answer
}

/** So many are asked of one server at once: what comes after that is on nobody's way. */
const atOnce = 4
const arrived = (usage: { arrived: () => number }): Promise<void> => expect.poll(usage.arrived).toBe(atOnce)

describe('downloading the pictures of a catalog', () => {
  it('fetches each once, in order, says how far it is, and puts what it finds into the copy', async () => {
    const bench = await open(70)
    bench.shop.server.on('/003.jpg', hostile.status(404))
    bench.shop.server.on('/005.jpg', hostile.body(files.htmlFile))
    bench.follow()
    await bench.until({ phase: 'idle', done: 70, total: 70, broken: 2, because: null })
    const asked = bench.shop.asked()
    expect([...asked].sort()).toEqual(paths(1, 70))
    expect(asked.slice(0, 60).sort()).toEqual(paths(1, 60))
    expect(await idsOf(bench, { pictureState: 'broken' })).toEqual(['p3', 'p5'])
    expect(await idsOf(bench, { pictureState: 'unchecked' })).toEqual([])
    const prefetch = bench.reported.filter(({ phase }) => phase === 'gathering').map(({ done }) => done)
    expect(prefetch).toEqual(prefetch.toSorted((one, other) => one - other))
    expect(prefetch.length).toBeGreaterThan(60)
    expect(bench.reported.every(({ done, total }) => total === null || done <= total)).toBe(true)
  })

  it('keeps the rasters: without the server they are there', async () => {
    const bench = await open(3)
    bench.follow()
    await bench.until({ phase: 'idle', done: 3 })
    await bench.shop.server.close()
    await bench.shop.open()
    expect(await bench.shop.show(`${bench.shop.server.origin}/002.jpg`)).toBe('ok')
  })

  it('does nothing in the first seconds of the app, nor where no pictures are wanted', async () => {
    const bench = await open(3)
    bench.settings.set('none', { keep: 'none', isPaused: false, since: 0 })
    await bench.list('none', paths(1, 3))
    bench.prefetchers.follow(['shop', 'none'], 'none')
    bench.clock.pass(4999)
    await new Promise(setImmediate)
    expect(bench.reported).toEqual([])
    bench.clock.pass(1)
    await bench.until({ phase: 'idle', done: 3 })
    expect(bench.prefetchers.state('none')).toMatchObject({ phase: 'idle', keep: 'none', total: null })
  })

  it('goes on after an error while it was found out whose turn it is', async () => {
    const warned: unknown[] = []
    let isBroken = true
    const bench = await openPrefetch({
      isSyncing() {
        if (!isBroken) return false
        isBroken = false
        throw new Error('a bug')
      },
      log: { info: () => undefined, warn: (_, facts) => warned.push(facts?.error) }
    })
    await bench.serve(paths(1, 3))
    await bench.list('shop', paths(1, 3))
    bench.follow()
    await expect.poll(() => warned).toEqual([new Error('a bug')])
    bench.prefetchers.wake()
    await bench.until({ phase: 'idle', done: 3 })
  })

  it('goes on after a restart with what it had not got', async () => {
    const bench = await open(130)
    const usage = await hold(bench, '/100.jpg')
    bench.follow()
    await expect.poll(usage.arrived).toBe(1)
    await bench.restart()
    const before = bench.shop.asked()
    usage.release()
    bench.follow()
    await bench.until({ phase: 'idle', done: 130, total: 130 })
    const after = bench.shop.asked()
    expect(after).toContain('/100.jpg')
    expect(before.filter((path) => path !== '/100.jpg' && after.includes(path)).length).toBeLessThanOrEqual(4)
    expect(new Set([...before, ...after]).size).toBe(130)
  })

  it('looks again only at what is new after a sync', async () => {
    const bench = await open(5)
    bench.follow()
    await bench.until({ phase: 'idle', done: 5 })
    bench.shop.asked()
    await bench.serve(['/new.jpg'])
    await bench.list('shop', [...paths(1, 4), '/new.jpg', '/001.jpg', null])
    bench.prefetchers.syncEnded('shop')
    await bench.until({ phase: 'idle', done: 6, total: 6 })
    expect(bench.shop.asked()).toEqual(['/new.jpg'])
  })

  it('asks for broken ones again after a day, and for all after a month', async () => {
    const bench = await open(3)
    bench.shop.server.on('/002.jpg', hostile.status(404))
    bench.follow()
    await bench.until({ phase: 'idle', done: 3, broken: 1 })
    await bench.serve(['/002.jpg'])
    bench.shop.asked()
    bench.shop.clock += 90_000_000
    bench.prefetchers.syncEnded('shop')
    await bench.until({ phase: 'idle', done: 3, broken: 0 })
    expect(bench.shop.asked()).toEqual(['/002.jpg'])
  })
})

describe('a prefetch that gives way', () => {
  it('to the person: it pauses at once, also over a restart, and goes on when they say so', async () => {
    const bench = await open(5)
    const usage = await hold(bench, ...paths(1, 5))
    bench.follow()
    await arrived(usage)
    expect(await bench.prefetchers.pause('shop')).toMatchObject({ phase: 'paused', total: 5 })
    await bench.restart()
    const asked = bench.shop.server.seen.length
    bench.follow()
    await bench.until({ phase: 'paused', total: 5 })
    expect(bench.shop.server.seen.length).toBe(asked)
    usage.release()
    await bench.prefetchers.resume('shop')
    await bench.until({ phase: 'idle', done: 5 })
  })

  it('to the person, who chooses faster than the disk keeps it: each choice is kept', async () => {
    const bench = await open(1)
    const { prefetchers, settings } = bench
    await Promise.all([prefetchers.pause('shop'), prefetchers.keep('shop', 'previews')])
    expect(settings.get('shop')).toMatchObject({ keep: 'previews', isPaused: true })
    await Promise.all([prefetchers.resume('shop'), prefetchers.keep('shop', 'thumbnails')])
    expect(settings.get('shop')).toMatchObject({ keep: 'thumbnails', isPaused: false })
  })

  it('to a sync of the same connection, and goes on after it', async () => {
    const bench = await open(20)
    const usage = await hold(bench, '/002.jpg')
    bench.follow()
    await expect.poll(usage.arrived).toBe(1)
    bench.syncing.add('shop')
    bench.prefetchers.syncChanged('shop')
    expect(bench.prefetchers.state('shop').phase).toBe('waiting')
    usage.release()
    await eventually(() => expect(bench.prefetchers.state('shop').done).toBe(bench.shop.server.seen.length))
    const asked = bench.shop.server.seen.length
    expect(asked).toBeLessThan(20)
    bench.clock.pass(600_000)
    await new Promise(setImmediate)
    expect(bench.shop.server.seen.length).toBe(asked)
    bench.syncing.clear()
    bench.prefetchers.syncEnded('shop')
    await bench.until({ phase: 'idle', done: 20 })
  })

  it('to somebody who looks through pictures: it rests between two, and goes on', async () => {
    let isLookedAt = true
    const bench = await openPrefetch({ isLookedAt: () => isLookedAt })
    await bench.serve(paths(1, 10))
    await bench.list('shop', paths(1, 10))
    const resting = (): Promise<void> =>
      eventually(() => expect(bench.clock.sleepers).toBeGreaterThanOrEqual(atOnce))
    bench.follow()
    await resting()
    bench.clock.pass(199)
    expect(bench.shop.server.seen).toEqual([])
    bench.clock.pass(1)
    await resting()
    expect(bench.shop.server.seen).toHaveLength(atOnce)
    isLookedAt = false
    bench.clock.pass(200)
    await bench.until({ phase: 'idle', done: 10 })
  })

  it('to the connection that is looked at', async () => {
    const bench = await open(65)
    await bench.list('other', paths(1, 3))
    const usage = await hold(bench, '/001.jpg')
    bench.prefetchers.follow(['shop'], 'shop')
    bench.clock.pass(5000)
    await expect.poll(usage.arrived).toBe(1)
    bench.follow(['shop', 'other'], 'other')
    usage.release()
    await bench.until({ phase: 'idle', done: 3 }, 'other')
    await bench.until({ phase: 'idle', done: 65 })
    const phases = bench.reported.map(({ connectionId, done }) => `${connectionId} ${done}`)
    expect(phases.indexOf('other 3')).toBeLessThan(phases.indexOf('shop 61'))
  })
})

describe('a prefetch without a network', () => {
  it('fault 13: waits while there is none, and goes on by itself when it is back', async () => {
    const bench = await open(3)
    bench.online = false
    bench.follow()
    await bench.until({ phase: 'waiting', total: 3, done: 0 })
    expect(bench.prefetchers.state('shop').because).toEqual({ code: 'offline', facts: {} })
    expect(bench.shop.asked()).toEqual([])
    bench.online = true
    bench.prefetchers.networkBack()
    await bench.until({ phase: 'idle', done: 3 })
  })

  it('fault 13: comes back also when nobody tells it', async () => {
    const bench = await open(3)
    bench.online = false
    bench.follow()
    await bench.until({ phase: 'waiting', total: 3 })
    bench.online = true
    bench.clock.pass(15_000)
    await bench.until({ phase: 'idle', done: 3 })
  })

  it('leaves a server alone that fails with one after the other, longer each time', async () => {
    const bench = await open(70)
    for (const path of paths(1, 70)) bench.shop.server.on(path, hostile.status(503))
    bench.follow()
    await bench.until({ phase: 'waiting', done: 0, total: 70 })
    expect(bench.prefetchers.state('shop').because?.code).toBe('server-error')
    expect(bench.shop.asked().length).toBeLessThan(30)
    await bench.serve(paths(1, 70))
    bench.shop.clock += 86_400_000
    bench.prefetchers.networkBack()
    await bench.until({ phase: 'idle', done: 70 })
  })

  it('goes past pictures whose server has none to give now, and tries them again at the end', async () => {
    const bench = await open(10)
    bench.shop.server.on('/002.jpg', hostile.status(503))
    bench.follow()
    await bench.until({ phase: 'waiting', done: 9, total: 10 })
    await bench.serve(['/002.jpg'])
    bench.shop.clock += 86_400_000
    bench.clock.pass(60_000)
    await bench.until({ phase: 'idle', done: 10 })
  })

  it('ends a pass in which some are not to be had, without claiming them', async () => {
    const bench = await open(4)
    bench.shop.server.on('/002.jpg', hostile.status(503))
    bench.follow()
    await bench.until({ phase: 'waiting', done: 3 })
    await eventually(() => {
      bench.shop.clock += 1_800_000
      bench.clock.pass(1_800_000)
      expect(bench.prefetchers.state('shop').phase).toBe('idle')
    })
    expect(bench.shop.asked().filter((path) => path === '/002.jpg').length).toBeLessThanOrEqual(8)
    await bench.until({ phase: 'idle', done: 3, total: 4 })
  })
})

describe('a prefetch and the disk', () => {
  it('stops where more would push out what it fetched, and goes on when there is room', async () => {
    const bench = await open(130)
    await bench.shop.pictures.setLimit(60_000)
    bench.follow()
    await bench.until({ phase: 'full', total: 130 })
    const { done } = bench.prefetchers.state('shop')
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(130)
    bench.prefetchers.storageChanged(await bench.shop.pictures.setLimit(100_000_000))
    await bench.until({ phase: 'idle', done: 130 })
  })

  it('fetches previews when they are wanted too, and what was cleared', async () => {
    const bench = await open(3)
    bench.follow()
    await bench.until({ phase: 'idle', done: 3 })
    bench.shop.clock += 1000
    await bench.prefetchers.keep('shop', 'previews')
    await bench.until({ phase: 'idle', done: 3, keep: 'previews' })
    await bench.shop.server.close()
    await bench.shop.open()
    const { token } = bench.shop.pictures.register('shop', `${bench.shop.server.origin}/001.jpg`)
    expect((await bench.shop.pictures.raster('shop', token, 'preview')).ok).toBe(true)
  })

  it('fetches anew what was cleared', async () => {
    const bench = await open(3)
    bench.follow()
    await bench.until({ phase: 'idle', done: 3 })
    bench.shop.asked()
    bench.shop.clock += 1000
    await bench.shop.pictures.clear()
    await bench.prefetchers.cleared()
    bench.shop.clock += 1000
    await bench.until({ phase: 'idle', done: 3 })
    await eventually(async () => expect((await bench.shop.pictures.storage()).pictures).toBe(3))
    expect(bench.shop.asked().sort()).toEqual(paths(1, 3))
  })

  it.each(['cleared', 'wanted larger'])(
    'counts nothing of before when pictures are %s meanwhile',
    async (how) => {
      const bench = await open(150)
      bench.follow()
      await expect.poll(() => bench.prefetchers.state('shop').done, { interval: 3 }).toBeGreaterThan(80)
      if (how === 'cleared') {
        await bench.shop.pictures.clear()
        await bench.prefetchers.cleared()
      } else await bench.prefetchers.keep('shop', 'previews')
      await bench.until({ phase: 'idle', done: 150 })
      const sizes: PictureSize[] = how === 'cleared' ? ['thumbnail'] : ['thumbnail', 'preview']
      expect(await keptOf(bench, paths(1, 150), sizes)).toBe(150)
    }
  )

  it('tells what is left of pictures that made way for others, and fetches those once there is room', async () => {
    const bench = await open(100)
    bench.follow()
    await bench.until({ phase: 'idle', done: 100 })
    const { used } = await bench.shop.pictures.storage()
    const { pictures } = await bench.shop.pictures.setLimit(Math.floor(used / 4))
    expect(pictures).toBeGreaterThan(10)
    expect(pictures).toBeLessThan(30)
    bench.shop.asked()
    await bench.until({ phase: 'full', done: pictures, total: 100 })
    expect(bench.shop.asked()).toEqual([])
    bench.prefetchers.storageChanged(await bench.shop.pictures.setLimit(100_000_000))
    await bench.until({ phase: 'idle', done: 100 })
    expect(bench.shop.asked()).toHaveLength(100 - pictures)
    expect(await keptOf(bench, paths(1, 100), ['thumbnail'])).toBe(100)
  })

  it('fault 70: fetches anew what a damaged file had kept', async () => {
    // Goes after what is open in it.
    const folder = testFolder()
    const bench = await open(3)
    bench.follow()
    await bench.until({ phase: 'idle', done: 3 })
    await bench.shop.open({ folder })
    expect(await bench.shop.show('/other.jpg')).not.toBe('ok')
    await eventually(async () => expect(await keptOf(bench, paths(1, 3), ['thumbnail'])).toBe(3))
    await bench.until({ phase: 'idle', done: 3 })
  })

  it.skipIf(!canMount)(
    'fault 80: counts nothing that a full disk did not take, and goes on once there is room',
    async () => {
      const bench = await open(40)
      const disk = mountSmallDisk(testFolder(), 12_000_000)
      await bench.shop.open({ folder: disk })
      await bench.shop.pictures.storage()
      const ballast = join(disk, 'ballast')
      writeFileSync(ballast, '')
      fill(ballast)
      bench.follow()
      await bench.until({ phase: 'waiting', done: 0, total: 40 })
      expect(bench.prefetchers.state('shop').because).toMatchObject({ code: 'storage-failed' })
      bench.clock.pass(60_000)
      await bench.until({ phase: 'waiting', done: 0 })
      rmSync(ballast)
      bench.clock.pass(60_000)
      await bench.until({ phase: 'idle', done: 40 })
      expect(await bench.shop.pictures.storage()).toMatchObject({ pictures: 40, because: null })
      await bench.shop.pictures.close()
    }
  )

  it('tries pictures again that were refused for their address, when their host is allowed', async () => {
    const allowed: string[] = []
    const bench = await openPrefetch()
    await bench.shop.open({ storeUrl: () => 'https://other.example', allowedHosts: () => allowed })
    await bench.serve(paths(1, 2))
    await bench.list('shop', paths(1, 2))
    bench.follow()
    await bench.until({ phase: 'idle', done: 2, broken: 2 })
    allowed.push(bench.shop.server.host)
    bench.shop.pictures.hostAllowed('shop')
    bench.shop.clock += 1000
    bench.prefetchers.retryBroken('shop')
    bench.shop.clock += 1000
    await bench.until({ phase: 'idle', done: 2, broken: 0 })
  })
})

describe('a prefetch and a bug', () => {
  const log = { info: () => undefined, warn: () => undefined }

  it('says that something went wrong, and goes on later, or as soon as something happens', async () => {
    const unchecked = vi.fn()
    const bench: PrefetchBench = await openPrefetch({
      log,
      unchecked(id, question) {
        unchecked()
        if (unchecked.mock.calls.length < 3) throw new Error('bug')
        return bench.copy.pictures.unchecked(id, question)
      }
    })
    await bench.serve(paths(1, 3))
    await bench.list('shop', paths(1, 3))
    // The file begins anew, which would bring a further pass.
    await bench.shop.pictures.storage()
    bench.follow()
    await expect
      .poll(() => bench.reported.at(-1))
      .toMatchObject({ phase: 'waiting', because: { code: 'internal' } })
    bench.clock.pass(600_000)
    await expect.poll(() => unchecked.mock.calls.length).toBe(2)
    await expect
      .poll(() => bench.reported.at(-1))
      .toMatchObject({ phase: 'waiting', because: { code: 'internal' } })
    bench.prefetchers.syncEnded('shop')
    await bench.until({ phase: 'idle', done: 3, because: null })
  })

  it('passes over the one picture that brings it on', async () => {
    const bench: PrefetchBench = await openPrefetch({
      log,
      keepPicture: (id, address, sizes, signal) =>
        address.endsWith('/002.jpg')
          ? Promise.reject(new Error('bug'))
          : bench.shop.pictures.keep(id, address, sizes, signal)
    })
    await bench.serve(paths(1, 6))
    await bench.list('shop', paths(1, 6))
    bench.follow()
    await bench.until({ phase: 'waiting', done: 5, total: 6 })
    expect(await idsOf(bench, { pictureState: 'unchecked' })).toEqual(['p2'])
  })
})

describe('a prefetch that is over', () => {
  it('neither asks for nor writes anything for a connection that was forgotten', async () => {
    const bench = await open(5)
    const usage = await hold(bench, ...paths(1, 5))
    bench.follow()
    await arrived(usage)
    await bench.prefetchers.forget('shop')
    const reported = bench.reported.length
    const asked = bench.shop.server.seen.length
    usage.release()
    bench.clock.pass(600_000)
    await new Promise(setImmediate)
    expect(bench.reported.length).toBe(reported)
    expect(bench.shop.server.seen.length).toBe(asked)
  })

  it('ends in the middle of a picture', async () => {
    const bench = await open(5)
    const usage = await hold(bench, ...paths(1, 5))
    bench.follow()
    await arrived(usage)
    await bench.prefetchers.close()
    const reported = bench.reported.length
    usage.release()
    bench.prefetchers.follow(['shop'], 'shop')
    bench.clock.pass(600_000)
    await new Promise(setImmediate)
    expect(bench.reported.length).toBe(reported)
  })
})
