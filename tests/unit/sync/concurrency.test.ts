import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPace, widest } from '../../../electron/sync/pipeline/concurrency'
import { smallerSize } from '../../../electron/sync/crawl/page-size'
import { createProgress } from '../../../electron/sync/progress'
import { createTurns } from '../../../electron/sync/run-permits'

describe('the pace', () => {
  it('goes from two to eight with as many pages, while they come as fast as before', () => {
    const pace = createPace()
    expect(pace.width()).toBe(2)
    for (let page = 0; page < 6; page++) pace.worked(30)
    expect(pace.width()).toBe(widest)
  })

  it('halves with trouble, and grows again by one a round', () => {
    const pace = createPace()
    for (let page = 0; page < 10; page++) pace.worked(30)
    pace.trouble()
    expect(pace.width()).toBe(4)
    for (let page = 0; page < 4; page++) pace.worked(30)
    expect(pace.width()).toBe(4)
    pace.worked(30)
    expect(pace.width()).toBe(5)
  })

  it('falls while the store gets slower, and stays where it is as fast as it was', () => {
    const pace = createPace()
    for (let page = 0; page < 10; page++) pace.worked(100)
    for (let page = 0; page < 30; page++) pace.worked(900)
    expect(pace.width()).toBe(1)
    for (let page = 0; page < 60; page++) pace.worked(100)
    expect(pace.width()).toBeGreaterThan(3)
  })

  it('is never less than one or more than eight, whatever happens', () => {
    const event = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }))
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const pace = createPace()
        for (const ms of events) {
          if (ms === null) pace.trouble()
          else pace.worked(ms)
          expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(pace.width())
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
    for (let second = 0; second <= 30; second++) progress.note(second * 100, second * 1000)
    expect(progress.rate()).toBe(100)
    // It got ten times as fast.
    for (let second = 31; second <= 41; second++) progress.note(3000 + (second - 30) * 1000, second * 1000)
    expect(progress.rate()).toBe(1000)
  })

  it('is not told before there is a second of it', () => {
    const progress = createProgress()
    progress.note(0, 0)
    progress.note(500, 900)
    expect(progress.rate()).toBeNull()
  })
})

describe('turns', () => {
  it('let two go on at once, and the others in the order in which they came', () => {
    const begun: number[] = []
    const turnFor = createTurns(2)
    const turns = [1, 2, 3, 4].map((number) => turnFor(() => begun.push(number)))
    for (const turn of turns) turn.want()
    expect(begun).toEqual([1, 2])
    turns[2]?.leave()
    turns[0]?.leave()
    expect(begun).toEqual([1, 2, 4])
    expect(turns.map((turn) => turn.has())).toEqual([false, true, false, true])
    turns[1]?.leave()
    turns[0]?.want()
    turns[0]?.want()
    expect(begun).toEqual([1, 2, 4, 1])
  })
})
