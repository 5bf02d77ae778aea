import { describe, expect, it } from 'vitest'
import type { FailureCode } from '../../../electron/contract/failure'
import { longestObeyed } from '../../../electron/api/retry'
import type { ScenarioName } from '../../support/faulty-store'
import { failureOf, pageOf, startBench } from './fixture'

/** The first wait when the jitter is in the middle. */
const plainWait = 250

/** Scenarios that are told at once, without another try. */
const toldAtOnce: [string, ScenarioName, FailureCode, object][] = [
  ['fault 15: HTML in place of an answer', 'html', 'answer-not-json', {}],
  ['fault 17: 204', 'no-content', 'answer-not-json', { reason: 'the answer is empty' }],
  ['fault 17: an empty body', 'empty-body', 'answer-not-json', { reason: 'the answer is empty' }],
  ['fault 17: an empty body that calls itself gzip', 'empty-gzip', 'answer-not-json', {}],
  ['fault 18: a gzip bomb', 'gzip-bomb', 'answer-too-large', {}],
  ['fault 19: corrupt gzip', 'corrupt-gzip', 'answer-corrupt', {}],
  ['fault 19: gzip that ends early', 'short-gzip', 'answer-corrupt', {}],
  ['fault 22: 401 that speaks of the key', 'key-refused', 'key-refused', { status: 401, field: 'key' }],
  ['fault 22: 401 that speaks of the user', 'user-refused', 'key-refused', { status: 401, field: 'userId' }],
  ['fault 23: 403', 'forbidden', 'forbidden', { status: 403 }],
  ['fault 24: 404', 'not-found', 'not-found', { status: 404 }],
  ['fault 26: 409', 'conflict', 'request-refused', { status: 409 }],
  ['fault 27: 413', 'page-too-large', 'page-too-large', { status: 413 }],
  ['fault 31: 501', 'not-implemented', 'server-error', { status: 501 }],
  ['fault 32: 431', 'headers-too-large', 'request-refused', { status: 431 }]
]

