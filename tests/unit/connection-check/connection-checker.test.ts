import type { LookupAddress } from 'node:dns'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CredentialState, KeychainState } from '../../../electron/contract/connection'
import {
  checkSteps,
  type CheckResult,
  type CheckStep,
  type ConnectionReport
} from '../../../electron/contract/connection-check'
import { fail, ok, type Failure, type Result } from '../../../electron/contract/failure'
import {
  type ConnectionChecker,
  type ConnectionCheckerDeps,
  createConnectionChecker
} from '../../../electron/connection-check/connection-checker'
import { openLookup } from '../../../electron/images/fetch/private-network'
import { canary, secretsIn } from '../../support/canary'
import {
  makeCertificate,
  makeExpired,
  makeForOtherHost,
  makeSelfSigned,
  type TestCertificate
} from '../../support/certificates'
import { closedPort, startProxy, startSocksProxy, type FaultyStore } from '../../support/faulty-store'
import { failureOf, startBench } from '../api/fixture'

interface Ward {
  checker: ConnectionChecker
  store: FaultyStore
  run: () => Promise<ConnectionReport>
  /** As the window was told of them. */
  told: ConnectionReport[]
  reported: (Failure | null)[]
}

interface Wish extends Partial<ConnectionCheckerDeps> {
  tls?: TestCertificate
  /** What the store is called. */
  baseUrl?: (store: FaultyStore) => string
  /** As a PAC file says it. */
  pac?: string
  state?: CredentialState
}

/** A connection checker, and a store to look at. */
async function openChecker({
  tls,
  baseUrl,
  pac = 'DIRECT',
  state = 'keychain',
  ...deps
}: Wish = {}): Promise<Ward> {
  const { lookup } = deps
  const way = { resolveProxy: () => Promise.resolve(pac), lookup, ...(tls ? { ca: [tls.ca] } : {}) }
  const { store, client } = await startBench(way, tls ? { tls } : {})
  const told: ConnectionReport[] = []
  const reported: (Failure | null)[] = []
  const checker = createConnectionChecker({
    isOnline: () => true,
    findProxy: () => Promise.resolve({ pac, origin: 'system' }),
    resolveName: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    client,
    addressOf: (id) =>
      id === 'shop' ? { baseUrl: baseUrl?.(store) ?? store.baseUrl, apiPath: store.apiPath } : null,
    credentialsOf: () => Promise.resolve(ok({ ...canary })),
    credentialState: () => state,
    probeKeychain: () => Promise.resolve({ available: true }),
    onAsked: (_, failure) => reported.push(failure),
    onChange: (report) => told.push(report),
    ...(tls ? { ca: [tls.ca] } : {}),
    ...deps
  })
  const run = async (): Promise<ConnectionReport> => {
    const result = await checker.run('shop')
    if (!result.ok) throw new Error(`no report: ${JSON.stringify(result.failure)}`)
    return result.value
  }
  return { checker, store, run, told, reported }
}

const check = (
  { checks }: ConnectionReport,
  step: CheckStep
): { state: string; result: CheckResult | null } => {
  const found = checks.find((each) => each.step === step)
  if (!found) throw new Error(`no step ${step}`)
  return found
}
const states = ({ checks }: ConnectionReport): string =>
  checks.map(({ step, state }) => `${step} ${state}`).join(', ')
const failed = (code: string, facts: object = {}): object => ({
  state: 'problem',
  result: { code: 'failed', failure: { code, facts: expect.objectContaining(facts) as object } }
})

