/** By how many percent a price grew; null where one is unknown, or the first is nothing. Prices are numbers as text. */
export function percentOf(before: string | null, after: string | null): number | null {
  if (before === null || after === null || Number(before) === 0) return null
  const percent = ((Number(after) - Number(before)) / Math.abs(Number(before))) * 100
  return Number.isFinite(percent) ? percent : null
}
