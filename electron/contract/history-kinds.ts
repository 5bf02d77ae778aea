/** What happened to a product: it came, went, came back, or one of its fields changed. */
export const historyKinds = ['new', 'gone', 'back', 'price', 'name', 'description', 'image'] as const
export type HistoryKind = (typeof historyKinds)[number]

/** What of a product can change. */
export const changedFields = ['price', 'name', 'description', 'image'] as const satisfies HistoryKind[]
export type ChangedField = (typeof changedFields)[number]

/** The most ranges of changes that are marked as not seen at once. */
export const mostRanges = 20_000

/** By how many percent a price grew; null where one is unknown, or the first is nothing. Prices are numbers as text. */
export function percentOf(before: string | null, after: string | null): number | null {
  if (before === null || after === null || Number(before) === 0) return null
  const percent = ((Number(after) - Number(before)) / Math.abs(Number(before))) * 100
  return Number.isFinite(percent) ? percent : null
}
