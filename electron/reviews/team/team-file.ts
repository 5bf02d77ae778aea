import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { mostApprovals, teamPlaceSchema } from '../../contract/team'
import { isDeviceId } from '../../team/carriers/carrier'
import type { Membership } from '../../team/types'
import {
  connect,
  migrate,
  openDatabase,
  orClose,
  removeDatabase,
  type DatabasePolicy
} from '../../database/open-database'
import { inTransaction, withoutWaiting } from '../../database/transaction'
import { migrations } from './team-schema'

/**
 * What a device knows of its team, beside the reviews that it merges into. All of it can be had again: a device that has lost it
 * joins as a new one, publishes its reviews and reads everybody's; merging twice changes nothing.
 */
export const teamFileName = 'team.sqlite'

const policy: DatabasePolicy = {
  migrations,
  durability: 'precious',
  cacheSize: 2048,
  // Joining a team writes tens of megabytes; each time that the log is written back takes a tenth of a second.
  checkpointAfter: 16_000,
  logLimit: 4 * 1024 * 1024,
  patience: 5000,
  probe: 'SELECT count(*) FROM fact'
}

const membershipSchema: z.ZodType<Membership> = z.object({
  team: z.string().refine(isDeviceId),
  /** This device's id. */
  device: z.string().refine(isDeviceId),
  place: teamPlaceSchema,
  store: z.object({ baseUrl: z.string(), apiPath: z.string() })
})

/** How far the log of reviews was made into operations: its last entry then, by which another log is told (a restored backup). */
const cursorSchema = z.object({ number: z.number(), at: z.number(), reviewer: z.string() })
export type Cursor = z.infer<typeof cursorSchema>

const facts = {
  membership: membershipSchema,
  cursor: cursorSchema,
  /** Of the entry after it: the product up to which its items were made into operations. */
  through: z.string(),
  /** All reviews are being published: up to this product; gone when they are. */
  published: z.string(),
  /** All segments are to be read again; gone once all that the place has is being looked at. */
  unread: z.literal(true),
  /** How often something was merged into the reviews, as they say themselves: a backup of them says less. */
  merges: z.number(),
  /** The id under which this device wrote before it noticed that another one has it, too. */
  formerly: z.string(),
  /** When this device came to its place, ms since 1970: older signposts stood at places before. */
  settled: z.number(),
  signpost: z.object({ place: teamPlaceSchema, by: z.string() }),
  /** Operations of this device that are in segments. */
  operations: z.number(),
  /** How many people must approve the same content, by the newest word of an owner. */
  approvals: z.number().int().min(1).max(mostApprovals),
  /** Devices that an owner has made owners. */
  owners: z.array(z.string()),
  /** The name under which this device's person reviews. */
  self: z.string()
}
type FactName = keyof typeof facts
type Fact<Name extends FactName> = z.infer<(typeof facts)[Name]>

/** A team's file that is open. */
export interface TeamFile {
  db: DatabaseSync
  /** Products whose row of `standing` changed since somebody took them from here. */
  restated: Set<string>
  /** How many people must approve the same content. */
  approvals: number
  /** The team decides otherwise since then, so that any product may be something else. */
  isRestated: boolean
  sql: TeamStatements
  /** The number of the last assignment since it was opened; 0: there was none. */
  assignment: number
  /** Facts as they were read last, by the text that they were read from. */
  known: Map<FactName, { text: string; fact: unknown }>
  /** By how many products with a mark each reviewer has more in the transaction that is running; null: there is none that counts. */
  newlyMarked: Map<string, number> | null
}

/** Opens the file of a folder; null: there is none, as the store has no team. Throws SQLite's errors. */
export function openTeamFile(folder: string): TeamFile | null {
  const file = join(folder, teamFileName)
  return existsSync(file) ? openTeamAt(file) : null
}

/** Makes a new one in place of what there was, which nobody may have open. */
export function createTeamFile(folder: string): TeamFile {
  removeTeamFile(folder)
  return openTeamAt(join(folder, teamFileName))
}

/** Nobody may have it open. */
export function removeTeamFile(folder: string): void {
  removeDatabase(join(folder, teamFileName))
}

/** One without a file. */
export function createTeamInMemory(): TeamFile {
  const db = connect(':memory:', policy)
  orClose(db, () => migrate(db, migrations))
  return prepared(db)
}

/** Opens the file of this name, which must be there. Throws SQLite's errors. */
export function openTeamAt(file: string): TeamFile {
  return prepared(openDatabase(file, policy))
}

/** Operations that one statement lets wait: with 50 it takes three quarters as long as with 1. */
export const waitAtOnce = 50

