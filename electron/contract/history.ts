import { z } from 'zod'
import { connectionIdSchema } from './connection'
import { historyKinds, type HistoryKind } from './history-kinds'
import type { Picture } from './picture'
import { productIdSchema } from './review'

export type { HistoryKind } from './history-kinds'

const kindsSchema = z.array(z.enum(historyKinds)).max(historyKinds.length)
const paging = { offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }

export const changesQuerySchema = z.object({
  connectionId: connectionIdSchema,
  /** Numbers of runs, both included; null: from the first, to the last. */
  fromRun: z.number().int().min(1).nullable(),
  toRun: z.number().int().min(1).nullable(),
  /** [] : every kind. */
  kinds: kindsSchema,
  /** Only prices that changed by at least so many percent, up or down; null: any. Other kinds are not touched by it. */
  leastPercent: z.number().min(0).max(1_000_000).nullable(),
  /** Only what nobody has marked as seen. */
  unseen: z.boolean(),
  ...paging
})
export const markSeenSchema = z.object({
  connectionId: connectionIdSchema,
  /** These changes, or all up to a number. */
  changes: z.union([
    z.array(z.number().int().min(1)).min(1).max(1000),
    z.object({ upTo: z.number().int().min(1) })
  ]),
  seen: z.boolean()
})
export const timelineSchema = z.object({ connectionId: connectionIdSchema, productId: productIdSchema })

const sideSchema = z.object({
  connectionId: connectionIdSchema,
  /** The catalog as it was when this run had ended; null: as the copy has it now. */
  run: z.number().int().min(1).nullable()
})
export const compareSchema = z.object({
  before: sideSchema,
  after: sideSchema,
  kinds: kindsSchema,
  ...paging
})

/** One change, or one difference between two states of a catalog. */
export interface Change {
  /** Grows with each change; 0 in a comparison. */
  number: number
  kind: HistoryKind
  product: {
    id: string
    /** As it is now; '' when it has none. */
    name: string
    picture: Picture | null
    /** It is listed now. */
    listed: boolean
  }
  /** Number of the run that it counts for; null in a comparison. */
  run: number | null
  /** ms since 1970; null in a comparison. */
  at: number | null
  /** Texts and prices, as text; null where there was none. Pictures stand in `pictures`. */
  before: string | null
  after: string | null
  /** For prices: by how many percent of the one before; null where that makes no sense. */
  percent: number | null
  pictures: { before: Picture | null; after: Picture | null } | null
  seen: boolean
}

export interface ChangesPage {
  changes: Change[]
  /** Of all that is asked for. */
  total: number
  /** Of each kind, whichever are asked for, with all else as asked. */
  counts: Record<HistoryKind, number>
  /** Changes that nobody has marked as seen, whatever is asked for. */
  unseen: number
  /** The highest number of a change there is; 0: none. */
  newest: number
}

export interface Timeline {
  /** Newest first. */
  changes: Change[]
  /** Oldest first: what the price was from when on; null where it was unknown. */
  prices: { at: number; price: number | null }[]
  /** When the product was first read; null when that is before anything is known. ms since 1970. */
  since: number | null
}
