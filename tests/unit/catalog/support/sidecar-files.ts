import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  auditName,
  migrations as auditMigrations,
  productsInRow
} from '../../../../electron/catalog/db/findings-schema'
import { ruleIds, type RuleId } from '../../../../electron/contract/audit-rules'
import type { LateErrors } from '../../../../electron/catalog/read/sidecars'
import { reviewMarks, type ReviewMark } from '../../../../electron/contract/review-state'
import { migrations as reviewMigrations, reviewsName } from '../../../../electron/reviews/db/schema'
import { teamFileName } from '../../../../electron/reviews/team/team-file'
import { migrations as teamMigrations } from '../../../../electron/reviews/team/team-schema'
import { migrate } from '../../../../electron/database/open-database'

/** What somebody decided of a product. `seen`: what was approved; null: not known. */
export interface Decided {
  mark: ReviewMark
  note: string
  seen: string | null
  /** Why it needs work. */
  reason?: string | null
  by?: string
  /** ms since 1970; 0: not known. */
  at?: number
}

/** A connection's reviews, written by plain statements. The file is made by the first of them. */
export interface WrittenReviews {
  /** By the products' ids. */
  readonly of: ReadonlyMap<string, Decided>
  /** null: there is no review of it anymore. */
  write: (id: string, decided: Decided | null) => void
  close: () => void
}

export function writeReviews(folder: string): WrittenReviews {
  const of = new Map<string, Decided>()
  let db: DatabaseSync | null = null
  return {
    of,
    write(id, decided) {
      db ??= openWritten(join(folder, reviewsName), reviewMigrations)
      db.prepare('DELETE FROM review WHERE product = ?').run(id)
      of.delete(id)
      if (decided === null) return
      const { mark, note, seen, reason = null, by = '', at = 0 } = decided
      of.set(id, decided)
      db.prepare(
        `INSERT INTO review
           (product, mark, seen, mark_reason, note, marked_by, marked_at, mark_entry, noted_by, note_entry)
         VALUES (?, ?, ?, ?, ?, ?, ?, 0, '', 0)`
      ).run(id, reviewMarks.indexOf(mark), seen, reason, note, by, at === 0 ? null : at)
    },
    close: () => db?.close()
  }
}

/** What a team says of a product. */
export interface Said {
  assignedTo: string | null
  isDisputed: boolean
  /** What each reviewer says of it. */
  marks?: readonly { by: string; mark: ReviewMark; seen: string | null; at?: number; asOf?: number }[]
}

/** What a connection's team says, likewise. */
export interface WrittenStandings {
  /** By the products' ids. */
  readonly of: ReadonlyMap<string, Said>
  /** How many approvals it needs; whoever reads is Kim. */
  needed: number
  /** null: it says nothing of it anymore. */
  write: (id: string, said: Said | null) => void
  decide: (needed: number) => void
  close: () => void
}

export function writeStandings(folder: string): WrittenStandings {
  const of = new Map<string, Said>()
  let db: DatabaseSync | null = null
  const opened = (): DatabaseSync => (db ??= openWritten(join(folder, teamFileName), teamMigrations))
  const standings: WrittenStandings = {
    of,
    needed: 1,
    decide(needed) {
      standings.needed = needed
      const put = opened().prepare('INSERT OR REPLACE INTO fact VALUES (?, ?)')
      put.run('approvals', String(needed))
      put.run('self', '"Kim"')
    },
    write(id, said) {
      opened().prepare('DELETE FROM standing WHERE product = ?').run(id)
      opened().prepare('DELETE FROM newest WHERE product = ?').run(id)
      of.delete(id)
      if (said === null) return
      of.set(id, said)
      const { isDisputed, assignedTo, marks = [] } = said
      opened().prepare('INSERT INTO standing VALUES (?, ?, ?, NULL)').run(id, Number(isDisputed), assignedTo)
      const put = opened().prepare("INSERT INTO newest VALUES (?, 'mark', ?, ?, 0, '', ?)")
      for (const { by, mark, seen, at = 1, asOf } of marks)
        put.run(id, by, at, JSON.stringify({ mark, by, seen, at, asOf }))
    },
    close: () => db?.close()
  }
  return standings
}

/** A copy's findings, likewise. */
export interface WrittenFindings {
  /** By the products' keys. */
  readonly of: ReadonlyMap<number, readonly RuleId[]>
  write: (key: number, rules: readonly RuleId[]) => void
  writeLate: (key: number, errors: LateErrors) => void
  close: () => void
}

export function writeFindings(folder: string): WrittenFindings {
  const of = new Map<number, readonly RuleId[]>()
  const bits = new Uint32Array(productsInRow)
  let db: DatabaseSync | null = null
  return {
    of,
    write(key, rules) {
      db ??= openWritten(join(folder, auditName), auditMigrations)
      of.set(key, rules)
      bits[key] = rules.reduce((sum, rule) => sum | (1 << ruleIds.indexOf(rule)), 0)
      const bytes = new Uint8Array(bits.buffer, 0, 4 * (Math.max(...of.keys()) + 1))
      db.prepare('INSERT OR REPLACE INTO finding VALUES (0, ?)').run(bytes)
    },
    writeLate(key, { at, lookedAt, knownSince }) {
      db ??= openWritten(join(folder, auditName), auditMigrations)
      db.prepare('INSERT OR REPLACE INTO worse VALUES (?, ?, ?, ?)').run(key, at, lookedAt, knownSince)
    },
    close: () => db?.close()
  }
}

/** As its own thread leaves it: with a log beside it, so that it is read while it is written. */
function openWritten(file: string, migrations: readonly string[]): DatabaseSync {
  const db = new DatabaseSync(file)
  migrate(db, migrations)
  // The version stands in the file itself.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF')
  return db
}
