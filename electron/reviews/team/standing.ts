import { isSameFingerprint } from '../../contract/content-fingerprint'
import type { ReviewMark } from '../../contract/review-state'
import type { TeamFile } from './team-file'

interface StandingRow {
  is_disputed: number
  assigned_to: string | null
  shared: string | null
}

const nothing: StandingRow = { is_disputed: 0, assigned_to: null, shared: null }

/** A reviewer's newest mark. `wall`: when it was decided, ms since 1970. `seen`: the fingerprint of the content; null: not known. */
export interface SaidMark {
  by: string
  mark: ReviewMark
  seen: string | null
  wall: number
}

interface SaidRow {
  kind: string
  part: string
  wall: number
  value: string
}

/** The newest mark of each reviewer of a product, the latest first, and whom it is assigned to. By the primary key. */
export function saidOf({ sql }: TeamFile, product: string): { marks: SaidMark[]; assignedTo: string | null } {
  let assignedTo: string | null = null
  const marks: SaidMark[] = []
  for (const { kind, part: by, wall, value } of sql.said.all(product) as unknown as SaidRow[]) {
    const said = JSON.parse(value) as { to: string } | { mark: ReviewMark; seen: string | null }
    if (kind === 'assignment' && 'to' in said) assignedTo = said.to
    else if ('mark' in said && said.mark !== 'unreviewed')
      marks.push({ by, mark: said.mark, seen: said.seen, wall })
  }
  // The rest decides alike everywhere.
  marks.sort((one, other) => other.wall - one.wall || Number(one.by > other.by) - Number(one.by < other.by))
  return { marks, assignedTo }
}

/** Whether a mark is of what the latest one is of; what nobody knows to be other content is the same. */
export function isOfLatest({ seen }: SaidMark, [latest]: readonly SaidMark[]): boolean {
  const last = latest?.seen ?? null
  return seen === null || last === null || isSameFingerprint(seen, last)
}

/** Brings what lists ask of a product up to date with its newest decisions. By primary keys. */
export function keepStanding(team: TeamFile, product: string): void {
  const { sql, restated } = team
  const before = (sql.standing.get(product) as unknown as StandingRow | undefined) ?? nothing
  const { marks, assignedTo } = saidOf(team, product)
  // People who saw different content do not contradict each other.
  const current = marks.filter((said) => isOfLatest(said, marks)).map(({ mark }) => mark)
  const disputed = Number(new Set(current).size > 1)
  const shared = current.length > 1 ? current.sort().join() : null
  // How many approvals there are is read from the marks themselves.
  if (team.approvals > 1) restated.add(product)
  if (disputed === before.is_disputed && assignedTo === before.assigned_to && shared === before.shared) return
  if (shared === null && assignedTo === null) sql.dropStanding.run(product)
  else sql.putStanding.run(product, disputed, assignedTo, shared)
  restated.add(product)
}

/** Whom a product is assigned to; null: nobody. */
export function assigneeOf({ sql }: TeamFile, product: string): string | null {
  const assigned = sql.standing.get(product)?.assigned_to
  return typeof assigned === 'string' ? assigned : null
}

/** The products whose standing changed since the last call; null: any may have. */
export function takeRestated(team: TeamFile): string[] | null {
  const products = team.isRestated ? null : [...team.restated]
  team.restated.clear()
  team.isRestated = false
  return products
}
