import { ruleIds, type RuleId } from '../contract/audit-rules'

/** The bit of a rule in a number for all of them, as an unsigned 32-bit number. */
export function bitOf(rule: RuleId): number {
  return (1 << ruleIds.indexOf(rule)) >>> 0
}

/** The rules of a number's bits, in their order. */
export function rulesIn(bits: number): RuleId[] {
  return ruleIds.filter((_, place) => (bits & (1 << place)) !== 0)
}
