import type { TeamPolicy } from '../../contract/team'
import { compareClocks, type Clock } from '../../team/clock'
import { wholeTeam, type TeamAct } from '../../team/operation'
import { hasFounder, teamIdOf } from '../../team/segment'
import { membershipOf, readFact, writeFact, type TeamFile } from './team-file'

/*
 * Who created a team owns it, and whomever an owner makes one: devices, since a key can be checked and a name cannot. What only owners may do
 * is read from everybody and counts from owners alone, so that all readers come to the same, in whichever order they read. Nobody is known
 * to own a team of an earlier version: there everybody may.
 */

/** Kinds of rows of `newest` that are about the whole team. */
export type WordKind = 'policy' | 'owner' | 'item'

interface TeamRow extends Clock {
  value: string
}

/** What devices have said of the whole team: `author` is who says so, since the newest word need not be an owner's. */
function wordsOn({ db }: TeamFile, kind: 'policy' | 'owner'): (TeamRow & { author: string })[] {
  const rows = db
    .prepare('SELECT part, wall, counter, device, value FROM newest WHERE product = ? AND kind = ?')
    .all(wholeTeam, kind) as unknown as (TeamRow & { part: string })[]
  return rows.map(({ part, ...row }) => ({ ...row, author: part.slice(0, 32) }))
}

/** The team's owners, by their devices' ids; null: everybody is. */
export function ownersOf(team: TeamFile): ReadonlySet<string> | null {
  const { team: id, device } = membershipOf(team)
  if (!hasFounder(id)) return null
  const grants = wordsOn(team, 'owner').map(({ author, value }) => ({
    author,
    granted: (JSON.parse(value) as { device: string }).device
  }))
  const said = [...grants, ...wordsOn(team, 'policy')].map(({ author }) => author)
  const known = [device, ...said, ...devicesKnown(team)]
  const owners = new Set(known.filter((each) => teamIdOf(each) === id))
  for (let size = -1; size !== owners.size;) {
    size = owners.size
    for (const { author, granted } of grants) if (owners.has(author)) owners.add(granted)
  }
  return owners
}

function devicesKnown({ db }: TeamFile): string[] {
  return db
    .prepare('SELECT device FROM member')
    .all()
    .map(({ device }) => String(device))
}

/** Whether a device may do what only owners may. */
export function isOwner(team: TeamFile, device: string): boolean {
  const { team: id } = membershipOf(team)
  return !hasFounder(id) || teamIdOf(device) === id || (readFact(team, 'owners') ?? []).includes(device)
}

/**
 * Whether what a device says of the whole team counts. A view is its device's as well: the id of a view begins with the id of the device
 * that shared it (`newViewId`).
 */
export function maySay(team: TeamFile, device: string, act: TeamAct): boolean {
  return (
    isOwner(team, device) || ('item' in act && act.item.kind === 'view' && sharerOf(act.item.id) === device)
  )
}

/** The device that shared a view, by the view's id. */
export function sharerOf(id: string): string {
  return id.slice(0, 32)
}

/** How the team decides, and whether this device may say so. */
export function readPolicy(team: TeamFile): TeamPolicy {
  const { team: id, device } = membershipOf(team)
  const role = !hasFounder(id) ? 'everybody' : isOwner(team, device) ? 'owner' : 'member'
  return { approvals: team.approvals, role }
}

/**
 * Takes back what this device said of the whole team, before it goes on under another id: nobody would believe that one. What is at the
 * team's place under this id is read again.
 */
export function forgetOwnWords(team: TeamFile): void {
  const { device } = membershipOf(team)
  team.db.prepare("DELETE FROM waiting WHERE operation ->> 'product' = ?").run(wholeTeam)
  team.db.prepare('DELETE FROM newest WHERE product = ? AND substr(part, 1, 32) = ?').run(wholeTeam, device)
  settlePolicy(team)
}

/** Brings what is read often up to date with what was said of the whole team; who has become an owner is read again. */
export function settlePolicy(team: TeamFile): void {
  const owners = ownersOf(team)
  const before = readFact(team, 'owners') ?? []
  const { team: id } = membershipOf(team)
  const granted = [...(owners ?? [])].filter((device) => teamIdOf(device) !== id)
  writeFact(team, 'owners', granted)
  // What it undid before it was known that it may was passed over.
  const again = team.db.prepare('UPDATE segment SET merged = 0 WHERE device = ? AND bytes IS NULL')
  for (const device of granted) if (!before.includes(device)) again.run(device)
  const said = wordsOn(team, 'policy').filter(({ author }) => owners?.has(author) ?? true)
  const newest = said.sort(compareClocks).at(-1)
  const approvals = newest === undefined ? 1 : (JSON.parse(newest.value) as { approvals: number }).approvals
  if (approvals === team.approvals) return
  writeFact(team, 'approvals', approvals)
  team.approvals = approvals
  team.isRestated = true
}
