import { expect, it } from 'vitest'
import { createThrottle, type Throttle } from '../../../electron/async/throttle'

/** A pace whose intervals end when the test says so. */
function bench(): { say: Throttle<number>; told: number[]; end: () => void; open: () => number } {
  const told: number[] = []
  let ends: (() => void)[] = []
  const say = createThrottle<number>(250, (news) => told.push(news), {
    after(ms, run) {
      expect(ms).toBe(250)
      ends.push(run)
      return () => (ends = ends.filter((end) => end !== run))
    },
    elapsed: () => 0
  })
  const end = (): void => {
    for (const run of ends.splice(0)) run()
  }
  return { say, told, end, open: () => ends.length }
}

it('the first news is told at once, of the following the newest at the end of the interval', () => {
  const { say, told, end } = bench()
  for (const news of [1, 2, 3]) say('shop', news)
  expect(told).toEqual([1])
  end()
  expect(told).toEqual([1, 3])
})

it('after a quiet interval news is told at once again', () => {
  const { say, told, end, open } = bench()
  say('shop', 1)
  end()
  expect(open()).toBe(0)
  say('shop', 2)
  expect(told).toEqual([1, 2])
})

it('news that lasts is told once an interval', () => {
  const { say, told, end } = bench()
  for (const news of [1, 2]) say('shop', news)
  end()
  for (const news of [3, 4]) say('shop', news)
  expect(told).toEqual([1, 2])
  end()
  expect(told).toEqual([1, 2, 4])
})

it('names do not hold each other up', () => {
  const { say, told } = bench()
  say('shop', 1)
  say('other', 2)
  expect(told).toEqual([1, 2])
})

it('nothing is told after the end', () => {
  const { say, told, end } = bench()
  for (const news of [1, 2]) say('shop', news)
  say.reset()
  end()
  expect(told).toEqual([1])
})
