import type { SegmentName } from '../../team/carriers/carrier'
import type { SegmentHeader } from '../../team/segment'
import { membershipOf, type TeamFile } from './team-file'

/**
 * ms that segments stay where they are after a snapshot that stands for them: a program that syncs the folder may bring their
 * removal to others before it brings the snapshot.
 */
const removeAfter = 24 * 60 * 60 * 1000

/** A snapshot, and the segments that it stands for once it is whole. */
export interface Fold {
  device: string
  /** Sequence number of its first part. */
  start: number
  parts: number
  first: number
  through: number
  at: number
  isWhole: boolean
}

/** Takes note of a snapshot of which a part was merged. Once all of it was, the segments that it stands for need not be read: which ones. */
export function keepFold(
  team: TeamFile,
  { device, sequence, folds, at }: SegmentHeader
): Pick<Fold, 'first' | 'through'> | null {
  // This device's own stand for nothing before they were read back.
  if (folds === null || device === membershipOf(team).device) return null
  const fold = { device, start: sequence - folds.part + 1, ...folds, at }
  addFold(team, fold)
  const merged = team.db
    .prepare(
      'SELECT count(*) AS count FROM segment WHERE device = ? AND sequence >= ? AND sequence < ? AND merged = 1'
    )
    .get(device, fold.start, fold.start + fold.parts)
  if (Number(merged?.count) < fold.parts) return null
  setWhole(team, fold)
  forgetFolded(team, fold)
  return { first: fold.first, through: fold.through }
}

/** A snapshot that is not whole yet. */
export function addFold({ db }: TeamFile, fold: Omit<Fold, 'isWhole'>): void {
  const { device, start, parts, first, through, at } = fold
  db.prepare('INSERT OR IGNORE INTO fold VALUES (?, ?, ?, ?, ?, ?, 0)').run(
    device,
    start,
    parts,
    first,
    through,
    at
  )
}

/** A part of an own snapshot was read back as it was written: once all were, it stands for the segments. */
export function confirmFold(team: TeamFile, sequence: number): void {
  const fold = foldWith(team, sequence)
  if (fold === null) return
  const { count } =
    team.db
      .prepare(
        'SELECT count(*) AS count FROM segment WHERE device = ? AND sequence >= ? AND sequence < ? AND confirmed = 1'
      )
      .get(fold.device, fold.start, fold.start + fold.parts) ?? {}
  if (Number(count) === fold.parts) setWhole(team, fold)
}

/** A part of an own snapshot is not what it should be: the segments stay, unless they are gone. */
export function cancelFold(team: TeamFile, sequence: number): void {
  const fold = foldWith(team, sequence)
  if (fold === null || fold.isWhole) return
  team.db.prepare('DELETE FROM fold WHERE device = ? AND start = ?').run(fold.device, fold.start)
}

/** The own snapshot that has a part of this sequence number. */
function foldWith(team: TeamFile, sequence: number): Fold | null {
  const own = foldsOf(team).get(membershipOf(team).device) ?? []
  return own.find(({ start, parts }) => sequence >= start && sequence < start + parts) ?? null
}

/** All snapshots that are known, by their devices. There are few: later ones stand for earlier ones. */
export function foldsOf({ db }: TeamFile): Map<string, Fold[]> {
  const rows = db
    .prepare('SELECT device, start, parts, first, through, at, is_whole AS isWhole FROM fold')
    .all() as unknown as (Omit<Fold, 'isWhole'> & { isWhole: number })[]
  const folds = new Map<string, Fold[]>()
  for (const row of rows)
    folds.set(row.device, [...(folds.get(row.device) ?? []), { ...row, isWhole: row.isWhole === 1 }])
  return folds
}

/** Whether a snapshot that is whole stands for the segment. */
export function isFolded(folds: ReadonlyMap<string, Fold[]>, { device, sequence }: SegmentName): boolean {
  return (folds.get(device) ?? []).some(
    ({ first, through, isWhole }) => isWhole && sequence >= first && sequence <= through
  )
}

/**
 * Lets go of own segments whose snapshot has been whole for a while, and says which of these names the carrier may let go of, too.
 *
 * @param at ms since 1970
 */
export function takeFolded(team: TeamFile, names: readonly SegmentName[], at: number): SegmentName[] {
  const { device } = membershipOf(team)
  const own = (foldsOf(team).get(device) ?? []).filter((fold) => fold.isWhole && fold.at + removeAfter <= at)
  for (const fold of own) forgetFolded(team, fold)
  const folds = new Map([[device, own]])
  return names.filter((name) => isFolded(folds, name))
}

/** This device goes on under another id: snapshots of the old one that were not read back stand for nothing. */
export function dropOpenFolds(team: TeamFile): void {
  team.db.prepare('DELETE FROM fold WHERE device = ? AND is_whole = 0').run(membershipOf(team).device)
}

function setWhole({ db }: TeamFile, { device, start }: Pick<Fold, 'device' | 'start'>): void {
  db.prepare('UPDATE fold SET is_whole = 1 WHERE device = ? AND start = ?').run(device, start)
}

function forgetFolded({ db }: TeamFile, fold: Pick<Fold, 'device' | 'start' | 'first' | 'through'>): void {
  const { device, first, through } = fold
  db.prepare('DELETE FROM segment WHERE device = ? AND sequence >= ? AND sequence <= ?').run(
    device,
    first,
    through
  )
  // Snapshots among them are part of this one.
  db.prepare('DELETE FROM fold WHERE device = ? AND start >= ? AND start <= ?').run(device, first, through)
}
