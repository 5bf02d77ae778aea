import type { Result } from '../contract/failure'
import type { Signpost, TeamPlace, TeamPolicy } from '../contract/team'
import type { SegmentName } from './carriers/carrier'
import type { TeamAct } from './operation'
import type { DeviceKey } from './segment'

/** That a store's reviews are shared with a team, and how. */
export interface Membership {
  /** 32 hexadecimal digits. */
  team: string
  /** This device's id. */
  device: string
  place: TeamPlace
  /** The store whose products the team reviews. */
  store: { baseUrl: string; apiPath: string }
}

/** A person who has reviewed on this device under one name, and goes on under another. */
export interface RenamedReviewer {
  from: string
  to: string
}

/** A device that was removed, and the sequence number of its last segment that counts. */
export interface RemovedDevice {
  device: string
  through: number
}

/** A device of the team. */
export interface TeamDevice {
  device: string
  reviewer: string
  /** When its newest segment was written, by its own clock: ms since 1970. */
  at: number
  hasLeft: boolean
  /** What it does from then on is ignored. */
  isRemoved: boolean
  /** Products that its reviewer has a mark on, from whichever device. */
  marked: number
  isThis: boolean
  /** Its clock is ahead: what it did is held back until then. */
  isAhead: boolean
  /** It may set how the team decides, undo what others did and remove them: neither once it has left nor was removed. */
  isOwner: boolean
}

/** Items of a kind that a team has at most: as many views as a person may have of their own. */
export const mostItems = 100

/** Something that a team has as a whole, as it was said last. */
export interface TeamItem {
  kind: string
  id: string
  /** JSON that nobody has looked at. */
  value: string
  /** Who said so, and when: ms since 1970. */
  by: string
  at: number
  /** This device may say something else of it. */
  mayChange: boolean
  /** It is this device that shared it, where it is of a kind that members may share. */
  isOwn: boolean
}

export interface TeamRecord {
  membership: Membership
  policy: TeamPolicy
  /** Where a colleague has moved to since this device came to its place; null: nobody has. */
  signpost: Signpost | null
  /** What this device's person did that the carrier has not taken. */
  waiting: number
  members: TeamDevice[]
  /** Segments that cannot be read: of a newer version, and for other reasons. */
  newer: number
  unreadable: number
}

/** The names of a carrier's segments after one (null: from the first) and through another (null: to the last). */
export interface ListedNames {
  /** ms since 1970. */
  at: number
  names: readonly SegmentName[]
  after: SegmentName | null
  through: SegmentName | null
  /** They are not all that the team's place has, as those of a file: what is not among them is not missing. */
  isPart?: boolean
}

/** What there is to do with a carrier that has segments of some names. */
export interface Survey {
  /** It has some under this device's id that this device has not written (faults 140, 141). */
  isCloned: boolean
  /** Those that were written here, also under an earlier id, and that it has not: they are late, or lost. */
  append: SegmentName[]
  /** Sequence numbers of this device's that it has, and that are to be read back. */
  check: number[]
  /** Those of this device that a snapshot has stood for long enough. */
  remove: SegmentName[]
  read: SegmentName[]
  /** How many it has that a device wrote after it was removed. */
  ignored: number
}

/**
 * What came of reading back an own segment: `unreadable`: what is there is no segment, or was not read whole; what was in it waits again, and
 * what is there is read again.
 */
export type Checked = 'same' | 'unreadable' | 'other'

/** Who writes a segment with which key, and when (ms since 1970). */
export interface Sealing {
  key: DeviceKey
  by: string
  at: number
  /** It is the device's last: it leaves the team. */
  left?: boolean
  /** It is the device's last at this place. */
  movedTo?: TeamPlace
}

/** What came of a segment that was read: why it changed nothing, and which products changed by it. */
export interface TakenSegment {
  /** `foreign`: of another team; `ahead`: of a time that has not come; `removed`: of a device that no longer belongs to it; others as `SegmentProblem`. */
  problem: 'damaged' | 'forged' | 'newer' | 'foreign' | 'ahead' | 'removed' | null
  /** null: any may have, since the team decides otherwise now. */
  products: string[] | null
  /** The segments of its device that no longer need to be read, since a snapshot that stands for them was merged; null: none. */
  folded: { first: number; through: number } | null
}

/** The reviews of one store as the exchange sees them, in their thread. Fails as `Reviews` does. */
export interface TeamBook {
  /** null: the store has no team. */
  membership(): Promise<Result<Membership | null>>
  /** As `membership`, with all that there is to show: it counts what everybody has marked. */
  record(): Promise<Result<TeamRecord | null>>
  /** @param renamed whose marks are somebody's who reviews under another name from now on; null: nobody's */
  begin(membership: Membership, renamed: RenamedReviewer | null): Promise<Result<null>>
  /** Forgets the team; the reviews stay. */
  end(): Promise<Result<null>>
  /**
   * Makes operations of what was done; whether there is more.
   *
   * @param asOf when the catalog was read that people see, ms since 1970; null, or left out: not known
   */
  collect(at: number, asOf?: number | null): Promise<Result<boolean>>
  /**
   * Folds own segments, where there are many, into a snapshot that stands for them; the names of its parts. Those that it stands for are
   * removed once it was read back, and a day is over.
   */
  fold(sealing: Sealing): Promise<Result<SegmentName[]>>
  /** Puts operations that wait into a segment; null: none does. */
  seal(sealing: Sealing): Promise<Result<SegmentName | null>>
  survey(listed: ListedNames): Promise<Result<Survey>>
  /** The last segment of each device that is known here, its own among them; null: those before them are to be read again as well. */
  newest(): Promise<Result<SegmentName[] | null>>
  /** What is worth carrying by hand: what was written here, and what of these names is somebody else's. */
  toCarry(names: SegmentName[]): Promise<Result<{ own: SegmentName[]; others: SegmentName[] }>>
  /** The bytes of a segment that was written here. */
  own(name: SegmentName): Promise<Result<Uint8Array>>
  /** The carrier has taken it: it no longer waits, unless it is lost there. */
  appended(name: SegmentName): Promise<Result<null>>
  /** @param at ms since 1970 */
  check(sequence: number, bytes: Uint8Array, at: number): Promise<Result<Checked>>
  /** Merges a segment, part by part. */
  take(name: SegmentName, bytes: Uint8Array, at: number): Promise<Result<TakenSegment>>
  /** Ignores what a device does from now on, and tells the team to; false: this device may not. */
  removeDevice(device: string): Promise<Result<boolean>>
  /** Whether this device may leave: not as the last owner while other people are there. */
  mayLeave(): Promise<Result<boolean>>
  /**
   * Goes on at another place, where all that this device has is told anew: what others wrote at the place before is not copied, since a
   * database lets nobody write as another.
   *
   * @param at ms since 1970
   */
  move(place: TeamPlace, at: number): Promise<Result<null>>
  /** What there is to know of the team without counting anything; null: the store has none. */
  self(): Promise<Result<{ place: TeamPlace; policy: TeamPolicy } | null>>
  /** What the team has as a whole; [] where the store has none. */
  items(): Promise<Result<TeamItem[]>>
  /** Says something of the whole team; false: this device may not. @param at ms since 1970 */
  say(act: TeamAct, at: number): Promise<Result<boolean>>
  /** Goes on as another device. */
  renew(device: string): Promise<Result<null>>
}
