import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createConcurrency, mostConcurrent } from '../../../electron/sync/pipeline/store-access'
import { smallerSize } from '../../../electron/sync/crawl/page-size'
import { createProgress } from '../../../electron/sync/sync-state'
import { createSemaphore } from '../../../electron/async/locks'

describe('the concurrency', () => {
  it('goes from two to eight with as many pages, while they come as fast as before', () => {
    const concurrency = createConcurrency()
    expect(concurrency.limit()).toBe(2)
    for (let page = 0; page < 6; page++) concurrency.succeeded(30)
    expect(concurrency.limit()).toBe(mostConcurrent)
  })

  it('halves with trouble, and grows again by one a round', () => {
    const concurrency = createConcurrency()
    for (let page = 0; page < 10; page++) concurrency.succeeded(30)
    concurrency.failed()
    expect(concurrency.limit()).toBe(4)
    for (let page = 0; page < 4; page++) concurrency.succeeded(30)
    expect(concurrency.limit()).toBe(4)
    concurrency.succeeded(30)
    expect(concurrency.limit()).toBe(5)
  })

  it('falls while the store gets slower, and stays where it is as fast as it was', () => {
    const concurrency = createConcurrency()
    for (let page = 0; page < 10; page++) concurrency.succeeded(100)
    for (let page = 0; page < 30; page++) concurrency.succeeded(900)
    expect(concurrency.limit()).toBe(1)
    for (let page = 0; page < 60; page++) concurrency.succeeded(100)
    expect(concurrency.limit()).toBeGreaterThan(3)
  })

  it('is never less than one or more than eight, whatever happens', () => {
    const event = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }))
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const concurrency = createConcurrency()
        for (const ms of events) {
          if (ms === null) concurrency.failed()
          else concurrency.succeeded(ms)
          expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(concurrency.limit())
        }
      })
    )
  })
})

describe('the size of a page', () => {
  it('gets smaller in steps, or to what a page has, until there is none', () => {
    expect(smallerSize(500)).toBe(250)
    expect(smallerSize(250)).toBe(100)
    expect(smallerSize(25)).toBe(24)
    expect(smallerSize(100, 60)).toBe(50)
    expect(smallerSize(100, 7)).toBe(7)
    expect(smallerSize(1)).toBeNull()
  })
})

describe('the progress', () => {
  it('is told of the last ten seconds', () => {
    const progress = createProgress()
    expect(progress.rate()).toBeNull()
    for (let second = 0; second <= 30; second++) progress.record(second * 100, second * 1000)
    expect(progress.rate()).toBe(100)
    // It got ten times as fast.
    for (let second = 31; second <= 41; second++) progress.record(3000 + (second - 30) * 1000, second * 1000)
    expect(progress.rate()).toBe(1000)
  })

  it('is not told before there is a second of it', () => {
    const progress = createProgress()
    progress.record(0, 0)
    progress.record(500, 900)
    expect(progress.rate()).toBeNull()
  })
})

describe('permits of runs', () => {
  it('are held by two at once; the others get theirs in the order in which they came', () => {
    const granted: number[] = []
    const permitFor = createSemaphore(2)
    const permits = [1, 2, 3, 4].map((number) => permitFor(() => granted.push(number)))
    for (const permit of permits) permit.acquire()
    expect(granted).toEqual([1, 2])
    permits[2]?.release()
    permits[0]?.release()
    expect(granted).toEqual([1, 2, 4])
    expect(permits.map((permit) => permit.isHeld())).toEqual([false, true, false, true])
    permits[1]?.release()
    permits[0]?.acquire()
    permits[0]?.acquire()
    expect(granted).toEqual([1, 2, 4, 1])
  })
})
