import { z } from 'zod'
import { connectionIdSchema } from './connection'
import type { Failure } from './failure'
import { productQuerySchema, reasonSchema } from './product-query'
import type { Picture } from './picture'
import type { TeamProblem } from './team'
import {
  maxNote,
  mostClaimed,
  mostNamed,
  queueScopes,
  reviewMarks,
  type ReviewMark,
  type ReviewState
} from './review-state'

export const productIdSchema = z.string().min(1).max(10_000)
/** As `Product.contentFingerprint`. */
export const fingerprintSchema = z.string().max(64)
const noteSchema = z.string().max(maxNote)
/** A note as it was saved: one that a merge put together of many can be longer than anybody may write. */
const savedNoteSchema = z.string().max(50 * maxNote)
const ofProduct = z.object({ connectionId: connectionIdSchema, productId: productIdSchema })

/** Products by id, or all that a list holds; `count`: how many the person was told of. */
const namedOrListedSchema = z.union([
  z.object({ products: z.array(productIdSchema).min(1).max(mostNamed) }),
  z.object({ productQuery: productQuerySchema, count: z.number().int().min(1) })
])

/** The products that a mark is for: as a person saw them, all that a list holds, or those that were marked so just before. */
export const markedSchema = z.union([
  z.object({
    products: z
      .array(z.object({ id: productIdSchema, contentFingerprint: fingerprintSchema }))
      .min(1)
      .max(mostNamed)
  }),
  /** `count`: how many the person was told of. Where the list has more or fewer by now nothing is marked. */
  z.object({ productQuery: productQuerySchema, count: z.number().int().min(1) }),
  /** Those whose mark is of this entry of the log still, for its reason: the list that they were in may hold others by now. */
  z.object({ entry: z.number().int().min(1) })
])
/** Changes that a person can have before them at once. */
const mostChangesTold = 10_000
export const markSchema = z
  .object({
    connectionId: connectionIdSchema,
    mark: z.enum(reviewMarks),
    /** Why it needs work; null: no reason. Left out, products that need work already keep theirs. */
    reason: reasonSchema.nullable().optional(),
    of: markedSchema,
    /** Of named products: the numbers of the changes that the person has before them. Where others are not seen, nothing is marked. */
    changes: z.array(z.number().int().min(1)).max(mostChangesTold).optional()
  })
  .refine(({ mark, of }) => mark === 'needs-work' || !('entry' in of))
/** `to`: several people share the products evenly; [] : nobody has them in particular. */
export const assignSchema = z.object({
  connectionId: connectionIdSchema,
  to: z.array(z.string().trim().min(1).max(200)).max(50),
  of: namedOrListedSchema
})
export const undoAssignmentSchema = z.object({
  connectionId: connectionIdSchema,
  assignment: z.number().int().min(1)
})
/** `count`: at most so many. */
export const claimSchema = z.object({
  connectionId: connectionIdSchema,
  productQuery: productQuerySchema,
  count: z.number().int().min(1).max(mostClaimed)
})
/** `over`: the saved note that its writer knows; what anybody has saved since is kept as well. Left out: the note takes the place of any. */
export const noteOfSchema = ofProduct.extend({ note: noteSchema, over: savedNoteSchema.optional() })
/** `draft` null: there is none anymore. `begunOn`: the note as it was saved then; left out: not known. `joins`: it comes after what is there. */
export const draftSchema = ofProduct.extend({
  draft: noteSchema.nullable(),
  begunOn: savedNoteSchema.nullable().optional(),
  joins: z.boolean().optional()
})
export const ofProductSchema = ofProduct
export const reviewLogSchema = z.object({
  connectionId: connectionIdSchema,
  /** null: of all products. */
  productId: productIdSchema.nullable(),
  /** Entries before this number; null: from the newest on. */
  before: z.number().int().min(1).nullable(),
  limit: z.number().int().min(1).max(200)
})
/** `entry` null: the last thing that this person did and that is not undone. */
export const undoSchema = z.object({
  connectionId: connectionIdSchema,
  entry: z.number().int().min(1).nullable()
})
export const reviewerSchema = z.object({ name: z.string().trim().max(80) })
export const progressSchema = z.object({ connectionId: connectionIdSchema, productQuery: productQuerySchema })
/**
 * `of` null: all that were reviewed; else those of these products. `team`: what the store's team has exchanged, for colleagues who are in
 * it and cannot reach its place.
 */
