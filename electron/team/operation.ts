import { z } from 'zod'
import { reasonSchema } from '../contract/product-query'
import { productIdSchema } from '../contract/review'
import { maxNote, reviewMarks } from '../contract/review-state'
import { clockSchema, timeSchema, type Clock } from './clock'

/** Who reviews, or wrote a segment: a person's name as they set it. */
export const nameSchema = z.string().max(200)
const noteIdSchema = z.string().regex(/^[0-9a-f]{16}$/)
const contentSchema = z.object({
  name: z.string(),
  price: z.number().nullable(),
  description: z.string().nullable(),
  image: z.string().nullable()
})

/** A mark as it is shared; `seen` and `content` are what was approved. */
export const sharedMarkSchema = z
  .object({
    mark: z.enum(reviewMarks),
    at: timeSchema,
    by: nameSchema,
    seen: z.string().max(64).nullable(),
    content: contentSchema.nullable(),
    // The first versions write none of these, and pass over them.
    putBackAt: timeSchema.nullable().default(null),
    reason: reasonSchema.nullable().default(null)
  })
  .refine(({ mark, reason }) => reason === null || mark === 'needs-work')

/** What a note is put together of, and the ids of texts that are replaced for good. */
export const sharedNoteSchema = z.object({
  texts: z.array(
    z.object({ id: noteIdSchema, at: timeSchema, by: nameSchema, note: z.string().min(1).max(maxNote) })
  ),
  replaced: z.array(noteIdSchema)
})

const exceptionSchema = z.object({
  rule: z.string().min(1).max(100),
  /** null: it is not excepted any more. */
  reason: z.string().max(10_000).nullable(),
  /** Who said so: who takes something back puts back what another said. */
  by: nameSchema
})

const assignmentSchema = z.object({
  /** Who is to review the product; null: nobody in particular. */
  to: nameSchema.min(1).nullable()
})

/** What was done to a product: a mark, what a note gained and lost, an exception from a rule, whom it was assigned to. */
const actSchema = z.union([
  z.object({ mark: sharedMarkSchema }),
  z.object({ note: sharedNoteSchema }),
  z.object({ exception: exceptionSchema }),
  z.object({ assignment: assignmentSchema })
])
export type Act = z.infer<typeof actSchema>

/** An operation as a line of a segment keeps it: its device and sequence number follow from the segment. */
export const operationLineSchema = z.object({
  by: nameSchema,
  clock: clockSchema,
  product: productIdSchema,
  act: actSchema
})
export type OperationLine = z.infer<typeof operationLineSchema>

/** Something that a reviewer did to a product on a device, for colleagues to merge. */
export interface Operation {
  /** 1-based, among those of its device; together they are its id. */
  sequence: number
  by: string
  clock: Clock
  product: string
  act: Act
}

/** One that is in no segment yet. */
export type Unnumbered = Omit<Operation, 'sequence'>

export function lineOf({ by, clock, product, act }: Operation): OperationLine {
  return { by, clock: [clock.wall, clock.counter], product, act }
}
