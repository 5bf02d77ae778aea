/** What happened to a product: it came, went, came back, or one of its fields changed. */
export const historyKinds = ['new', 'gone', 'back', 'price', 'name', 'description', 'image'] as const
export type HistoryKind = (typeof historyKinds)[number]

/** What of a product can change. */
export const changedFields = ['price', 'name', 'description', 'image'] as const satisfies HistoryKind[]
export type ChangedField = (typeof changedFields)[number]

/** The most ranges of changes that are marked as not seen at once. */
export const mostRanges = 20_000

/** By how many percent a price grew, less than 0 where it fell; null where one is unknown, or the first is nothing. */
export function growth(before: number | null, after: number | null): number | null {
  if (before === null || after === null || before === 0) return null
  const percent = ((after - before) / Math.abs(before)) * 100
  return Number.isFinite(percent) ? percent : null
}

/** `growth` of prices that are numbers as text. */
export function percentOf(before: string | null, after: string | null): number | null {
  return growth(before === null ? null : Number(before), after === null ? null : Number(after))
}
