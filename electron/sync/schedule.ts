import type { SyncSchedule } from '../contract/sync'

const minute = 60_000

/** ms from the start of one run to that of the next; null: none starts by itself. */
const intervals: Record<SyncSchedule, number | null> = {
  off: null,
  '15-minutes': 15 * minute,
  hourly: 60 * minute,
  daily: 24 * 60 * minute
}

/**
 * When the schedule starts the next run: an interval after the last one started (`lastStart`, ms since 1970; null: there was
 * none), and at once when that is past. Never later than an interval from now, whatever the clock was before (93).
 */
export function nextStart(schedule: SyncSchedule, lastStart: number | null, now: number): number | null {
  const interval = intervals[schedule]
  if (interval === null) return null
  if (lastStart === null) return now
  return Math.min(now + interval, Math.max(now, lastStart + interval))
}
