import { hash } from 'node:crypto'
import { ok } from '../contract/failure'
import { forConnections, type HandlersOf } from '../contract/bridge'
import type { TeamPlace } from '../contract/team'
import type { NetworkAccess } from '../network'
import { openCarrier } from './carriers/open-carrier'
import { createSharedItems, type SharedItemsDeps } from './shared-items'
import { createTeams, type Teams, type TeamsDeps } from './teams'

export interface TeamFeatureDeps
  extends Omit<TeamsDeps, 'openCarrier' | 'now'>, Pick<SharedItemsDeps, 'settings' | 'onViews' | 'onRules'> {
  network: NetworkAccess
  isKnown: (connectionId: string) => boolean
  /** Where the organization has a store's team. */
  presetOf: (connectionId: string) => TeamPlace | null
  /** Lets the person choose a folder; null: they did not. */
  askFolder: () => Promise<string | null>
}

export interface TeamFeature {
  teams: Teams
  handlers: HandlersOf<'team'>
}

/** Puts together what shares reviews with a team. */
export function composeTeam({
  network,
  isKnown,
  presetOf,
  askFolder,
  onExchanged,
  ...deps
}: TeamFeatureDeps): TeamFeature {
  const all = createTeams({
    ...deps,
    async onExchanged(id) {
      await onExchanged?.(id)
      await items.refresh(id)
    },
    openCarrier: (place, { store, password }) =>
      openCarrier(place, { password, network, teamKey: teamKeyOf(store) }),
    now: Date.now
  })
  const items = createSharedItems({ ...deps, say: (id, act) => all.say(id, act) })
  const teams: Teams = {
    ...all,
    async mergeByFile(id, ...file) {
      const merged = await all.mergeByFile(id, ...file)
      await items.refresh(id)
      return merged
    },
    async leave(id, options) {
      const left = await all.leave(id, options)
      await items.refresh(id)
      return left
    }
  }
  const of = forConnections(isKnown)
  return {
    teams,
    handlers: {
      'team:self': of(({ connectionId }) => teams.self(connectionId)),
      'team:state': of(({ connectionId }) => teams.state(connectionId)),
      'team:choose-folder': async () => ok(await askFolder()),
      'team:preset': of(({ connectionId }) => Promise.resolve(ok(presetOf(connectionId)))),
      'team:test': of((input) => teams.test(input)),
      'team:create': of((input) => teams.create(input)),
      'team:join': of((input) => teams.join(input)),
      'team:exchange': of(({ connectionId }) => teams.exchange(connectionId)),
      'team:leave': of(({ connectionId }) => teams.leave(connectionId)),
      'team:move': of((input) => teams.move(input)),
      'team:remove-device': of(({ connectionId, device }) => teams.removeDevice(connectionId, device)),
      'team:set-policy': of(({ connectionId, approvals }) =>
        teams.say(connectionId, { policy: { approvals } })
      ),
      'team:make-owner': of(({ connectionId, device }) => teams.say(connectionId, { owner: { device } })),
      'team:share-view': of((input) => items.shareView(input)),
      'team:change-view': of((input) => items.changeView(input)),
      'team:stop-sharing-view': of((input) => items.stopSharingView(input)),
      'team:watch-view': of((input) => items.watchView(input)),
      'team:share-rules': of((input) => items.shareRules(input)),
      'team:use-rules': of((input) => items.useRules(input))
    }
  }
}

/** Stands for a store where a place holds the teams of several. */
function teamKeyOf({ baseUrl, apiPath }: { baseUrl: string; apiPath: string }): string {
  return hash('sha256', JSON.stringify([baseUrl, apiPath]), 'hex').slice(0, 32)
}
