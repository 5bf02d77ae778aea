import type { ReviewedDay, ReviewPace } from '../../contract/today'
import { reviewMarks } from '../../contract/review-state'
import type { Book } from '../write/entry'

/** Entries that are looked at: more than people make in two weeks. */
const mostEntries = 50_000
/** Marks of single products, the newest, by which the pace is told, and the fewest that tell one. */
const paced = { most: 400, fewest: 20 }
/** ms back from now: a pace is that of the last days. */
const pacedTime = 14 * 86_400_000
/** ms: whoever does not mark for longer is doing something else. */
const longestLook = 120_000

/** The oldest entry since a time, of the newest `mostEntries` marks; null where there is none. From the newest back, by the primary key of `log`. */
function firstSince({ db }: Book, since: number): number | null {
  const entries = db
    .prepare(
      `SELECT number, at FROM log WHERE kind = 'mark' AND undone_by IS NULL ORDER BY number DESC LIMIT ${mostEntries}`
    )
    .iterate() as unknown as Iterable<{ number: number; at: number }>
  let first: number | null = null
  for (const { number, at } of entries) {
    if (at < since) break
    first = number
  }
  return first
}

/**
 * What was reviewed since a time (ms since 1970), by days of this computer's calendar, without what was undone. A product counts once a
 * day, with the last mark of that day: a reason that follows a mark, or another mark, is no second review. By the primary keys of `log` and
 * `log_item`.
 */
export function readActivity(book: Book, since: number): ReviewedDay[] {
  const first = firstSince(book, since)
  if (first === null) return []
  // Of a group with max() SQLite takes the other columns from the row that has it.
  const rows = book.db
    .prepare(
      `SELECT day, mark, count(*) AS products FROM (
         SELECT date(at / 1000, 'unixepoch', 'localtime') AS day, product, max(number), after ->> 'mark' AS mark
         FROM log JOIN log_item ON entry = number
         WHERE number >= ? AND kind = 'mark' AND undone_by IS NULL AND rule = ''
         GROUP BY day, product
       ) GROUP BY day, mark ORDER BY day`
    )
    .all(first) as unknown as { day: string; mark: number | null; products: number }[]
  const days = new Map<string, ReviewedDay>()
  for (const { day, mark, products } of rows) {
    const known = days.get(day) ?? { day, approved: 0, needsWork: 0, ignored: 0 }
    const name = reviewMarks[mark ?? 0]
    if (name === 'approved') known.approved = products
    else if (name === 'needs-work') known.needsWork = products
    else if (name === 'ignored') known.ignored = products
    else continue
    days.set(day, known)
  }
  return [...days.values()]
}

/** When single products were decided on, newest first: the marks of one in a row, such as a reason after its mark, are one decision. */
function decisionTimes({ db }: Book, since: number): number[] {
  const entries = db
    .prepare(
      `SELECT at, (SELECT product FROM log_item WHERE entry = number LIMIT 1) AS product
       FROM log WHERE kind = 'mark' AND undone_by IS NULL AND count = 1 ORDER BY number DESC LIMIT ${paced.most}`
    )
    .iterate() as unknown as Iterable<{ at: number; product: string | null }>
  const times: number[] = []
  let newer: string | null = null
  for (const { at, product } of entries) {
    if (at < since) break
    if (product === null || product !== newer) times.push(at)
    else times[times.length - 1] = at
    newer = product
  }
  return times
}

/** Products that were reviewed on the day of a time (ms since 1970), as `readActivity` has them. */
function readToday(book: Book, now: number): number {
  const days = readActivity(book, new Date(now).setHours(0, 0, 0, 0))
  return days.reduce((sum, { approved, needsWork, ignored }) => sum + approved + needsWork + ignored, 0)
}

/** How fast this catalog is reviewed. `now`: ms since 1970. */
export function readPace(book: Book, now: number): ReviewPace {
  return { perHour: readSpeed(book, now), today: readToday(book, now) }
}

/**
 * Products an hour at which this catalog is reviewed, by the median of the times between decisions on single products in the last days, without
 * breaks; null where too few were made to tell. `now`: ms since 1970. By the primary key of `log`.
 */
function readSpeed(book: Book, now: number): number | null {
  const times = decisionTimes(book, now - pacedTime)
  const looks = times
    .slice(1)
    .map((at, place) => (times[place] ?? at) - at)
    .filter((look) => look >= 0 && look <= longestLook)
    .sort((one, other) => one - other)
  if (times.length < paced.fewest) return null
  const median = looks[Math.floor(looks.length / 2)] ?? 0
  return median === 0 ? null : Math.round(3_600_000 / median)
}
