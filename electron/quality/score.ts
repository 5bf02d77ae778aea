import {
  picturesInScoreFrom,
  picturesInScoreUntil,
  type Severity,
  ruleIds,
  rulesOfLooks,
  severities
} from '../contract/audit-rules'
import { bitOf } from './rule-settings'
import type { RulesInForce } from './types'

/** How much of a product a finding costs, by its severity. */
const cost: Record<Severity, number> = { error: 1, warning: 0.5, hint: 0.1 }

/**
 * The score of a catalog, 0–100: the average of its products, of which one without findings counts 100, one whose worst finding is
 * a hint 90, a warning 50, an error 0. An item that could not be read counts as a product with the severity of `set-aside`. As an
 * average it does not depend on how large a catalog is. One decimal, rounded down: 100 says that nothing was found. null without
 * products.
 *
 * @param products products and items set aside
 * @param worst how many of them have a worst finding of each severity
 */
export function scoreOf(products: number, worst: Readonly<Record<Severity, number>>): number | null {
  if (products === 0) return null
  const lost = worst.error * cost.error + worst.warning * cost.warning + worst.hint * cost.hint
  return Math.floor(1000 * (1 - lost / products) + 1e-9) / 10
}

/**
 * Whether so many of a catalog's pictures were looked at that what was found of them counts in the score. Until then it would fall
 * with each look, though no product became worse. Once they count they go on to, until clearly fewer are known.
 *
 * @param didCount whether they counted in the score before
 */
export function arePicturesInScore(looked: number, all: number, didCount: boolean): boolean {
  return looked >= all * (didCount ? picturesInScoreUntil : picturesInScoreFrom)
}

/** Findings without exceptions, and their counts. */
export interface Tally {
  /** By key, a bit for each rule. */
  bits: Uint32Array<ArrayBuffer>
  /** Products that each rule found, in the order of ruleIds, and those that are excepted from it. */
  counts: number[]
  excepted: number[]
  /** Products by their worst finding; and by the worst of the rules that do not depend on pictures being looked at. */
  worst: Record<Severity, number>
  worstWithoutPictures: Record<Severity, number>
}

/**
 * Counts findings; rules that are switched off find nothing. 10 ms for a million products.
 *
 * @param found with those that products are excepted from
 * @param exceptions bits of the rules that a product is excepted from, by its key
 */
export function tally(
  found: Uint32Array,
  rules: RulesInForce,
  exceptions: ReadonlyMap<number, number>
): Tally {
  const masks = masksOf(rules)
  const enabled = masks.error | masks.warning | masks.hint
  const bits = new Uint32Array(found.length)
  const counts = ruleIds.map(() => 0)
  const excepted = ruleIds.map(() => 0)
  const worst = { error: 0, warning: 0, hint: 0 }
  const worstWithoutPictures = { ...worst }
  for (let key = 1; key < found.length; key++) {
    const all = (found[key] ?? 0) & enabled
    if (all === 0) continue
    const without = exceptions.size === 0 ? 0 : (exceptions.get(key) ?? 0)
    const left = all & ~without
    bits[key] = left
    if (left !== all) countBits(all & without, excepted)
    if (left === 0) continue
    countBits(left, counts)
    worst[severityOf(left, masks)]++
    const others = left & ~looks
    if (others !== 0) worstWithoutPictures[severityOf(others, masks)]++
  }
  return { bits, counts, excepted, worst, worstWithoutPictures }
}

/** Bits of the rules that depend on pictures being looked at. */
const looks = [...rulesOfLooks].reduce((bits, rule) => bits | bitOf(rule), 0)

/** Bits of the rules of each severity that are switched on. */
function masksOf(rules: RulesInForce): Record<Severity, number> {
  const masks = { error: 0, warning: 0, hint: 0 }
  ruleIds.forEach((rule, place) => {
    const { enabled, severity } = rules[place] ?? { enabled: false, severity: 'hint' }
    if (enabled) masks[severity] |= bitOf(rule)
  })
  return masks
}

function severityOf(bits: number, masks: Record<Severity, number>): Severity {
  return severities.find((severity) => (bits & masks[severity]) !== 0) ?? 'hint'
}

function countBits(bits: number, counts: number[]): void {
  for (let left = bits; left !== 0; left &= left - 1) {
    const place = 31 - Math.clz32(left & -left)
    counts[place] = (counts[place] ?? 0) + 1
  }
}
