import { z } from 'zod'
import { bounds, fitting, within, type ExceptionRow, type ReviewRow } from '../db/review-row'
import type { Value } from './damaged-cells'
import type { ReadableRow } from './readable-rows'
import { leftBy, type SalvagedItem, type Witnesses } from './salvaged-items'
import type { EntryRow } from '../write/undo'

const entrySchema = z.object({
  at: within(bounds.log.at),
  reviewer: z.string(),
  kind: z.enum(['mark', 'note', 'excuse', 'undo', 'merge', 'restore', 'team']),
  count: within(bounds.log.count),
  undone_by: within(bounds.log.undone_by).nullable(),
  undoes: within(bounds.log.undoes).nullable(),
  from_file: z.string().nullable(),
  from_by: z.string().nullable()
})

/**
 * The log's entries by their numbers. What cannot be read of one, or of all of it where only its items are left, is taken from what they
 * left and from the entry that took it back.
 */
export function salvagedLog(items: readonly SalvagedItem[], witnesses: Witnesses): EntryRow[] {
  const itemsOf = Map.groupBy(
    items.filter(({ trust }) => trust > 0),
    ({ entry }) => entry
  )
  const read = new Map<number, Partial<EntryRow>>()
  for (const number of itemsOf.keys()) if (number <= witnesses.last) read.set(number, {})
  for (const [number, rows] of witnesses.rows) {
    const { values, quality } = likeliest(rows, itemsOf.get(number) ?? [])
    if (quality > 0 || witnesses.isKnown(number)) read.set(number, fitting(entrySchema, values))
  }
  const tookBack = new Map<number, number>()
  const takenBack = new Map<number, number>()
  for (const [number, { undoes, undone_by }] of read) {
    if (typeof undoes === 'number' && undone_by === null) tookBack.set(undoes, number)
    if (typeof undone_by === 'number') takenBack.set(undone_by, number)
  }
  let lastAt = 0
  return [...read]
    .sort(([one], [other]) => one - other)
    .map(([number, entry]) => {
      const itsItems = itemsOf.get(number) ?? []
      const undoes = entry.undoes === undefined ? (takenBack.get(number) ?? null) : entry.undoes
      const { kind, at = lastAt, reviewer = '' } = toldByItems(number, itsItems)
      const whole: EntryRow = {
        ...{ number, at, reviewer, kind: undoes === null ? kind : 'undo', count: itsItems.length },
        ...{ undone_by: tookBack.get(number) ?? null, undoes, from_file: null, from_by: null },
        ...entry
      }
      lastAt = whole.at
      return whole
    })
}

/** Of rows with the same number the one that tells the same as the entry's items; the first where none does. */
function likeliest(rows: readonly ReadableRow[], items: readonly SalvagedItem[]): ReadableRow {
  const times = new Set(items.slice(0, mostAsked).flatMap(timesIn))
  const likeness = ({ values: { at, count } }: ReadableRow): number =>
    (times.has(at) ? 2 : 0) + (count === items.length ? 1 : 0)
  return rows.reduce((one, other) => (likeness(other) > likeness(one) ? other : one))
}

/** Items that are looked at for the time of their entry. */
const mostAsked = 10

function timesIn(item: SalvagedItem): Value[] {
  const { at, markedAt, notedAt, putBackAt }: Record<string, Value> = leftBy(item) ?? {}
  return [at, markedAt, notedAt, putBackAt].filter((time) => typeof time === 'number')
}

interface Told {
  kind: string
  at?: number | undefined
  reviewer?: string | undefined
}

/** What an entry must have been, by what it left. */
function toldByItems(number: number, items: readonly SalvagedItem[]): Told {
  for (const item of items) {
    const { rule } = item
    const left = item.isAfterKnown ? leftBy(item) : null
    if (left === null) continue
    if (rule !== '') return { kind: 'excuse', ...(left as Partial<ExceptionRow>) }
    const { markEntry, markedAt, markedBy, noteEntry, notedAt, notedBy } = left as Partial<ReviewRow>
    if (markEntry === number) return { kind: 'mark', at: markedAt ?? undefined, reviewer: markedBy }
    // Of a note there is one; a merge may bring more.
    const kind = items.length === 1 ? 'note' : 'merge'
    if (noteEntry === number) return { kind, at: notedAt ?? undefined, reviewer: notedBy }
  }
  return { kind: items.some(({ rule }) => rule !== '') ? 'excuse' : 'mark' }
}
