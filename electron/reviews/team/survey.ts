import type { SegmentName } from '../../team/carriers/carrier'
import { mostAhead } from '../../team/clock'
import type { Survey } from '../../team/types'
import { membershipOf, type TeamFile } from './team-file'

interface KnownRow {
  device: string
  sequence: number
  merged: number
  problem: string | null
  at: number | null
  confirmed: number
  isKept: number
}

/** Segments with a problem that are looked at again each time. */
const mostAgain = 20

/** What there is to do, now that the carrier has segments of these names. */
export function survey(team: TeamFile, names: readonly SegmentName[]): Survey {
  const { device } = membershipOf(team)
  const rows = team.db
    .prepare(
      'SELECT device, sequence, merged, problem, at, confirmed, bytes IS NOT NULL AS isKept FROM segment ORDER BY device, sequence'
    )
    .all() as unknown as KnownRow[]
  const known = new Map(rows.map((row) => [keyOf(row), row]))
  const there = new Set(names.map(keyOf))
  const kept = rows.filter((row) => row.isKept === 1)
  const own = kept.filter((row) => row.device === device)
  for (const row of kept) if (!there.has(keyOf(row))) team.sql.doubt.run(row.device, row.sequence)
  // What another wrote under this device's id is read once this one has another id: known, it would tell of no clone any more.
  const isClone = (name: SegmentName): boolean => name.device === device && !known.has(keyOf(name))
  const unread = names.filter((name) => known.get(keyOf(name))?.merged !== 1 && !isClone(name))
  const isFailed = (name: SegmentName): boolean => (known.get(keyOf(name))?.problem ?? null) !== null
  const again = unread.filter((name) => isFailed(name) && !isVoid(rows, known.get(keyOf(name))))
  return {
    isCloned: names.some(isClone),
    append: kept.filter((row) => !there.has(keyOf(row))).map(nameOf),
    // Of those that were found good, the newest once more: a clone may have taken its place in the very moment (fault 140).
    check: own
      .filter((row, index) => there.has(keyOf(row)) && (row.confirmed === 0 || index === own.length - 1))
      .map(({ sequence }) => sequence),
    // The newest of a device first: it says what to make of those before it.
    read: [...unread.filter((name) => !isFailed(name)).sort(newestFirst), ...someOf(again)]
  }
}

function keyOf({ device, sequence }: SegmentName): string {
  return `${device}/${sequence}`
}

function nameOf({ device, sequence }: SegmentName): SegmentName {
  return { device, sequence }
}

function newestFirst(one: SegmentName, other: SegmentName): number {
  return other.sequence - one.sequence
}

/** Others each time, so that all come round. */
function someOf(names: readonly SegmentName[]): SegmentName[] {
  const from = names.length <= mostAgain ? 0 : Math.floor(Math.random() * (names.length - mostAgain))
  return names.slice(from, from + mostAgain)
}

/** Its device has noticed that its clock was ahead, and told all of it again (fault 142). */
function isVoid(rows: readonly KnownRow[], row: KnownRow | undefined): boolean {
  if (row?.problem !== 'ahead' || row.at === null) return false
  const { device, sequence, at } = row
  return rows.some(
    (later) =>
      later.device === device && later.sequence > sequence && later.at !== null && later.at < at - mostAhead
  )
}
