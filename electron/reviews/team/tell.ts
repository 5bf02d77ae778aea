import type { FingerprintedContent } from '../../catalog/content-fingerprint'
import { mostAhead, tick, type Clock } from '../../team/clock'
import { isOfTeam, lineOf, type Act, type Unnumbered } from '../../team/operation'
import { toJson, type ReviewRow } from '../db/review-row'
import { withoutTimesAhead } from '../sharing/file-format'
import type { SharedReview } from '../sharing/merge'
import { rowFrom, sharedFrom } from '../sharing/shared-rows'
import { putReview, reviewOf, type Book } from '../write/entry'
import {
  asDecided,
  clockBefore,
  decidedOf,
  decisionIn,
  decisionsOf,
  keepNewest,
  type Decided
} from './newest'
import { itemsToTell } from './items'
import { policyToTell } from './policy'
import { membershipOf, waitAtOnce, type TeamFile } from './team-file'

/** UTF-16 units of what was approved, above which an operation goes without: its fingerprint still says what it was. */
const maxContent = 200_000

/** A review's files, and its team's. */
export interface TeamBooks {
  book: Book
  team: TeamFile
}

/** What is known of a product before something is done to it: by which device, and what was decided. */
interface Known {
  device: string
  decided: readonly Decided[]
}

/**
 * Notes what was done here, for the next segment.
 *
 * @param wall when it was done, ms since 1970
 * @returns what is decided of the product now
 */
export function addOperation(
  team: TeamFile,
  done: { by: string; product: string; act: Act },
  wall: number,
  known: Known = {
    device: membershipOf(team).device,
    decided: isOfTeam(done.act) ? [] : decidedOf(team, done.product)
  }
): readonly Decided[] {
  const { device, decided } = known
  // After all that was known of the same; the rest needs no order.
  const now = decisionsOf(done, device).filter(({ saidAt }) => saidAt === undefined)
  const clock = now.reduce<Clock>(
    (latest, decision) => {
      const last = isOfTeam(done.act) ? clockBefore(team, decision) : decisionIn(decided, decision)
      return last === undefined || last.wall < latest.wall ? latest : tick(last, latest.wall, device)
    },
    tick(null, Math.max(0, wall), device)
  )
  const operation: Unnumbered = { ...done, clock }
  putWaiting(team, operation)
  return keepNewest(team, operation, decided)
}

/** Lets an operation wait for the next segment. */
export function putWaiting(team: TeamFile, operation: Unnumbered): void {
  team.sql.wait.run(lineOf(operation))
}

/** As `putWaiting`, of many: some at once, since what number is next is looked up and kept for each statement. */
export function putAllWaiting({ sql }: TeamFile, operations: readonly Unnumbered[]): void {
  const lines = operations.map(lineOf)
  const alone = lines.length % waitAtOnce
  for (const line of lines.slice(0, alone)) sql.wait.run(line)
  for (let at = alone; at < lines.length; at += waitAtOnce)
    sql.waitAll.run(...lines.slice(at, at + waitAtOnce))
}

/** Tells what an owner says of the whole team in place of others, who may not be able to any longer. */
export function tellForOthers(team: TeamFile): void {
  for (const known of [...itemsToTell(team), ...policyToTell(team)]) {
    keepNewest(team, known)
    putWaiting(team, known)
  }
}

/**
 * A review as it is shared. One of a time that has not come, since the clock was wrong when it was made, counts as of now, here as
 * at colleagues (fault 142).
 */
export function sharedNow(book: Book, product: string, row: ReviewRow, now: number): SharedReview {
  const saved = row.seen === null ? undefined : book.sql.content.get(row.seen)?.content
  const isShort = typeof saved === 'string' && saved.length <= maxContent
  const shared = sharedFrom(row, isShort ? (JSON.parse(saved) as FingerprintedContent) : null)
  const told = withoutTimesAhead(shared, now)
  if (told === shared) return shared
  const current = reviewOf(book.sql, product)
  putReview(book.sql, product, rowFrom(current, withoutTimesAhead(sharedFrom(current, null), now)))
  return told
}

/** A time, ms since 1970, that nobody holds back for being ahead of theirs. */
export function bounded(at: number, now: number): number {
  return Math.min(at, now + mostAhead)
}

/** Gives a product the mark that holds by what is decided of it. */
export function settleMark(
  { book: { sql }, team }: TeamBooks,
  product: string,
  decided: readonly Decided[]
): void {
  const now = reviewOf(sql, product)
  // No entry of the log tells of another one.
  const settled = asDecided(now, decided, 0)
  if (toJson(settled) === toJson(now)) return
  putReview(sql, product, settled)
  team.restated.add(product)
}
