import type { SegmentHeader } from '../../team/segment'
import type { TeamDevice } from '../../team/types'
import { markedByReviewer } from './newest'
import { activeOwners, removedDevices } from './policy'
import { membershipOf, type TeamFile } from './team-file'

/** Takes note of what a segment says of its device, unless a newer one was read. */
export function keepMember({ db }: TeamFile, { device, sequence, by, at, left }: SegmentHeader): void {
  db.prepare(
    `INSERT INTO member VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET sequence = excluded.sequence, reviewer = excluded.reviewer, at = excluded.at,
       has_left = excluded.has_left WHERE excluded.sequence >= sequence`
  ).run(device, sequence, by, at, Number(left))
}

/** All devices, by their reviewers' names. */
export function listMembers(team: TeamFile): TeamDevice[] {
  const own = membershipOf(team).device
  const marked = markedByReviewer(team)
  const removed = removedDevices(team)
  const owners = activeOwners(team)
  const rows = team.db
    .prepare(
      `SELECT device, reviewer, at, has_left AS hasLeft,
        EXISTS (SELECT 1 FROM segment WHERE segment.device = member.device AND problem = 'ahead') AS isAhead
       FROM member ORDER BY reviewer, device`
    )
    .all() as unknown as (Pick<TeamDevice, 'device' | 'reviewer' | 'at'> & {
    hasLeft: number
    isAhead: number
  })[]
  return rows.map(({ hasLeft, isAhead, ...row }) => ({
    ...row,
    hasLeft: hasLeft === 1,
    isRemoved: removed.has(row.device),
    isAhead: isAhead === 1,
    isOwner: owners.has(row.device),
    marked: marked.get(row.reviewer) ?? 0,
    isThis: row.device === own
  }))
}
