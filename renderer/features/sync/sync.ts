import { defineStore } from 'pinia'
import { onScopeDispose, shallowReactive, shallowRef } from 'vue'
import type { Failure, Result } from '../../../electron/contract/failure'
import type { SyncRun, SyncState, SyncSummary } from '../../../electron/contract/sync'
import { workingPhases, type SyncSchedule } from '../../../electron/contract/sync-values'
import { call, on } from '../../bridge'
import { useConnectionStates, useNotices } from '../../shared/data/connection-states'
import { defineConnectionStore } from '../../shared/data/open-connection'

/** The syncs of the connection that ended, newest first: what changes can be counted from. */
export const useSyncRuns = defineConnectionStore((connectionId) => {
  const runs = shallowRef<readonly SyncRun[]>([])

  async function load(): Promise<void> {
    const answer = await call('sync:runs', { connectionId })
    if (answer.ok) runs.value = answer.value
  }

  return { runs, load }
})

/**
 * Work in the background whose progress some pages show in detail, with a way to stop it; `network`: why the store cannot be reached, with
 * what to do.
 */
type DetailedWork = 'sync' | 'export' | 'audit' | 'network'

/** The work whose progress the page on screen shows in detail, so that the status bar does not show it a second time. */
export const useProgressOnPage = defineStore('progress-on-page', () => {
  const shown = shallowRef<readonly { work: DetailedWork }[]>([])

  /** Keeps the progress of this work out of the status bar until the scope of the caller ends. */
  function show(work: DetailedWork): void {
    const entry = { work }
    shown.value = [...shown.value, entry]
    onScopeDispose(() => (shown.value = shown.value.filter((each) => each !== entry)))
  }

  return { show, has: (work: DetailedWork): boolean => shown.value.some((each) => each.work === work) }
})

/** A run shorter than this, ms, that nobody asked for and that brought nothing is not told of: it would only flicker. */
const moment = 400

/** What could not be done, and why. */
export interface Refusal {
  of: 'sync' | 'schedule'
  failure: Failure
}

/** Whether a run that has just ended is told to the person. */
function isWorthTelling(summary: SyncSummary, isAsked: boolean): boolean {
  const { run, outcome, duration, added, changed, gone, returned } = summary
  const broughtNothing = added + changed + gone + returned === 0
  return run === 1 || isAsked || outcome !== 'complete' || duration >= moment || !broughtNothing
}

function isSameRun(one: SyncSummary | null, other: SyncSummary | null): boolean {
  return one?.run === other?.run && one?.startedAt === other?.startedAt
}

/** The syncs of all connections, as the main process tells them, and what a person can do with them. */
export const useSync = defineStore('sync', () => {
  const { states, take, open, of } = useConnectionStates(
    (connectionId) => call('sync:state', { connectionId }),
    (take) => on('sync:changed', take),
    onTaken
  )
  /** The run that has ended and was not closed yet, by connection. */
  const ended = shallowReactive(new Map<string, SyncSummary>())
  /** When that was told, by connection: ms since 1970. */
  const endedAt = new Map<string, number>()
  /** Why something that the person asked for was not done, by connection. */
  const refused = shallowReactive(new Map<string, Refusal>())
  /** Connections whose run the person asked for. */
  const wanted = new Set<string>()

  function onTaken(state: SyncState, before: SyncState | undefined): void {
    const id = state.connectionId
    if (state.phase !== 'idle') {
      ended.delete(id)
      if (before?.phase === 'idle') refused.delete(id)
    } else if (before && before.phase !== 'idle') {
      tellEnd(before, state)
      wanted.delete(id)
    }
  }

  /** A run that left no summary did not even begin, or its end could not be written. */
  function tellEnd(before: SyncState, { connectionId: id, last, because }: SyncState): void {
    if (last && !isSameRun(before.last, last)) {
      if (!isWorthTelling(last, wanted.has(id))) return
      ended.set(id, last)
      endedAt.set(id, Date.now())
    } else if (because) refused.set(id, { of: 'sync', failure: because })
  }

  function accept(id: string, answer: Result<SyncState>, of: Refusal['of'] = 'sync'): Result<SyncState> {
    if (answer.ok) {
      refused.delete(id)
      take(answer.value)
    } else refused.set(id, { of, failure: answer.failure })
    return answer
  }

  async function resume(id: string): Promise<Result<SyncState>> {
    return accept(id, await call('sync:resume', { connectionId: id }))
  }

  /** Begins a run, or goes on with one that waits or is paused; nothing happens while one is at work. */
  async function start(id: string): Promise<void> {
    wanted.add(id)
    const phase = states.get(id)?.phase
    const goesOn = phase === 'paused' || phase === 'waiting'
    const answer = goesOn ? await resume(id) : accept(id, await call('sync:start', { connectionId: id }))
    if (!answer.ok) wanted.delete(id)
  }

  return {
    states,
    ended,
    refused,
    endedAt,
    /** Reads how a connection's sync stands; from then on it is kept current. */
    open,
    start,
    of,
    /** Whether a run of this connection is at work: neither waiting nor paused. */
    isWorking: (id: string): boolean => workingPhases.has(states.get(id)?.phase ?? 'idle'),
    pause: async (id: string) => accept(id, await call('sync:pause', { connectionId: id })),
    /** Goes on after a pause, or tries again at once while waiting. */
    resume,
    stop: async (id: string) => accept(id, await call('sync:stop', { connectionId: id })),
    answerDrop: async (id: string, isAccepted: boolean) =>
      accept(id, await call('sync:answer-drop', { connectionId: id, accept: isAccepted })),
    setSchedule: async (id: string, schedule: SyncSchedule) =>
      accept(id, await call('sync:schedule', { connectionId: id, schedule }), 'schedule'),
    /** The person has read how the run ended, or what was refused. */
    close: (id: string): void => {
      ended.delete(id)
      refused.delete(id)
    }
  }
})

/** What there is to tell of the connections' catalogs. */
export const useCatalogNotice = defineStore('catalog-notice', () => {
  const notices = useNotices((connectionId) => call('catalog:notice', { connectionId }))
  // A catalog can turn out to be damaged while it is looked at.
  onScopeDispose(on('catalog:rebuilt', ({ connectionId }) => void notices.open(connectionId)))
  return notices
})
