import { z } from 'zod'
import { bounds, within } from '../db/review-row'
import type { EntryRow } from '../write/undo'

type Readable = z.infer<typeof entrySchema>

/** A row of a damaged `log`. Where one of these three numbers cannot be read the entry still says what was done, and has its items. */
export const entrySchema = z.object({
  number: within(bounds.log.number),
  at: within(bounds.log.at),
  reviewer: z.string(),
  kind: z.string(),
  // undefined: not known any more.
  count: within(bounds.log.count).optional().catch(undefined),
  undone_by: within(bounds.log.undone_by).nullable().optional().catch(undefined),
  undoes: within(bounds.log.undoes).nullable().optional().catch(undefined),
  // Files of the first form have neither.
  from_file: z.string().nullable().default(null),
  from_by: z.string().nullable().default(null)
})

/** The entries, with what is not known of one taken from its items and from the entry that took it back. */
export function completed(log: readonly Readable[], items: readonly { entry: number }[]): EntryRow[] {
  const itemsOf = (number: number): number => items.filter(({ entry }) => entry === number).length
  const tookBack = ({ number }: Readable): Readable | undefined =>
    log.find(({ undoes, undone_by }) => undoes === number && undone_by === null)
  const takenBack = ({ number }: Readable): Readable | undefined =>
    log.find(({ undone_by }) => undone_by === number)
  return log.map((entry) => ({
    ...entry,
    count: entry.count ?? itemsOf(entry.number),
    undone_by: entry.undone_by === undefined ? (tookBack(entry)?.number ?? null) : entry.undone_by,
    undoes: entry.undoes === undefined ? (takenBack(entry)?.number ?? null) : entry.undoes
  }))
}
