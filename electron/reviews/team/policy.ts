import type { TeamPolicy } from '../../contract/team'
import { compareClocks, type Clock } from '../../team/clock'
import { wholeTeam, type TeamAct, type Unnumbered } from '../../team/operation'
import { hasFounder, teamIdOf } from '../../team/segment'
import {
  forgetRemovedBy,
  lastMerged,
  putRemovalWord,
  removalsOf,
  removalWords,
  type Removals
} from './removed'
import type { RemovedDevice } from '../../team/types'
import { membershipOf, readFact, writeFact, type TeamFile } from './team-file'

/*
 * Who created a team owns it, and whomever an owner makes one: devices, since a key can be checked and a name cannot. What only owners may do
 * is read from everybody and counts from owners alone, so that all readers come to the same, in whichever order they read. Nobody is known
 * to own a team of an earlier version: there everybody may. So they may once every owner was removed or has left.
 */

/** Kinds of rows of `newest` that are about the whole team. */
export type WordKind = 'policy' | 'owner' | 'item'

interface TeamWord extends Clock {
  /** The device that says so: the newest word need not be an owner's. */
  author: string
  /** As JSON. */
  value: string
}

/** What devices have said of the whole team. */
function wordsOn({ db }: TeamFile, kind: 'policy' | 'owner'): TeamWord[] {
  const rows = db
    .prepare('SELECT part, wall, counter, device, value FROM newest WHERE product = ? AND kind = ?')
    .all(wholeTeam, kind) as unknown as (Omit<TeamWord, 'author'> & { part: string })[]
  return rows.map(({ part, ...row }) => ({ ...row, author: part.slice(0, 32) }))
}

