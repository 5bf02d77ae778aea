import { backoffDelay, type BackoffPolicy } from '../async/backoff'
import { fail, ok, type Result } from '../contract/failure'
import type { TeamPlace, TeamProblem, TeamState } from '../contract/team'
import { CarrierFailure, type PlaceCarrier } from './carriers/carrier'
import { exchange, OwnFailure, valueOf, type ExchangeDeps } from './exchange'
import { newDeviceKey, type DeviceKey } from './segment'
import type { Membership, Sealing, TeamBook } from './types'

/**
 * ms between two exchanges: what is done on one computer is written within one, and read on another within one of its own. In a folder each
 * writing makes another file, so that there is no more than one a minute and device.
 */
const exchangeEvery = 60_000
/** ms between two that look at all there is, where there are quick ones. */
const lookEvery = 10 * 60_000
/** ms for one exchange, and for the last one. A place that hangs is one that cannot be reached. */
const deadline = 10 * 60_000
const lastDeadline = 20_000
const backoff: BackoffPolicy = { first: 30_000, longest: 10 * 60_000, jitter: { least: 0.8, spread: 0.4 } }
/** ms after the start, and after something was done here where exchanges are quick: what is done meanwhile goes together. */
const soon = 1500

export interface ExchangesDeps {
  bookOf: (connectionId: string) => TeamBook
  hasTeam: (connectionId: string) => boolean
  openCarrier: (place: TeamPlace, of: { store: Membership['store']; password: string }) => PlaceCarrier
  secrets: {
    key: (device: string) => Promise<Result<DeviceKey | null>>
    saveKey: (key: DeviceKey) => Promise<Result<null>>
    password: (connectionId: string) => Promise<Result<string>>
  }
  reviewer: () => string
  onChange: (connectionId: string) => void
  /** An exchange has come to its end; whoever waits for it waits for this as well. */
  onExchanged?: ((connectionId: string) => Promise<void> | void) | undefined
  log: { warn: (message: string, facts?: Record<string, unknown>) => void }
  /** ms since 1970. */
  now: () => number
}

/** When the teams of all connections are exchanged with. */
export interface Exchanges {
  /** How it stands with one; it is exchanged with from now on. */
  status(connectionId: string): Pick<TeamState, 'exchangedAt' | 'problem' | 'failingSince' | 'isExchanging'>
  /** Resolves when an exchange that began after the call has ended, however. */
  now(connectionId: string): Promise<void>
  /** Somebody has done something here. */
  reviewed(connectionId: string): void
  /** Exchanges a last time, in time; whoever cannot reach the place goes all the same. `stop` has to follow. */
  sayLast(connectionId: string, words: Pick<Sealing, 'left' | 'movedTo'>): Promise<void>
  stop(connectionId: string): Promise<void>
  /**
   * Does something else with the team's place; with `afterExchange` once all that is new was exchanged, if it could be. Rejects as
   * `exchange` does, and with what `work` rejects with.
   */
  borrow<T>(
    connectionId: string,
    work: (carrier: PlaceCarrier) => Promise<T>,
    options?: { afterExchange: boolean }
  ): Promise<T>
  /** The connections that there are now. */
  follow(connectionIds: string[]): void
  close(): Promise<void>
}

/** The exchange of one store's team. */
interface Running {
  exchangedAt: number | null
  /** What the last one failed with, and what that means; null: it did not. */
  error: Error | null
  problem: TeamProblem | null
  /** ms since 1970; null: the last one did not fail. */
  failingSince: number | null
  failures: number
  timer: NodeJS.Timeout | null
  /** When the next one begins, ms since 1970. */
  due: number
  /** Another is to follow the one that is under way. */
  isHinted: boolean
  /** When all that there is was looked at, ms since 1970; null: it has to be. */
  lookedAt: number | null
  isQuick: boolean
  abort: AbortController
  working: Promise<void> | null
  carrier: Promise<PlaceCarrier> | null
  stopWatching: () => void
}

/** What an exchange needs of this device. */
export function ownSideOf(
  { bookOf, secrets, reviewer, now }: ExchangesDeps,
  id: string
): Omit<ExchangeDeps, 'carrier'> {
  return {
    book: bookOf(id),
    key: secrets.key,
    async newKey() {
      const key = newDeviceKey()
      const saved = await secrets.saveKey(key)
      return saved.ok ? ok(key) : saved
    },
    reviewer,
    now
  }
}

