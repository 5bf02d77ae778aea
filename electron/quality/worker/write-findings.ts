import type { DatabaseSync } from 'node:sqlite'
import { ruleIds } from '../../contract/audit-rules'
import { bitOf } from '../bits'
import { scoreOf } from '../score'
import { tally, type Tally } from '../counts'
import type { AuditReport, RulesInForce } from '../types'
import { renewVersion, writeReport } from './audit-facts'
import { saveFindings } from './basis'
import type { ExcusedFrom } from './protocol'
import { keysOf } from './read-products'

/** What an audit looked at, before it is counted what it found. */
export type Uncounted = Omit<AuditReport, 'score' | 'scoreWithoutPictures'>

interface WritingFindings {
  copy: DatabaseSync
  audit: DatabaseSync
  rules: RulesInForce
  excuses: readonly ExcusedFrom[]
}

/**
 * Counts what was found, without what products are excused from, and writes it, with the score. Within a transaction.
 *
 * @param found by key, also what is excused
 */
export function writeFindings(
  { copy, audit, rules, excuses }: WritingFindings,
  found: Uint32Array,
  before: Uncounted
): AuditReport {
  const counted = tally(found, rules, excusedBits(copy, excuses))
  const report = { ...before, ...counts(counted, rules, before) }
  if (saveFindings(audit, counted.bits)) renewVersion(audit)
  writeReport(audit, report)
  return report
}

function counts(
  { counts, excused, worst, worstWithoutPictures }: Tally,
  rules: RulesInForce,
  { rules: before, products, coverage, pictures }: Uncounted
): Pick<AuditReport, 'rules' | 'score' | 'scoreWithoutPictures'> {
  const aside = ruleIds.indexOf('set-aside')
  const asideRule = rules[aside]
  const { setAside } = coverage
  const score = (worstOf: Tally['worst']): number | null => {
    const all = { ...worstOf }
    if (asideRule?.enabled === true) all[asideRule.severity] += setAside
    return scoreOf(products + setAside, all)
  }
  const scoreWithoutPictures = score(worstWithoutPictures)
  return {
    rules: before.map(({ examined }, place) => {
      const isAsked = rules[place]?.enabled === true && examined !== null
      if (!isAsked) return { count: null, excused: 0, examined }
      const count = place === aside ? setAside : (counts[place] ?? 0)
      return { count, excused: excused[place] ?? 0, examined }
    }),
    score: pictures.areInScore ? score(worst) : scoreWithoutPictures,
    scoreWithoutPictures
  }
}

/** Bits of the rules that products are excused from, by their keys. */
function excusedBits(copy: DatabaseSync, excuses: readonly ExcusedFrom[]): Map<number, number> {
  const bits = new Map<number, number>()
  if (excuses.length === 0) return bits
  const keys = keysOf(copy, [...new Set(excuses.map(({ productId }) => productId))])
  for (const { productId, rule } of excuses) {
    const key = keys.get(productId)
    if (key !== undefined) bits.set(key, (bits.get(key) ?? 0) | bitOf(rule))
  }
  return bits
}
