/** Midnight, on this computer, some days before a time, in ms since 1970. Days have 23 or 25 hours where clocks are changed. */
export function startOfDay(at: number, daysBefore = 0): number {
  const date = new Date(at)
  date.setHours(0, 0, 0, 0)
  return date.setDate(date.getDate() - daysBefore)
}
