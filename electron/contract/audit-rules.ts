/**
 * The quality rules. The position of a rule in this list is its bit in the files of findings, so a new rule goes at the end and none
 * is ever removed. A file of findings has 32 bits per product, so there can be at most 32 rules; the 33rd needs a wider column.
 */
export const ruleIds = [
  'picture-missing',
  'picture-broken',
  'picture-small',
  'picture-same',
  'picture-insecure',
  'name-missing',
  'name-duplicate',
  'name-shouting',
  'name-spaces',
  'name-long',
  'description-missing',
  'description-short',
  'description-placeholder',
  'description-markup',
  'description-duplicate',
  'price-missing',
  'price-zero',
  'price-negative',
  'price-outlier',
  'price-fraction',
  'id-twice',
  'text-garbled',
  'set-aside',
  'picture-shape',
  'name-placeholder',
  'name-markup',
  'description-name',
  'description-shouting',
  'description-link',
  'id-spaces',
  'picture-similar'
] as const
export type RuleId = (typeof ruleIds)[number]

const known: ReadonlySet<string> = new Set(ruleIds)
/** Whether this version has a rule of that name. */
export function isRuleId(name: string): name is RuleId {
  return known.has(name)
}

/** Rules that find more the more pictures were looked at. */
export const rulesOfLooks: ReadonlySet<RuleId> = new Set<RuleId>([
  'picture-broken',
  'picture-small',
  'picture-same',
  'picture-similar',
  'picture-shape'
])

/**
 * The part of a catalog's pictures, 0–1, that must have been looked at before these rules count in the score. What is left out
 * can then move it by a few tenths where pictures are as they mostly are, and by 5 where each of them is an error.
 */
export const picturesInScoreFrom = 0.95
/** Below this part they do not count anymore: pictures that a sync brings do not take them out and in again. */
export const picturesInScoreUntil = 0.85

export const severities = ['error', 'warning', 'hint'] as const
export type Severity = (typeof severities)[number]

const knownSeverities: ReadonlySet<string> = new Set(severities)
/** Whether a filter by findings means all rules of a severity. */
export function isSeverity(name: string): name is Severity {
  return knownSeverities.has(name)
}

/**
 * The rules by the harm that a shop has of what they find, the worst first; nothing that is stored depends on it. The price comes first,
 * which is what customers pay; then the name, by which they find a product, the picture, by which they choose it, the ID, by which other
 * systems know it, and last the description. Of each first what is wrong or missing, then what only looks bad.
 */
export const rulesByHarm: readonly RuleId[] = [
  'price-zero',
  'price-negative',
  'price-outlier',
  'price-missing',
  'price-fraction',
  'name-missing',
  'name-placeholder',
  'text-garbled',
  'name-markup',
  'name-duplicate',
  'name-long',
  'name-shouting',
  'name-spaces',
  'picture-broken',
  'picture-missing',
  'picture-same',
  'picture-small',
  'picture-shape',
  'picture-insecure',
  'picture-similar',
  'id-twice',
  'set-aside',
  'id-spaces',
  'description-placeholder',
  'description-missing',
  'description-name',
  'description-duplicate',
  'description-short',
  'description-markup',
  'description-link',
  'description-shouting'
]

const harms: ReadonlyMap<RuleId, number> = new Map(rulesByHarm.map((rule, place) => [rule, place + 1]))

/**
 * Where a finding stands among others of a product: a lower number first. A graver one is never behind a lighter one; among those of
 * one severity `subject`, the rule that a list is about, comes first, and then harm decides.
 */
export function harmRank(
  finding: { rule: RuleId; severity: Severity },
  subject: string | null = null
): number {
  const { rule, severity } = finding
  const harm = rule === subject ? 0 : (harms.get(rule) ?? 0)
  return severities.indexOf(severity) * (ruleIds.length + 1) + harm
}

/** Numbers that rules go by, with what they are at first and what they may be. */
export const thresholds = {
  'picture-small': { name: 'pixels', unit: 'px', initial: 500, least: 1, most: 10_000 },
  'name-long': { name: 'characters', unit: 'characters', initial: 150, least: 10, most: 10_000 },
  'description-short': { name: 'characters', unit: 'characters', initial: 40, least: 1, most: 10_000 },
  'description-duplicate': { name: 'products', unit: 'products', initial: 10, least: 2, most: 1000 },
  /** Robust z-score (Iglewicz and Hoaglin, 1993, propose 3.5 for 0.6745 · (x − median) / MAD). */
  'price-outlier': { name: 'score', unit: '', initial: 3.5, least: 2, most: 20 },
  /** `initial` where the connection has no currency: else it is what that currency has. */
  'price-fraction': { name: 'digits', unit: 'digits', initial: 2, least: 0, most: 6 },
  /** How many times as long as the other one side of a picture may be. */
  'picture-shape': { name: 'times', unit: '×', initial: 3, least: 1.1, most: 20 }
} as const
export type RuleWithThreshold = keyof typeof thresholds
