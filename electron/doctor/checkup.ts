import { Agents } from '../api/agents'
import { pageUrl } from '../api/address'
import { isLoopback } from '../api/host'
import type { Route } from '../api/routes'
import { testConnection } from '../api/test-connection'
import type { StoreAddress } from '../api/types'
import type { CheckResult } from '../contract/doctor'
import { fail, ok, type FailureCode, type Result } from '../contract/failure'
import type { Credentials } from '../contract/connection'
import type { Chart } from './chart'
import { lookAtDistrusted } from './distrusted'
import { findWay } from './find-way'
import { nameIn, vouchesFor } from '../network/authorities'
import { knock, type Knock } from './knock'
import type { CheckupDeps } from './types'

const day = 86_400_000
/** ms that the clocks may differ: what a certificate or a signature is hardly ever spoiled by. */
const clockTolerance = 5 * 60_000
/** Days before its end from which a certificate is told of: shops renew theirs a month ahead. */
const expiringSoon = 14

/** A connection that is looked at. */
export interface Patient {
  id: string
  store: StoreAddress
}

/** Looks at a connection step by step, and enters all it finds in the chart. Ends early when the signal is aborted. */
export async function checkUp(
  deps: CheckupDeps,
  { id, store }: Patient,
  chart: Chart,
  signal: AbortSignal
): Promise<void> {
  const url = pageUrl(store, 1, 1)
  const agents = new Agents(deps)
  try {
    const route = await findWay({ ...deps, url, chart, signal })
    const isOpen = route !== null && (await lookAtDoor({ deps, url, route, agents, chart, signal }))
    if (signal.aborted) return
    const credentials = await lookForKey(deps, id, chart, signal)
    if (!credentials.ok) return
    if (isOpen) await ask(deps, { id, store }, credentials.value, chart, signal)
    else chart.tell('key', { code: 'key-unproven' })
  } finally {
    agents.close()
  }
}

interface Door {
  deps: CheckupDeps
  url: URL
  route: Route
  agents: Agents
  chart: Chart
  signal: AbortSignal
}

/** Certificate and clock. False: the store must not, or cannot, be asked. */
async function lookAtDoor(door: Door): Promise<boolean> {
  const { deps, url, route, agents, chart, signal } = door
  chart.begin('certificate')
  const seen = await knock(url, route, agents, signal)
  if (signal.aborted) return false
  if (seen.ok) {
    chart.tell('certificate', certificateResult(deps, url, seen.value))
    chart.tell('clock', clockResult(seen.value))
    return true
  }
  const { failure } = seen
  if (failure.code.startsWith('certificate-')) {
    const certificate = await lookAtDistrusted(url, route, signal)
    chart.tell('certificate', { code: 'distrusted', failure, certificate })
    return false
  }
  if (failure.code.startsWith('proxy-')) {
    chart.tell('connect', { code: 'failed', failure })
    return false
  }
  // A store that does not like the question may like the real one, which tells of it.
  chart.tell('certificate', { code: 'not-reached' })
  chart.tell('clock', { code: 'clock-unknown' })
  return true
}

function certificateResult(deps: CheckupDeps, url: URL, { certificate, at }: Knock): CheckResult {
  if (url.protocol === 'http:') return { code: isLoopback(url.hostname) ? 'no-certificate' : 'unencrypted' }
  if (certificate === null) return { code: 'not-reached' }
  const { seen, end } = certificate
  const days = Math.floor((seen.validTo - at) / day)
  const isAdded = deps.addedAuthorities?.().some((pem) => vouchesFor(pem, end)) ?? false
  const told = { certificate: seen, authority: nameIn(end.issuer), isAdded }
  return days < expiringSoon ? { code: 'expiring', ...told, days } : { code: 'trusted', ...told }
}

function clockResult({ date, at }: Knock): CheckResult {
  if (date === null) return { code: 'clock-unknown' }
  const ahead = at - date
  return Math.abs(ahead) > clockTolerance ? { code: 'clock-off', ahead } : { code: 'clock-right' }
}

/** Keychain and key, which need no network. */
async function lookForKey(
  deps: CheckupDeps,
  id: string,
  chart: Chart,
  signal: AbortSignal
): Promise<Result<Credentials>> {
  chart.begin('keychain')
  const credentials = await unlessAborted(deps.credentialsOf(id), signal)
  if (signal.aborted) return fail('cancelled')
  if (deps.credentialState(id) === 'session') chart.tell('keychain', { code: 'session-only' })
  else {
    const probed = await unlessAborted(
      deps.probeKeychain().then((keychain) => ok(keychain)),
      signal
    )
    if (!probed.ok) return probed
    const keychain = probed.value
    chart.tell(
      'keychain',
      keychain.available ? { code: 'keychain-open' } : { code: 'keychain-shut', keychain }
    )
  }
  if (!credentials.ok) chart.tell('key', { code: 'failed', failure: credentials.failure })
  return credentials
}

/** What the store says of the key itself. */
const ofTheKey: ReadonlySet<FailureCode> = new Set([
  'key-refused',
  'forbidden',
  'credentials-missing',
  'credentials-invalid'
])

/** The question that the app itself asks, once. */
async function ask(
  deps: CheckupDeps,
  { id, store }: Patient,
  credentials: Credentials,
  chart: Chart,
  signal: AbortSignal
): Promise<void> {
  chart.begin('key')
  chart.begin('answer')
  const tested = await testConnection(deps.client, { store, credentials, signal })
  if (!tested.ok) return
  const { failed, sample } = tested.value
  deps.onAsked(id, failed?.failure ?? null)
  if (failed === null && sample !== null) {
    chart.tell('key', { code: 'key-accepted' })
    chart.tell('answer', { code: 'answered', ...sample })
  } else if (failed !== null && (ofTheKey.has(failed.failure.code) || failed.step === 'user')) {
    chart.tell('key', { code: 'failed', failure: failed.failure })
    chart.tell('answer', { code: 'not-reached' })
  } else if (failed !== null) {
    chart.tell('key', { code: 'key-unproven' })
    chart.tell('answer', { code: 'failed', failure: failed.failure })
  }
}

/** Settles when the signal is aborted: a keychain may take its time. */
function unlessAborted<T>(work: Promise<Result<T>>, signal: AbortSignal): Promise<Result<T>> {
  const { promise, resolve } = Promise.withResolvers<Result<T>>()
  signal.addEventListener('abort', () => resolve(fail('cancelled')), { once: true })
  return Promise.race([work, promise])
}
