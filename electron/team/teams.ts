import { fail, ok, type Result } from '../contract/failure'
import type { MergedForTeam, SharedForTeam } from '../contract/review'
import type { OwnTeam, TeamMember, TeamPlace, TeamProblem, TeamState, TeamTest } from '../contract/team'
import { mergeByFile, shareByFile, type BorrowCarrier, type MergingByFile } from './by-file'
import { CarrierFailure, type Carrier, type PlaceCarrier } from './carriers/carrier'
import { hasClaims } from './carriers/open-carrier'
import { OwnFailure, valueOf } from './exchange'
import {
  createExchanges,
  ownSideOf,
  problemOf,
  textOf,
  type Exchanges,
  type ExchangesDeps
} from './exchange-schedule'
import type { TeamAct } from './operation'
import { newDeviceKey, readSegment, teamIdOf, type SegmentHeader } from './segment'
import type { Membership, TeamDevice } from './types'

/** ms for a test. A place that hangs is one that cannot be reached. */
const testDeadline = 20_000

type Store = Membership['store']

export interface TeamsDeps extends ExchangesDeps {
  storeOf: (connectionId: string) => Store | null
  secrets: ExchangesDeps['secrets'] & {
    removeKey: (device: string) => Promise<Result<null>>
    savePassword: (connectionId: string, password: string) => Promise<Result<null>>
    removePassword: (connectionId: string) => Promise<Result<null>>
  }
  setReviewer: (name: string) => Promise<Result<null>>
  /** While the team can still be told something. */
  beforeLeaving?: (connectionId: string) => Promise<void>
}

/** A place, and what is needed to use it. */
export interface PlaceInput {
  connectionId: string
  place: TeamPlace
  password: string
}

/** A person who creates or joins a team under a name. */
export interface Joining extends PlaceInput {
  name: string
  /** What they have marked here under their name before is theirs, too. */
  isRenamed: boolean
}

export interface Teams extends Pick<Exchanges, 'borrow' | 'reviewed' | 'follow' | 'close'> {
  /** null: the store has no team. Unlike `state` it counts nothing. */
  self(connectionId: string): Promise<Result<OwnTeam | null>>
  /** Likewise. */
  state(connectionId: string): Promise<Result<TeamState | null>>
  /** Fails with `input-invalid`, field `place`, and a `TeamProblem` as reason. */
  test(input: PlaceInput): Promise<Result<TeamTest>>
  create(input: Joining): Promise<Result<null>>
  join(input: Joining): Promise<Result<null>>
  /** Exchanges now; resolves when that came to its end. What it fails with stands in the state. */
  exchange(connectionId: string): Promise<Result<null>>
  /** Fails with `input-invalid`, field `team` and reason `last-owner` where no other owner is there, and other people are; not with its store. */
  leave(connectionId: string, options?: { withStore: boolean }): Promise<Result<null>>
  /** Goes on at another place, after a word to those who are still at this one. */
  move(input: PlaceInput): Promise<Result<null>>
  /** Says something of the whole team. Fails with `input-invalid`, field `team` and reason `not-owner`, where this device is no owner of it. */
  say(connectionId: string, act: TeamAct): Promise<Result<null>>
  /**
   * Claims products at the team's place, at most `count` of the candidates in their order, so that nobody else gets them; fewer or none where
   * others have them. Candidates are asked for once all is read that others have done. Fails as `test` does, and with `cancelled` where the place cannot do that.
   */
  claim(
    connectionId: string,
    candidates: () => Promise<Result<string[]>>,
    count: number
  ): Promise<Result<string[]>>
  /** Writes a file with all that a colleague may lack. Fails as `shareByFile` does, and with `cancelled` without a team. */
  shareByFile(connectionId: string, path: string): Promise<Result<Omit<SharedForTeam, 'fileName'>>>
  /** As `mergeByFile`. What is new to the team's place is passed on there, where the last exchange reached it. */
  mergeByFile(
    connectionId: string,
    path: string,
    by: Omit<MergingByFile, 'borrow'>
  ): Promise<Result<MergedForTeam> | null>
  /** Ignores what another device does from now on; the team is told with the exchange that follows. Fails as `say` does. */
  removeDevice(connectionId: string, device: string): Promise<Result<null>>
}

