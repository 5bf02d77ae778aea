import type { Clock } from '../../team/clock'
import { isOfTeam, wholeTeam, type Act, type Unnumbered } from '../../team/operation'
import { reviewMarks } from '../../contract/review-state'
import type { Statements } from '../db/open-reviews'
import { unreviewed, type ReviewRow } from '../db/review-row'
import { compareMarks, compareTexts, decidedAt, type SharedMark } from '../sharing/merge'
import { withMark } from '../sharing/shared-rows'
import { putException } from '../write/entry'
import type { TeamMarks } from '../write/team-marks'
import { settlePolicy, type WordKind } from './policy'
import { keepStanding, keptMark, noMark, saidMark, saidOf } from './standing'
import { countMarked, type TeamFile } from './team-file'
import { besidesMarks } from './team-schema'

/** What an operation decides, to be compared with what was decided of the same: a reviewer's mark, an exception from a rule, an assignment. */
interface Decision {
  kind: 'mark' | 'exception' | 'assignment' | WordKind
  /**
   * The reviewer, or the rule; '' for an assignment, of which a product has one. Of the whole team: the device that says so and, behind a
   * space, of what: whom it makes an owner, or the kind and id of an item.
   */
  part: string
  value: object | null
  /**
   * When it was said, ms since 1970, where that was before the act: whoever takes a mark back tells whose mark the product has again, and
   * nothing of what they say of it by now. Left out: with the act.
   */
  saidAt?: number
}

/**
 * What an act decides. Who takes another mark back has none then, and puts back somebody's: that is two. Notes decide nothing:
 * texts join.
 *
 * @param device that did it
 */
export function decisionsOf({ by, act }: { by: string; act: Act }, device: string): Decision[] {
  if ('note' in act) return []
  if ('policy' in act) return [{ kind: 'policy', part: device, value: act.policy }]
  if ('owner' in act) return [{ kind: 'owner', part: `${device} ${act.owner.device}`, value: act.owner }]
  if ('item' in act) {
    const { kind, id, value } = act.item
    return [{ kind: 'item', part: `${device} ${kind} ${id}`, value: { by, value } }]
  }
  if ('exception' in act) {
    const { rule, ...value } = act.exception
    return [{ kind: 'exception', part: rule, value: value.reason === null ? null : value }]
  }
  if ('assignment' in act) {
    return [{ kind: 'assignment', part: '', value: act.assignment.to === null ? null : act.assignment }]
  }
  const { mark } = act
  const takenBack = act.undoes ?? by
  if (mark.by === takenBack) {
    const asOf = act.asOf === undefined ? {} : { asOf: act.asOf }
    return [{ kind: 'mark', part: mark.by, value: { ...keptMark(mark), ...asOf } }]
  }
  const none: Decision = { kind: 'mark', part: takenBack, value: null }
  if (mark.by === '') return [none]
  // That the product has it again is nothing its reviewer says.
  return [
    { kind: 'mark', part: mark.by, value: keptMark({ ...mark, putBackAt: null }), saidAt: mark.at },
    none
  ]
}

/** The newest decision of a kind, as it is kept: `value` is JSON; null: it was taken back. */
export interface Decided extends Clock {
  kind: Decision['kind']
  part: string
  value: string | null
}

/** What an operation decides, as it is kept where nothing newer is known of the same. */
export function decidedBy({ by, act, clock }: Pick<Unnumbered, 'by' | 'act' | 'clock'>): Decided[] {
  return decisionsOf({ by, act }, clock.device).map(({ kind, part, value, saidAt }) => {
    const said = value ?? (kind === 'mark' ? noMark(part, clock.wall) : null)
    return {
      ...{ kind, part, value: said === null ? null : JSON.stringify(said) },
      ...(saidAt === undefined ? clock : { wall: saidAt, counter: 0, device: clock.device })
    }
  })
}

/**
 * Negative: the first of two decisions of the same comes before the other. At one moment the alphabet decides: whoever tells a decision again
 * does so under the id of their own device, and with what they know of it.
 */
export function compareDecided(one: Said, other: Said): number {
  return (
    one.wall - other.wall || one.counter - other.counter || compareTexts(one.value ?? '', other.value ?? '')
  )
}

type Said = Pick<Decided, 'wall' | 'counter' | 'value'>

/** What was decided last of a product, of each kind and part. Read once for all that is asked of it: by the primary key. */
export function decidedOf({ sql }: TeamFile, product: string): Decided[] {
  return sql.decided.all(product) as unknown as Decided[]
}

/** As `decidedOf`, of each of these products: read at once, which takes half as long. */
export function decidedOfAll(
  { sql }: TeamFile,
  products: readonly string[]
): (product: string) => readonly Decided[] {
  // As SQLite keeps them: a colleague's device may say anything.
  const names = products.map((product) => product.toWellFormed())
  const rows = sql.decidedOfAll.all(JSON.stringify(names)) as unknown as NewestRow[]
  const known = Map.groupBy(rows, ({ product }) => product)
  return (product) => known.get(product.toWellFormed()) ?? []
}

