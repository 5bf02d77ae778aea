import { z } from 'zod'
import { connectionIdSchema } from './connection'
import type { Coverage } from './coverage'
import { historyKinds, mostRanges, type HistoryKind } from './history-kinds'
import type { Picture } from './picture'
import type { Product } from './product'
import { productIdSchema } from './review'
import type { SyncOutcome } from './sync'

const kindsSchema = z.array(z.enum(historyKinds)).max(historyKinds.length)
const leastPercentSchema = z.number().min(0).max(1_000_000).nullable()
const paging = { offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }

const runSchema = z.number().int().min(1)
const changeNumberSchema = z.number().int().min(1).max(0xffff_ffff)

/** Which changes of a connection. */
const changesFilterSchema = z.object({
  /** Numbers of runs, both included; null: from the first, to the last. */
  fromRun: runSchema.nullable(),
  toRun: runSchema.nullable(),
  /** [] : every kind. */
  kinds: kindsSchema,
  /**
   * Only prices that changed by at least so many percent, up or down, and those that became known or unknown, of which nobody
   * can say that it is little; null: any. Other kinds are not touched by it.
   */
  leastPercent: leastPercentSchema,
  /** Only what nobody has marked as seen. */
  unseen: z.boolean()
})
export type ChangesFilter = z.infer<typeof changesFilterSchema>

export const changesQuerySchema = changesFilterSchema.extend({ connectionId: connectionIdSchema, ...paging })

export const markSeenSchema = z.object({
  connectionId: connectionIdSchema,
  changes: z.union([
    /** Ranges of numbers, both ends included. */
    z.object({
      ranges: z
        .array(z.tuple([changeNumberSchema, changeNumberSchema]))
        .min(1)
        .max(mostRanges)
    }),
    /** What a list holds, up to a number: what came after the list was read is nobody's decision. */
    z.object({ matching: changesFilterSchema, upTo: changeNumberSchema })
  ]),
  seen: z.boolean()
})
export const timelineSchema = z.object({ connectionId: connectionIdSchema, productId: productIdSchema })

export const compareSchema = z.object({
  between: z.discriminatedUnion('what', [
    /** The catalog as it was when each of two runs had ended; null: as the catalog has it now. */
    z.object({
      what: z.literal('runs'),
      connectionId: connectionIdSchema,
      before: runSchema.nullable(),
      after: runSchema.nullable()
    }),
    /** Two copies as they are now; products are the same where their ids are. */
    z.object({
      what: z.literal('connections'),
      before: connectionIdSchema,
      after: connectionIdSchema
    })
  ]),
  kinds: kindsSchema,
  leastPercent: leastPercentSchema,
  ...paging
})
export type Compared = z.infer<typeof compareSchema>['between']

/** One change, or one difference between two states of a catalog. */
export interface Change {
  /** Grows by 1 with each change; in a comparison it only tells its differences apart. */
  number: number
  kind: HistoryKind
  product: {
    id: string
    /** As it is now; '' when it has none. */
    name: string
    picture: Picture | null
    /** It is listed now. */
    listed: boolean
    /** Whose catalog it is read from: in a comparison of two, the one that has it, and the second where both do. */
    connectionId: string
    /** What a mark would be for, what is decided of it, and what was found; null: not known, or not asked for (timelines, comparisons of stores). */
    now: Pick<Product, 'contentFingerprint' | 'review' | 'findings'> | null
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

/** What one run brought, of what is asked for. */
export interface ChangeGroup {
  /** Number of the run. */
  run: number
  /** When it began: ms since 1970; null: it has not yet, these were seen between two syncs. */
  startedAt: number | null
  outcome: SyncOutcome | null
  total: number
  /** Kinds without any are left out. */
  counts: Partial<Record<HistoryKind, number>>
  unseen: number
}

export interface ChangesPage {
  /** Newest run first; within a run in the order in which they were found, mostly that of the list. */
  changes: Change[]
  /** Of all that is asked for. */
  total: number
  /** Of each kind, whichever are asked for, with all else as asked. */
  counts: Record<HistoryKind, number>
  /** The runs that all of this is from, newest first; the changes are those of the first, then those of the second … */
  groups: ChangeGroup[]
  /** Changes that nobody has marked as seen, whatever is asked for. */
  unseen: number
  /** The highest number of a change there is; 0: none. */
  newest: number
}

export interface MarkedSeen {
  /** Changes that nobody has marked as seen, now. */
  unseen: number
  /** What is marked otherwise than before, to take it back; null: more than can be taken back at once. */
  ranges: [first: number, last: number][] | null
}

/** One side of a comparison, with how much of its store's list its catalog has. */
export interface ComparedSide {
  connectionId: string
  coverage: Coverage
}

export interface Comparison extends Pick<ChangesPage, 'changes' | 'total' | 'counts'> {
  before: ComparedSide
  after: ComparedSide
  /**
   * Kinds that nothing is said of, since a catalog does not know enough: what one catalog lacks is `gone` or `new` only where that
   * copy is complete, and the short form has neither descriptions nor pictures.
   */
  untold: HistoryKind[]
  /** Changes after the earlier state, or some of them, may have been dropped to save room: differences are missing. */
  isCut: boolean
}

export interface Timeline {
  /** Newest first, at most 1000. */
  changes: Change[]
  /** Oldest first: what the price was from when on, up to now; null where it was unknown, or the product was not listed. */
  prices: { at: number; price: number | null }[]
  /** When the product was first read; null when that is before anything is known. ms since 1970. */
  since: number | null
}