export const shareSchema = z.object({
  connectionId: connectionIdSchema,
  of: namedOrListedSchema.or(z.literal('team')).nullable()
})
export const restoreSchema = z.object({
  connectionId: connectionIdSchema,
  backup: z.string().min(1).max(200)
})

/** A queue of products to be reviewed, and where its person is; kept over restarts. */
export const queueSchema = z.object({
  /** What the queue is made of: a view, filters, a search. */
  productQuery: productQuerySchema,
  /** Name of the view it was made of; null: of a list without a name. */
  name: z.string().max(80).nullable(),
  scope: z.enum(queueScopes),
  /** The product that is looked at; null before the first. */
  productId: productIdSchema.nullable(),
  /** Its place in the queue when it was looked at, 1-based: where to go on if it is not in the queue anymore. */
  place: z.number().int().min(1).max(1_000_000_000)
})
export type ReviewQueue = z.infer<typeof queueSchema>
export const saveQueueSchema = z.object({ connectionId: connectionIdSchema, queue: queueSchema.nullable() })

/** How many people have approved a product as it is, of those that the team needs. `isMine`: this person is one of them. */
export interface Approvals {
  given: number
  needed: number
  isMine: boolean
}

/** A product's review as a row of a list shows it. */
export interface ProductReview {
  state: ReviewState
  /** Of the content as it is; null: one approval is enough. */
  approvals: Approvals | null
  /** Why it needs work; null: no reason, or another mark. */
  reason: string | null
  /** The beginning of the note (`noteInLists`); '' without one. */
  note: string
  /** Who set the mark or, without one, wrote the note; '' when that is not known. */
  reviewer: string
  /** When: ms since 1970; null: never. */
  reviewedAt: number | null
  /** Whom the team has assigned it to, or who has claimed it; left out where it is nobody. */
  assignedTo?: string
  /**
   * What this person says of it in a team, whatever colleagues say; an approval of other content than it has now does not count. Left out
   * where there is no team, or nobody is known to say anything.
   */
  own?: ReviewMark
  /** All of a team who say what it is; left out where that is one person, or people do not all say the same. */
  reviewers?: string[]
  /** What each of a team's reviewers says who do not all say the same, by their names; left out where they do. */
  disagreeing?: { by: string; mark: ReviewMark }[]
}

/** One way in which a product is no longer what was approved. */
export type Difference =
  | { field: 'name' | 'description'; before: string | null; after: string | null }
  | { field: 'price'; before: number | null; after: number | null }
  /** Both the same: the store has put another picture under the same address. */
  | { field: 'image'; before: Picture | null; after: Picture | null }

/** A product's review, whole. */
export interface Review {
  productId: string
  mark: ReviewMark
  state: ReviewState
  /** As of `ProductReview`. */
  approvals: Approvals | null
  /** Why it needs work; null: no reason, or another mark. */
  reason: string | null
  note: string
  /** Who set the mark, and who wrote the note, which may be a colleague; '' when that is not known. */
  markedBy: string
  notedBy: string
  /** ms since 1970; null: never. */
  markedAt: number | null
  notedAt: number | null
  /** A text that was typed and not saved yet, as it was when the app last ended, and the note as it was saved when that was begun; null: none, or not known. */
  draft: string | null
  draftBegunOn: string | null
  /** For `changed`; [] where it is what was seen, or that is not known. */
  differences: Difference[]
  /** For `changed`: an error was found since it was approved. */
  isWorse: boolean
}

/** `team`: a colleague did it, on a device of theirs. `undo` took another entry back; `redo` took such a taking back back, so that what was done holds again. */
export type LogKind = 'mark' | 'note' | 'excuse' | 'undo' | 'redo' | 'merge' | 'restore' | 'team'

/** Something that was done to reviews; of a bulk action there is one entry. */
export interface LogEntry {
  /** Grows with each entry; negative: a colleague's mark that came after a newer one, and stands in none. */
  number: number
  /** ms since 1970. */
  at: number
  by: string
  kind: LogKind
  /** Products that it was done to. */
  count: number
  /** The product, where it was one; its name as the catalog has it, '' when it has none. */
  product: { id: string; name: string } | null
  /** What it changed, where that can be said of all of it: of several products only a mark. */
  of: 'mark' | 'note' | 'exception' | null
  /** As text: marks by their names, notes in their first 200 characters. Of several products only what is the same for all. */
  before: string | null
  after: string | null
  /** Of a mark: who decided `before`, and `after`: maybe a colleague of `by`, whose mark is uncovered. null: nobody, or not known. */
  beforeBy: string | null
  afterBy: string | null
  /** Of a mark: why it needed work before, and needs it after. */
  reasonBefore: string | null
  reason: string | null
  /** Of a merge: the file's name, without its folder, and who had saved it ('' when it does not say); else null. */
  from: { file: string; by: string } | null
  /** It was undone. */
  undone: boolean
  /** It can be undone: nothing that came later changed the same. */
  canUndo: boolean
}

