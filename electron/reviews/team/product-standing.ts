import { isSameFingerprint } from '../../contract/content-fingerprint'
import type { MarkedVersion, ProductStanding } from '../../contract/team'
import type { SharedMark } from '../sharing/merge'
import { decidedOf, decisionIn, type Decided } from './newest'
import { isOfLatest, saidOf } from './standing'
import type { TeamFile } from './team-file'

/** A product as the catalog has it, and when that was read, ms since 1970; null: not known. */
export interface InCatalog {
  contentFingerprint: string
  asOf: number | null
}

/**
 * What each reviewer says of a product, and whom it is assigned to. By the primary key.
 *
 * @param now null: the catalog does not have it, so that what is not of the latest mark's content counts as earlier
 */
export function standingOf(team: TeamFile, product: string, now: InCatalog | null): ProductStanding {
  const decided = decidedOf(team, product)
  const { marks: newestFirst, assignedTo } = saidOf(decided)
  const marks = newestFirst.map((said) => {
    const { by, mark, reason, at } = said
    const readAt = readingOf(decisionIn(decided, { kind: 'mark', part: by }))
    return { by, mark, reason, at, version: versionOf(said, newestFirst, readAt, now) }
  })
  return { assignedTo, marks }
}

/** When the catalog was read that a mark is of, ms since 1970; null: not known. */
function readingOf(decided: Decided | undefined): number | null {
  return (JSON.parse(decided?.value ?? '{}') as { asOf?: number }).asOf ?? null
}

function versionOf(
  said: SharedMark,
  newestFirst: readonly SharedMark[],
  readAt: number | null,
  now: InCatalog | null
): MarkedVersion {
  if (now === null) return isOfLatest(said, newestFirst) ? 'current' : 'earlier'
  if (said.seen === null || isSameFingerprint(said.seen, now.contentFingerprint)) return 'current'
  return readAt !== null && now.asOf !== null && readAt > now.asOf ? 'newer' : 'earlier'
}
