import type { RemovedDevice } from '../../team/types'
import type { TeamFile } from './team-file'

/*
 * Who has said that a device is removed, and up to which of its segments they had read. Each word is kept, so that which of them count can be
 * told from all of them at any time (policy.ts), in whichever order they were read.
 */

/** What somebody has said of a device; `author` is '' where an earlier version did not keep who it was. */
export interface RemovalWord extends RemovedDevice {
  author: string
}

export interface Removals {
  /** The last sequence number that counts of each device that is removed. */
  removed: ReadonlyMap<string, number>
  /** Nobody is left who owns the team, so that everybody may do what only owners may. */
  isOpen: boolean
}

/**
 * Which devices are removed: those of which an owner says so, as far as anybody has read them. Owners are so regardless of removals, so
 * that two who remove each other at the same time are both removed, whichever is heard of first. Where none of them is left, everybody's
 * word counts. Nobody says anything of their own device, which has read all of its own.
 *
 * @param owners null: everybody is
 * @param left devices that have left the team
 */
export function removalsOf(
  words: readonly RemovalWord[],
  owners: ReadonlySet<string> | null,
  left: ReadonlySet<string>
): Removals {
  const ofOthers = words.filter(({ device, author }) => device !== author)
  const countedBy = (counts: (author: string) => boolean): Map<string, number> => {
    const isRemoved = new Set(ofOthers.filter(({ author }) => counts(author)).map(({ device }) => device))
    const removed = new Map<string, number>()
    for (const { device, through } of ofOthers)
      if (isRemoved.has(device)) removed.set(device, Math.max(through, removed.get(device) ?? 0))
    return removed
  }
  if (owners === null) return { removed: countedBy(() => true), isOpen: false }
  const removed = countedBy((author) => author === '' || owners.has(author))
  // Before anything of the team was read, its owners are not known.
  const isOpen = owners.size > 0 && [...owners].every((owner) => removed.has(owner) || left.has(owner))
  return isOpen ? { removed: countedBy(() => true), isOpen } : { removed, isOpen }
}

export function removalWords({ db }: TeamFile): RemovalWord[] {
  return db.prepare('SELECT device, author, through FROM removal').all() as unknown as RemovalWord[]
}

/** Keeps what a device says, as far as it says more than before. @param isTold others know it from the same place */
export function putRemovalWord(
  { db }: TeamFile,
  { device, author, through }: RemovalWord,
  isTold: boolean
): void {
  db.prepare(
    `INSERT INTO removal VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
     SET through = excluded.through, is_told = excluded.is_told WHERE excluded.through > through`
  ).run(device, author, through, Number(isTold))
}

/** The last segment of a device that was ever merged here, also where it is to be merged again; 0: none was. */
export function lastMerged({ db }: TeamFile, device: string): number {
  const row = db
    .prepare(
      'SELECT max(sequence) AS last FROM segment WHERE device = ? AND problem IS NULL AND hash IS NOT NULL'
    )
    .get(device)
  return Number(row?.last ?? 0)
}

/** Those that colleagues are still to be told of, at most as many as a segment may name. */
export function removedToTell({ db }: TeamFile): RemovedDevice[] {
  const rows = db
    .prepare(
      'SELECT device, max(through) AS through FROM removal WHERE is_told = 0 GROUP BY device LIMIT 100'
    )
    .all()
  return rows as unknown as RemovedDevice[]
}

export function haveTold({ db }: TeamFile, removed: readonly RemovedDevice[]): void {
  for (const { device } of removed) db.prepare('UPDATE removal SET is_told = 1 WHERE device = ?').run(device)
}

/** Tells again what this device has said. @param own its id */
export function tellRemovedAgain({ db }: TeamFile, own: string): void {
  db.prepare("UPDATE removal SET is_told = 0 WHERE author IN (?, '')").run(own)
}

/** What a device has said before it goes on under another id: what the team knows of it is read again from its segments. */
export function forgetRemovedBy({ db }: TeamFile, device: string): void {
  db.prepare('DELETE FROM removal WHERE author = ?').run(device)
}
