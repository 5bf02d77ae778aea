import { createKeyedMutex } from '../async/locks'
import { fail, ok, type Result } from '../contract/failure'
import type { PublishingState } from '../contract/publishing'
import type { CatalogSource } from '../contract/sync'
import type { TeamProblem } from '../contract/team'
import type { PublishedCatalog } from '../sync'
import type { PlaceCarrier } from '../team/carriers/carrier'
import { OwnFailure, valueOf } from '../team/exchange'
import { problemOf, textOf } from '../team/exchange-schedule'
import type { Membership } from '../team/types'
import { nothingKept, readState, removePublished, writeState, type KeptState } from './kept-state'
import { lookAtLogs, precedes, publisherAmong, type DeviceLog } from './look'
import { ask, endPublishing, publish, type PublishInput } from './publish'
import { takePublication } from './take'
import type { Publication, Publishing, PublishingDeps } from './types'

/** ms between two looks at what there is that follow exchanges; with a database these come by the second. A sync always looks. */
const lookEvery = 5000
/** ms for a look that a sync waits for, for sending or taking a publication, and for a last word. */
const deadlines = { look: 20_000, catalog: 30 * 60_000, last: 20_000 }

/** What is known of one store. */
interface Known {
  kept: KeptState
  logs: Map<string, DeviceLog>
  /** Whose publications count now, this device's among them; null: nobody's. */
  publisher: DeviceLog | null
  lookedAt: number | null
  problem: PublishingState['problem']
  /** Publications that turned out to be none. */
  unusable: Set<string>
  isWorking: boolean
  /** The run that was published, or is to be. */
  run: number | null
  isWaiting: boolean
  published: Publication | null
}

