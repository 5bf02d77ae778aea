import type { ReviewedDay } from '../../contract/today'
import { reviewMarks } from '../../contract/review-state'
import type { Book } from '../write/entry'

/** Entries that are looked at: more than people make in two weeks, and some 0.2 s. */
const mostEntries = 50_000
/** Marks of single products, the newest, by which the pace is told, and the fewest that tell one. */
const paced = { most: 400, fewest: 20 }
/** ms back from now: a pace is that of the last days. */
const pacedTime = 14 * 86_400_000
/** ms: whoever does not mark for longer is doing something else. */
const longestLook = 120_000

interface MarkEntry {
  at: number
  day: string
  count: number
  mark: number | null
}

/**
 * What was marked since a time (ms since 1970), by days of this computer's calendar, without what was undone. All products of an entry
 * have the same mark. From the newest entry back, by the primary key of `log`.
 */
export function readActivity({ db }: Book, since: number): ReviewedDay[] {
  const entries = db
    .prepare(
      `SELECT at, date(at / 1000, 'unixepoch', 'localtime') AS day, count,
         (SELECT json_extract(after, '$.mark') FROM log_item WHERE entry = number AND rule = '' LIMIT 1) AS mark
       FROM log WHERE kind = 'mark' AND undone_by IS NULL ORDER BY number DESC LIMIT ${mostEntries}`
    )
    .iterate() as unknown as Iterable<MarkEntry>
  const days = new Map<string, ReviewedDay>()
  for (const { at, day, count, mark } of entries) {
    if (at < since) break
    const known = days.get(day) ?? { day, approved: 0, needsWork: 0, ignored: 0 }
    days.set(day, known)
    const name = reviewMarks[mark ?? 0]
    if (name === 'approved') known.approved += count
    else if (name === 'needs-work') known.needsWork += count
    else if (name === 'ignored') known.ignored += count
  }
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1))
}

/**
 * Products an hour at which this catalog is reviewed, by the median of the times between single marks of the last days, without breaks;
 * null where too few were made to tell. `now`: ms since 1970. By the primary key of `log`.
 */
export function readPace({ db }: Book, now: number): number | null {
  const entries = db
    .prepare(
      `SELECT at FROM log WHERE kind = 'mark' AND undone_by IS NULL AND count = 1 ORDER BY number DESC LIMIT ${paced.most}`
    )
    .iterate() as unknown as Iterable<{ at: number }>
  const times: number[] = []
  for (const { at } of entries) {
    if (at < now - pacedTime) break
    times.push(at)
  }
  const looks = times
    .slice(1)
    .map((at, place) => (times[place] ?? at) - at)
    .filter((look) => look >= 0 && look <= longestLook)
    .sort((one, other) => one - other)
  if (times.length < paced.fewest) return null
  const median = looks[Math.floor(looks.length / 2)] ?? 0
  return median === 0 ? null : Math.round(3_600_000 / median)
}