/** The team's owners, by their devices' ids; null: everybody is. @param among devices of which nothing may have been read yet */
export function ownersOf(team: TeamFile, among: Iterable<string> = []): ReadonlySet<string> | null {
  const { team: id, device } = membershipOf(team)
  if (!hasFounder(id)) return null
  const grants = wordsOn(team, 'owner').map(({ author, value }) => ({
    author,
    granted: (JSON.parse(value) as { device: string }).device
  }))
  const said = [...grants, ...wordsOn(team, 'policy')].map(({ author }) => author)
  const known = new Set([device, ...said, ...devicesKnown(team), ...among])
  const owners = new Set([...known].filter((each) => teamIdOf(each) === id))
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

/** Which devices are removed, and whether no owner is left. */
export function removalsIn(team: TeamFile): Removals {
  const left = team.db.prepare('SELECT device FROM member WHERE has_left = 1').all()
  return removalsOf(removalWords(team), ownersOf(team), new Set(left.map(({ device }) => String(device))))
}

/** The last sequence number that counts of each device that is removed. */
export function removedDevices(team: TeamFile): Removals['removed'] {
  // Asked for each segment that is read: in most teams nobody has removed any, and owners need not be looked up.
  return removalWords(team).length === 0 ? new Map() : removalsIn(team).removed
}

/**
 * Takes note of the devices that another one says were removed. Whoever has read more of one than they are told says that in turn, and what
 * it was; whether that is so here.
 */
export function learnRemoved(team: TeamFile, author: string, said: readonly RemovedDevice[]): boolean {
  for (const word of said) putRemovalWord(team, { ...word, author }, true)
  if (said.length > 0) settlePolicy(team)
  const own = membershipOf(team).device
  let hasReadMore = false
  for (const [device, through] of removedDevices(team)) {
    const furthest = lastMerged(team, device)
    if (device === own || furthest <= through) continue
    putRemovalWord(team, { device, author: own, through: furthest }, false)
    hasReadMore = true
  }
  return hasReadMore
}

/** The owners that are still there; none where the team has none. */
export function activeOwners(team: TeamFile): ReadonlySet<string> {
  const { removed } = removalsIn(team)
  const left = team.db.prepare('SELECT 1 FROM member WHERE device = ? AND has_left = 1')
  const owners = [...(ownersOf(team) ?? [])]
  return new Set(owners.filter((owner) => !removed.has(owner) && left.get(owner) === undefined))
}

/**
 * Whether a device owns the team, regardless of whether it is still there. Only such a device takes back what others did, also where no
 * owner is left: that is decided as segments are merged, and what was merged by then could not be told from the rest.
 */
export function isOwner(team: TeamFile, device: string): boolean {
  const { team: id } = membershipOf(team)
  return !hasFounder(id) || teamIdOf(device) === id || (readFact(team, 'owners') ?? []).includes(device)
}

/**
 * Whose words on an item of the team count, and whether this device may say something of it. A view is its device's as well: the id of a
 * view begins with the id of the device that shared it (`newViewId`).
 */
export function sayersOf(team: TeamFile): {
  counts: (device: string, act: TeamAct) => boolean
  maySay: (act: TeamAct) => boolean
} {
  const { device: own } = membershipOf(team)
  const { isOpen, removed } = removalsIn(team)
  const counts = (device: string, act: TeamAct): boolean =>
    isOpen ||
    isOwner(team, device) ||
    ('item' in act && act.item.kind === 'view' && sharerOf(act.item.id) === device)
  return { counts, maySay: (act) => !removed.has(own) && counts(own, act) }
}

/** The device that shared a view, by the view's id. */
export function sharerOf(id: string): string {
  return id.slice(0, 32)
}

/** What this device may do in the team; one that was removed may do nothing. */
export function roleOf(team: TeamFile): TeamPolicy['role'] {
  const { team: id, device } = membershipOf(team)
  const { isOpen, removed } = removalsIn(team)
  if (removed.has(device)) return 'member'
  if (!hasFounder(id) || isOpen) return 'everybody'
  return isOwner(team, device) ? 'owner' : 'member'
}

/** How the team decides, and whether this device may say so. */
export function readPolicy(team: TeamFile): TeamPolicy {
  return { approvals: team.approvals, role: roleOf(team) }
}

/**
 * Takes back what this device said of the whole team, before it goes on under another id: nobody would believe that one. What is at the
 * team's place under this id is read again.
 */
export function forgetOwnWords(team: TeamFile): void {
  const { device } = membershipOf(team)
  team.db.prepare("DELETE FROM waiting WHERE operation ->> 'product' = ?").run(wholeTeam)
  team.db.prepare('DELETE FROM newest WHERE product = ? AND substr(part, 1, 32) = ?').run(wholeTeam, device)
  forgetRemovedBy(team, device)
  settlePolicy(team)
}

/** The newest word on how the team decides that counts. */
function newestPolicy(team: TeamFile, owners = ownersOf(team)): TeamWord | undefined {
  const { isOpen } = removalsIn(team)
  const said = wordsOn(team, 'policy').filter(({ author }) => isOpen || (owners?.has(author) ?? true))
  return said.sort(compareClocks).at(-1)
}

/** What an owner says of how the team decides in place of another one, whose word may be gone: as `itemsToTell`. */
export function policyToTell(team: TeamFile): Unnumbered[] {
  const { device } = membershipOf(team)
  const newest = isOwner(team, device) ? newestPolicy(team) : undefined
  if (newest === undefined) return []
  const { wall, counter, value } = newest
  const own = team.sql.newest.get(wholeTeam, 'policy', device)
  if (own?.wall === wall && own.counter === counter) return []
  const policy = JSON.parse(value) as { approvals: number }
  return [{ by: '', product: wholeTeam, act: { policy }, clock: { wall, counter, device } }]
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
  const newest = newestPolicy(team, owners)
  const approvals = newest === undefined ? 1 : (JSON.parse(newest.value) as { approvals: number }).approvals
  if (approvals === team.approvals) return
  writeFact(team, 'approvals', approvals)
  team.approvals = approvals
  team.isRestated = true
}