/** What was decided last of the same; null: nothing was. */
export function newestOf(
  { sql }: TeamFile,
  product: string,
  { kind, part }: Pick<Decision, 'kind' | 'part'>
): (Clock & Said) | null {
  const row = sql.newest.get(product, kind, part)
  return (row as unknown as (Clock & Said) | undefined) ?? null
}

/**
 * The clock that what a device says of the whole team now must come after: whoever has said something of the same. By the primary key.
 */
export function clockBefore(
  { db }: TeamFile,
  { kind, part }: Pick<Decision, 'kind' | 'part'>
): Clock | undefined {
  const row = db
    .prepare(
      `SELECT wall, counter, device FROM newest WHERE product = ? AND kind = ? AND substr(part, 33) = ?
       ORDER BY wall DESC, counter DESC, device DESC LIMIT 1`
    )
    .get(wholeTeam, kind, part.slice(32))
  return row as unknown as Clock | undefined
}

/**
 * Takes note of what an operation decides, unless something newer was decided of the same.
 *
 * @param known what was decided of its product before
 * @returns what is decided of it now; of the whole team nothing
 */
export function keepNewest(
  team: TeamFile,
  operation: Unnumbered,
  known?: readonly Decided[]
): readonly Decided[] {
  if (isOfTeam(operation.act)) {
    keepWords(team, operation)
    return []
  }
  const before = known ?? decidedOf(team, operation.product)
  const after = decidedAfter(before, operation)
  keepDecided(team, operation.product, before, after)
  return after
}

/** What is decided of a product once an operation is known, with what was decided before. */
export function decidedAfter(known: readonly Decided[], operation: Unnumbered): readonly Decided[] {
  return decidedBy(operation).reduce((decided, now) => {
    const before = decisionIn(decided, now)
    if (before !== undefined && compareDecided(now, before) <= 0) return decided
    return [...decided.filter((each) => each !== before), now]
  }, known)
}

/** Takes note of what is decided of a product now, with what was decided before. */
export function keepDecided(
  team: TeamFile,
  product: string,
  before: readonly Decided[],
  after: readonly Decided[]
): void {
  const changed = after.filter((now) => !before.includes(now))
  for (const now of changed) {
    put(team, product, now)
    if (now.kind !== 'mark') continue
    const change = Number(isMark(now)) - Number(isMark(decisionIn(before, now)))
    if (change !== 0) countMarked(team, now.part, change)
  }
  if (changed.some(({ kind }) => kind !== 'exception')) keepStanding(team, product, after)
}

/** Of the whole team there may be much: what was said of the same is read alone. */
function keepWords(team: TeamFile, operation: Unnumbered): void {
  for (const now of decidedBy(operation)) {
    const last = newestOf(team, wholeTeam, now)
    if (last !== null && compareDecided(now, last) <= 0) continue
    put(team, wholeTeam, now)
    // Items are put together where they are read.
    if (now.kind !== 'item') settlePolicy(team)
  }
}

function put({ sql }: TeamFile, product: string, decided: Decided): void {
  const { kind, part, wall, counter, device, value } = decided
  sql.putNewest.run(product, kind, part, wall, counter, device, value)
}

/**
 * Whether what a reviewer said last is a mark that counts, as `isMark` (team-schema.ts) asks in SQL. Within a text, quotation marks are written
 * otherwise.
 */
export function isMark(said: Decided | undefined): boolean {
  const value = said?.value ?? null
  return value !== null && !value.includes('"mark":"unreviewed"')
}

/** What was decided last of the same; undefined: nothing was. */
export function decisionIn(
  decided: readonly Decided[],
  { kind, part }: Pick<Decision, 'kind' | 'part'>
): Decided | undefined {
  return decided.find((each) => each.kind === kind && each.part === part)
}

/** Whether what a reviewer says of a product is the mark of a row. */
export function stands(
  { sql }: TeamFile,
  product: string,
  reviewer: string,
  { mark, markedAt }: ReviewRow
): boolean {
  const value = sql.newest.get(product, 'mark', reviewer)?.value
  if (typeof value !== 'string' || mark === unreviewed) return false
  const said = JSON.parse(value) as SharedMark
  return said.mark === reviewMarks[mark] && said.at === markedAt
}

/**
 * What a product is by what its reviewers say: it has the newest of their marks, and none where nobody has one; in a team that is so
 * everywhere, whatever was told in which order. When it was decided is when any of them said something last.
 *
 * @returns null: nobody has said anything of it
 */
