import type { DatabaseSync } from 'node:sqlite'
import { randomUUID } from 'node:crypto'
import type { ScorePoint } from '../../contract/audit'
import { ruleIds } from '../../contract/audit-rules'
import { bitsBySeverity } from '../rule-settings'
import type { AuditReport, RuleCount, RulesInForce } from '../types'

/** Raise it when a rule changes what it finds: earlier findings are then made again. */
const engineVersion = 3

/** The inputs of the last audit. */
export interface MadeFrom {
  /** How the rules were set: `signatureOf`. */
  allRules: string
  /** `CatalogState.stamp`. */
  stamp: string
  /** The highest key. */
  highest: number
}

/** Identifies what the rules find; severities are left out, since they change no finding. */
export function signatureOf(rules: RulesInForce, isFullForm: boolean): string {
  const parts = ruleIds.map((rule, place) => {
    const { enabled, threshold } = rules[place] ?? { enabled: false, threshold: 0 }
    return `${rule} ${enabled ? threshold : 'off'}`
  })
  return [engineVersion, isFullForm, ...parts].join(' · ')
}

/** A fact of the file; null: there is none. Written by this very version of the file. */
function readFact(db: DatabaseSync, name: string): unknown {
  const row = db.prepare('SELECT value FROM fact WHERE name = ?').get(name) as { value: string } | undefined
  return row === undefined ? null : JSON.parse(row.value)
}

function writeFact(db: DatabaseSync, name: string, value: unknown): void {
  db.prepare('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)').run(name, JSON.stringify(value))
}

/** An audit's report as the file keeps it. */
interface StoredReport extends Omit<AuditReport, 'rules'> {
  rules: (Omit<RuleCount, 'excepted'> & { excused: number })[]
}

/** null: before the first audit; also of a version that had fewer rules, or kept less of them. */
export function readReport(db: DatabaseSync): AuditReport | null {
  const report = readFact(db, 'report') as StoredReport | null
  if (report?.rules.length !== ruleIds.length || !('pictures' in report)) return null
  return {
    ...report,
    rules: report.rules.map(({ count, excused, examined }) => ({ count, excepted: excused, examined }))
  }
}

export function readMadeFrom(db: DatabaseSync): MadeFrom | null {
  return readFact(db, 'madeFrom') as MadeFrom | null
}

export function writeMadeFrom(db: DatabaseSync, madeFrom: MadeFrom): void {
  writeFact(db, 'madeFrom', madeFrom)
}

/** Another text each time that all findings were taken out, since the catalog was begun anew; null: they never were. */
export function readEmptied(db: DatabaseSync): string | null {
  return readFact(db, 'emptied') as string | null
}

/** The fact with the bits of each severity's rules. */
export const severitiesFact = 'severities'

/** Keeps which rules are errors, warnings and hints, for lists that filter by that. */
export function writeSeverities(db: DatabaseSync, rules: RulesInForce): void {
  writeFact(db, severitiesFact, bitsBySeverity(rules))
}

/** Says that findings are others than before. */
export function renewVersion(db: DatabaseSync): void {
  writeFact(db, 'version', randomUUID())
}

/** Keeps a report, and its score as the point of its run: one a sync, that of the last audit after it. */
export function writeReport(db: DatabaseSync, report: AuditReport): void {
  const before = readReport(db)
  const rules = report.rules.map(({ count, excepted, examined }) => ({ count, excused: excepted, examined }))
  writeFact(db, 'report', { ...report, rules } satisfies StoredReport)
  const { at, run, products, score, scoreWithoutPictures, pictures } = report
  if (run === null || score === null) return
  const counts: ScorePoint['counts'] = {}
  ruleIds.forEach((rule, place) => {
    const count = report.rules[place]?.count
    if (count) counts[rule] = count
  })
  // Of a file that was begun anew the latest point may be this run's; else the report says, since the clock may have been ahead (fault 93).
  db.prepare('DELETE FROM score WHERE run = ? AND at = (SELECT max(at) FROM score)').run(run)
  if (before?.run === run) db.prepare('DELETE FROM score WHERE at = ?').run(before.at)
  db.prepare(
    `INSERT OR REPLACE INTO score (at, run, products, score, counts, with_pictures, without_pictures)
     VALUES (?, ?, ?, ?, ?, ?, ?)`
  ).run(at, run, products, score, JSON.stringify(counts), Number(pictures.areInScore), scoreWithoutPictures)
}

interface ScoreRow extends Pick<ScorePoint, 'at' | 'run' | 'products' | 'score'> {
  counts: string
  with_pictures: 0 | 1
  without_pictures: number | null
}

/** Oldest first. */
export function readScores(db: DatabaseSync): ScorePoint[] {
  const rows = db.prepare('SELECT * FROM score ORDER BY at').all() as unknown as ScoreRow[]
  return rows.map(({ at, run, products, score, counts, with_pictures, without_pictures }) => ({
    at,
    run,
    products,
    score,
    withPictures: with_pictures === 1,
    scoreWithoutPictures: without_pictures,
    counts: JSON.parse(counts) as ScorePoint['counts']
  }))
}
