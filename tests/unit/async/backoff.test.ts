import { expect, it } from 'vitest'
import type { Failure } from '../../../electron/contract/failure'
import { createBackoffRegistry, mostBackoffs } from '../../../electron/async/backoff'

const busy = (retryAfter: number): Failure => ({ code: 'rate-limited', facts: { retryAfter } })

it('however many hosts ask to be left alone, only so many are remembered: the latest', () => {
  const backoffs = createBackoffRegistry(() => 0)
  for (let number = 0; number <= mostBackoffs; number += 1) backoffs.record(`${number}.example`, busy(60_000))
  expect(backoffs.of('0.example')).toBeNull()
  expect(backoffs.of('1.example')?.facts.retryAfter).toBe(60_000)
  expect(backoffs.of(`${mostBackoffs}.example`)?.facts.retryAfter).toBe(60_000)
})

it('those that may be asked again make room first', () => {
  let now = 0
  const backoffs = createBackoffRegistry(() => now)
  backoffs.record('long.example', busy(600_000))
  for (let number = 1; number < mostBackoffs; number += 1) backoffs.record(`${number}.example`, busy(1000))
  now = 2000
  backoffs.record('last.example', busy(1000))
  expect(backoffs.of('long.example')?.facts.retryAfter).toBe(598_000)
  expect(backoffs.of('last.example')?.facts.retryAfter).toBe(1000)
})