describe('a connection check', () => {
  it('goes through all steps of a healthy store, and tells each as it begins and ends', async () => {
    const { run, told, reported, store } = await openChecker()
    const report = await run()
    expect(states(report)).toBe(
      'network ok, proxy ok, name skipped, connect ok, certificate skipped, clock ok, keychain ok, key ok, answer ok'
    )
    expect(check(report, 'answer').result).toMatchObject({ code: 'answered', items: 25, totalItems: 240 })
    expect(check(report, 'connect').result).toMatchObject({ to: `127.0.0.1:${store.port}` })
    expect(reported).toEqual([null])
    expect(told[0]?.checks.every(({ state }) => state === 'waiting')).toBe(true)
    const running = told.flatMap(({ checks }) => checks.filter(({ state }) => state === 'running'))
    expect(new Set(running.map(({ step }) => step))).toEqual(
      new Set(checkSteps.filter((step) => step !== 'clock'))
    )
    expect(told.at(-1)).toEqual(report)
    expect(report.isRunning).toBe(false)
  })

  it('looks at the certificate of a store over https: whose it is, and who vouches for it', async () => {
    const tls = await makeCertificate()
    const { run } = await openChecker({ tls, addedAuthorities: () => [tls.ca] })
    const { state, result } = check(await run(), 'certificate')
    // The tests' certificates are for a day.
    expect(state).toBe('warning')
    expect(result).toMatchObject({ code: 'expiring', days: 0, isAdded: true })
    expect(JSON.stringify(result)).toMatch(
      /"subject":"Store of the tests","issuer":"Authority .*"authority":"Authority /
    )
  })

  it('is content with a certificate that is good for long', async () => {
    const validTo = new Date(Date.now() + 90 * 86_400_000)
    const { run } = await openChecker({ tls: await makeCertificate({ validTo }) })
    expect(check(await run(), 'certificate')).toMatchObject({
      state: 'ok',
      result: { code: 'trusted', isAdded: false }
    })
  })

  it.each([
    ['fault 6: a self-signed certificate', makeSelfSigned, 'certificate-untrusted', 'Store of the tests'],
    ['fault 7: an expired certificate', makeExpired, 'certificate-expired', 'Authority'],
    ['fault 8: a certificate for another host', makeForOtherHost, 'certificate-host', 'Authority']
  ])('%s is told with its issuer, and nothing is asked', async (_, make, code, issuer) => {
    const { run, store } = await openChecker({ tls: await make() })
    const report = await run()
    const { state, result } = check(report, 'certificate')
    expect(state).toBe('problem')
    expect(result).toMatchObject({ code: 'distrusted', failure: { code } })
    expect(result?.code === 'distrusted' && result.certificate?.issuer).toContain(issuer)
    expect(check(report, 'answer').result).toEqual({ code: 'not-reached' })
    expect(check(report, 'key').result).toEqual({ code: 'key-unproven' })
    expect(store.requests).toEqual([])
  })

  it('warns of a key that travels without encryption, where it leaves this computer', async () => {
    const lookup = openLookup(() => Promise.resolve([{ address: '127.0.0.1', family: 4 }]))
    const { run } = await openChecker({ baseUrl: ({ port }) => `http://shop.example:${port}`, lookup })
    const report = await run()
    expect(check(report, 'name').result).toEqual({ code: 'resolved', addresses: ['127.0.0.1'] })
    expect(check(report, 'certificate')).toEqual({
      step: 'certificate',
      state: 'warning',
      result: { code: 'unencrypted' }
    })
    expect(check(report, 'answer').state).toBe('ok')
  })

  it('fault 1: a name that nobody knows ends the way, and keychain and key are looked at all the same', async () => {
    const unknown = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    const { run, store } = await openChecker({
      baseUrl: () => 'https://shop.example',
      resolveName: () => Promise.reject(unknown)
    })
    const report = await run()
    expect(check(report, 'name')).toMatchObject(failed('name-not-found', { host: 'shop.example' }))
    expect(states(report)).toContain(
      'connect skipped, certificate skipped, clock skipped, keychain ok, key skipped'
    )
    expect(store.requests).toEqual([])
  })

  it('fault 2: a store that refuses the connection is told as that', async () => {
    const { run, store } = await openChecker()
    await store.goOffline()
    expect(check(await run(), 'connect')).toMatchObject(failed('connection-refused'))
  })

  it('fault 10: an address that does not answer beside one that does is warned of', async () => {
    const both: LookupAddress[] = [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 }
    ]
    const { run } = await openChecker({
      baseUrl: ({ port }) => `http://localhost:${port}`,
      resolveName: () => Promise.resolve(both)
    })
    const report = await run()
    expect(check(report, 'name').result).toEqual({ code: 'resolved', addresses: ['::1', '127.0.0.1'] })
    expect(check(report, 'connect')).toMatchObject({
      state: 'warning',
      result: { code: 'partly-connected' }
    })
  })

  it('fault 11: a proxy that wants a password is told as that', async () => {
    const proxy = await startProxy({ password: 'clerk:secret' })
    onTestFinished(() => proxy.close())
    const { run } = await openChecker({ pac: `PROXY ${proxy.address}` })
    const report = await run()
    expect(check(report, 'proxy').result).toEqual({
      code: 'proxied',
      origin: 'system',
      proxy: proxy.address
    })
    expect(check(report, 'connect')).toMatchObject(failed('proxy-auth', { proxy: proxy.address }))
    expect(check(report, 'answer').state).toBe('skipped')
  })

  it('fault 11: the password that a proxy is given is in no result', async () => {
    const proxy = await startProxy({ password: 'clerk:secret' })
    onTestFinished(() => proxy.close())
    const { run, told } = await openChecker({ pac: `PROXY clerk:secret@${proxy.address}` })
    expect(check(await run(), 'answer').state).toBe('ok')
    expect(JSON.stringify(told)).not.toMatch(/secret|clerk/)
  })

  it('fault 12: a proxy that is gone is named', async () => {
    const address = `127.0.0.1:${await closedPort()}`
    const { run } = await openChecker({ pac: `PROXY ${address}` })
    expect(check(await run(), 'connect')).toMatchObject(failed('proxy-unreachable', { proxy: address }))
  })

  it.each(['PROXY', 'SOCKS5'])('sees the certificate through a proxy too (%s)', async (kind) => {
    const proxy = await (kind === 'PROXY' ? startProxy() : startSocksProxy())
    onTestFinished(() => proxy.close())
    const { run } = await openChecker({ tls: await makeCertificate(), pac: `${kind} ${proxy.address}` })
    const report = await run()
    expect(check(report, 'name').result).toEqual({ code: 'resolved-by-proxy', proxy: proxy.address })
    expect(check(report, 'certificate').result).toMatchObject({ code: 'expiring' })
    expect(check(report, 'answer').state).toBe('ok')
  })

  it('fault 6: sees whose certificate it is where a proxy stands before the store', async () => {
    const proxy = await startProxy()
    onTestFinished(() => proxy.close())
    const { run } = await openChecker({ tls: await makeSelfSigned(), pac: `PROXY ${proxy.address}` })
    expect(check(await run(), 'certificate').result).toMatchObject({
      code: 'distrusted',
      certificate: { subject: 'Store of the tests' }
    })
  })

  it('fault 22: a refused key is told at the key, and the answer was not reached', async () => {
    const { run, store, reported } = await openChecker()
    store.scenario('key-refused')
    const report = await run()
    expect(check(report, 'key')).toMatchObject(failed('key-refused'))
    expect(check(report, 'answer').result).toEqual({ code: 'not-reached' })
    expect(reported).toMatchObject([{ code: 'key-refused' }])
    expect(store.pageRequests()).toBe(1)
  })

  it('fault 31: an answer that is none is told at the answer, and the key stays unproven', async () => {
    const { run, store } = await openChecker()
    store.scenario('server-error')
    const report = await run()
    expect(check(report, 'answer')).toMatchObject(failed('server-error'))
    expect(check(report, 'key').result).toEqual({ code: 'key-unproven' })
  })

  it('offline says so at once, and still looks at keychain and key', async () => {
    const { run, store } = await openChecker({ isOnline: () => false, baseUrl: () => 'https://shop.example' })
    const report = await run()
    expect(check(report, 'network')).toMatchObject({ state: 'problem', result: { code: 'offline' } })
    expect(check(report, 'keychain').state).toBe('ok')
    expect(store.requests).toEqual([])
  })

  it('offline has no fear for a store on this computer', async () => {
    const { run } = await openChecker({ isOnline: () => false })
    expect(states(await run())).toContain('answer ok')
  })

  const shut: KeychainState = { available: false, reason: 'locked', detail: 'No answer.' }
  it.each([
    ['fault 73: a key for this session needs no keychain', { state: 'session' as const }, 'ok', 'ok'],
    [
      'fault 74: a locked keychain is told, and so is that the key could not be read',
      {
        probeKeychain: () => Promise.resolve(shut),
        credentialsOf: (): Promise<Result<never>> => Promise.resolve(fail('keychain-locked'))
      },
      'problem',
      'problem'
    ],
    [
      'a key that was never entered is told at the key',
      { credentialsOf: (): Promise<Result<never>> => Promise.resolve(fail('credentials-missing')) },
      'ok',
      'problem'
    ]
  ])('%s', async (_, wish, keychain, key) => {
    const { run } = await openChecker(wish)
    const report = await run()
    expect([check(report, 'keychain').state, check(report, 'key').state]).toEqual([keychain, key])
  })

  it('can be cancelled while the keychain hangs, and tells nothing afterwards', async () => {
    const asked = Promise.withResolvers<undefined>()
    const { checker, told } = await openChecker({
      credentialsOf: () => {
        asked.resolve(undefined)
        return new Promise(() => undefined)
      }
    })
    const result = checker.run('shop')
    await asked.promise
    checker.cancel()
    const before = told.length
    expect(failureOf(await result).code).toBe('cancelled')
    expect(told).toHaveLength(before)
  })

  it('gives way to a later one', async () => {
    const { checker } = await openChecker()
    const first = checker.run('shop')
    const second = checker.run('shop')
    expect(failureOf(await first).code).toBe('cancelled')
    expect((await second).ok).toBe(true)
  })

  it('is none of a connection that nobody knows', async () => {
    const { checker } = await openChecker()
    expect(failureOf(await checker.run('other')).code).toBe('connection-unknown')
  })

  it('fault 79: holds neither key nor user id, and shows them to nobody but the list itself', async () => {
    const { run, told, store } = await openChecker()
    await run()
    store.scenario('key-refused')
    await run()
    expect(secretsIn(JSON.stringify(told))).toEqual([])
    const probes = store.requests.filter(({ method }) => method === 'HEAD')
    expect(probes).toHaveLength(2)
    for (const { headers } of probes)
      expect([headers['x-api-key'], headers.userid]).toEqual([undefined, undefined])
  })
})

describe('the clock of this computer', () => {
  it.each([
    [6 * 60_000, 'warning'],
    [-6 * 60_000, 'warning'],
    [2 * 60_000, 'ok']
  ])('fault 93: %i ms ahead of the store is a %s', async (ahead, state) => {
    const { run, store } = await openChecker()
    store.clock = -ahead
    const found = check(await run(), 'clock')
    expect(found.state).toBe(state)
    if (found.result?.code === 'clock-off') expect(Math.abs(found.result.ahead - ahead)).toBeLessThan(3000)
  })
})
