import type { LookupAddress } from 'node:dns'
import { isLoopback, pageUrl } from '../api/address'
import { type AgentDeps, Agents } from '../api/agents'
import type { Route } from '../api/routes'
import { testConnection } from '../api/test-connection'
import type { StoreAddress, StoreClient } from '../api/types'
import type { Credentials, CredentialState, KeychainState } from '../contract/connection'
import type { CheckResult, ConnectionReport } from '../contract/connection-check'
import { fail, type Failure, type FailureCode, ok, type Result } from '../contract/failure'
import { vouchesFor, nameIn, type FoundProxy } from '../network'
import { type CheckRecorder, createCheckRecorder } from './check-recorder'
import { findRoute } from './find-route'
import { probeServer, readUntrustedCertificate, type ServerProbe } from './probe-server'

/** Looks at connections, one at a time. */
export interface ConnectionChecker {
  /**
   * Returns all findings, failures included. Fails with `connection-unknown`, and with `cancelled` when a later
   * one or `cancel` took its place.
   */
  run(connectionId: string): Promise<Result<ConnectionReport>>
  cancel(): void
}

export interface ConnectionCheckerDeps extends ConnectionCheckDeps {
  /** Told of each step's beginning and end. */
  onChange: (report: ConnectionReport) => void
}

export function createConnectionChecker(deps: ConnectionCheckerDeps): ConnectionChecker {
  const { now = Date.now } = deps
  let current: AbortController | null = null
  return {
    async run(connectionId) {
      current?.abort()
      const store = deps.addressOf(connectionId)
      const host = URL.parse(store?.baseUrl ?? '')?.host
      if (store === null || host === undefined) return fail('connection-unknown')
      const controller = new AbortController()
      current = controller
      const recorder = createCheckRecorder({ connectionId, host, startedAt: now() }, (report) => {
        if (!controller.signal.aborted) deps.onChange(report)
      })
      const ended = await checkConnection(deps, { id: connectionId, store }, recorder, controller.signal)
      return ended.ok && !controller.signal.aborted ? ok(recorder.finish()) : fail('cancelled')
    },
    cancel: () => current?.abort()
  }
}

const day = 86_400_000
/** ms that the clocks may differ: what a certificate or a signature is hardly ever spoiled by. */
const clockTolerance = 5 * 60_000
/** Days before its end from which a certificate is told of: shops renew theirs a month ahead. */
const expiringSoon = 14

/** A connection that is looked at. */
interface CheckedConnection {
  id: string
  store: StoreAddress
}

/**
 * Looks at a connection step by step, and records all it finds. Ends early when the signal is aborted, and fails with `cancelled` where the
 * connection leads elsewhere by the time that its key is read.
 */
async function checkConnection(
  deps: ConnectionCheckDeps,
  { id, store }: CheckedConnection,
  recorder: CheckRecorder,
  signal: AbortSignal
): Promise<Result<null>> {
  const url = pageUrl(store, 1, 1)
  const agents = new Agents(deps)
  try {
    const route = await findRoute({ ...deps, url, recorder, signal })
    const isOpen = route !== null && (await checkServer({ deps, url, route, agents, recorder, signal }))
    if (signal.aborted) return ok(null)
    const credentials = await checkKey(deps, { id, store }, recorder, signal)
    if (!credentials.ok) return credentials.failure.code === 'cancelled' ? credentials : ok(null)
    if (isOpen) await ask(deps, { id, store }, credentials.value, recorder, signal)
    else recorder.record('key', { code: 'key-unproven' })
    return ok(null)
  } finally {
    agents.close()
  }
}

interface ServerCheck {
  deps: ConnectionCheckDeps
  url: URL
  route: Route
  agents: Agents
  recorder: CheckRecorder
  signal: AbortSignal
}

/** Certificate and clock. False: the store must not, or cannot, be asked. */
async function checkServer(check: ServerCheck): Promise<boolean> {
  const { deps, url, route, agents, recorder, signal } = check
  recorder.begin('certificate')
  const seen = await probeServer(url, route, agents, signal)
  if (signal.aborted) return false
  if (seen.ok) {
    recorder.record('certificate', certificateResult(deps, url, seen.value))
    recorder.record('clock', clockResult(seen.value))
    return true
  }
  const { failure } = seen
  if (failure.code.startsWith('certificate-')) {
    const certificate = await readUntrustedCertificate(url, route, signal)
    recorder.record('certificate', { code: 'distrusted', failure, certificate })
    return false
  }
  if (failure.code.startsWith('proxy-')) {
    recorder.record('connect', { code: 'failed', failure })
    return false
  }
  // A store that does not like the question may like the real one, which tells of it.
  recorder.record('certificate', { code: 'not-reached' })
  recorder.record('clock', { code: 'clock-unknown' })
  return true
}

