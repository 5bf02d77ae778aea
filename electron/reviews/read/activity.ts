import type { ReviewedDay } from '../../contract/today'
import { reviewMarks } from '../../contract/review-state'
import type { Book } from '../write/entry'

/** What was reviewed lately. */
export interface Activity {
  /** Days on which something was reviewed, oldest first. */
  days: ReviewedDay[]
  /** Products an hour, of time in which somebody reviewed; null where too few were. */
  perHour: number | null
}

/** Entries that are looked at: more than people make in two weeks, and some 0.2 s. */
const mostEntries = 50_000
/** Entries of single products, the newest, by which the pace is told, and the fewest that tell one. */
const paced = { most: 400, fewest: 10 }
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
export function readActivity({ db }: Book, since: number): Activity {
  const entries = db
    .prepare(
      `SELECT at, date(at / 1000, 'unixepoch', 'localtime') AS day, count,
         (SELECT json_extract(after, '$.mark') FROM log_item WHERE entry = number AND rule = '' LIMIT 1) AS mark
       FROM log WHERE kind = 'mark' AND undone_by IS NULL ORDER BY number DESC LIMIT ${mostEntries}`
    )
    .iterate() as unknown as Iterable<MarkEntry>
  const days = new Map<string, ReviewedDay>()
  const times: number[] = []
  for (const { at, day, count, mark } of entries) {
    if (at < since) break
    const known = days.get(day) ?? { day, approved: 0, needsWork: 0, ignored: 0 }
    days.set(day, known)
    const name = reviewMarks[mark ?? 0]
    if (name === 'approved') known.approved += count
    else if (name === 'needs-work') known.needsWork += count
    else if (name === 'ignored') known.ignored += count
    if (count === 1 && times.length < paced.most) times.push(at)
  }
  return {
    days: [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1)),
    perHour: paceOf(times)
  }
}

/** By the times between marks, without breaks. `times`: newest first. */
function paceOf(times: readonly number[]): number | null {
  const looks = times
    .slice(1)
    .map((at, place) => (times[place] ?? at) - at)
    .filter((look) => look >= 0 && look <= longestLook)
  if (looks.length < paced.fewest) return null
  const spent = looks.reduce((sum, look) => sum + look, 0)
  return spent === 0 ? null : Math.round((looks.length / spent) * 3_600_000)
}
