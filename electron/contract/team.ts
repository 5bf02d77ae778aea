import { z } from 'zod'
import { connectionIdSchema } from './connection'
import { productQuerySchema, viewIdSchema, viewNameSchema } from './product-query'
import type { ReviewMark } from './review-state'

const address = z.string().trim().min(1).max(2048)
const userName = z.string().trim().max(200)

/** Where a team's segments are. The password goes another way. */
export const teamPlaceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('folder'), path: z.string().trim().min(1).max(4096) }),
  z.object({ kind: z.literal('webdav'), address, userName }),
  z.object({ kind: z.literal('postgres'), address, userName })
])
export type TeamPlace = z.infer<typeof teamPlaceSchema>

export const testTeamSchema = z.object({
  connectionId: connectionIdSchema,
  place: teamPlaceSchema,
  /** '' for none. */
  password: z.string().max(1000)
})
export const removeDeviceSchema = z.object({
  connectionId: connectionIdSchema,
  device: z.string().regex(/^[0-9a-f]{32}$/)
})
/** People who must approve the same content of a product at most. */
export const mostApprovals = 3
export const teamPolicySchema = z.object({
  connectionId: connectionIdSchema,
  approvals: z.number().int().min(1).max(mostApprovals)
})
/** A view of the person's own, or one of the team's. */
export const viewOfTeamSchema = z.object({ connectionId: connectionIdSchema, view: viewIdSchema })
export const changeViewSchema = viewOfTeamSchema.extend({
  name: viewNameSchema,
  productQuery: productQuerySchema
})
export const watchViewSchema = viewOfTeamSchema.extend({ watched: z.boolean() })
/** Whether the rules that are in force here are the team's, or it has none. */
export const shareRulesSchema = z.object({ connectionId: connectionIdSchema, shared: z.boolean() })
/** `copy`: the person's own, which begin as those of the team. */
export const useRulesSchema = z.object({
  connectionId: connectionIdSchema,
  whose: z.enum(['team', 'own', 'copy'])
})

/** `name`: under which the person reviews; `isRenamed`: what they have marked here under their name before is theirs, too. */
export const joinTeamSchema = testTeamSchema.extend({
  name: z.string().trim().min(1).max(80),
  isRenamed: z.boolean()
})

/**
 * Why a team's place cannot be used. Those of the carriers, and: `other-store`: the team reviews another store's products;
 * `there-is-one`: a new team cannot begin where there is one; `own`: this computer's files or keychain are why.
 */
export type TeamProblem =
  | 'unreachable'
  | 'refused'
  | 'not-found'
  | 'full'
  | 'not-a-team'
  | 'untrusted'
  | 'invalid'
  | 'taken'
  | 'outdated'
  | 'other-store'
  | 'there-is-one'
  | 'own'

/** What is at a place: nothing yet, or a team that can be joined. */
export interface TeamTest {
  found: 'nothing' | 'team'
}

/** A person of the team, with their devices. */
export interface TeamMember {
  name: string
  /** Products that they have marked. */
  marked: number
  devices: {
    id: string
    /** When it last wrote something, by its own clock: ms since 1970. */
    at: number
    isThis: boolean
    hasLeft: boolean
    /** What it does from then on is ignored. */
    isRemoved: boolean
    /** Its clock is ahead: what it did is held back until then. */
    isAhead: boolean
    /** It may set how the team decides, undo what others did and remove them: neither once it has left nor was removed. */
    isOwner: boolean
  }[]
}

/** Where a member of the team has moved to. */
export interface Signpost {
  place: TeamPlace
  by: string
}

/** How far a team's marks agree. */
export interface Agreement {
  /** Products that two people or more have marked. */
  shared: number
  /** Those of them on which all marks are the same. */
  agreed: number
  /** Krippendorff's, at most 1; null: nothing can be said. */
  alpha: number | null
}

/** What lists and pages need to know of a store's team. */
export interface OwnTeam {
  /** Under which this person reviews. */
  name: string
  approvals: number
  /** Products can be claimed: the team's place is a database. */
  canClaim: boolean
  /** This computer may do what only owners of the team may. */
  mayDecide: boolean
}

/** What an assignment did: how many products are another's now, and the number by which it can be undone. */
export interface Assigned {
  assigned: number
  assignment: number
}

/** How many products of a list are this person's now. */
export interface Claimed {
  claimed: number
}

/** What a team's reviewers say of a product. */
export interface ProductStanding {
  /** Whom it is assigned to; null: nobody. */
  assignedTo: string | null
  /** The newest mark of each reviewer, the latest first. */
  marks: { by: string; mark: ReviewMark; reason: string | null; at: number; version: MarkedVersion }[]
}

/** What a mark is of: the product as this catalog has it, as it was before, or as a newer catalog than this one has it. */
export type MarkedVersion = 'current' | 'earlier' | 'newer'

/** How a team decides, and whether this computer may say so. */
export interface TeamPolicy {
  /** How many people must approve the same content of a product, 1 to `mostApprovals`. */
  approvals: number
  /** `everybody`: nobody is known to have created the team, or no owner is left, so that all may do what only owners may. */
  role: 'owner' | 'member' | 'everybody'
}

/** A store's team. */
export interface TeamState {
  place: TeamPlace
  policy: TeamPolicy
  /** Where a colleague has moved to since this device came to the place; null: nobody has. */
  signpost: Signpost | null
  members: TeamMember[]
  /** What was done here and the place is not known to have. */
  waiting: number
  /** When all was exchanged last, ms since 1970; null: not since the app started. */
  exchangedAt: number | null
  isExchanging: boolean
  /** Why the last exchange did not come to its end; null: it did. */
  problem: TeamProblem | null
  /** When exchanges began to fail, ms since 1970; null: the last one did not. */
  failingSince: number | null
  /** Segments that a newer version of Vitrine wrote, and others that cannot be read. */
  newer: number
  unreadable: number
}
