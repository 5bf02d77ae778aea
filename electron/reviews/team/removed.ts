import type { RemovedDevice } from '../../team/types'
import { publishReviews, type TeamBooks } from './collect'
import type { TeamFile } from './team-file'

/**
 * Devices whose later segments are ignored. How far each one counts is the furthest that anybody had read when they heard of it, so that
 * all come to the same: whoever has read more than they are told tells that in turn, and what it was; whether that is so here.
 */
export function learnRemoved(team: TeamFile, removed: readonly RemovedDevice[]): boolean {
  let hasReadMore = false
  for (const { device, through } of removed) {
    const known = removedThrough(team, device)
    const furthest = Math.max(known ?? lastMerged(team, device), through)
    if (known === null || furthest > known) put(team, device, furthest, furthest === through)
    hasReadMore ||= known === null && furthest > through
  }
  return hasReadMore
}

/**
 * Removes a device for the whole team, as far as it was not read here. What it did is told from here: it may have folded that into a
 * snapshot which comes too late to count.
 */
export function removeDevice({ book, team }: TeamBooks, device: string): void {
  if (removedThrough(team, device) !== null) return
  put(team, device, lastMerged(team, device), false)
  publishReviews(book, team)
}

/** The last sequence number that counts; null: it was not removed. */
export function removedThrough({ db }: TeamFile, device: string): number | null {
  const row = db.prepare('SELECT through FROM removed WHERE device = ?').get(device)
  return row === undefined ? null : Number(row.through)
}

/** All of them, by their ids. */
export function removedDevices({ db }: TeamFile): Map<string, number> {
  const rows = db.prepare('SELECT device, through FROM removed').all() as unknown as RemovedDevice[]
  return new Map(rows.map(({ device, through }) => [device, through]))
}

/** Those that colleagues are still to be told of, at most as many as a segment may name. */
export function removedToTell({ db }: TeamFile): RemovedDevice[] {
  const rows = db.prepare('SELECT device, through FROM removed WHERE is_told = 0 LIMIT 100').all()
  return rows as unknown as RemovedDevice[]
}

export function haveTold({ db }: TeamFile, removed: readonly RemovedDevice[]): void {
  for (const { device } of removed) db.prepare('UPDATE removed SET is_told = 1 WHERE device = ?').run(device)
}

/** Tells of all of them again, under another id of this device. */
export function tellRemovedAgain({ db }: TeamFile): void {
  db.exec('UPDATE removed SET is_told = 0')
}

function put({ db }: TeamFile, device: string, through: number, isTold: boolean): void {
  db.prepare('INSERT OR REPLACE INTO removed VALUES (?, ?, ?)').run(device, through, Number(isTold))
}

function lastMerged({ db }: TeamFile, device: string): number {
  const row = db
    .prepare('SELECT max(sequence) AS last FROM segment WHERE device = ? AND merged = 1')
    .get(device)
  return Number(row?.last ?? 0)
}