/** What a mark did. */
export interface Marked {
  /** The entry in the log, to be undone by; null when nothing changed. */
  entry: number | null
  /** Products that have the mark now and had not before. */
  changed: number
  /** Products that were not approved: they are no longer what was seen. At most 100 are named. */
  stale: string[]
  /** Those were not marked at all: they have changes that the person had not before them. */
  otherChanges?: boolean
}

export interface Undone {
  /** What was taken back. */
  entry: LogEntry
  /** The entry that says so, by which it is done again. */
  redo: number
  /** Reviews that are as they were before. */
  restored: number
  /** Reviews that were left alone, since they were changed again later. */
  kept: number
}

/** What was not taken back, since a colleague has changed the same after it: told once, and passed over the next time. */
export interface PreventedUndo {
  prevented: LogEntry
  /** The colleague. */
  by: string
}

/** A file of reviews that was saved for colleagues. */
export interface SharedReviews {
  /** Without its folder. */
  fileName: string
  reviews: number
}

/** What was saved for colleagues who are in the store's team. */
export interface SharedForTeam {
  fileName: string
  /** Computers whose segments are in the file, and the segments. */
  devices: number
  segments: number
  /** Why it has only what was done on this computer; null: it has all. */
  problem: TeamProblem | null
}

/** How far a colleague's file is merged. */
export interface MergeProgress {
  connectionId: string
  of: 'reviews' | 'team'
  /** Products (segments, of a team's file) that are merged, and those in the file; null: it is still read for the first time. */
  done: number
  total: number | null
}

/** What merging a team's file did. Each person's marks and notes stand in the log as their own. */
export interface MergedForTeam {
  of: 'team'
  /** Segments that were new here; 0: all was known. */
  segments: number
  /** Products that changed here; null: any may have. */
  products: number | null
  /** Segments of computers that were removed from the team before they wrote them: they do not count. */
  ignored: number
  /** Segments of a time that has not come, which are to be merged again then. */
  ahead: number
  /** Segments that are rightly signed and cannot be read all the same. */
  unreadable: number
  isStopped: boolean
  /** Who saved the file, and when: ms since 1970. */
  from: { by: string; at: number }
}

/** What merging a colleague's file did. */
export interface MergedReviews {
  of: 'reviews'
  /** The entry in the log, to be undone by; null when nothing changed. */
  entry: number | null
  /** Products in the file. */
  reviews: number
  /** Those of which anything changed, as the log counts them. */
  changed: number
  /** Products whose mark, and whose note, is another now. */
  marks: number
  notes: number
  /** Products of which the file only takes back marks or texts that are not here: what another file brings of these stays hidden. */
  takenBack: number
  /** Products with a text in the file that stays hidden, since another file said before that it was replaced. */
  hidden: number
  /** The person ended it: `reviews` is how many of the file were merged by then. */
  stopped: boolean
  /** Why it ended by itself after that many; null: it did not. */
  failure: Failure | null
  /** Who saved the file, when (ms since 1970), and whether it is of another store than this connection's. */
  from: { by: string; at: number; isOtherStore: boolean }
}

/** How far the products of a list are reviewed. */
export type ReviewProgress = Record<ReviewState, number> & { total: number }

/** What a person is told of a connection's reviews, once. */
export type ReviewNotice =
  /** The file was damaged or empty: it was put aside as `file`; a backup of `backupAt` was restored, what could be read since then was salvaged (faults 83, 84). */
  | { kind: 'restored'; file: string; backupAt: number | null; salvaged: number }
  /** It is from a newer Vitrine: it is left untouched, nothing can be marked (fault 85). */
  | { kind: 'newer' }
  /** It cannot be written (fault 81): what there is can be read. */
  | { kind: 'read-only'; because: Failure }
  /** The store was connected before: the reviews of then are back. */
  | { kind: 'back'; reviews: number }
