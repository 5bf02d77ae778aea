import type { LookedPictures, ScorePoint } from '../contract/audit'
import type { RuleId, Severity } from '../contract/audit-rules'
import type { Coverage } from '../contract/coverage'
import type { Result } from '../contract/failure'

/** How a rule goes for a connection. */
export interface RuleInForce {
  enabled: boolean
  severity: Severity
  /** 0 where the rule has none. */
  threshold: number
}
/** In the order of ruleIds, as all lists of rules here: a rule's place is its bit. */
export type RulesInForce = readonly RuleInForce[]

/** A rule that a product is excepted from. */
export interface StoredException {
  productId: string
  rule: RuleId
  reason: string
  by: string
  /** ms since 1970. */
  at: number
}

/** Where exceptions are kept: with the reviews, since a person decided them. */
export interface ExceptionStore {
  exceptions(connectionId: string): Promise<Result<StoredException[]>>
  /** `reason` null: the product is not excepted anymore. Fails with `storage-failed`. */
  setException(
    connectionId: string,
    productId: string,
    rule: RuleId,
    reason: string | null
  ): Promise<Result<unknown>>
}

/** What one rule found, in numbers; `null`: it was not looked for. */
export interface RuleCount {
  count: number | null
  excepted: number
  examined: number | null
}

/** The result of an audit, as its file stores it. */
export interface AuditReport extends Omit<ScorePoint, 'score' | 'counts' | 'withPictures'> {
  score: number | null
  pictures: LookedPictures
  coverage: Coverage
  rules: RuleCount[]
  /** ms that it took. */
  took: number
}
