import { randomBytes } from 'node:crypto'
import { backoffDelay, type BackoffPolicy } from '../async/backoff'
import { fail, ok, type Result } from '../contract/failure'
import type { TeamMember, TeamPlace, TeamProblem, TeamState, TeamTest } from '../contract/team'
import { CarrierFailure, type Carrier } from './carriers/carrier'
import { exchange, OwnFailure, valueOf } from './exchange'
import { newDeviceKey, readSegment, type DeviceKey, type SegmentHeader } from './segment'
import type { Membership, TeamBook, TeamDevice } from './types'

/** ms between two exchanges. With files each writing is another one: at most one a minute and device. */
const exchangeEvery = 60_000
/** ms between two that look at all there is, where there are quick ones. */
const lookEvery = 10 * 60_000
/** ms for one exchange, and for a test. A place that hangs is one that cannot be reached. */
const deadline = 10 * 60_000
const testDeadline = 20_000
const backoff: BackoffPolicy = { first: 30_000, longest: 10 * 60_000, jitter: { least: 0.8, spread: 0.4 } }
/** ms after the start, and after something was done here where exchanges are quick: what is done meanwhile goes together. */
const soon = 1500

type Store = Membership['store']

export interface TeamsDeps {
  bookOf: (connectionId: string) => TeamBook
  hasTeam: (connectionId: string) => boolean
  storeOf: (connectionId: string) => Store | null
  openCarrier: (place: TeamPlace, of: { store: Store; password: string }) => Carrier
  secrets: {
    key: (device: string) => Promise<Result<DeviceKey | null>>
    saveKey: (key: DeviceKey) => Promise<Result<null>>
    removeKey: (device: string) => Promise<Result<null>>
    password: (connectionId: string) => Promise<Result<string>>
    savePassword: (connectionId: string, password: string) => Promise<Result<null>>
    removePassword: (connectionId: string) => Promise<Result<null>>
  }
  reviewer: () => string
  setReviewer: (name: string) => Promise<Result<null>>
  onChange: (connectionId: string) => void
  log: { warn: (message: string, facts?: Record<string, unknown>) => void }
  /** ms since 1970. */
  now: () => number
}

/** A place, and what is needed to use it. */
export interface PlaceInput {
  connectionId: string
  place: TeamPlace
  password: string
}

export interface Teams {
  /** null: the store has no team. */
  state(connectionId: string): Promise<Result<TeamState | null>>
  /** Fails with `input-invalid`, field `place`, and a `TeamProblem` as reason. */
  test(input: PlaceInput): Promise<Result<TeamTest>>
  create(input: PlaceInput & { name: string }): Promise<Result<null>>
  join(input: PlaceInput & { name: string }): Promise<Result<null>>
  /** Exchanges now; resolves when that came to its end. What it fails with stands in the state. */
  exchange(connectionId: string): Promise<Result<null>>
  leave(connectionId: string): Promise<Result<null>>
  /** Ignores what another device does from now on; the team is told with the exchange that follows. */
  removeDevice(connectionId: string, device: string): Promise<Result<null>>
  /** Somebody has done something here. */
  reviewed(connectionId: string): void
  /** The connections that there are now. */
  follow(connectionIds: string[]): void
  close(): Promise<void>
}

/** The exchange of one store's team. */
interface Running {
  exchangedAt: number | null
  problem: TeamProblem | null
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
  carrier: Promise<Carrier> | null
  stopWatching: () => void
}

