/** What a figure is counted in. */
export type Unit = 'items/s' | 'ms' | 's' | 'MB' | 'frames' | 'keys'

/** What a budget asks of a figure. All of a figure's conditions must hold. */
export type Condition =
  /** Of figure / limit. */
  | { kind: 'ratio-at-least'; value: number }
  | { kind: 'ratio-at-most'; value: number }
  /** Of the figure alone, in its unit. */
  | { kind: 'at-most'; value: number }
  /** Of figure - limit, in their unit. */
  | { kind: 'above-limit-at-most'; value: number }

/** One line of the table: what was measured, beside the best that could be had in the same run. */
export interface Figure {
  /** Number of the budget in docs/performance.md, as `P7`. */
  job: string
  /** What was measured, in a few words. */
  what: string
  unit: Unit
  value: number
  /** The 50th percentile, where `value` is the 95th. */
  p50?: number
  /** The 95th percentile, where `value` is the median. */
  p95?: number
  /** null: the figure has no limit but its budget. */
  limit: { what: string; value: number } | null
  /** []: told for information. */
  budget: readonly Condition[]
}

/** `untold`: no budget, or nothing to compare with. */
export type Verdict = 'ok' | 'over' | 'untold'

/** figure / limit; null without a limit. */
export function ratioOf({ value, limit }: Figure): number | null {
  return limit === null || limit.value === 0 ? null : value / limit.value
}

/** Whether the figure is within its budget. One that could not be measured (NaN) is over. */
export function verdictOf(figure: Figure): Verdict {
  if (figure.budget.length === 0) return 'untold'
  return figure.budget.every((condition) => holds(condition, figure)) ? 'ok' : 'over'
}

function holds({ kind, value }: Condition, figure: Figure): boolean {
  switch (kind) {
    case 'ratio-at-least':
      return (ratioOf(figure) ?? NaN) >= value
    case 'ratio-at-most':
      return (ratioOf(figure) ?? NaN) <= value
    case 'at-most':
      return figure.value <= value
    case 'above-limit-at-most':
      return figure.value - (figure.limit?.value ?? NaN) <= value
  }
}
