import { expect, it } from 'vitest'
import type { Failure } from '../../../../electron/contract/failure'
import { createHostBackoff, maxHostsInBackoff } from '../../../../electron/images/fetch/image-fetcher'

const busy = (retryAfter: number): Failure => ({ code: 'rate-limited', facts: { retryAfter } })

it('however many hosts ask to be left alone, only so many are remembered: the latest', () => {
  const backoff = createHostBackoff(() => 0)
  for (let number = 0; number <= maxHostsInBackoff; number += 1)
    backoff.note(`${number}.example`, busy(60_000))
  expect(backoff.left('0.example')).toBe(0)
  expect(backoff.left('1.example')).toBe(60_000)
  expect(backoff.left(`${maxHostsInBackoff}.example`)).toBe(60_000)
})

it('those that may be asked again make room first', () => {
  let now = 0
  const backoff = createHostBackoff(() => now)
  backoff.note('long.example', busy(600_000))
  for (let number = 1; number < maxHostsInBackoff; number += 1) backoff.note(`${number}.example`, busy(1000))
  now = 2000
  backoff.note('last.example', busy(1000))
  expect(backoff.left('long.example')).toBe(598_000)
  expect(backoff.left('last.example')).toBe(1000)
})
