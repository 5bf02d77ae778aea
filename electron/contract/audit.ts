import { z } from 'zod'
import { ruleIds, severities, type RuleId, type Severity } from './audit-rules'
import { connectionIdSchema } from './connection'
import type { Failure } from './failure'
import { productIdSchema } from './review'

export type { RuleId, RuleWithThreshold, Severity } from './audit-rules'

export const ruleSettingSchema = z.object({
  enabled: z.boolean(),
  severity: z.enum(severities),
  /** null: the rule has none, or goes by the initial one. */
  threshold: z.number().nullable()
})
export type RuleSetting = z.infer<typeof ruleSettingSchema>
export const configureRuleSchema = z.object({
  connectionId: connectionIdSchema,
  rule: z.enum(ruleIds),
  /** null: as at first. */
  setting: ruleSettingSchema.nullable()
})
export const excuseSchema = z.object({
  connectionId: connectionIdSchema,
  productId: productIdSchema,
  rule: z.enum(ruleIds),
  /** null: it is not excused any more. */
  reason: z.string().trim().max(500).nullable()
})

/** What one rule says of a catalog. */
export interface RuleReport {
  rule: RuleId
  setting: RuleSetting
  isInitial: boolean
  /** Products, or for `set-aside` items, that it found, without those excused; null while it was not looked for. */
  count: number | null
  excused: number
  /** Products that the rule could say something of: for rules of pictures those that were looked at. */
  examined: number | null
}

export interface AuditState {
  connectionId: string
  /** `none`: never · `running` · `ready`: of the copy as it is · `outdated`: of the copy as it was. */
  phase: 'none' | 'running' | 'ready' | 'outdated'
  /** Products examined, of all, while it runs. */
  progress: { done: number; total: number } | null
  /** When what is told of was found: ms since 1970. */
  at: number | null
  /** The last sync that had ended then. */
  run: number | null
  /** Products that are listed. */
  products: number
  /** 0–100, one decimal; null before the first audit or without products. */
  score: number | null
  rules: RuleReport[]
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
  counts: Partial<Record<RuleId, number>>
}

/** What a finding goes by, for its words; each rule gives what is named here, and what it does not know is left out. */
export interface FindingFacts {
  /** Price rules: the product's, in the connection's currency. */
  price?: number
  /** `price-outlier`: what its surroundings cost, the middle one of them, and how many they are. */
  median?: number
  /** `price-outlier`: the word that the names of its surroundings share; left out where they are the whole catalog. */
  word?: string
  /** `price-fraction`: decimal digits that the price has. */
  digits?: number
  /** `price-outlier`: products in its surroundings · `picture-same`, `name-duplicate`, `description-duplicate`: others that have the same. */
  products?: number
  /** `id-twice`: how often it is listed. */
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
  /** `description-placeholder`, `description-markup`, `text-garbled`: what was found, at most 80 characters. Untrusted. */
  text?: string
  /** The threshold that was gone by, in its unit. */
  threshold?: number
}

/** What a rule says of a product, with what it goes by. */
export interface Finding {
  rule: RuleId
  severity: Severity
  facts: FindingFacts
  excuse: { reason: string; by: string; at: number } | null
}

export interface Excuse {
  productId: string
  /** As the copy has it; '' when it has none. */
  name: string
  rule: RuleId
  reason: string
  by: string
  at: number
}
