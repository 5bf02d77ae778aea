import { nameBeforeAll, type SegmentName } from '../../team/carriers/carrier'
import { mostAhead } from '../../team/clock'
import type { ListedNames, Survey } from '../../team/types'
import { foldsOf, isFolded, takeFolded } from './folds'
import { ownersOf, removedDevices } from './policy'
import { membershipOf, readFact, writeFact, type TeamFile } from './team-file'

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

/** Comes after every device's id. */
const afterAll: SegmentName = { device: 'g', sequence: 0 }

/** What there is to do, now that the carrier has segments of these names. */
export function survey(team: TeamFile, { names, after, through, at, isPart = false }: ListedNames): Survey {
  const { device } = membershipOf(team)
  const remove = takeFolded(team, names, at)
  const folds = foldsOf(team)
  const [from, to] = [after ?? nameBeforeAll, through ?? afterAll]
  const rows = team.db
    .prepare(
      `SELECT device, sequence, merged, problem, at, confirmed, bytes IS NOT NULL AS isKept FROM segment
       WHERE (device, sequence) > (?, ?) AND (device, sequence) <= (?, ?) ORDER BY device, sequence`
    )
    .all(from.device, from.sequence, to.device, to.sequence) as unknown as KnownRow[]
  const known = new Map(rows.map((row) => [keyOf(row), row]))
  const there = new Set(names.map(keyOf))
  const kept = rows.filter((row) => row.isKept === 1)
  const own = kept.filter((row) => row.device === device)
  const unreadable = rows.filter(
    (row) => row.device === device && row.isKept === 0 && there.has(keyOf(row)) && !isFolded(folds, row)
  )
  if (!isPart && through === null) writeFact(team, 'unread', null)
  const missing = isPart ? [] : kept.filter((row) => !there.has(keyOf(row)))
  for (const row of missing) team.sql.doubt.run(row.device, row.sequence)
  // What another wrote under this device's id is read once this one has another id: known, it would no longer tell of a clone.
  const removed = removedDevices(team)
  const isIgnored = (name: SegmentName): boolean => name.sequence > (removed.get(name.device) ?? Infinity)
  const isClone = (name: SegmentName): boolean =>
    name.device === device && !known.has(keyOf(name)) && !isFolded(folds, name)
  const unread = names.filter(
    (name) =>
      known.get(keyOf(name))?.merged !== 1 && !isClone(name) && !isIgnored(name) && !isFolded(folds, name)
  )
  // Once, for whom it says were removed: two owners may have removed each other.
  const words = isPart ? [] : names.filter((name) => isIgnored(name) && !known.has(keyOf(name)))
  const isFailed = (name: SegmentName): boolean =>
    !['removed', null].includes(known.get(keyOf(name))?.problem ?? null)
  const again = unread.filter((name) => isFailed(name) && !isVoid(team, known.get(keyOf(name))))
  return {
    isCloned: names.some(isClone),
    append: missing.map(nameOf),
    // Of those that were found good, the newest once more: a clone may have taken its place in the very moment (fault 140).
    check: [
      ...own.filter(
        (row, index) => there.has(keyOf(row)) && (row.confirmed === 0 || index === own.length - 1)
      ),
      ...someOf(unreadable)
    ].map(({ sequence }) => sequence),
    remove,
    read: [
      ...ownersFirst(team, [...unread.filter((name) => !isFailed(name)), ...words]),
      ...(isPart ? again : someOf(again))
    ],
    ignored: names.filter(isIgnored).length
  }
}

function keyOf({ device, sequence }: SegmentName): string {
  return `${device}/${sequence}`
}

function nameOf({ device, sequence }: SegmentName): SegmentName {
  return { device, sequence }
}

/**
 * The newest of a device first: it says what to make of those before it. Those of owners before all others: whom they have removed is known
 * then, and what such a device wrote since is not taken by whoever comes late, and told to all.
 */
function ownersFirst(team: TeamFile, names: readonly SegmentName[]): SegmentName[] {
  const owners = ownersOf(
    team,
    names.map(({ device }) => device)
  )
  const rank = ({ device }: SegmentName): number => Number(owners?.has(device) ?? false)
  return names.toSorted((one, other) => rank(other) - rank(one) || other.sequence - one.sequence)
}

/** Others each time, so that all come round. */
function someOf(names: readonly SegmentName[]): SegmentName[] {
  const from = names.length <= mostAgain ? 0 : Math.floor(Math.random() * (names.length - mostAgain))
  return names.slice(from, from + mostAgain)
}

/** Its device has noticed that its clock was ahead, and told all of it again (fault 142). */
function isVoid({ db }: TeamFile, row: KnownRow | undefined): boolean {
  if (row?.problem !== 'ahead' || row.at === null) return false
  const later = db
    .prepare('SELECT 1 FROM segment WHERE device = ? AND sequence > ? AND at < ? LIMIT 1')
    .get(row.device, row.sequence, row.at - mostAhead)
  return later !== undefined
}

/**
 * What of a team's segments is worth carrying to a colleague by hand: those that were written here, and those that the team's place has
 * besides (of `names`). Neither what a snapshot stands for, nor what a removed device wrote since.
 */
export function segmentsToCarry(
  team: TeamFile,
  names: readonly SegmentName[]
): { own: SegmentName[]; others: SegmentName[] } {
  const folds = foldsOf(team)
  const removed = removedDevices(team)
  const rows = team.db
    .prepare('SELECT device, sequence FROM segment WHERE bytes IS NOT NULL ORDER BY device, sequence')
    .all() as unknown as SegmentName[]
  const kept = new Set(rows.map(keyOf))
  const isOfUse = (name: SegmentName): boolean =>
    !isFolded(folds, name) && name.sequence <= (removed.get(name.device) ?? Infinity)
  return {
    own: rows.filter(isOfUse).map(nameOf),
    others: names.filter((name) => isOfUse(name) && !kept.has(keyOf(name)))
  }
}

/** The last segment of each device that is known here; null: those before them are to be read again as well. By the primary key. */
export function newestSegments(team: TeamFile): SegmentName[] | null {
  if (readFact(team, 'unread') !== null) return null
  const rows = team.db.prepare('SELECT device, max(sequence) AS sequence FROM segment GROUP BY device').all()
  return rows as unknown as SegmentName[]
}