export function markThatHolds(decided: readonly Decided[]): SharedMark | null {
  const said = decided.filter(({ kind }) => kind === 'mark')
  const last = said.reduce((latest, { wall }) => Math.max(latest, wall), -1)
  if (last < 0) return null
  const [mark] = saidOf(decided).marks
  if (mark !== undefined) return decidedAt(mark) < last ? { ...mark, putBackAt: last } : mark
  const [none = noMark('', last)] = said.map(saidMark).sort((one, other) => compareMarks(other, one))
  // Who took back the only one there was has left nothing that anybody says.
  return none.at === none.putBackAt ? noMark('', last) : none
}

/** A review with the mark that holds by what is decided of its product, which is of `entry` where it is another one now. */
export function asDecided(row: ReviewRow, decided: readonly Decided[], entry: number): ReviewRow {
  const mark = markThatHolds(decided)
  return mark === null ? row : withMark(row, mark, entry)
}

/** What of a team's marks stands. */
export function teamMarks(team: TeamFile): TeamMarks {
  return {
    of: (product) => saidOf(decidedOf(team, product)).marks,
    stands: (...mark) => stands(team, ...mark),
    // What was there before the team was, nobody has said in it.
    isGone: (product, mark) =>
      newestOf(team, product, { kind: 'mark', part: mark.markedBy }) !== null &&
      !stands(team, product, mark.markedBy, mark)
  }
}

interface NewestRow extends Decided {
  product: string
}

/** What each reviewer of a product said last, as an operation that says so again. */
export function newestMarks(product: string, decided: readonly Decided[]): (Unnumbered & { act: MarkAct })[] {
  return decided.flatMap((said) => {
    const { kind, part: by, wall, counter, device } = said
    if (kind !== 'mark') return []
    return [{ by, product, act: { mark: saidMark(said) }, clock: { wall, counter, device } }]
  })
}

export type MarkAct = Extract<Act, { mark: object }>

/** What this device said last of the team as a whole. Others cannot say it for them. */
export function ownWordsOnTeam({ db }: TeamFile, device: string): Unnumbered[] {
  const rows = db
    .prepare('SELECT * FROM newest WHERE product = ? AND substr(part, 1, 32) = ?')
    .all(wholeTeam, device) as unknown as (Decided & { kind: WordKind; value: string })[]
  return rows.map(({ kind, part, value, wall, counter }) => {
    const said = JSON.parse(value) as { by?: string; value?: string | null }
    const [, itemKind, id] = part.split(' ')
    const item = { kind: itemKind, id, value: said.value }
    const act = (kind === 'item' ? { item } : { [kind]: said }) as Act
    return { by: said.by ?? '', product: wholeTeam, act, clock: { wall, counter, device } }
  })
}

/** By an index that marks are not in. */
function besideMarks(db: TeamFile['db'], kind: 'assignment' | 'exception'): NewestRow[] {
  const rows = db.prepare(`SELECT * FROM newest WHERE ${besidesMarks} AND kind = ?`).all(kind)
  return rows as unknown as NewestRow[]
}

/** What was decided last of all assignments, also that there is no longer one. */
export function newestAssignments({ db }: TeamFile): Unnumbered[] {
  const rows = besideMarks(db, 'assignment')
  return rows.map(({ product, value, wall, counter, device }) => {
    const assignment = value === null ? { to: null } : (JSON.parse(value) as { to: string })
    return { by: '', product, act: { assignment }, clock: { wall, counter, device } }
  })
}

/** What was decided last of all exceptions, also that there is no longer one. */
export function newestExceptions({ db }: TeamFile): (Unnumbered & { act: ExceptionAct })[] {
  const rows = besideMarks(db, 'exception')
  return rows.map(({ product, part: rule, value, wall, counter, device }) => {
    const said =
      value === null ? { reason: null, by: '' } : (JSON.parse(value) as { reason: string; by: string })
    return { by: said.by, product, act: { exception: { rule, ...said } }, clock: { wall, counter, device } }
  })
}

export type ExceptionAct = Extract<Act, { exception: object }>

/** Lays the exceptions that the team has decided on over what these reviews have, as after a backup of them was restored. */
export function layExceptions(team: TeamFile, sql: Statements): void {
  for (const { product, act, clock } of newestExceptions(team)) {
    const { rule, reason, by } = act.exception
    putException(sql, product, rule, reason === null ? null : { reason, reviewer: by, at: clock.wall })
  }
}

/** Products that each reviewer has a mark on, by name. Kept as marks come and go (`countMarked`): counting a million takes half a second. */
export function markedByReviewer({ db }: TeamFile): Map<string, number> {
  const rows = db.prepare('SELECT reviewer, products FROM marked').all() as unknown as {
    reviewer: string
    products: number
  }[]
  return new Map(rows.map(({ reviewer, products }) => [reviewer, products]))
}
