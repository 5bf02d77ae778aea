import type { TeamProblem } from '../../contract/team'

/**
 * Where a team's segments are kept. A carrier moves bytes and understands none of them: whether a segment is whole, signed and of
 * this team is for `segment.ts` to judge, so a carrier may be late, out of order, lossy or hostile (faults 137, 138, 143).
 */
export interface Carrier {
  /**
   * A device may append what others have signed, where these have written something already. Not where rights are those of each login: in
   * a database, a device is its login's alone.
   */
  letsPassOn?: true
  /**
   * Readies an empty place for a team's segments, as by creating a folder or tables. Does nothing where that was done before. The
   * other methods never do this by themselves: the folder of a share that is not mounted would begin a second team (fault 139).
   */
  prepare(signal: AbortSignal): Promise<void>
  /**
   * Stores a segment under its name, whole or not at all. The same bytes under the same name again is a success: an answer may have
   * been lost. Other bytes fail with `taken` where the place can tell (fault 140); nobody may rely on that (fault 144).
   */
  append(name: SegmentName, bytes: Uint8Array, signal: AbortSignal): Promise<void>
  /**
   * The names of segments in the order of `compareNames`, from the first or after one; what has another name is passed over. At most
   * `mostListed` at once: fewer, and there are no more.
   */
  list(signal: AbortSignal, after?: SegmentName): Promise<SegmentName[]>
  /**
   * The names of segments that come after these ones of their devices, and all of other devices, at most `mostListed`. Only where that
   * costs little and hints come at once: there marks are exchanged within seconds.
   */
  listNew?(newest: readonly SegmentName[], signal: AbortSignal): Promise<SegmentName[]>
  /**
   * Claims products, at most `count` of the candidates in their order, so that whoever asks at the same time gets others; they are free
   * again after an hour. Only where a place can do that.
   */
  claim?(candidates: readonly string[], count: number, signal: AbortSignal): Promise<string[]>
  /**
   * Removes segments of this device; those that are not there are none. Only where it may: another that can be read stands for them by
   * then.
   */
  remove?(names: readonly SegmentName[], signal: AbortSignal): Promise<void>
  /** At most `maxSegmentBytes`; longer ones fail with `invalid`. */
  read(name: SegmentName, signal: AbortSignal): Promise<Uint8Array>
  /**
   * Calls `onHint` when there may be something new. Hints may be late, missing or for nothing: pulls happen without them, too.
   * Returns how to end it.
   */
  watch(onHint: () => void): () => void
  /** Ends connections and what is under way. Never rejects. */
  close(): Promise<void>
}

/**
 * The log of published catalogs beside that of the team, in the same place: the same names, the same promises. Its segments are large and
 * few, and their device removes those that newer ones replace.
 */
export interface CatalogLog extends Pick<Carrier, 'append' | 'list' | 'read'> {
  /** Removes segments of this device; those that are not there are none. */
  remove: (names: readonly SegmentName[], signal: AbortSignal) => Promise<void>
}

/** What a team's place is used by. */
export interface PlaceCarrier extends Carrier {
  /** Fails with `outdated` where the place was prepared for marks alone. */
  catalog: CatalogLog
}

/** `device`: 32 lower-case hexadecimal digits; `sequence`: from 1 on. */
export interface SegmentName {
  device: string
  sequence: number
}

/** Bytes of a stored (compressed) segment. */
export const maxSegmentBytes = 4_000_000
/** Names that one call lists. */
export const mostListed = 20_000
export const maxSequence = 99_999_999

const devicePattern = /^[0-9a-f]{32}$/

export function isDeviceId(text: string): boolean {
  return devicePattern.test(text)
}

export function isSegmentName({ device, sequence }: SegmentName): boolean {
  return isDeviceId(device) && Number.isInteger(sequence) && sequence >= 1 && sequence <= maxSequence
}

export const nameBeforeAll: SegmentName = { device: '', sequence: 0 }

export function compareNames(one: SegmentName, other: SegmentName): number {
  return (
    Number(one.device > other.device) - Number(one.device < other.device) || one.sequence - other.sequence
  )
}

/**
 * Why a carrier cannot do something.
 * - `unreachable`: no network, no server, the drive is not there. Passes by itself.
 * - `refused`: wrong password, no right to read or write here, a revoked role, a read-only drive.
 * - `not-found`: there is no such segment, or it cannot be read yet (a placeholder that is not downloaded).
 * - `full`: no room, or a quota is used up.
 * - `not-a-team`: the place is there, and nobody has prepared it for a team.
 * - `untrusted`: the server's certificate is not vouched for, or a password would travel unencrypted.
 * - `invalid`: the address is none, or the answer is not one of this protocol, or is too long.
 * - `taken`: another segment has this name already: two devices use one id.
 * - `outdated`: the database's tables are of an earlier version: `schema.sql` is to be run again.
 */
export type CarrierProblem = Exclude<TeamProblem, 'other-store' | 'there-is-one' | 'own'>

/** What a carrier's methods reject with, besides the signal's reason; anything else is a bug. */
export class CarrierFailure extends Error {
  override readonly name = 'CarrierFailure'
  readonly kind: CarrierProblem

  /** @param message for the log: never a password, nor an address that has one */
  constructor(kind: CarrierProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
