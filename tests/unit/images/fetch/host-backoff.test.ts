import { expect, it } from 'vitest'
import type { Failure } from '../../../../electron/contract/failure'
import { createHostRests, mostRests } from '../../../../electron/images/fetch/image-fetcher'

const busy = (retryAfter: number): Failure => ({ code: 'rate-limited', facts: { retryAfter } })

it('however many hosts ask to be left alone, only so many are remembered: the latest', () => {
  const rests = createHostRests(() => 0)
  for (let number = 0; number <= mostRests; number += 1) rests.note(`${number}.example`, busy(60_000))
  expect(rests.left('0.example')).toBe(0)
  expect(rests.left('1.example')).toBe(60_000)
  expect(rests.left(`${mostRests}.example`)).toBe(60_000)
})

it('those that may be asked again make room first', () => {
  let now = 0
  const rests = createHostRests(() => now)
  rests.note('long.example', busy(600_000))
  for (let number = 1; number < mostRests; number += 1) rests.note(`${number}.example`, busy(1000))
  now = 2000
  rests.note('last.example', busy(1000))
  expect(rests.left('long.example')).toBe(598_000)
  expect(rests.left('last.example')).toBe(1000)
})