export function createTeams(deps: TeamsDeps): Teams {
  const { bookOf, storeOf, secrets, now, log } = deps
  const exchanges = createExchanges(deps)

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

  /** @param team the id of the one that is joined; null: another is created */
  async function begin(input: Joining, team: string | null, store: Store): Promise<Result<null>> {
    const { connectionId, place, password, name, isRenamed } = input
    const before = deps.reviewer()
    const key = newDeviceKey()
    valueOf(await secrets.saveKey(key))
    valueOf(await secrets.savePassword(connectionId, password))
    valueOf(await deps.setReviewer(name))
    valueOf(
      await bookOf(connectionId).begin(
        { team: team ?? teamIdOf(key.device), device: key.device, place, store },
        isRenamed && before !== name ? { from: before, to: name } : null
      )
    )
    await exchanges.now(connectionId)
    return ok(null)
  }

  async function state(id: string): Promise<Result<TeamState | null>> {
    if (!deps.hasTeam(id)) return ok(null)
    const record = await bookOf(id).record()
    if (!record.ok || record.value === null) return record.ok ? ok(null) : record
    const { membership, signpost, members, waiting, newer, unreadable, policy } = record.value
    return ok({
      place: membership.place,
      policy,
      signpost,
      members: people(members),
      waiting,
      newer,
      unreadable,
      ...exchanges.status(id)
    })
  }

  const lent =
    (id: string): BorrowCarrier =>
    (work) =>
      exchanges.borrow(id, work)

  async function exchangeNow(id: string): Promise<Result<null>> {
    if (deps.hasTeam(id)) await exchanges.now(id)
    return ok(null)
  }

  return {
    state,
    async self(id) {
      if (!deps.hasTeam(id)) return ok(null)
      const self = await bookOf(id).self()
      if (!self.ok || self.value === null) return self.ok ? ok(null) : self
      const { place, policy } = self.value
      return ok({
        name: deps.reviewer(),
        approvals: policy.approvals,
        canClaim: hasClaims(place),
        mayDecide: policy.role !== 'member'
      })
    },
    async say(id, act) {
      if (!deps.hasTeam(id)) return ok(null)
      const said = await bookOf(id).say(act, now())
      if (!said.ok) return said
      if (!said.value) return notOwner()
      // Nobody waits for the place.
      void exchangeNow(id)
      deps.onChange(id)
      return ok(null)
    },
    async claim(id, candidates, count) {
      try {
        const claim = async (carrier: PlaceCarrier): Promise<Result<string[]>> => {
          if (carrier.claim === undefined) return fail('cancelled')
          const listed = await candidates()
          if (!listed.ok) return listed
          return ok(await carrier.claim(listed.value, count, AbortSignal.timeout(testDeadline)))
        }
        return await exchanges.borrow(id, claim, { afterExchange: true })
      } catch (error) {
        log.warn('no products were claimed', { connectionId: id, reason: textOf(error) })
        return error instanceof OwnFailure ? { ok: false, failure: error.failure } : refused(problemOf(error))
      }
    },
    test: (input) =>
      trying(input, async (carrier, store, signal) => {
        const header = await firstHeader(carrier, signal).catch(unlessEmpty)
        if (header !== null && !isSameStore(header.store, store)) return ofAnother(header.store)
        return ok({ found: header === null ? 'nothing' : 'team' })
      }),
    create: (input) =>
      trying(input, async (carrier, store, signal) => {
        await carrier.prepare(signal)
        if ((await carrier.list(signal)).length > 0) return refused('there-is-one')
        return begin(input, null, store)
      }),
    join: (input) =>
      trying(input, async (carrier, store, signal) => {
        const header = await firstHeader(carrier, signal)
        if (header === null) return refused('not-a-team')
        if (!isSameStore(header.store, store)) return ofAnother(header.store)
        return begin(input, header.team, store)
      }),
    exchange: exchangeNow,
    move: (input) =>
      trying(input, async (carrier, store, signal) => {
        const { connectionId: id, place, password } = input
        const membership = valueOf(await bookOf(id).membership())
        if (membership === null) return refused('not-a-team')
        const header = await firstHeader(carrier, signal).catch(unlessEmpty)
        if (header !== null && !isSameStore(header.store, store)) return ofAnother(header.store)
        if (header !== null && header.team !== membership.team) return refused('there-is-one')
        await carrier.prepare(signal)
        await exchanges.sayLast(id, { movedTo: place })
        valueOf(await secrets.savePassword(id, password))
        valueOf(await bookOf(id).move(place, now()))
        await exchanges.stop(id)
        return exchangeNow(id)
      }),
    async shareByFile(id, path) {
      const shared = await shareByFile(ownSideOf(deps, id), path, lent(id))
      // The team's place gets what was put into segments for the file.
      void exchangeNow(id)
      return shared
    },
    async mergeByFile(id, path, by) {
      // Nobody who merges without the place waits for it.
      const borrow = deps.hasTeam(id) && exchanges.status(id).problem === null ? lent(id) : null
      const merged = await mergeByFile(ownSideOf(deps, id), path, { ...by, borrow })
      if (merged !== null) deps.onChange(id)
      return merged
    },
    async removeDevice(id, device) {
      if (!deps.hasTeam(id)) return ok(null)
      const removed = await bookOf(id).removeDevice(device)
      if (!removed.ok) return removed
      return removed.value ? exchangeNow(id) : notOwner()
    },
    async leave(id, { withStore } = { withStore: false }) {
      const membership = await bookOf(id).membership()
      if (!membership.ok) return membership
      // Who removes a store, or whose reviews cannot be read, is not held back by its team.
      const mayLeave = withStore ? ok(true) : await bookOf(id).mayLeave()
      if (mayLeave.ok && !mayLeave.value)
        return fail('input-invalid', { field: 'team', reason: 'last-owner' })
      await deps.beforeLeaving?.(id)
      await exchanges.sayLast(id, { left: true })
      const ended = await bookOf(id).end()
      await exchanges.stop(id)
      if (!ended.ok) return ended
      if (membership.value !== null) await secrets.removeKey(membership.value.device)
      await secrets.removePassword(id)
      deps.onChange(id)
      return ok(null)
    },
    borrow: (id, work) => exchanges.borrow(id, work),
    reviewed: (id) => exchanges.reviewed(id),
    follow: (ids) => exchanges.follow(ids),
    close: () => exchanges.close()
  }
}

function notOwner(): Result<never> {
  return fail('input-invalid', { field: 'team', reason: 'not-owner' })
}

function refused(problem: TeamProblem): Result<never> {
  return fail('input-invalid', { field: 'place', reason: problem })
}

/** Whoever wrote the segment says of which store it is: a text to be shown, and nothing else. */
function ofAnother({ baseUrl, apiPath }: Store): Result<never> {
  return fail('input-invalid', { field: 'place', reason: 'other-store', store: `${baseUrl}${apiPath}` })
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
  for (const { reviewer: name, marked, device: id, ...device } of devices) {
    const member = members.get(name) ?? { name, marked, devices: [] }
    member.devices.push({ id, ...device })
    members.set(name, member)
  }
  return [...members.values()]
}