function certificateResult(
  deps: ConnectionCheckDeps,
  url: URL,
  { certificate, at }: ServerProbe
): CheckResult {
  if (url.protocol === 'http:') return { code: isLoopback(url.hostname) ? 'no-certificate' : 'unencrypted' }
  if (certificate === null) return { code: 'not-reached' }
  const { seen, end } = certificate
  const days = Math.floor((seen.validTo - at) / day)
  const isAdded = deps.addedAuthorities?.().some((pem) => vouchesFor(pem, end)) ?? false
  const told = { certificate: seen, authority: nameIn(end.issuer), isAdded }
  return days < expiringSoon ? { code: 'expiring', ...told, days } : { code: 'trusted', ...told }
}

function clockResult({ date, at }: ServerProbe): CheckResult {
  if (date === null) return { code: 'clock-unknown' }
  const ahead = at - date
  return Math.abs(ahead) > clockTolerance ? { code: 'clock-off', ahead } : { code: 'clock-right' }
}

/** Keychain and key, which need no network. */
async function checkKey(
  deps: ConnectionCheckDeps,
  { id, store }: CheckedConnection,
  recorder: CheckRecorder,
  signal: AbortSignal
): Promise<Result<Credentials>> {
  recorder.begin('keychain')
  const credentials = await unlessAborted(deps.credentialsOf(id, store), signal)
  if (signal.aborted) return fail('cancelled')
  if (deps.credentialState(id) === 'session') recorder.record('keychain', { code: 'session-only' })
  else {
    const probed = await unlessAborted(
      deps.probeKeychain().then((keychain) => ok(keychain)),
      signal
    )
    if (!probed.ok) return probed
    const keychain = probed.value
    recorder.record(
      'keychain',
      keychain.available ? { code: 'keychain-open' } : { code: 'keychain-shut', keychain }
    )
  }
  const isCancelled = !credentials.ok && credentials.failure.code === 'cancelled'
  if (!credentials.ok && !isCancelled)
    recorder.record('key', { code: 'failed', failure: credentials.failure })
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
  deps: ConnectionCheckDeps,
  { id, store }: CheckedConnection,
  credentials: Credentials,
  recorder: CheckRecorder,
  signal: AbortSignal
): Promise<void> {
  recorder.begin('key')
  recorder.begin('answer')
  const tested = await testConnection(deps.client, { store, credentials, signal })
  if (!tested.ok) return
  const { failed, sample } = tested.value
  deps.onAsked(id, failed?.failure ?? null)
  if (failed === null && sample !== null) {
    recorder.record('key', { code: 'key-accepted' })
    recorder.record('answer', { code: 'answered', ...sample })
  } else if (failed !== null && (ofTheKey.has(failed.failure.code) || failed.step === 'user')) {
    recorder.record('key', { code: 'failed', failure: failed.failure })
    recorder.record('answer', { code: 'not-reached' })
  } else if (failed !== null) {
    recorder.record('key', { code: 'key-unproven' })
    recorder.record('answer', { code: 'failed', failure: failed.failure })
  }
}

/** Settles when the signal is aborted: a keychain may take its time. */
function unlessAborted<T>(work: Promise<Result<T>>, signal: AbortSignal): Promise<Result<T>> {
  const { promise, resolve } = Promise.withResolvers<Result<T>>()
  signal.addEventListener('abort', () => resolve(fail('cancelled')), { once: true })
  return Promise.race([work, promise])
}

/** What a connection check needs of the app. */
export interface ConnectionCheckDeps extends Pick<AgentDeps, 'ca' | 'addedAuthorities' | 'lookup'> {
  /** Whether this computer has any network (Electron's `net.isOnline`). */
  isOnline: () => boolean
  findProxy: (url: string) => Promise<FoundProxy>
  resolveName: (hostname: string) => Promise<LookupAddress[]>
  client: Pick<StoreClient, 'fetchPage'>
  /** Where a connection's store is; null when it is unknown. */
  addressOf: (connectionId: string) => StoreAddress | null
  /** Fails with `credentials-missing` or as the keychain does. */
  credentialsOf: (connectionId: string, store: StoreAddress) => Promise<Result<Credentials>>
  /** Where the key is, once it has been asked for. */
  credentialState: (connectionId: string) => CredentialState
  /** Asks the keychain whether it can be used, which may show its prompt. */
  probeKeychain: () => Promise<KeychainState>
  /** What became of the question to the store; null: it answered as it should. */
  onAsked: (connectionId: string, failure: Failure | null) => void
  /** ms since 1970. */
  now?: () => number
}