describe('what the store says by HTTP', () => {
  it.each(toldAtOnce)('%s is told at once (%s)', async (_title, scenario, code, facts) => {
    const { ask, store, waits } = await startBench()
    store.scenario(scenario)
    const failure = failureOf(await ask())
    expect(failure.code).toBe(code)
    expect(failure.facts).toMatchObject({ host: `127.0.0.1:${store.port}`, ...facts })
    expect(store.pageRequests()).toBe(1)
    expect(waits).toEqual([])
  })

  it('fault 16: valid JSON is accepted whatever it calls itself, with a byte-order mark too', async () => {
    const { ask, store } = await startBench()
    store.scenario('wrong-content-type')
    expect(pageOf(await ask()).items).toHaveLength(25)
  })

  it('fault 20: a redirect to another origin is not followed, so the key does not go there', async () => {
    const { ask, store } = await startBench()
    const other = await startBench()
    store.elsewhere = `${other.store.baseUrl}/api/public/products`
    store.scenario('redirect-elsewhere')
    const failure = failureOf(await ask())
    expect(failure).toMatchObject({
      code: 'redirected',
      facts: { status: 302, location: other.store.baseUrl }
    })
    expect(other.store.requests).toEqual([])
    expect(store.requests).toHaveLength(1)
  })

  it('fault 20: the same name over https is another origin as well', async () => {
    const { ask, store } = await startBench()
    store.scenario('redirect-to-https')
    const failure = failureOf(await ask())
    expect(failure).toMatchObject({
      code: 'redirected',
      facts: { location: `https://127.0.0.1:${store.port}` }
    })
  })

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x'])(
    'fault 20: a redirect to %s is not followed',
    async (elsewhere) => {
      const { ask, store } = await startBench()
      store.elsewhere = elsewhere
      store.scenario('redirect-elsewhere')
      expect(failureOf(await ask()).code).toBe('redirected')
    }
  )

  it('a redirect within the store is followed, with the key', async () => {
    const { ask, store } = await startBench()
    store.scenario('redirect-within')
    expect(pageOf(await ask({ page: 3 })).page).toBe(3)
    expect(store.requests[1]?.headers['x-api-key']).toBe(store.credentials.key)
  })

  it('fault 21: a redirect loop ends when an address comes again', async () => {
    const { ask, store } = await startBench()
    store.scenario('redirect-loop')
    expect(failureOf(await ask()).code).toBe('redirected')
    expect(store.pageRequests()).toBe(3)
  })

  it('fault 21: redirects that never end are followed five times', async () => {
    const { ask, store } = await startBench()
    store.scenario('redirect-chain')
    expect(failureOf(await ask()).code).toBe('redirected')
    expect(store.pageRequests()).toBe(6)
  })

  it.each([
    ['redirect-with-user', 1],
    ['redirect-chain-with-user', 6]
  ] as const)(
    'fault 114: a user name in an address makes no new one of it (%s)',
    async (scenario, requests) => {
      const { ask, store } = await startBench()
      store.scenario(scenario)
      expect(failureOf(await ask({ deadline: 3000 })).code).toBe('redirected')
      expect(store.requests).toHaveLength(requests)
      expect(store.requests.map(({ headers }) => headers.authorization)).toEqual(
        Array(requests).fill(undefined)
      )
    }
  )

  it.each(['request-timeout-once', 'too-early-once'] as const)(
    'fault 25: %s is asked again',
    async (scenario) => {
      const { ask, store, waits } = await startBench()
      store.scenario(scenario)
      expect(pageOf(await ask()).items).toHaveLength(25)
      expect(waits).toEqual([plainWait])
    }
  )

  it('fault 28: 429 with seconds is asked again after them', async () => {
    const { ask, store, waits } = await startBench()
    store.scenario('rate-limited-seconds')
    pageOf(await ask())
    expect(waits).toEqual([7000 + plainWait])
  })

  it("fault 29: 429 with a date is asked again then, by the store's own clock", async () => {
    const { ask, store, waits } = await startBench()
    store.scenario('rate-limited-date')
    pageOf(await ask())
    expect(waits).toEqual([9000 + plainWait])
  })

  it.each(['rate-limited-negative', 'rate-limited-garbage'] as const)(
    'fault 30: a Retry-After that makes no sense leads to a wait as without one (%s)',
    async (scenario) => {
      const { ask, store, waits } = await startBench()
      store.scenario(scenario)
      pageOf(await ask())
      expect(waits).toEqual([plainWait])
    }
  )

  it('fault 30: a Retry-After of a year is told as a capped wait, which is not begun here', async () => {
    const { ask, store, waits } = await startBench()
    store.scenario('rate-limited-year')
    const failure = failureOf(await ask())
    expect(failure).toMatchObject({ code: 'rate-limited', facts: { retryAfter: longestObeyed } })
    expect(waits).toEqual([])
  })

  it('fault 28, 30: a store that goes on refusing is left alone after the attempts, and says how long', async () => {
    const { ask, store } = await startBench()
    store.scenario('rate-limited')
    const failure = failureOf(await ask({ attempts: 4 }))
    expect(failure).toMatchObject({ code: 'rate-limited', facts: { status: 429, retryAfter: 3000 } })
    expect(store.pageRequests()).toBe(4)
  })

  it('fault 28: a wait longer than the caller has patience for is not begun', async () => {
    const { ask, store, waits } = await startBench()
    store.scenario('rate-limited')
    const failure = failureOf(await ask({ patience: 2999 }))
    expect(failure).toMatchObject({ code: 'rate-limited', facts: { retryAfter: 3000 } })
    expect(waits).toEqual([])
    expect(store.pageRequests()).toBe(1)
  })

  it('fault 31: 5xx is asked again after waits that grow, a few times', async () => {
    const { ask, store, waits } = await startBench()
    store.scenario('server-error')
    expect(failureOf(await ask({ attempts: 5 }))).toMatchObject({
      code: 'server-error',
      facts: { status: 503 }
    })
    expect(waits).toEqual([250, 500, 1000, 2000])
    expect(store.pageRequests()).toBe(5)
  })

  it('fault 31: 5xx that passes is not noticed', async () => {
    const { ask, store } = await startBench()
    store.scenario('server-error-twice')
    expect(pageOf(await ask()).items).toHaveLength(25)
  })

  it('fault 31, 19: a failure whose body is broken is still told by its status', async () => {
    const { ask, store } = await startBench()
    store.scenario('server-error-corrupt')
    expect(failureOf(await ask({ attempts: 1 }))).toMatchObject({
      code: 'server-error',
      facts: { status: 500 }
    })
  })
})

describe('what cannot be sent', () => {
  it.each([
    ['', 'credentials-missing'],
    ['with\r\nx-other: line', 'credentials-invalid'],
    ['snow☃', 'credentials-invalid'],
    ['zero\u200bwidth', 'credentials-invalid'],
    [' padded', 'credentials-invalid'],
    ['tab\tbed', 'credentials-invalid']
  ] as const)('fault 76: a key or user id such as %j is refused, not altered', async (value, code) => {
    const { ask, store } = await startBench()
    const { key, userId } = store.credentials
    expect(failureOf(await ask({ credentials: { key: value, userId } }))).toEqual({
      code,
      facts: { field: 'key' }
    })
    const other = failureOf(await ask({ credentials: { key, userId: value } }))
    expect(other).toEqual({ code, facts: { field: 'userId' } })
    expect(store.requests).toEqual([])
  })

  it.each(['', 'not an address', 'ftp://store.example', 'https://user:pass@store.example'])(
    'the base address %j is refused',
    async (baseUrl) => {
      const { ask } = await startBench()
      expect(failureOf(await ask({ store: { baseUrl, apiPath: '/p' } })).code).toBe('address-invalid')
    }
  )
})
