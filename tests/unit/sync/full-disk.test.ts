import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PageRequest, RawAnswer } from '../../../electron/api/types'
import type { Result } from '../../../electron/contract/failure'
import { isFull, type RoomLimits, usualLimits } from '../../../electron/sync/crawl/crawl-limits'
import { startBench, type Bench } from './fixture'

const megabyte = 1_000_000
const limits: RoomLimits = { most: 4 * megabyte, spare: 0, always: megabyte, renewal: 200_000 }

interface Filling extends Bench {
  requests: () => number
}

/** A store of as many products as it is asked for; each has a description of 20,000 letters that hardly compress. */
function fillingStore(room: RoomLimits, total: () => number): Filling {
  const bench = startBench({}, 1, { limits: { ...usualLimits, room } })
  let count = 0
  const fetchAnswer = async ({ page, limit, signal }: PageRequest): Promise<Result<RawAnswer>> => {
    await bench.time.sleep(30, signal).catch(() => undefined)
    count += 1
    const first = (page - 1) * limit + 1
    const items = Array.from({ length: Math.max(0, Math.min(limit, total() - first + 1)) }, (_, index) => {
      const id = `P-${first + index}`
      return { id, name: `Product ${id}`, price: 1, description: `${id} `.repeat(20_000 / (id.length + 1)) }
    })
    const data = { items, currentPage: page, totalItems: total() }
    const bytes = new Uint8Array(
      new TextEncoder().encode(JSON.stringify({ status: 200, message: 'ok', data }))
    )
    const url = 'https://store.example/'
    return { ok: true, value: { page, limit, url, status: 200, contentType: 'application/json', bytes } }
  }
  Object.assign(bench.store, { fetchAnswer })
  return Object.assign(bench, { requests: () => count })
}

/** With what is still in SQLite's log. */
const sizeOf = ({ folder }: Bench): number =>
  ['catalog.sqlite', 'catalog.sqlite-wal'].reduce((size, name) => size + statSync(join(folder, name)).size, 0)

describe('fault 115: a store that would fill the disk', () => {
  it('is read until the copy has all the room it may have: the run ends, says why, and keeps what it has', async () => {
    const bench = fillingStore(limits, () => 100_000)
    expect(await bench.sync()).toMatchObject({
      outcome: 'partial',
      partly: 'too-big',
      because: null,
      gone: 0
    })
    const listed = bench.copy.listed().length
    expect(listed).toBeGreaterThan(100)
    expect(sizeOf(bench)).toBeGreaterThan(3 * megabyte)
    // What is written at once, and what a run's end adds.
    expect(sizeOf(bench)).toBeLessThan(30 * megabyte)
    expect(bench.requests()).toBeLessThan(40)

    const before = bench.requests()
    expect(await bench.sync()).toMatchObject({ run: 2, outcome: 'partial', partly: 'too-big', gone: 0 })
    expect(bench.copy.listed().length).toBeGreaterThanOrEqual(listed)
    expect(bench.requests() - before).toBeLessThan(40)
  })

  it('is read while the disk has room to spare, and no longer', async () => {
    // More than any disk has free.
    const bench = fillingStore({ ...limits, most: Infinity, spare: 2 ** 60 }, () => 100_000)
    expect(await bench.sync()).toMatchObject({ outcome: 'partial', partly: 'too-big' })
    expect(bench.requests()).toBeLessThan(40)
  })

  it('and that is no larger than any may be is read to its end, though the disk is full for other reasons', async () => {
    const bench = fillingStore({ ...limits, spare: 2 ** 60 }, () => 20)
    expect(await bench.sync()).toMatchObject({ outcome: 'complete', products: 20 })
  })

  it('is read anew to its end where it does not grow', async () => {
    let room = limits.most * 10
    const bench = fillingStore(
      {
        ...limits,
        get most() {
          return room
        }
      },
      () => 300
    )
    expect(await bench.sync()).toMatchObject({ outcome: 'complete', products: 300 })
    expect(sizeOf(bench)).toBeGreaterThan(megabyte)
    room = 1
    expect(await bench.sync()).toMatchObject({ run: 2, outcome: 'complete', products: 300 })
  })
})

describe('the room of a copy', () => {
  const { room } = usualLimits

  it('is far more than a million products with long descriptions take', () => {
    expect(isFull({ bytes: 7_000 * megabyte, free: 100_000 * megabyte }, 0, room)).toBe(false)
    expect(isFull({ bytes: 20_001 * megabyte, free: 100_000 * megabyte }, 0, room)).toBe(true)
  })

  it('leaves free 1 GB and what the indexes take', () => {
    expect(isFull({ bytes: 3_000 * megabyte, free: 2_100 * megabyte }, 0, room)).toBe(false)
    expect(isFull({ bytes: 3_000 * megabyte, free: 1_900 * megabyte }, 0, room)).toBe(true)
    expect(isFull({ bytes: 3_000 * megabyte, free: null }, 0, room)).toBe(false)
  })

  it('is always enough for a small store, and to read a large one anew', () => {
    expect(isFull({ bytes: 100 * megabyte, free: 0 }, 0, room)).toBe(false)
    expect(isFull({ bytes: 900 * megabyte, free: 0 }, 899.5 * megabyte, room)).toBe(false)
    expect(isFull({ bytes: 900 * megabyte, free: 0 }, 890 * megabyte, room)).toBe(true)
  })
})
