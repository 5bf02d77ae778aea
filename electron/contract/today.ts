import type { RuleId } from './audit-rules'
import type { LogEntry, ReviewProgress } from './review'

/** Rules whose findings are worth a step of their own. */
export const rulesOfSteps = [
  'price-zero',
  'price-negative',
  'price-outlier',
  'price-missing',
  'name-missing',
  'name-duplicate',
  'picture-broken',
  'picture-same'
] as const satisfies readonly RuleId[]

/** What there is to do next: what a rule found, what the last syncs brought, and what reviews left open. */
export type NextKind =
  (typeof rulesOfSteps)[number] | 'price-jump' | 'gone' | 'disagreement' | 're-review' | 'needs-work'

/** Steps that are told of at once. */
export const mostNextSteps = 6

/** Percent from which on a price is more likely wrong than changed. */
export const priceJump = 60

export interface NextStep {
  kind: NextKind
  /** Products. */
  count: number
  /** Of a price that jumped, where it is one product: which, and by how many percent. */
  product: { id: string; name: string } | null
  percent: number | null
  /** How many of them somebody has decided on, where that says that they are done: never all, which is no step. */
  decided: number
}

/** How fast a catalog is reviewed. */
export interface ReviewPace {
  /** Products an hour, by the last days; null where too few were reviewed to tell. */
  perHour: number | null
  /** Products that were reviewed on this day, each once. */
  today: number
}

/** What was reviewed on a day. */
export interface ReviewedDay {
  /** As the person's calendar has it: `2026-11-24`. */
  day: string
  approved: number
  needsWork: number
  ignored: number
}

/** What a person needs to know of a store to begin their day. Counted in the main process. */
export interface Today {
  progress: ReviewProgress
  /** When the catalog was read, as a list says it: ms since 1970; null: not at all, or not known. */
  asOf: number | null
  /** Products with errors; null before the rules were applied. */
  errors: number | null
  /** How many of these somebody has decided on; null likewise. */
  errorsDecided: number | null
  /** How many findings of errors there are more than when the day began; null where that is not known. */
  errorsSinceYesterday: number | null
  /** Changes that nobody has marked as seen. */
  unseen: number
  /** At most `mostNextSteps`, what harms most first. */
  next: NextStep[]
  /** Rules that found errors or warnings which none of these steps is about, what harms most first. */
  moreRules: RuleId[]
  /** The last 14 days, oldest first, this one last. */
  days: ReviewedDay[]
  /** As of `ReviewPace`. */
  perHour: number | null
  /** The score after each of the last syncs, oldest first. */
  scores: { at: number; score: number }[]
  /** What was done last, by whomever. */
  log: LogEntry[]
}
