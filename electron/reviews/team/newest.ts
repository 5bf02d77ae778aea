import type { ProductStanding } from '../../contract/team'
import { compareClocks, type Clock } from '../../team/clock'
import { sharedMarkSchema, type Act, type Unnumbered } from '../../team/operation'
import type { Statements } from '../db/open-reviews'
import type { SharedMark } from '../sharing/merge'
import { putException } from '../write/entry'
import { assigneeOf, keepStanding } from './standing'
import type { TeamFile } from './team-file'

/** What an operation decides, to be compared with what was decided of the same: a reviewer's mark, an exception from a rule, an assignment. */
interface Decision {
  kind: 'mark' | 'exception' | 'assignment'
  /** The reviewer, or the rule; '' for an assignment, of which a product has one. */
  part: string
  value: object | null
}

/**
 * What an act decides. Who takes another mark back has none then, and puts back somebody's: that is two. Notes decide nothing:
 * texts join.
 */
export function decisionsOf({ by, act }: { by: string; act: Act }): Decision[] {
  if ('note' in act) return []
  if ('exception' in act) {
    const { rule, ...value } = act.exception
    return [{ kind: 'exception', part: rule, value: value.reason === null ? null : value }]
  }
  if ('assignment' in act) {
    return [{ kind: 'assignment', part: '', value: act.assignment.to === null ? null : act.assignment }]
  }
  // What was approved is kept with the reviews.
  const mark = { ...act.mark, content: undefined }
  const own: Decision = { kind: 'mark', part: mark.by, value: mark }
  return mark.by === by ? [own] : [own, { kind: 'mark', part: by, value: null }]
}

/** The clock of what was decided last of the same; null: nothing was. */
export function newestClock(
  { sql }: TeamFile,
  product: string,
  { kind, part }: Pick<Decision, 'kind' | 'part'>
): Clock | null {
  return (sql.newest.get(product, kind, part) as unknown as Clock | undefined) ?? null
}

/** Takes note of what an operation decides, unless something newer was decided of the same. */
export function keepNewest(team: TeamFile, { by, act, product, clock }: Unnumbered): void {
  for (const decision of decisionsOf({ by, act })) {
    const known = newestClock(team, product, decision)
    if (known !== null && compareClocks(clock, known) <= 0) continue
    const value = decision.value === null ? null : JSON.stringify(decision.value)
    const { wall, counter, device } = clock
    team.sql.putNewest.run(product, decision.kind, decision.part, wall, counter, device, value)
    if (decision.kind !== 'exception') keepStanding(team, product)
  }
}

interface NewestRow extends Clock {
  product: string
  part: string
  value: string | null
}

/**
 * The newest mark of each reviewer of a product, as an operation that says so again. Who has none any more is told by the mark that
 * holds, as when they took theirs back.
 */
export function newestMarks({ db }: TeamFile, product: string, holds: SharedMark | null): Unnumbered[] {
  const rows = db
    .prepare("SELECT * FROM newest WHERE product = ? AND kind = 'mark'")
    .all(product) as unknown as NewestRow[]
  return rows.flatMap(({ part: by, value, wall, counter, device }) => {
    const said = value === null ? holds : (JSON.parse(value) as object)
    if (said === null || (value === null && holds?.by === by)) return []
    const mark = sharedMarkSchema.parse({ ...said, content: null })
    return [{ by, product, act: { mark }, clock: { wall, counter, device } }]
  })
}

/** What each reviewer says of a product, and whom it is assigned to. By the primary key. */
export function standingOf(team: TeamFile, product: string): ProductStanding {
  const marks = newestMarks(team, product, null)
    .flatMap(({ by, act }) => ('mark' in act ? [{ ...act.mark, by }] : []))
    .filter(({ mark }) => mark !== 'unreviewed')
    .map(({ by, mark, reason, at }) => ({ by, mark, reason, at }))
    .sort((one, other) => other.at - one.at)
  return { assignedTo: assigneeOf(team, product), marks }
}

/** What was decided last of all assignments, also that there is none any more. */
export function newestAssignments({ db }: TeamFile): Unnumbered[] {
  const rows = db.prepare("SELECT * FROM newest WHERE kind = 'assignment'").all() as unknown as NewestRow[]
  return rows.map(({ product, value, wall, counter, device }) => {
    const assignment = value === null ? { to: null } : (JSON.parse(value) as { to: string })
    return { by: '', product, act: { assignment }, clock: { wall, counter, device } }
  })
}

/** What was decided last of all exceptions, also that there is none any more. */
export function newestExceptions({ db }: TeamFile): (Unnumbered & { act: ExceptionAct })[] {
  const rows = db.prepare("SELECT * FROM newest WHERE kind = 'exception'").all() as unknown as NewestRow[]
  return rows.map(({ product, part: rule, value, wall, counter, device }) => {
    const said =
      value === null ? { reason: null, by: '' } : (JSON.parse(value) as { reason: string; by: string })
    return { by: said.by, product, act: { exception: { rule, ...said } }, clock: { wall, counter, device } }
  })
}

type ExceptionAct = Extract<Act, { exception: object }>

/** Lays the exceptions that the team has decided on over what these reviews have, as after a backup of them was restored. */
export function layExceptions(team: TeamFile, sql: Statements): void {
  for (const { product, act, clock } of newestExceptions(team)) {
    const { rule, reason, by } = act.exception
    putException(sql, product, rule, reason === null ? null : { reason, reviewer: by, at: clock.wall })
  }
}

/** Products that each reviewer has a mark on, by name. */
export function markedByReviewer({ db }: TeamFile): Map<string, number> {
  const rows = db
    .prepare(
      `SELECT part, count(*) AS count FROM newest
       WHERE kind = 'mark' AND value IS NOT NULL AND value ->> 'mark' <> 'unreviewed' GROUP BY part`
    )
    .all() as unknown as { part: string; count: number }[]
  return new Map(rows.map(({ part, count }) => [part, count]))
}