/** What is asked of the file again and again, prepared once. */
interface TeamStatements {
  fact: StatementSync
  putFact: StatementSync
  dropFact: StatementSync
  wait: StatementSync
  /** As `wait`, of `waitAtOnce` lines. */
  waitAll: StatementSync
  newest: StatementSync
  putNewest: StatementSync
  standing: StatementSync
  putStanding: StatementSync
  dropStanding: StatementSync
  decided: StatementSync
  /** Of a JSON array of products. */
  decidedOfAll: StatementSync
  countMarked: StatementSync
  segment: StatementSync
  /** A segment that was written here is not, or no longer, known to be on the carrier. */
  doubt: StatementSync
}

function prepared(db: DatabaseSync): TeamFile {
  const team = orClose(db, () => ({
    db,
    approvals: 1,
    restated: new Set<string>(),
    isRestated: false,
    assignment: 0,
    known: new Map<FactName, { text: string; fact: unknown }>(),
    newlyMarked: null,
    sql: {
      fact: db.prepare('SELECT value FROM fact WHERE name = ?'),
      putFact: db.prepare('INSERT OR REPLACE INTO fact VALUES (?, ?)'),
      dropFact: db.prepare('DELETE FROM fact WHERE name = ?'),
      wait: db.prepare('INSERT INTO waiting (operation) VALUES (?)'),
      waitAll: db.prepare(`INSERT INTO waiting (operation) VALUES ${Array(waitAtOnce).fill('(?)').join()}`),
      newest: db.prepare(
        'SELECT wall, counter, device, value FROM newest WHERE product = ? AND kind = ? AND part = ?'
      ),
      putNewest: db.prepare(
        `INSERT INTO newest VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET wall = excluded.wall,
           counter = excluded.counter, device = excluded.device, value = excluded.value`
      ),
      standing: db.prepare('SELECT is_disputed, assigned_to, shared FROM standing WHERE product = ?'),
      putStanding: db.prepare('INSERT OR REPLACE INTO standing VALUES (?, ?, ?, ?)'),
      dropStanding: db.prepare('DELETE FROM standing WHERE product = ?'),
      decided: db.prepare('SELECT kind, part, wall, counter, device, value FROM newest WHERE product = ?'),
      decidedOfAll: db.prepare(
        `SELECT product, kind, part, wall, counter, device, value FROM newest
         WHERE product IN (SELECT value FROM json_each(?)) ORDER BY product, kind, part`
      ),
      countMarked: db.prepare(
        'INSERT INTO marked VALUES (?, ?) ON CONFLICT DO UPDATE SET products = products + excluded.products'
      ),
      segment: db.prepare('SELECT * FROM segment WHERE device = ? AND sequence = ?'),
      doubt: db.prepare('UPDATE segment SET appended = 0, confirmed = 0 WHERE device = ? AND sequence = ?')
    }
  }))
  return { ...team, approvals: readFact(team, 'approvals') ?? 1 }
}

/** Runs work that is done again where it is lost (`withoutWaiting`), as one transaction. */
export function inRepeatableTransaction<T>(team: TeamFile, work: () => T): T {
  const { db, sql } = team
  const newlyMarked = new Map<string, number>()
  team.newlyMarked = newlyMarked
  try {
    return withoutWaiting(db, () =>
      inTransaction(db, () => {
        const value = work()
        // Counting each by itself would take nearly as long as writing it.
        for (const [reviewer, count] of newlyMarked) if (count !== 0) sql.countMarked.run(reviewer, count)
        return value
      })
    )
  } finally {
    team.newlyMarked = null
  }
}

/** Counts a product that a reviewer has a mark on now (1), or no longer (-1). */
export function countMarked({ sql, newlyMarked }: TeamFile, reviewer: string, change: number): void {
  if (newlyMarked === null) sql.countMarked.run(reviewer, change)
  else newlyMarked.set(reviewer, (newlyMarked.get(reviewer) ?? 0) + change)
}

/** null: it is not there, or not what it should be. */
export function readFact<Name extends FactName>({ sql, known }: TeamFile, name: Name): Fact<Name> | null {
  const text = sql.fact.get(name)?.value
  if (typeof text !== 'string') return null
  const before = known.get(name)
  if (before?.text === text) return before.fact as Fact<Name>
  const read = facts[name].safeParse(JSON.parse(text))
  if (!read.success) return null
  known.set(name, { text, fact: read.data })
  return read.data as Fact<Name>
}

/** null takes it away. */
export function writeFact<Name extends FactName>(
  { sql }: TeamFile,
  name: Name,
  value: Fact<Name> | null
): void {
  if (value === null) sql.dropFact.run(name)
  else sql.putFact.run(name, JSON.stringify(value))
}

/** Throws where the store has no team: whoever calls this has looked. */
export function membershipOf(team: TeamFile): Membership {
  const membership = readFact(team, 'membership')
  if (membership === null) throw new Error('the team is not known')
  return membership
}
