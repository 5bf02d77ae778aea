import { describe, expect, it } from 'vitest'
import type { TestStep } from '../../../electron/contract/connection-check'
import type { FailureCode } from '../../../electron/contract/failure'
import { testConnection } from '../../../electron/api/test-connection'
import { makeExpired } from '../../support/certificates'
import { closedPort, type ScenarioName } from '../../support/faulty-store'
import { failureOf, startBench, type Bench } from './fixture'

async function tried({ client, store }: Bench, request: Partial<Parameters<typeof testConnection>[1]> = {}) {
  const { baseUrl, apiPath, credentials } = store
  const times = [1000, 1042.4]
  const result = await testConnection(
    client,
    { store: { baseUrl, apiPath }, credentials: { ...credentials }, ...request },
    () => times.shift() ?? 0
  )
  if (!result.ok) throw new Error('the test itself failed')
  return result.value
}

describe('testing a connection', () => {
  it('shows what the store says when all is well, with one small request', async () => {
    const bench = await startBench()
    expect(await tried(bench)).toEqual({
      failed: null,
      sample: { form: 'full', items: 25, setAside: 0, totalItems: 240, duration: 42 }
    })
    expect(bench.store.requests.map(({ url }) => url)).toEqual(['/api/public/products?pageNo=1&limit=25'])
  })

  it.each([
    ['no-answer', 'network', 'timeout'],
    ['reset', 'network', 'connection-lost'],
    ['captive-page', 'network', 'captive-portal'],
    ['not-found', 'path', 'not-found'],
    ['key-refused', 'key', 'key-refused'],
    ['user-refused', 'user', 'key-refused'],
    ['forbidden', 'key', 'forbidden'],
    ['headers-too-large', 'key', 'request-refused'],
    ['redirect-to-https', 'address', 'redirected'],
    ['html', 'answer', 'answer-not-json'],
    ['items-null', 'answer', 'answer-unknown-form'],
    ['server-error', 'answer', 'server-error'],
    ['rate-limited', 'answer', 'rate-limited']
  ] as [ScenarioName, TestStep, FailureCode][])(
    'with %s it is the %s that fails',
    async (scenario, step, code) => {
      const bench = await startBench()
      bench.store.scenario(scenario)
      const deadline = scenario === 'no-answer' ? 300 : 20_000
      const tested = await tried(bench, { deadline })
      expect(tested).toMatchObject({ failed: { step, failure: { code } }, sample: null })
      expect(bench.store.pageRequests()).toBeLessThanOrEqual(1)
    }
  )

  it('tells a wrong key from a wrong user id', async () => {
    const bench = await startBench()
    const { key, userId } = bench.store.credentials
    expect((await tried(bench, { credentials: { key: 'wrong', userId } })).failed?.step).toBe('key')
    expect((await tried(bench, { credentials: { key, userId: 'wrong' } })).failed?.step).toBe('user')
  })

  it('fault 76: characters that no header can carry are the fault of their field', async () => {
    const bench = await startBench()
    const { key, userId } = bench.store.credentials
    const badKey = await tried(bench, { credentials: { key: 'a\nb', userId } })
    expect(badKey.failed).toMatchObject({ step: 'key', failure: { code: 'credentials-invalid' } })
    const badUser = await tried(bench, { credentials: { key, userId: 'ü' } })
    expect(badUser.failed).toMatchObject({ step: 'user', failure: { code: 'credentials-invalid' } })
  })

  it('tells address, network and certificate apart', async () => {
    const bench = await startBench({
      lookup: (_host, _options, done) =>
        done(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), '')
    })
    const at = async (baseUrl: string) =>
      (await tried(bench, { store: { baseUrl, apiPath: '/p' } })).failed?.step
    expect(await at('nothing')).toBe('address')
    expect(await at('http://no-such-store.invalid')).toBe('address')
    expect(await at(`http://127.0.0.1:${await closedPort()}`)).toBe('network')
    const tls = await makeExpired()
    const secure = await startBench({ ca: [tls.ca] }, { tls })
    expect((await tried(secure)).failed?.step).toBe('certificate')
  })

  it('fails itself only when it is cancelled', async () => {
    const { client, store } = await startBench()
    const request = { store, credentials: store.credentials, signal: AbortSignal.abort() }
    expect(failureOf(await testConnection(client, request)).code).toBe('cancelled')
  })
})
