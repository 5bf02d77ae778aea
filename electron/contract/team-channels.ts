import { z } from 'zod'
import { connectionIdSchema } from './connection'
import { publishSchema } from './publishing'
import {
  changeViewSchema,
  joinTeamSchema,
  removeDeviceSchema,
  shareRulesSchema,
  teamPolicySchema,
  testTeamSchema,
  useRulesSchema,
  viewOfTeamSchema,
  watchViewSchema
} from './team'

const nothing = z.undefined()
const ofConnection = z.object({ connectionId: connectionIdSchema })

/** The calls about a store's team and what is published for it; part of `inputs`. */
export const teamInputs = {
  /** The team of a store; null: it has none. */
  'team:state': ofConnection,
  /** Asks for a folder; null: the person chose none. */
  'team:choose-folder': nothing,
  /** As whom this computer is in a store's team; null: the store has none. Unlike `team:state` it counts nothing. */
  'team:self': ofConnection,
  /** Where the organization has the store's team; null: it says nothing of one. */
  'team:preset': ofConnection,
  /** Looks at a place, and changes nothing. Fails with `input-invalid`, field `place`, and a `TeamProblem` as reason. */
  'team:test': testTeamSchema,
  /** Begins a team at an empty place. Fails as `team:test` does, and as the keychain does. */
  'team:create': joinTeamSchema,
  'team:join': joinTeamSchema,
  /** Exchanges now what else is exchanged within a minute. */
  'team:exchange': ofConnection,
  /** The reviews stay; the place keeps what was done. */
  'team:leave': ofConnection,
  /** Goes on at another place: an empty one, or where a colleague has moved to. Fails as `team:create` does. */
  'team:move': testTeamSchema,
  /** Ignores, for the whole team, what one of its devices does from now on. Resolves when the place was told, or could not be. */
  'team:remove-device': removeDeviceSchema,
  /** How many people must approve a product. Fails with `input-invalid`, field `team`, where this computer is no owner of the team. */
  'team:set-policy': teamPolicySchema,
  /** Makes a device an owner of the team as well. Fails likewise. */
  'team:make-owner': removeDeviceSchema,
  /**
   * Makes a view of the person's own one of the team's; the id that it has there. Fails with `input-invalid`, field `view`, where it is not the
   * same to everybody, is too long or one too many, and with field `team` where the store has none.
   */
  'team:share-view': viewOfTeamSchema,
  /** Changes a view for the team. Fails likewise, and with field `team` where this computer may not. */
  'team:change-view': changeViewSchema,
  /** Takes a view from the team; whoever shared it keeps it as their own. */
  'team:stop-sharing-view': viewOfTeamSchema,
  /** Whether this person is told what is new in a view of the team's. */
  'team:watch-view': watchViewSchema,
  /** Fails with `input-invalid`, field `team`, where this computer is no owner of the team. */
  'team:share-rules': shareRulesSchema,
  /** By whose rules this computer goes. */
  'team:use-rules': useRulesSchema,

  /** Who publishes the store's catalog for the team; null: the store has no team. */
  'publishing:state': ofConnection,
  /**
   * Whether this device publishes. Fails with `input-invalid`, field `publisher`, and who publishes now as reason, where that is another
   * device and it was not said that it is to stop.
   */
  'publishing:set': publishSchema
} as const
