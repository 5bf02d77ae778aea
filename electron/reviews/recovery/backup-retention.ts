import type { ReviewBackup } from '../../contract/review'

/**
 * How many are kept, newest first: of closes, of days and weeks (in UTC) with a backup the last of each, of migrations and restores. That
 * is at most 24, and many short sessions of one day push out nothing of the days before.
 */
const keep = { close: 3, days: 7, weeks: 4, migration: 5, restore: 5 }
/** ms. */
const day = 24 * 60 * 60 * 1000

/** Those that are not kept any more. @param backups newest first */
export function outdatedBackups<Backup extends Pick<ReviewBackup, 'at' | 'reason'>>(
  backups: readonly Backup[]
): Backup[] {
  const lastOf = (most: number, keyOf: (backup: Backup) => number): Backup[] => {
    const found = new Map<number, Backup>()
    for (const backup of backups) {
      const key = keyOf(backup)
      if (!found.has(key)) found.set(key, backup)
    }
    return [...found.values()].slice(0, most)
  }
  const ofReason = (reason: 'close' | 'migration' | 'restore'): Backup[] =>
    backups.filter((backup) => backup.reason === reason).slice(0, keep[reason])
  const kept = new Set([
    ...(['close', 'migration', 'restore'] as const).flatMap(ofReason),
    ...lastOf(keep.days, ({ at }) => Math.floor(at / day)),
    // 1970 began on a Thursday; weeks begin on Monday.
    ...lastOf(keep.weeks, ({ at }) => Math.floor((at / day + 3) / 7))
  ])
  return backups.filter((backup) => !kept.has(backup))
}
