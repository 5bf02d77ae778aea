import { noteInLists } from '../../contract/review-state'
import type { CatalogProduct } from '../types'
import { agreeing, byTeam, marksOf, ownMark, policyOf, selfOf } from './approvals'
import { isUnaware, stateOfReview } from './state-of-review'
import type { LateErrors, OneReview, Sidecars, Standing, TeamFile } from './sidecars'

/**
 * Adds reviews and findings to rows; none where they cannot be read.
 *
 * @param asOf when the catalog was read, ms since 1970; null: not known
 */
export function enrichRows(
  rows: CatalogProduct[],
  { reviews, findings, team }: Sidecars,
  asOf: () => number | null
): void {
  const late = findings.late()
  const self = selfOf(team)
  reviews.read(({ one }) => {
    for (const row of rows) {
      const review = one.get(row.id) as unknown as OneReview | undefined
      if (review === undefined) continue
      const [mark, seen, note, reason, reviewer, reviewedAt] = review
      const isWorse = isUnaware({ by: reviewer, at: reviewedAt }, late.get(row.key), self)
      const state = stateOfReview(mark, seen, row.contentFingerprint, isWorse)
      row.review = { state, approvals: null, reason, note: beginningOf(note), reviewer, reviewedAt }
    }
  })
  addStandings(rows, { team, self, late }, asOf)
  const found = findings.of(rows.map(({ key }) => key))
  for (const [at, row] of rows.entries()) row.findings = found[at] ?? []
}

/**
 * Whom products are assigned to, what reviewers say of them, and what they are by that. By the primary keys; nothing where there is no
 * team.
 */
function addStandings(
  rows: CatalogProduct[],
  { team, self, late }: { team: TeamFile; self: string | null; late: ReadonlyMap<number, LateErrors> },
  catalogAsOf: () => number | null
): void {
  const policy = policyOf(team)
  team.read((statements) => {
    const asOf = catalogAsOf()
    for (const row of rows) {
      const standing = statements.one.get(row.id) as unknown as Standing | undefined
      const [, isDisputed, assignedTo] = standing ?? [row.id, 0, null]
      if (assignedTo !== null) row.review = { ...row.review, assignedTo }
      if (policy === null && isDisputed !== 1 && row.review.state === 'unreviewed') continue
      const marks = marksOf(statements, row.id)
      const now = { contentFingerprint: row.contentFingerprint, late: late.get(row.key), asOf, self }
      if (isDisputed === 1)
        row.review = { ...row.review, disagreeing: marks.map(([, by, mark]) => ({ by, mark })) }
      row.review = { ...row.review, ...byTeam(row.review.state, marks, policy, now) }
      const own = self === null ? undefined : ownMark(marks, self, now)
      if (own !== undefined) row.review = { ...row.review, own }
      const reviewers = isDisputed === 1 ? undefined : agreeing(row.review.state, marks, now)
      if (reviewers !== undefined) row.review = { ...row.review, reviewers }
    }
  })
}

/** SQLite counts characters, of which some are two units here: none is cut in two. */
function beginningOf(note: string): string {
  return note.slice(0, noteInLists).replace(/[\ud800-\udbff]$/, '')
}
