import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readRawAnswer } from '../../../electron/api/parse-answer'
import { longestObeyed } from '../../../electron/api/retry'
import type { PageRequest, RawAnswer } from '../../../electron/api/types'
import type { Result } from '../../../electron/contract/failure'
import { canary } from '../../support/canary'
import { failureOf, pageOf, startBench, type Bench } from './fixture'

function askRaw(bench: Bench, request: Partial<PageRequest> = {}): Promise<Result<RawAnswer>> {
  const { baseUrl, apiPath } = bench.store
  const question = { store: { baseUrl, apiPath }, credentials: { ...canary }, page: 2, limit: 25 }
  return bench.client.fetchAnswer({ ...question, ...request })
}

function answerOf(result: Result<RawAnswer>): RawAnswer {
  if (!result.ok) throw new Error(`no answer: ${JSON.stringify(result.failure)}`)
  return result.value
}

describe('an answer that a worker is to read', () => {
  it('is what the store sent, and reads as the same page', async () => {
    const bench = await startBench()
    const answer = answerOf(await askRaw(bench))
    expect(answer).toMatchObject({ page: 2, limit: 25, status: 200 })
    expect(answer.url).toBe(`${bench.store.baseUrl}${bench.store.apiPath}?pageNo=2&limit=25`)
    expect(pageOf(readRawAnswer(answer))).toEqual(pageOf(await bench.ask({ page: 2 })))
  })

  it.each([1, 25, 240])(
    'has its bytes in a buffer of their own, so that it can be moved (%i items)',
    async (limit) => {
      const { bytes } = answerOf(await askRaw(await startBench(), { page: 1, limit }))
      expect([bytes.byteOffset, bytes.byteLength]).toEqual([0, bytes.buffer.byteLength])
      structuredClone(bytes.buffer, { transfer: [bytes.buffer] })
      expect(bytes.byteLength).toBe(0)
    }
  )

  it.each(['html', 'empty-body', 'items-missing', 'wrong-page'] as const)(
    'is handed on also when it is no page (%s): who reads it says so',
    async (scenario) => {
      const bench = await startBench()
      bench.store.scenario(scenario)
      const answer = answerOf(await askRaw(bench))
      expect(failureOf(readRawAnswer(answer))).toEqual(failureOf(await bench.ask({ page: 2 })))
    }
  )

  it.each([
    ['fault 9: a network’s sign-in page', 'captive-page', { code: 'captive-portal' }],
    [
      'fault 28, 44: a status inside HTTP 200, with its wait',
      'rate-limited-inside',
      { code: 'rate-limited', facts: { status: 429, retryAfter: 420_000 } }
    ],
    ['fault 22, 44: a refusal inside HTTP 200', 'status-inside', { code: 'key-refused' }]
  ] as const)('%s is no answer to be read', async (_title, scenario, failure) => {
    const bench = await startBench()
    bench.store.scenario(scenario)
    expect(failureOf(await askRaw(bench))).toMatchObject(failure)
  })

  it.each([0, 1, 25, 240])('is not read before that, however short it is (%i items)', async (limit) => {
    const bench = await startBench({}, { products: limit })
    await askRaw(bench, { page: 1, limit: Math.max(1, limit) })
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    expect((await askRaw(bench, { page: 1, limit: Math.max(1, limit) })).ok).toBe(true)
    expect(parse).not.toHaveBeenCalled()
  })

  it('is asked for once, unless more is allowed', async () => {
    const bench = await startBench()
    bench.store.scenario('server-error')
    expect(failureOf(await askRaw(bench))).toMatchObject({ code: 'server-error', facts: { status: 503 } })
    expect(bench.store.pageRequests()).toBe(1)
    await askRaw(bench, { attempts: 3 })
    expect(bench.store.pageRequests()).toBe(4)
  })

  it.each([
    ['fault 28: seconds', 'rate-limited-seconds', 7000],
    ['fault 29: a date', 'rate-limited-date', 9000],
    ['fault 30: a year', 'rate-limited-year', longestObeyed]
  ] as const)('%s: says how long the store wants to be left alone', async (_title, scenario, retryAfter) => {
    const bench = await startBench()
    bench.store.scenario(scenario)
    expect(failureOf(await askRaw(bench))).toMatchObject({ code: 'rate-limited', facts: { retryAfter } })
  })

  it.each(['rate-limited-negative', 'rate-limited-garbage'] as const)(
    'fault 30: says nothing of a wait that makes no sense (%s)',
    async (scenario) => {
      const bench = await startBench()
      bench.store.scenario(scenario)
      expect(failureOf(await askRaw(bench)).facts).not.toHaveProperty('retryAfter')
    }
  )

  it('fault 30: a wait that is longer than anybody looks on is not waited for, however many attempts there are', async () => {
    const bench = await startBench()
    bench.store.scenario('rate-limited-year')
    expect(failureOf(await askRaw(bench, { attempts: 3 })).facts.retryAfter).toBe(longestObeyed)
    expect(bench.waits).toEqual([])
  })

  it('fault 14: dead connections are dropped, so that the next request opens its own', async () => {
    const bench = await startBench()
    await askRaw(bench)
    await bench.store.goOffline()
    await bench.store.comeBack()
    const first = await askRaw(bench)
    expect(first.ok || first.failure.code === 'connection-lost').toBe(true)
    expect((await askRaw(bench)).ok).toBe(true)
  })
})

describe('the ways to a store', () => {
  it('are asked for once in a while, not for each page', async () => {
    let asked = 0
    const bench = await startBench({
      resolveProxy: () => {
        asked++
        return Promise.resolve('DIRECT')
      }
    })
    for (let page = 1; page <= 5; page++) await askRaw(bench, { page })
    expect(asked).toBe(1)
    // The computer woke up somewhere else.
    bench.client.wake()
    await askRaw(bench)
    expect(asked).toBe(2)
    await bench.store.goOffline()
    await askRaw(bench)
    await askRaw(bench)
    expect(asked).toBe(3)
  })
})

describe('getting ready', () => {
  it('needs no store, and may be asked for at any time', async () => {
    const bench = await startBench()
    await Promise.all([bench.client.warm(), bench.client.warm()])
    expect((await askRaw(bench)).ok).toBe(true)
  })
})