export function createExchanges(deps: ExchangesDeps): Exchanges {
  const { bookOf, secrets, now, log } = deps
  const all = new Map<string, Running>()

  function start(id: string): Running {
    const known = all.get(id)
    if (known !== undefined) return known
    const running: Running = {
      exchangedAt: null,
      error: null,
      problem: null,
      failingSince: null,
      failures: 0,
      timer: null,
      due: Infinity,
      isHinted: false,
      lookedAt: null,
      isQuick: false,
      abort: new AbortController(),
      working: null,
      carrier: null,
      stopWatching: () => undefined
    }
    all.set(id, running)
    plan(id, running, soon)
    return running
  }

  async function stop(id: string): Promise<void> {
    const running = all.get(id)
    all.delete(id)
    if (running === undefined) return
    if (running.timer !== null) clearTimeout(running.timer)
    running.abort.abort()
    running.stopWatching()
    await running.working?.catch(() => undefined)
    await running.carrier?.then((carrier) => carrier.close()).catch(() => undefined)
  }

  /** The next exchange begins after this time, or earlier if one was to. */
  function plan(id: string, running: Running, ms: number): void {
    if (running.timer !== null && running.due <= now() + ms) return
    if (running.timer !== null) clearTimeout(running.timer)
    running.due = now() + ms
    running.timer = setTimeout(() => void exchangeOnce(id, running), ms).unref()
  }

  async function carrierOf(id: string, running: Running): Promise<PlaceCarrier> {
    running.carrier ??= (async () => {
      const membership = valueOf(await bookOf(id).membership())
      if (membership === null) throw new OwnFailure(fail('cancelled').failure)
      const password = valueOf(await secrets.password(id))
      const carrier = deps.openCarrier(membership.place, { store: membership.store, password })
      running.isQuick = carrier.listNew !== undefined
      running.stopWatching = carrier.watch(() => hint(id, running, 0))
      return carrier
    })()
    try {
      return await running.carrier
    } catch (error) {
      running.carrier = null
      throw error
    }
  }

  function hint(id: string, running: Running, ms: number): void {
    if (running.working === null) plan(id, running, ms)
    else running.isHinted = true
  }

  function isQuickNow({ isQuick, lookedAt }: Running): boolean {
    return isQuick && lookedAt !== null && now() < lookedAt + lookEvery
  }

  /** One at a time; whoever asks meanwhile waits for the one that is under way. */
  function exchangeOnce(id: string, running: Running): Promise<void> {
    running.working ??= run(id, running).finally(() => {
      running.working = null
      if (all.get(id) === running) plan(id, running, nextIn(running))
      deps.onChange(id)
    })
    return running.working
  }

  async function run(id: string, running: Running): Promise<void> {
    if (running.timer !== null) clearTimeout(running.timer)
    Object.assign(running, { timer: null, isHinted: false })
    if (!isQuickNow(running)) deps.onChange(id)
    const signal = AbortSignal.any([running.abort.signal, AbortSignal.timeout(deadline)])
    try {
      const carrier = await carrierOf(id, running)
      const isQuick = isQuickNow(running)
      await exchange({ ...ownSideOf(deps, id), carrier }, { signal, mayWrite: true, isQuick })
      if (!isQuick) running.lookedAt = now()
      Object.assign(running, {
        exchangedAt: now(),
        error: null,
        problem: null,
        failingSince: null,
        failures: 0
      })
      await deps.onExchanged?.(id)
    } catch (error) {
      if (running.abort.signal.aborted) return
      running.problem = problemOf(error)
      running.error = error instanceof Error ? error : null
      running.failingSince ??= now()
      running.failures += 1
      running.lookedAt = null
      log.warn('a team was not exchanged with', {
        connectionId: id,
        problem: running.problem,
        reason: textOf(error)
      })
    }
  }

  async function sayLast(id: string, words: Pick<Sealing, 'left' | 'movedTo'>): Promise<void> {
    const running = all.get(id)
    if (running === undefined) return
    try {
      // What is under way may be waiting for a place that hangs (fault 148).
      running.abort.abort()
      await running.working
      const signal = AbortSignal.timeout(lastDeadline)
      const carrier = await carrierOf(id, running)
      await exchange({ ...ownSideOf(deps, id), carrier }, { signal, mayWrite: true, ...words })
    } catch (error) {
      log.warn('a team was not told that this device goes', { connectionId: id, reason: textOf(error) })
    }
  }

  return {
    status(id) {
      const running = start(id)
      const { exchangedAt, problem, failingSince, working } = running
      // Quick ones come and go by the second.
      return { exchangedAt, problem, failingSince, isExchanging: working !== null && !isQuickNow(running) }
    },
    async now(id) {
      const running = start(id)
      await running.working
      running.lookedAt = null
      await exchangeOnce(id, running)
    },
    reviewed(id) {
      const running = all.get(id)
      if (running?.isQuick === true && running.failures === 0) hint(id, running, soon)
    },
    sayLast,
    stop,
    async borrow(id, work, { afterExchange } = { afterExchange: false }) {
      const running = start(id)
      if (afterExchange) {
        await running.working
        await exchangeOnce(id, running)
        if (running.error !== null) throw running.error
      }
      return work(await carrierOf(id, running))
    },
    follow(ids) {
      for (const id of all.keys()) if (!ids.includes(id)) void stop(id)
      for (const id of ids) if (deps.hasTeam(id)) start(id)
    },
    async close() {
      await Promise.all([...all.keys()].map(stop))
    }
  }
}

/** ms */
function nextIn({ failures, isHinted }: Running): number {
  if (failures > 0) return backoffDelay(backoff, failures, Math.random())
  return isHinted ? soon : exchangeEvery
}

export function problemOf(error: unknown): TeamProblem {
  if (error instanceof CarrierFailure) return error.kind
  if (error instanceof OwnFailure) return 'own'
  if (error instanceof DOMException) return 'unreachable'
  throw error
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
