import type { FindingFacts, ScorePoint } from '../../contract/audit'
import type { RuleId } from '../../contract/audit-rules'
import type { Method } from '../../database/thread-protocol'
import type { AuditReport, StoredException, RulesInForce } from '../types'

/** Common fields of calls about a catalog. */
export interface Asked {
  /** The path of the catalog; the file of findings is in the same folder. */
  file: string
  rules: RulesInForce
}

export type ExceptionKey = Pick<StoredException, 'productId' | 'rule'>

export interface LastAudit {
  /** null: there was no audit yet. */
  report: AuditReport | null
  /** The catalog and the rules have not changed since. */
  isCurrent: boolean
  /** Listed products. */
  products: number
}

export interface RuleFacts {
  rule: RuleId
  facts: FindingFacts
}

/** A product, and the rules that found something of it. */
export interface FoundProduct {
  id: string
  findings: RuleId[]
}

/** The product whose twins are listed, and the rule; at most `limit` are returned. */
export interface TwinsRequest {
  productId: string
  rule: RuleId
  limit: number
}

export interface Progress {
  done: number
  total: number
}

export interface AuditMethods {
  lastAudit: Method<Asked, LastAudit>
  /**
   * Runs all rules. `at`: ms since 1970; `isInBackground`: nobody waits for it, so that it takes twice as long and half of a core.
   */
  audit: Method<Asked & { exceptions: ExceptionKey[]; at: number; isInBackground: boolean }, AuditReport>
  /** Somebody waits for the audit of this connection that is under way. */
  hurry: Method<null, null>
  /** Counts the findings again after exceptions or severities changed; null before the first audit. */
  recount: Method<Asked & { exceptions: ExceptionKey[] }, AuditReport | null>
  /** Findings of one product, excepted or not; rules that compare products answer as of the last audit. */
  findingsOf: Method<Asked & { productId: string }, RuleFacts[]>
  /** The facts of these findings of listed products, in the order of `products`. */
  factsOf: Method<Asked & { products: FoundProduct[] }, RuleFacts[][]>
  /** Products that a finding compares this one with, by their ids: the closest first. */
  twinsOf: Method<Asked & TwinsRequest, string[]>
  scores: Method<{ file: string }, ScorePoint[]>
  /** null: no audit of this connection is under way. */
  progress: Method<null, Progress | null>
  /** Stops the audit of this connection, which then fails with `cancelled`, and closes its file. */
  close: Method<null, null>
  /** As `close`, and deletes the findings in this folder. */
  forget: Method<{ folder: string }, null>
}
