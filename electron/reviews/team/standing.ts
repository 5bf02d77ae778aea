import { isSameFingerprint } from '../../contract/content-fingerprint'
import { compareMarks, type SharedMark } from '../sharing/merge'
import type { Decided } from './newest'
import type { TeamFile } from './team-file'

interface StandingRow {
  is_disputed: number
  assigned_to: string | null
  shared: string | null
}

const nothing: StandingRow = { is_disputed: 0, assigned_to: null, shared: null }

/** The mark of each reviewer who has one on a product, the newest first, and whom it is assigned to. */
export function saidOf(decided: readonly Decided[]): { marks: SharedMark[]; assignedTo: string | null } {
  let assignedTo: string | null = null
  const marks: SharedMark[] = []
  for (const each of decided) {
    const { kind, value } = each
    if (kind === 'assignment' && value !== null) assignedTo = (JSON.parse(value) as { to: string }).to
    if (kind !== 'mark') continue
    const mark = saidMark(each)
    if (mark.mark !== 'unreviewed') marks.push(mark)
  }
  return { marks: marks.sort((one, other) => compareMarks(other, one)), assignedTo }
}

/** A mark as it is kept of its reviewer, always in one order: what was approved is kept with the reviews. */
export function keptMark({ mark, at, by, seen, putBackAt, reason }: SharedMark): Omit<SharedMark, 'content'> {
  return { mark, at, by, seen, putBackAt, reason }
}

/** What a reviewer says of a product, from what was kept of it. */
export function saidMark({ part, wall, value }: Decided): SharedMark {
  // Earlier versions kept no value of who had taken theirs back, and not all of a mark.
  if (value === null) return noMark(part, wall)
  const { mark, at, by, seen = null, putBackAt = null, reason = null } = JSON.parse(value) as EarlierMark
  return { mark, at, by, seen, content: null, putBackAt, reason }
}

type EarlierMark = Pick<SharedMark, 'mark' | 'at' | 'by'> & Partial<SharedMark>

/** What somebody says who has taken their mark back: they have none, and nothing was cleared. */
export function noMark(by: string, at: number): SharedMark {
  return { mark: 'unreviewed', at, by, seen: null, content: null, putBackAt: at, reason: null }
}

/** Whether a mark is of what the newest one is of; what nobody knows to be other content is the same. */
export function isOfLatest({ seen }: SharedMark, [latest]: readonly SharedMark[]): boolean {
  const last = latest?.seen ?? null
  return seen === null || last === null || isSameFingerprint(seen, last)
}

/** Brings what lists ask of a product up to date with its newest decisions. */
export function keepStanding(team: TeamFile, product: string, decided: readonly Decided[]): void {
  const { sql, restated } = team
  // How many approvals there are is read from the marks themselves.
  if (team.approvals > 1) restated.add(product)
  if (isOneMark(decided)) return
  const before = standingRow(team, product)
  const { marks, assignedTo } = saidOf(decided)
  // People who saw different content do not contradict each other.
  const current = marks.filter((said) => isOfLatest(said, marks)).map(({ mark }) => mark)
  // Of several approvals each may be of what the product is.
  if (current.length < marks.length) restated.add(product)
  const disputed = Number(new Set(current).size > 1)
  const shared = current.length > 1 ? current.sort().join() : null
  if (disputed === before.is_disputed && assignedTo === before.assigned_to && shared === before.shared) return
  if (shared === null && assignedTo === null) sql.dropStanding.run(product)
  else sql.putStanding.run(product, disputed, assignedTo, shared)
  restated.add(product)
}

/** One person's mark alone, which has never been more than that, contradicts nobody's: the most frequent case, with nothing to keep. */
function isOneMark([first, ...others]: readonly Decided[]): boolean {
  return first?.kind === 'mark' && others.length === 0
}

function standingRow({ sql }: TeamFile, product: string): StandingRow {
  return (sql.standing.get(product) as unknown as StandingRow | undefined) ?? nothing
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
