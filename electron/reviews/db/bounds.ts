import { z } from 'zod'
import { reviewMarks } from '../../contract/review-state'

interface Bounds {
  least: number
  most: number
}

/** JavaScript cannot read a whole number above 2^53. */
const most = Number.MAX_SAFE_INTEGER
/** ms since 1970. */
const time: Bounds = { least: -most, most }
/** A place in the log; 0: none. */
const entry: Bounds = { least: 0, most }
/** A place in the log that there is. */
const number: Bounds = { least: 1, most }

/**
 * The whole numbers that a healthy file has, by table and column. Both what is salvaged and what is called sound go by these: otherwise one
 * value that only one of them accepts would keep everything that was salvaged from being used (fault 105).
 */
export const bounds = {
  review: {
    mark: { least: 0, most: reviewMarks.length - 1 },
    marked_at: time,
    noted_at: time,
    put_back_at: time,
    mark_entry: entry,
    note_entry: entry
  },
  log: { number, at: time, count: entry, undone_by: entry, undoes: entry },
  log_item: { entry: number },
  excuse: { at: time },
  draft: { at: time }
} as const satisfies Record<string, Record<string, Bounds>>

/** The numbers within the bounds. */
export function within({ least, most }: Bounds): z.ZodNumber {
  return z.number().int().min(least).max(most)
}

/** Conditions in SQL that no row of a healthy file meets; null meets none. */
export function outOfBounds(table: keyof typeof bounds): string[] {
  const columns: [string, Bounds][] = Object.entries(bounds[table])
  return columns.map(([column, { least, most }]) => `${column} NOT BETWEEN ${least} AND ${most}`)
}

/** The condition in SQL that a text is JSON as SQLite reads it, which is nested at most 1000 deep; or null. */
export function isJson(column: string): string {
  return `json_valid(coalesce(${column}, '{}'))`
}
