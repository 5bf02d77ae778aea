import { onScopeDispose } from 'vue'
import type { Input } from '../../../electron/contract/channels'
import type { Result } from '../../../electron/contract/failure'
import type { PublishingState } from '../../../electron/contract/publishing'
import type { TeamPlace, TeamState, TeamTest } from '../../../electron/contract/team'
import { call, on } from '../../bridge'
import { useBridgeQuery, type BridgeQuery } from '../../shared/data/queries'

/** A store's team, kept current; its value is null until it is read, and where there is none. null: no store is shown. */
export function useTeam(connectionId: () => string | null): BridgeQuery<TeamState | null> {
  const query = useBridgeQuery('team:state', () => {
    const id = connectionId()
    return id === null ? null : { connectionId: id }
  })
  onScopeDispose(
    on('team:changed', (changed) => {
      if (changed.connectionId === connectionId()) void query.reload()
    })
  )
  return query
}

/** Who publishes a store's catalog for its team, kept current. */
export function usePublishing(connectionId: () => string): BridgeQuery<PublishingState | null> {
  const query = useBridgeQuery('publishing:state', () => ({ connectionId: connectionId() }))
  onScopeDispose(
    on('team:changed', (changed) => {
      if (changed.connectionId === connectionId()) void query.reload()
    })
  )
  return query
}

/** Whether this computer publishes the catalog. Fails with field `publisher` where another one does. */
export function setPublishing(input: Input<'publishing:set'>): Promise<Result<null>> {
  return call('publishing:set', input)
}

/** The name under which the person reviews; '' where it is not known. */
export async function reviewerName(): Promise<string> {
  const reviewer = await call('reviews:reviewer', undefined)
  return reviewer.ok ? reviewer.value : ''
}

/** Where the organization has the store's team; null: it says nothing of one. */
export async function presetPlace(connectionId: string): Promise<TeamPlace | null> {
  const preset = await call('team:preset', { connectionId })
  return preset.ok ? preset.value : null
}

/** A folder that the person chooses in the system's dialog; null: none. */
export async function chooseFolder(): Promise<string | null> {
  const chosen = await call('team:choose-folder', undefined)
  return chosen.ok ? chosen.value : null
}

export function testPlace(input: Input<'team:test'>): Promise<Result<TeamTest>> {
  return call('team:test', input)
}

/** What a form for a team's place is for. */
export type TeamTask = 'create' | 'join' | 'move'

/** Begins a team, joins one, or goes on with one at another place. */
export function goToPlace(task: TeamTask, input: Input<'team:create'>): Promise<Result<null>> {
  if (task === 'move') return call('team:move', input)
  return call(task === 'create' ? 'team:create' : 'team:join', input)
}

export function exchangeNow(connectionId: string): Promise<Result<null>> {
  return call('team:exchange', { connectionId })
}

export function removeDevice(connectionId: string, device: string): Promise<Result<null>> {
  return call('team:remove-device', { connectionId, device })
}

/** How many people must approve a product, from now on. */
export function setApprovals(connectionId: string, approvals: number): Promise<Result<null>> {
  return call('team:set-policy', { connectionId, approvals })
}

export function makeOwner(connectionId: string, device: string): Promise<Result<null>> {
  return call('team:make-owner', { connectionId, device })
}

export function leaveTeam(connectionId: string): Promise<Result<null>> {
  return call('team:leave', { connectionId })
}
