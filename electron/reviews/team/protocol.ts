import type { Agreement, ProductStanding, TeamPlace, TeamPolicy } from '../../contract/team'
import type { Method } from '../../database/thread-protocol'
import type { SegmentName } from '../../team/carriers/carrier'
import type { TeamAct } from '../../team/operation'
import type {
  Checked,
  ListedNames,
  Membership,
  RenamedReviewer,
  Sealing,
  Survey,
  TakenSegment,
  TeamItem,
  TeamRecord
} from '../../team/types'
import type { Assigning, Assignment } from './assign'
import type { InCatalog } from './product-standing'

/** What the thread of reviews does for a team's exchange (`TeamBook`). */
export interface TeamMethods {
  teamMembership: Method<null, Membership | null>
  teamRecord: Method<null, TeamRecord | null>
  teamBegin: Method<{ membership: Membership; renamed: RenamedReviewer | null }, null>
  teamEnd: Method<null, null>
  /**
   * Whether there is `more`; `products`: what lists ask of them has changed; null: of any. `by`: who reviews here now. `asOf`: when the
   * catalog was read that they see, ms since 1970; null: not known.
   */
  teamCollect: Method<
    { at: number; asOf: number | null; by: string },
    { more: boolean; products: string[] | null }
  >
  /** Begins to fold own segments; null: there is more to do (`teamFoldOn`). */
  teamFold: Method<Sealing, SegmentName[] | null>
  teamFoldOn: Method<null, SegmentName[] | null>
  teamSeal: Method<Sealing, SegmentName | null>
  teamSurvey: Method<ListedNames, Survey>
  teamNewest: Method<null, SegmentName[] | null>
  teamToCarry: Method<{ names: SegmentName[] }, { own: SegmentName[]; others: SegmentName[] }>
  teamOwn: Method<SegmentName, Uint8Array>
  teamAppended: Method<SegmentName, null>
  teamCheck: Method<{ sequence: number; bytes: Uint8Array; at: number }, Checked>
  /** Begins to merge a segment; null: there is more to do (`teamTakeOn`). */
  teamTake: Method<{ name: SegmentName; bytes: Uint8Array; at: number }, TakenSegment | null>
  teamTakeOn: Method<null, TakenSegment | null>
  /** Whether this device may remove it; if not, nothing happens. */
  teamRemoveDevice: Method<{ device: string }, boolean>
  /** Whether this device may leave: not as the last owner while others are there. */
  teamMayLeave: Method<null, boolean>
  teamMove: Method<{ place: TeamPlace; at: number }, null>
  teamRenew: Method<{ device: string }, null>
  /** Assigns the products that were put together, `count` of them. `products`: as of `teamCollect`. */
  teamAssign: Method<Assigning & { count: number }, Assignment & { products: string[] | null }>
  /** Undoes the assignment of this number, if it is the last. */
  teamUndoAssignment: Method<
    Omit<Assigning, 'to'> & { number: number },
    Assignment & { products: string[] | null }
  >
  /** null: the store has no team. */
  teamSelf: Method<null, { place: TeamPlace; policy: TeamPolicy } | null>
  teamItems: Method<null, TeamItem[]>
  /** Says something of the whole team, if this device may. `products`: as of `teamCollect`. */
  teamSay: Method<{ act: TeamAct; by: string; at: number }, { isAllowed: boolean; products: string[] | null }>
  /** null: the store has no team. */
  /** As of `standingOf`. */
  teamStanding: Method<{ product: string; now: InCatalog | null }, ProductStanding | null>
  teamAgreement: Method<null, Agreement | null>
}