export function createPublishing(deps: PublishingDeps): Publishing {
  const { thread, rootOf, team, now, log, onChange } = deps
  const all = new Map<string, Promise<Known>>()
  const mutex = createKeyedMutex()

  function knownOf(id: string): Promise<Known> {
    const known =
      all.get(id) ??
      readState(rootOf(id)).then((kept): Known => {
        const nothing = { logs: new Map<string, DeviceLog>(), publisher: null, lookedAt: null, problem: null }
        return {
          kept,
          ...nothing,
          unusable: new Set(),
          isWorking: false,
          run: null,
          isWaiting: false,
          published: null
        }
      })
    all.set(id, known)
    return known
  }

  /** It counts from now on; fails where the next start of the app will not know of it. */
  async function keep(id: string, known: Known, change: Partial<KeptState>): Promise<Result<null>> {
    known.kept = { ...known.kept, ...change }
    const written = await writeState(rootOf(id), known.kept)
    if (!written.ok) log.warn('publishing cannot be kept', { connectionId: id, ...written.failure.facts })
    return written
  }

  /** Runs `work` at the team's place; what goes wrong becomes the problem that is shown, and comes back as a failure. */
  async function atPlace<T>(
    id: string,
    known: Known,
    work: (carrier: PlaceCarrier, membership: Membership) => Promise<T>
  ): Promise<Result<T>> {
    try {
      const membership = valueOf(await team.membership(id))
      if (membership === null) return fail('cancelled')
      const value = await team.borrow(id, (carrier) => work(carrier, membership))
      if (known.problem !== 'newer' && known.problem !== 'unusable') known.problem = null
      return ok(value)
    } catch (error) {
      const problem: TeamProblem = problemOf(error)
      known.problem = problem
      log.warn('a published catalog could not be exchanged', {
        connectionId: id,
        problem,
        reason: textOf(error)
      })
      return error instanceof OwnFailure
        ? { ok: false, failure: error.failure }
        : fail('input-invalid', { field: 'place', reason: problem })
    } finally {
      onChange(id)
    }
  }

  function look(id: string, known: Known, ending?: AbortSignal): Promise<Result<null>> {
    return atPlace(id, known, async ({ catalog }, membership) => {
      const signal = AbortSignal.any([AbortSignal.timeout(deadlines.look), ...(ending ? [ending] : [])])
      const inspect: Parameters<typeof lookAtLogs>[1] = (name, bytes) =>
        ask(thread, 'take', id, { root: rootOf(id), ...name, bytes, isKept: false })
      known.logs = await lookAtLogs(catalog, inspect, known.logs, signal)
      known.lookedAt = now()
      const removed = known.logs.size === 0 ? new Set<string>() : await removedDevices(id)
      const others = [...known.logs.values()].filter(({ device }) => !removed.has(device))
      known.publisher = publisherAmong(
        others,
        membership.team,
        (device) => removed.has(device),
        membership.store
      )
      await giveWay(id, known, membership)
      const whole = wholeOf(known, membership)
      const isUnusable = whole !== null && known.unusable.has(nameOf(whole))
      known.problem = others.some(({ isNewer }) => isNewer) ? 'newer' : isUnusable ? 'unusable' : null
      const { seen } = known.kept
      if (whole !== null && (seen?.device !== whole.device || seen.sequence !== whole.sequence)) {
        await keep(id, known, { seen: { device: whole.device, sequence: whole.sequence, at: now() } })
      }
      return null
    })
  }

  /** Not by a clock that was set back since (fault 93). */
  function wasLookedAt({ lookedAt }: Known, within: number): boolean {
    return lookedAt !== null && now() >= lookedAt && now() - lookedAt < within
  }

  async function removedDevices(id: string): Promise<Set<string>> {
    const members = valueOf(await team.record(id))?.members ?? []
    return new Set(members.filter(({ isRemoved }) => isRemoved).map(({ device }) => device))
  }

  /** Another device has taken publishing over, or the store has another team by now. */
  async function giveWay(id: string, known: Known, { team: teamId, device }: Membership): Promise<void> {
    const { publishing } = known.kept
    if (publishing === null) return
    const other = known.publisher?.device === device ? null : (known.publisher?.newest ?? null)
    const isOvertaken = other !== null && !other.ended && precedes({ term: publishing.term, device }, other)
    if (publishing.team !== teamId || isOvertaken) await keep(id, known, { publishing: null })
  }

  /** The newest whole publication that is another device's. */
  function wholeOf({ publisher }: Known, { device }: Membership): DeviceLog['whole'] {
    return publisher === null || publisher.device === device ? null : publisher.whole
  }

  const nameOf = ({ device, sequence }: Pick<CatalogSource, 'device' | 'sequence'>): string =>
    `${device}/${sequence}`

  /** ms. A clock that is ahead makes nothing younger than since when it has been there. */
  function ageOf(
    { kept: { seen } }: Known,
    source: { device: string; sequence: number; at: number }
  ): number {
    const isSeen = seen?.device === source.device && seen.sequence === source.sequence
    return now() - Math.min(source.at, isSeen ? seen.at : now())
  }

  async function newest(id: string, mostAge: number, signal: AbortSignal): Promise<CatalogSource | null> {
    if (!team.hasTeam(id)) return null
    const known = await knownOf(id)
    if (known.kept.publishing !== null) return null
    if (!(await mutex.run(id, () => look(id, known, signal))).ok) return null
    const membership = await team.membership(id)
    if (!membership.ok || membership.value === null) return null
    const whole = wholeOf(known, membership.value)
    if (whole === null || known.unusable.has(nameOf(whole)) || ageOf(known, whole) > mostAge) return null
    return { device: whole.device, sequence: whole.sequence, by: whole.by, at: whole.at }
  }

  async function open(
    id: string,
    source: CatalogSource,
    earlier: number | null,
    ending: AbortSignal
  ): Promise<PublishedCatalog | null> {
    const known = await knownOf(id)
    const header = known.publisher?.whole ?? null
    if (header === null || nameOf(header) !== nameOf(source)) return null
    const root = rootOf(id)
    const signal = AbortSignal.any([ending, AbortSignal.timeout(deadlines.catalog)])
    const taken = await mutex.run(id, () =>
      atPlace(id, known, ({ catalog }) =>
        takePublication(thread, catalog, { id, root, header, earlier }, signal)
      )
    )
    if (!taken.ok) return null
    if (taken.value === null) {
      refuse(id, known, source)
      return null
    }
    const { list, isSame } = taken.value
    const { confirmedAt, ...facts } = list
    const { device, sequence } = source
    return {
      source,
      facts,
      confirmedAt,
      isSame,
      async pages(first, last, limit) {
        return (await thread.call('pages', id, { root, device, sequence, first, last, limit })).result
      },
      async close(isUnusable) {
        if (isUnusable) refuse(id, known, source)
        await thread.call('close', id, null)
      }
    }
  }

  function refuse(id: string, known: Known, source: CatalogSource): void {
    known.unusable.add(nameOf(source))
    known.problem = 'unusable'
    log.warn('a published catalog cannot be used', { connectionId: id, sequence: source.sequence })
    onChange(id)
  }

  async function inputFor(
    id: string,
    known: Known,
    membership: Membership
  ): Promise<Omit<PublishInput, 'file'>> {
    const key = valueOf(await deps.key(membership.device))
    if (key === null) throw new OwnFailure(fail('keychain-failed').failure)
    const term = known.kept.publishing?.term ?? 1
    return { id, root: rootOf(id), membership, key, by: deps.reviewer(), term }
  }

  function publishNow(id: string): Promise<Result<Publication | null>> {
    return mutex.run(id, async () => {
      const known = await knownOf(id)
      if (known.kept.publishing === null) return ok(null)
      known.isWorking = true
      onChange(id)
      const published = await atPlace(id, known, async ({ catalog }, membership) => {
        const file = valueOf(await deps.catalogFile(id))
        const input = { ...(await inputFor(id, known, membership)), file }
        const written = await publish(thread, catalog, input, AbortSignal.timeout(deadlines.catalog))
        if (written !== null) known.published = { entries: written.entries, bytes: written.bytes }
        return known.published
      })
      known.isWorking = false
      known.isWaiting = !published.ok
      if (published.ok) await look(id, known)
      onChange(id)
      return published
    })
  }

  async function setOn(id: string, known: Known, isTakingOver: boolean): Promise<Result<null>> {
    const looked = await look(id, known)
    if (!looked.ok) return looked
    const membership = await team.membership(id)
    if (!membership.ok || membership.value === null) return membership.ok ? fail('cancelled') : membership
    const { device, team: teamId } = membership.value
    const newestOf = known.publisher?.newest ?? null
    const isOther = newestOf !== null && newestOf.device !== device && !newestOf.ended
    if (isOther && !isTakingOver) return fail('input-invalid', { field: 'publisher', reason: newestOf.by })
    const term = Math.max(0, ...[...known.logs.values()].map((each) => each.newest?.term ?? 0)) + 1
    const { kept: before } = known
    const kept = await keep(id, known, { publishing: { team: teamId, term: Math.min(term, 1_000_000_000) } })
    if (!kept.ok) known.kept = before
    return kept
  }

  async function setOff(id: string, known: Known): Promise<Result<null>> {
    if (known.kept.publishing === null) return ok(null)
    const said = await atPlace(id, known, async ({ catalog }, membership) => {
      const signal = AbortSignal.timeout(deadlines.last)
      await endPublishing(thread, catalog, await inputFor(id, known, membership), now(), signal)
    })
    if (!said.ok) log.warn('the team was not told that this device publishes no more', { connectionId: id })
    const kept = await keep(id, known, { publishing: null })
    if (said.ok) await look(id, known)
    onChange(id)
    return kept
  }

  return {
    newest,
    open,
    publish: publishNow,
    async set(id, isOn, isTakingOver) {
      if (!team.hasTeam(id)) return fail('cancelled')
      const known = await knownOf(id)
      const done = await mutex.run(id, () => (isOn ? setOn(id, known, isTakingOver) : setOff(id, known)))
      onChange(id)
      return done
    },
    async state(id) {
      if (!team.hasTeam(id)) return ok(null)
      const known = await knownOf(id)
      const { publisher, kept, isWorking, problem } = known
      const whole = publisher?.whole ?? null
      const isHere = kept.publishing !== null
      const isLate = whole !== null && ageOf(known, whole) > deps.mostAge(id)
      const shown = whole && { by: whole.by, at: whole.at }
      return ok({ isHere, isWorking, newest: shown, isLate, problem })
    },
    syncChanged({ connectionId: id, phase, last }) {
      if (phase !== 'idle' || last?.outcome !== 'complete' || Boolean(last.from) || !team.hasTeam(id)) return
      void knownOf(id).then((known) => {
        if (known.run === last.run) return
        known.run = last.run
        if (known.kept.publishing !== null) void publishNow(id)
      })
    },
    exchanged(id) {
      void (async () => {
        const known = await knownOf(id)
        if (known.isWaiting && known.kept.publishing !== null) await publishNow(id)
        if (wasLookedAt(known, lookEvery)) return
        const before = known.kept.seen
        const looked = await mutex.run(id, () => look(id, known))
        if (looked.ok && known.kept.seen !== before && known.kept.publishing === null) deps.onNew(id)
      })()
    },
    async forget(id) {
      const known = await knownOf(id)
      if (team.hasTeam(id)) await mutex.run(id, () => setOff(id, known))
      all.delete(id)
      known.kept = nothingKept
      await removePublished(rootOf(id)).catch((error: unknown) => {
        log.warn('what was published cannot be deleted', { connectionId: id, reason: textOf(error) })
      })
    }
  }
}
