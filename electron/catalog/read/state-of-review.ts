import { isSameFingerprint } from '../../contract/content-fingerprint'
import { reviewMarks, type ReviewState } from '../../contract/review-state'
import type { LateErrors } from './sidecars'

/**
 * The state of a review of a product as it is now. `isWorse`: an error was found since (`isUnaware`). Where it is not known what was
 * seen, an approval holds.
 */
export function stateOfReview(
  mark: number,
  seen: string | null,
  currentFingerprint: string,
  isWorse = false
): ReviewState {
  const name = reviewMarks[mark] ?? 'unreviewed'
  if (name !== 'approved' || seen === null) return name
  return isWorse || !isSameFingerprint(seen, currentFingerprint) ? 'changed' : name
}

/** Who reviewed a product, and when: ms since 1970; null: not known. */
interface Reviewed {
  by: string
  at: number | null
}

/**
 * Whether whoever reviewed a product did not know of its errors. Those in a picture that nobody had looked at here before may be known
 * elsewhere, and to whoever decided before this computer knew the store.
 *
 * @param late undefined: it has none that were found later than others
 * @param self under which name this person is in the store's team; null: there is none
 */
export function isUnaware({ by, at }: Reviewed, late: LateErrors | undefined, self: string | null): boolean {
  if (late === undefined || at === null) return false
  const { lookedAt, knownSince } = late
  const isOwn = knownSince !== null && at >= knownSince && (self === null || by === self)
  return late.at > at || (isOwn && lookedAt !== null && lookedAt > at)
}