export function createTeams(deps: TeamsDeps): Teams {
  const { bookOf, storeOf, secrets, now, log } = deps
  const all = new Map<string, Running>()

  function start(id: string): Running {
    const known = all.get(id)
    if (known !== undefined) return known
    const running: Running = {
      exchangedAt: null,
      problem: null,
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

  async function carrierOf(id: string, running: Running): Promise<Carrier> {
    running.carrier ??= (async () => {
      const membership = valueOf(await bookOf(id).membership())
      if (membership === null) throw new Error('the team is gone')
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
      await exchange(exchangeDeps(id, carrier), { signal, mayWrite: true, isQuick })
      if (!isQuick) running.lookedAt = now()
      Object.assign(running, { exchangedAt: now(), problem: null, failures: 0 })
    } catch (error) {
      if (running.abort.signal.aborted) return
      running.problem = problemOf(error)
      running.failures += 1
      running.lookedAt = null
      log.warn('a team was not exchanged with', {
        connectionId: id,
        problem: running.problem,
        reason: textOf(error)
      })
    }
  }

  function exchangeDeps(id: string, carrier: Carrier): Parameters<typeof exchange>[0] {
    return {
      book: bookOf(id),
      carrier,
      key: secrets.key,
      async newKey() {
        const key = newDeviceKey()
        const saved = await secrets.saveKey(key)
        return saved.ok ? ok(key) : saved
      },
      reviewer: deps.reviewer,
      now
    }
  }

  /** Runs `work` with a carrier of its own; what goes wrong is told as a failure. */
  async function trying<T>(
    { connectionId, place, password }: PlaceInput,
    work: (carrier: Carrier, store: Store, signal: AbortSignal) => Promise<Result<T>>
  ): Promise<Result<T>> {
    const store = storeOf(connectionId)
    if (store === null) return fail('connection-unknown')
    const carrier = deps.openCarrier(place, { store, password })
    try {
      return await work(carrier, store, AbortSignal.timeout(testDeadline))
    } catch (error) {
      log.warn('a team’s place cannot be used', { connectionId, reason: textOf(error) })
      return error instanceof OwnFailure ? { ok: false, failure: error.failure } : refused(problemOf(error))
    } finally {
      await carrier.close()
    }
  }

  async function begin(
    input: PlaceInput & { name: string },
    team: string,
    store: Store
  ): Promise<Result<null>> {
    const { connectionId, place, password, name } = input
    const key = newDeviceKey()
    valueOf(await secrets.saveKey(key))
    valueOf(await secrets.savePassword(connectionId, password))
    valueOf(await deps.setReviewer(name))
    valueOf(await bookOf(connectionId).begin({ team, device: key.device, place, store }))
    await exchangeOnce(connectionId, start(connectionId))
    return ok(null)
  }

  async function state(id: string): Promise<Result<TeamState | null>> {
    if (!deps.hasTeam(id)) return ok(null)
    const record = await bookOf(id).record()
    if (!record.ok || record.value === null) return record.ok ? ok(null) : record
    const { membership, members, waiting, newer, unreadable } = record.value
    const running = start(id)
    const { exchangedAt, problem, working } = running
    // Quick ones come and go by the second.
    const exchanging = { exchangedAt, problem, isExchanging: working !== null && !isQuickNow(running) }
    return ok({
      place: membership.place,
      members: people(members),
      waiting,
      newer,
      unreadable,
      ...exchanging
    })
  }

  async function exchangeNow(id: string): Promise<Result<null>> {
    if (!deps.hasTeam(id)) return ok(null)
    const running = start(id)
    await running.working
    running.lookedAt = null
    await exchangeOnce(id, running)
    return ok(null)
  }

  return {
    state,
    test: (input) =>
      trying(input, async (carrier, store, signal) => {
        const header = await firstHeader(carrier, signal).catch(unlessEmpty)
        if (header !== null && !isSameStore(header.store, store)) return refused('other-store')
        return ok({ found: header === null ? 'nothing' : 'team' })
      }),
    create: (input) =>
      trying(input, async (carrier, store, signal) => {
        await carrier.prepare(signal)
        if ((await carrier.list(signal)).length > 0) return refused('there-is-one')
        return begin(input, randomBytes(16).toString('hex'), store)
      }),
    join: (input) =>
      trying(input, async (carrier, store, signal) => {
        const header = await firstHeader(carrier, signal)
        if (header === null) return refused('not-a-team')
        if (!isSameStore(header.store, store)) return refused('other-store')
        return begin(input, header.team, store)
      }),
    exchange: exchangeNow,
    async removeDevice(id, device) {
      if (!deps.hasTeam(id)) return ok(null)
      const removed = await bookOf(id).removeDevice(device)
      return removed.ok ? exchangeNow(id) : removed
    },
    async leave(id) {
      const running = all.get(id)
      const record = await bookOf(id).record()
      if (!record.ok) return record
      try {
        if (running !== undefined) {
          // What is under way may be waiting for a place that hangs (fault 148).
          running.abort.abort()
          await running.working
          const signal = AbortSignal.timeout(testDeadline)
          await exchange(exchangeDeps(id, await carrierOf(id, running)), {
            signal,
            mayWrite: true,
            left: true
          })
        }
      } catch (error) {
        // Whoever cannot reach it leaves all the same; the others see when the device was last there.
        log.warn('a team was not told that this device leaves', { connectionId: id, reason: textOf(error) })
      }
      await stop(id)
      const ended = await bookOf(id).end()
      if (!ended.ok) return ended
      if (record.value !== null) await secrets.removeKey(record.value.membership.device)
      await secrets.removePassword(id)
      deps.onChange(id)
      return ok(null)
    },
    reviewed(id) {
      const running = all.get(id)
      if (running?.isQuick === true && running.failures === 0) hint(id, running, soon)
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

function refused(problem: TeamProblem): Result<never> {
  return fail('input-invalid', { field: 'place', reason: problem })
}

function problemOf(error: unknown): TeamProblem {
  if (error instanceof CarrierFailure) return error.kind
  if (error instanceof OwnFailure) return 'own'
  if (error instanceof DOMException) return 'unreachable'
  throw error
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A place that nobody has prepared has nothing in it. */
function unlessEmpty(error: unknown): null {
  if (error instanceof CarrierFailure && error.kind === 'not-a-team') return null
  throw error
}

/** What one of the segments says of its team; null: there is none that can be read. */
async function firstHeader(carrier: Carrier, signal: AbortSignal): Promise<SegmentHeader | null> {
  for (const name of (await carrier.list(signal)).slice(0, mostTried)) {
    const segment = readSegment(name, await carrier.read(name, signal))
    if (typeof segment !== 'string') return segment.header
  }
  return null
}

/** Segments that are looked at for one that can be read. */
const mostTried = 20

function isSameStore(one: Store, other: Store): boolean {
  return one.baseUrl === other.baseUrl && one.apiPath === other.apiPath
}

/** Devices by their persons, in the order of the names. */
function people(devices: readonly TeamDevice[]): TeamMember[] {
  const members = new Map<string, TeamMember>()
  for (const { reviewer: name, marked, device: id, at, isThis, hasLeft, isRemoved, isAhead } of devices) {
    const member = members.get(name) ?? { name, marked, devices: [] }
    member.devices.push({ id, at, isThis, hasLeft, isRemoved, isAhead })
    members.set(name, member)
  }
  return [...members.values()]
}
