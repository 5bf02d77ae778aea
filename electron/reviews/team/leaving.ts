import { publishReviews } from './publish'
import type { TeamBooks } from './tell'
import { activeOwners, removalsIn, roleOf } from './policy'
import { lastMerged, putRemovalWord } from './removed'
import { membershipOf, type TeamFile } from './team-file'

/**
 * Removes a device for the whole team, as far as it was not read here; whether that counts is told by `mayRemove`. What it did is told from
 * here: it may have folded that into a snapshot which comes too late to count.
 */
export function removeDevice({ book, team }: TeamBooks, device: string): void {
  if (removalsIn(team).removed.has(device)) return
  const author = membershipOf(team).device
  putRemovalWord(team, { device, author, through: lastMerged(team, device) }, false)
  publishReviews(book, team)
}

/** Whether this device may remove another one. The last owner can be removed by nobody. */
export function mayRemove(team: TeamFile, device: string): boolean {
  if (device === membershipOf(team).device || roleOf(team) === 'member') return false
  return !isLastOwner(team, device)
}

function isLastOwner(team: TeamFile, device: string): boolean {
  const owners = activeOwners(team)
  return owners.size === 1 && owners.has(device)
}

/** Whether this device may leave: the last owner goes after all other people, or once another one is there. */
export function mayLeave(team: TeamFile): boolean {
  const { device } = membershipOf(team)
  if (!isLastOwner(team, device)) return true
  const { removed } = removalsIn(team)
  const others = team.db
    .prepare(
      `SELECT device FROM member WHERE has_left = 0 AND reviewer <>
        coalesce((SELECT reviewer FROM member WHERE device = ?), '')`
    )
    .all(device)
  return others.every((other) => removed.has(String(other.device)))
}
