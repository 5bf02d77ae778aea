import { z } from 'zod'
import { isRuleId, ruleIds, severities, type RuleId, type Severity } from './audit-rules'
import { connectionIdSchema } from './connection'
import type { Coverage } from './coverage'
import type { Failure } from './failure'
import { ofProductSchema, productIdSchema } from './review'

export const ruleSettingSchema = z.object({
  enabled: z.boolean(),
  severity: z.enum(severities),
  /** null: the rule has none, or goes by the initial one. */
  threshold: z.number().nullable()
})
export type RuleSetting = z.infer<typeof ruleSettingSchema>
/** Settings of some rules; those of rules that this version does not know are left out. */
export const auditRulesSchema = z.record(z.string(), z.unknown()).transform((settings) => {
  const read: Partial<Record<RuleId, RuleSetting>> = {}
  for (const [rule, raw] of Object.entries(settings)) {
    const setting = ruleSettingSchema.safeParse(raw)
    if (isRuleId(rule) && setting.success) read[rule] = setting.data
  }
  return read
})
export const configureRuleSchema = z.object({
  connectionId: connectionIdSchema,
  rule: z.enum(ruleIds),
  /** null: as at first. */
  setting: ruleSettingSchema.nullable()
})
/** Products that a finding compares one with, at most three: the same first, or those of the most usual price. */
export const twinsSchema = ofProductSchema.extend({ rule: z.enum(ruleIds) })
export const exceptionSchema = z.object({
  connectionId: connectionIdSchema,
  productId: productIdSchema,
  rule: z.enum(ruleIds),
  /** null: it is not excepted anymore. */
  reason: z.string().trim().max(500).nullable()
})

/** What one rule says of a catalog. */
export interface RuleReport {
  rule: RuleId
  /** As it goes by now: a rule that has a threshold tells it. */
  setting: RuleSetting
  isInitial: boolean
  /**
   * Products, or for `set-aside` items, that it found, without those excepted; null while it was not looked for: the rule is
   * switched off, or the catalog says nothing of it (a store whose list has no pictures and descriptions).
   */
  count: number | null
  excepted: number
  /** Products that the rule could say something of: for rules of pictures those that were looked at. */
  examined: number | null
}

/** How many of a catalog's pictures were looked at. */
export interface LookedPictures {
  looked: number
  all: number
  /** They are enough: rules that look at pictures count in the score. */
  areInScore: boolean
}

export interface AuditState {
  connectionId: string
  /** `none`: never · `running` · `ready`: of the catalog as it is · `outdated`: of the catalog as it was. */
  phase: 'none' | 'running' | 'ready' | 'outdated'
  /** Products examined, of all, while it runs. */
  progress: { done: number; total: number } | null
  /** When what is told of was found: ms since 1970. */
  at: number | null
  /** The last sync that had ended then. */
  run: number | null
  /** Products that are listed. */
  products: number
  /** How much of the store's list the catalog had then; null before the first audit. */
  coverage: Coverage | null
  /** 0–100, one decimal, as scoreOf (audit/score.ts) counts it; null before the first audit or without products. */
  score: number | null
  /** The same without the rules that look at pictures: what scores compare by where one of them counts these and one does not. */
  scoreWithoutPictures: number | null
  /** null before the first audit, and where no rule that is switched on looks at pictures. */
  pictures: LookedPictures | null
  rules: RuleReport[]
  /** Who set rules for the team, and when (ms since 1970); null: nobody has. `areInForce`: this computer goes by them. */
  teamRules: { by: string; at: number; areInForce: boolean } | null
  /** Why the last audit failed. */
  because: Failure | null
}

/** The score after a sync. */
export interface ScorePoint {
  /** ms since 1970. */
  at: number
  run: number | null
  products: number
  score: number
  /** It counts what rules found that look at pictures. */
  withPictures: boolean
  /** The score without these rules; null: nobody knows anymore. */
  scoreWithoutPictures: number | null
  counts: Partial<Record<RuleId, number>>
}

/** What a finding goes by, for its words; each rule gives what is named here, and what it does not know is left out. */
export interface FindingFacts {
  /** Price rules: the product's, in the connection's currency. */
  price?: number
  /** `price-outlier`: what its surroundings cost, the middle one of them, and how many they are. */
  median?: number
  /** `price-outlier`: the words that the names of its surroundings begin or end with; left out where they are the whole catalog. */
  word?: string
  /** `price-outlier`: the robust z-score of the price's logarithm, below 0 where it is too low, one decimal; at most 1000. */
  score?: number
  /** `price-fraction`: decimal digits that the price has. */
  digits?: number
  /** `price-outlier`: products in its surroundings · `picture-same`, `name-duplicate`, `description-duplicate`: others that have the same · `picture-similar`: whose look alike. */
  products?: number
  /** `picture-same`: a number that the products with one picture share, as long as the audit is the same. */
  group?: number
  /** `id-twice`: how often it is listed · `picture-shape`: how many times as long as the other one side is, one decimal. */
  times?: number
  /** `name-long`, `description-short`: how long the text is, as people count letters. */
  characters?: number
  /** `picture-small`: pixels. */
  width?: number
  height?: number
  /** `picture-broken`: why, a code of `FailureCode`. */
  code?: string
  /** `picture-insecure`: the picture's host. */
  host?: string
  /** `…-placeholder`, `…-markup`, `description-link`, `text-garbled`: what was found, at most 80 characters. Untrusted. */
  text?: string
  /**
   * `name-spaces`, `id-spaces`: `around`, `double` or `invisible` · `name-placeholder`: `text`, `no-letters` or `id` (it is the
   * product's id) · `price-missing`: `as-text` where the store gave it as one · `text-garbled`: `name` or `description`.
   */
  kind?: 'around' | 'double' | 'invisible' | 'text' | 'no-letters' | 'id' | 'as-text' | 'name' | 'description'
  /** `name-spaces`, `id-spaces`: the invisible character, as `U+200B`. */
  character?: string
  /** The threshold that was gone by, in its unit. */
  threshold?: number
}

/** What a rule says of a product, with what it goes by. */
export interface Finding {
  rule: RuleId
  severity: Severity
  /** {} where nobody knows anymore, since the product is another by now. */
  facts: FindingFacts
  exception: { reason: string; by: string; at: number } | null
}

export interface RuleException {
  productId: string
  /** As the catalog has it; '' when it has none. */
  name: string
  rule: RuleId
  reason: string
  by: string
  at: number
}
