/** How often a catalog is synced by itself. Free of zod, so that the renderer can load it. */
export const syncSchedules = ['off', '15-minutes', 'hourly', 'daily'] as const
export type SyncSchedule = (typeof syncSchedules)[number]
