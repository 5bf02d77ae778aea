import type { FindingFacts, RuleId, ScorePoint } from '../../contract/audit'
import type { Method } from '../../database/thread-protocol'
import type { AuditReport, KeptExcuse, RulesInForce } from '../types'

/** What every question of a catalog needs. */
export interface Asked {
  /** The file of the copy; that of the findings stands beside it. */
  file: string
  rules: RulesInForce
}

export type ExcusedFrom = Pick<KeptExcuse, 'productId' | 'rule'>

export interface Standing {
  /** null: there was no audit yet. */
  report: AuditReport | null
  /** It is of the copy as it is, by the rules as they go. */
  isCurrent: boolean
  /** Products that are listed. */
  products: number
}

export interface RuleFacts {
  rule: RuleId
  facts: FindingFacts
}

export interface Progress {
  done: number
  total: number
}

export interface AuditMethods {
  look: Method<Asked, Standing>
  /**
   * Looks for what the rules say; what did not change since the last time is not read again. `at`: ms since 1970; `isInBackground`:
   * nobody waits for it, so that it takes twice as long and half of a core.
   */
  audit: Method<Asked & { excuses: ExcusedFrom[]; at: number; isInBackground: boolean }, AuditReport>
  /** Somebody waits for the audit of this connection that is under way. */
  hurry: Method<null, null>
  /** Excuses or severities are others: what was found is counted anew; null before the first audit. */
  settle: Method<Asked & { excuses: ExcusedFrom[] }, AuditReport | null>
  /** What the rules say of one product, excused or not, by its id; those that compare products as of the last audit. */
  of: Method<Asked & { productId: string }, RuleFacts[]>
  scores: Method<{ file: string }, ScorePoint[]>
  /** How far the audit is that is under way; null: none of this connection is. */
  progress: Method<null, Progress | null>
  /** Ends the audit of this connection that is under way, which then fails with `cancelled`, and closes its file. */
  close: Method<null, null>
  /** The same, and deletes the file in this folder. */
  forget: Method<{ folder: string }, null>
}
