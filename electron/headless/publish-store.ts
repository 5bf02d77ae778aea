import type { Failure } from '../contract/failure'
import type { Publishing } from '../publishing'
import type { CommandOf, Outcome, Report } from './command'
import { done, ended, failedBy } from './outcome'
import { syncStore, type SyncStoreDeps } from './sync-store'

export interface PublishStoreDeps extends SyncStoreDeps {
  publishing: Pick<Publishing, 'state' | 'set' | 'publish'>
}

/**
 * Reads the list of a store to its end and gives the catalog to the store's team, as its publisher from then on. A list that was not read
 * whole is not published.
 */
export async function publishStore(
  deps: PublishStoreDeps,
  connectionId: string,
  { isTakingOver }: CommandOf<'publish'>,
  report: Report,
  signal: AbortSignal
): Promise<Outcome> {
  const { publishing } = deps
  const state = await publishing.state(connectionId)
  if (!state.ok) return failedBy(state.failure)
  if (state.value === null) return ended('failed', 'no-team', 'the store has no team: join one in Vitrine')
  if (!state.value.isHere) {
    const set = await publishing.set(connectionId, true, isTakingOver)
    if (!set.ok) return failureOf(set.failure)
  }
  const synced = await syncStore(deps, connectionId, report, signal)
  if (synced.status !== 'done') return { ...synced, facts: { ...synced.facts, published: false } }
  report({ phase: 'publishing', done: 0, total: null })
  const published = await publishing.publish(connectionId)
  if (!published.ok) {
    const failed = failureOf(published.failure)
    return { ...failed, facts: { ...synced.facts, published: false } }
  }
  const { entries = null, bytes = null } = published.value ?? {}
  return done({ ...synced.facts, published: true, entries, bytes })
}

function failureOf(failure: Failure): Outcome {
  const { field, reason = '' } = failure.facts
  if (failure.code !== 'input-invalid') return failedBy(failure)
  if (field === 'place') return ended('failed', `team-${reason}`, `the team’s place: ${reason}`)
  const why = `${reason} publishes this store’s catalog; --take-over publishes it from here instead`
  return ended('failed', 'other-publisher', why)
}
