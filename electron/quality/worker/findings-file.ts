import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { join } from 'node:path'
import {
  harmRank,
  ruleIds,
  severities as allSeverities,
  type RuleId,
  type Severity
} from '../../contract/audit-rules'
import { auditName, migrations, productsInRow } from '../../catalog/db/findings-schema'
import { openSidecar, type Sidecar } from '../../database/sidecar'
import type { Findings, LateErrors } from '../../catalog/read/sidecars'
import { toNumbers } from '../../catalog/search/segment-store'
import { bitOf, bitsBySeverity, rulesInForce } from '../rule-settings'
import { severitiesFact } from './audit-facts'

interface FindingStatements {
  firsts: StatementSync
  /** By the primary key. */
  row: StatementSync
  fact: StatementSync
  late: StatementSync
}

/**
 * Findings as the catalog's lists read them, in memory as far as they were asked for: four bytes a product.
 *
 * @param folder the catalog's: findings go by its keys
 * @param isSteady as of `openSidecar`
 */
export function openFindings(folder: string, isSteady = false): Findings {
  const path = join(folder, auditName)
  const file: Sidecar<FindingStatements> = openSidecar(path, migrations.length, prepare, isSteady)
  const rows = new Map<number, Uint32Array>()
  let late: ReadonlyMap<number, LateErrors> | null = null
  let order: readonly RuleBit[] | null = null
  let opening = 0
  let version = 0

  /** Forgets what was read from a file that is not there anymore. */
  function look(): void {
    const now = file.opening()
    if (now === opening) return
    opening = now
    version++
    rows.clear()
    late = null
    order = null
  }

  function row(first: number): Uint32Array {
    const known = rows.get(first)
    if (known !== undefined) return known
    const read = file.read(({ row }) => row.get(first)) as
      { bits: Uint8Array<ArrayBuffer> } | undefined | null
    const bits = read === null || read === undefined ? new Uint32Array(0) : toNumbers(read.bits)
    rows.set(first, bits)
    return bits
  }

  function severities(): Record<Severity, number> {
    const read = file.read(({ fact }) => fact.get(severitiesFact)) as { value: string } | undefined | null
    return read ? (JSON.parse(read.value) as Record<Severity, number>) : initialSeverities()
  }

  return {
    of(keys) {
      look()
      const rules = (order ??= inOrder(severities()))
      return keys.map((key) => {
        const at = key % productsInRow
        return rulesIn(row(key - at)[at] ?? 0, rules)
      })
    },
    late() {
      look()
      const read = late === null ? (file.read(({ late: all }) => all.all()) ?? []) : []
      const errors = read as unknown as ({ product: number } & LateErrors)[]
      late ??= new Map(errors.map(({ product, ...found }) => [product, found]))
      return late
    },
    *all() {
      look()
      const firsts = (file.read(({ firsts }) => firsts.all()) ?? []) as { first: number }[]
      const read = version
      for (const { first } of firsts) {
        row(first)
        yield
        if (version !== read) return yield* this.all()
      }
      return { rows, productsInRow, severities: severities(), version }
    },
    changed() {
      file.reopen()
      // Opened another time it is another one.
      look()
    },
    release: () => file.release()
  }
}

function prepare(db: DatabaseSync): FindingStatements {
  return {
    firsts: db.prepare('SELECT first FROM finding ORDER BY first'),
    row: db.prepare('SELECT bits FROM finding WHERE first = ?'),
    fact: db.prepare('SELECT value FROM fact WHERE name = ?'),
    late: db.prepare('SELECT product, at, looked_at AS lookedAt, known_since AS knownSince FROM worse')
  }
}

/** For a file from before severities: valid until the next audit, which is due. */
function initialSeverities(): Record<Severity, number> {
  return bitsBySeverity(rulesInForce({}, null))
}

interface RuleBit {
  rule: RuleId
  bit: number
}

/** All rules in the order of `harmRank`. @param bySeverity the bits of the rules of each */
function inOrder(bySeverity: Record<Severity, number>): RuleBit[] {
  return ruleIds
    .map((rule) => {
      const bit = bitOf(rule)
      const severity = allSeverities.find((each) => (bySeverity[each] & bit) !== 0) ?? 'hint'
      return { rule, bit, rank: harmRank({ rule, severity }) }
    })
    .sort((one, other) => one.rank - other.rank)
}

function rulesIn(bits: number, rules: readonly RuleBit[]): RuleId[] {
  return bits === 0 ? [] : rules.filter(({ bit }) => (bits & bit) !== 0).map(({ rule }) => rule)
}
