import { backoffDelay } from '../async/backoff'
import type { NetworkState } from '../contract/coverage'
import type { Failure, FailureCode, Result } from '../contract/failure'
import type { ThreadLog } from '../database/thread'

/** ms until a store that has not been asked since the start is probed; usually a page is read before that. */
const firstLook = 2000
/** ms until the next probe after probes that were not answered. */
const policy = { first: 5000, longest: 60_000, jitter: { least: 0.75, spread: 0.25 } }

/** Failures that mean that the store was not reached or cannot answer now. */
const silent = new Set<FailureCode>([
  'name-not-found',
  'connection-refused',
  'unreachable',
  'offline',
  'timeout',
  'connection-lost',
  'certificate-untrusted',
  'certificate-expired',
  'certificate-host',
  'captive-portal',
  'proxy-auth',
  'proxy-unreachable',
  'server-error'
])

/** Failures before anything was sent: they say nothing about the store. */
const unsent = new Set<FailureCode>([
  'internal',
  'storage-failed',
  'copy-replaced',
  'connection-unknown',
  'address-invalid',
  'credentials-missing',
  'credentials-invalid',
  'keychain-missing',
  'keychain-locked',
  'keychain-denied',
  'keychain-failed'
])

/** Transient failures of the app itself: the store is probed again all the same. */
const ownFailures = new Set<FailureCode>(['cancelled', 'internal'])

export interface ReachabilityDeps {
  /** Whether this computer has any network (Electron's `net.isOnline`). */
  isOnline: () => boolean
  /** Asks a connection's store for something small, once. The outcome is reported like any other. */
  probe: (connectionId: string) => Promise<Result<unknown>>
  onChange: (state: NetworkState) => void
  /** The store was silent and answers again. */
  onBack: (connectionId: string) => void
  /** Runs something after so many ms; the returned function cancels it. */
  after?: (ms: number, run: () => void) => () => void
  /** Between 0 and 1, for the jitter of waits. */
  random?: () => number
  /** ms since 1970. */
  now?: () => number
  log?: Pick<ThreadLog, 'warn'> | undefined
}

/** Whether the stores can be reached, judged by their last answers; probes a silent one until it answers again. */
export interface Reachability {
  /** The outcome of a request to a connection's store; null: it answered as it should. */
  report(connectionId: string, failure: Failure | null): void
  state(connectionId: string): NetworkState
  /** The connection in view (null: none): its store is probed until it is known to answer. */
  focus(connectionId: string | null): void
  /** The network may have changed: the store in view is probed at once, unless it is known to answer. */
  networkChanged(): void
  /** What is known about a connection no longer holds. */
  forget(connectionId: string): void
  close(): void
}

/**
 * The store in view is probed while it is silent: one probe at a time, with growing waits and jitter. Any answer ends that, so a store
 * that refuses the key is left alone (fault 22).
 */
export function createReachability(deps: ReachabilityDeps): Reachability {
  return new Follower({ after: afterTimeout, random: Math.random, now: Date.now, ...deps })
}

type AllDeps = Required<Omit<ReachabilityDeps, 'log'>> & Pick<ReachabilityDeps, 'log'>

class Follower implements Reachability {
  readonly #deps: AllDeps
  readonly #states = new Map<string, NetworkState>()
  #focused: string | null = null
  /** Probes in a row that were not answered. */
  #unanswered = 0
  #callOff: (() => void) | null = null
  #probing = false
  /** Something happened during a probe: its answer may be out of date. */
  #again = false

  constructor(deps: AllDeps) {
    this.#deps = deps
  }

  state(connectionId: string): NetworkState {
    return this.#states.get(connectionId) ?? { connectionId, state: 'unknown', because: null, since: null }
  }

  report(connectionId: string, failure: Failure | null): void {
    if (failure?.code === 'cancelled' || (failure && unsent.has(failure.code))) return
    const before = this.state(connectionId)
    const now = this.#judged(before, failure)
    this.#states.set(connectionId, now)
    if (connectionId === this.#focused) {
      if (now.state === 'online') this.#rest()
      else this.#waitAgain()
    }
    if (now.state !== before.state || now.because?.code !== before.because?.code) this.#deps.onChange(now)
    if (now.state === 'online' && isDown(before)) this.#deps.onBack(connectionId)
  }

  focus(connectionId: string | null): void {
    if (connectionId === this.#focused) return
    this.#focused = connectionId
    this.#rest()
    if (connectionId !== null && this.state(connectionId).state !== 'online') this.#wait(firstLook)
  }

  networkChanged(): void {
    if (this.#focused === null) return
    const { state } = this.state(this.#focused)
    this.#unanswered = 0
    if (state === 'unknown') this.#wait(firstLook)
    else if (state !== 'online' || !this.#deps.isOnline()) void this.#probe()
  }

  forget(connectionId: string): void {
    this.#states.delete(connectionId)
    if (connectionId === this.#focused) this.focus(null)
  }

  close(): void {
    this.focus(null)
  }

  #judged({ connectionId, since }: NetworkState, failure: Failure | null): NetworkState {
    if (failure === null || !silent.has(failure.code))
      return { connectionId, state: 'online', because: null, since: null }
    const away = { connectionId, since: since ?? this.#deps.now() }
    return this.#deps.isOnline()
      ? { ...away, state: 'store-silent', because: failure }
      : { ...away, state: 'no-network', because: null }
  }

  async #probe(): Promise<void> {
    this.#stopWaiting()
    const id = this.#focused
    if (id === null) return
    if (this.#probing) {
      this.#again = true
      return
    }
    this.#probing = true
    const failure = await this.#ask(id)
    this.report(id, failure)
    if (this.#again) {
      this.#again = false
      this.networkChanged()
    } else if (failure !== null && ownFailures.has(failure.code) && this.#isInDoubt()) this.#waitAgain()
  }

  async #ask(connectionId: string): Promise<Failure | null> {
    try {
      const result = await this.#deps.probe(connectionId)
      return result.ok ? null : result.failure
    } catch (error) {
      // A bug must not end the probing.
      this.#deps.log?.warn('asking whether a store is there met a bug', { connectionId, error })
      return { code: 'internal', facts: {} }
    } finally {
      this.#probing = false
    }
  }

  #isInDoubt(): boolean {
    return this.#focused !== null && this.state(this.#focused).state !== 'online'
  }

  /** Schedules the next probe, later each time, unless one is scheduled. */
  #waitAgain(): void {
    if (this.#callOff !== null || this.#probing) return
    this.#unanswered += 1
    this.#wait(backoffDelay(policy, this.#unanswered, this.#deps.random()))
  }

  #wait(ms: number): void {
    this.#stopWaiting()
    this.#callOff = this.#deps.after(ms, () => void this.#probe())
  }

  #stopWaiting(): void {
    this.#callOff?.()
    this.#callOff = null
  }

  #rest(): void {
    this.#stopWaiting()
    this.#unanswered = 0
  }
}

function isDown({ state }: NetworkState): boolean {
  return state === 'no-network' || state === 'store-silent'
}

function afterTimeout(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms).unref()
  return () => clearTimeout(timer)
}
