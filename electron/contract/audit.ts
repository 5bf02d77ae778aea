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

/** What a rule says of a product, with what it goes by. */
export interface Finding {
  rule: RuleId
  severity: Severity
  /** Why, for the words: for example median, deviation and the neighbours' number of an outlier; counts of doubles. */
  facts: Record<string, string | number>
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
