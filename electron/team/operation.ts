import { z } from 'zod'
import { reasonSchema } from '../contract/product-query'
import { mostApprovals } from '../contract/team'
import { productIdSchema } from '../contract/review'
import { maxNote, reviewMarks } from '../contract/review-state'
import { isDeviceId } from './carriers/carrier'
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

/** A mark as it is shared; `seen` is what its reviewer looked at, `content` what of it was approved. */
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

/**
 * What was done where a mark, or a note, alone does not tell it: somebody cleared their mark, took something back or did it again, and what
 * that was; null: it is not known, or nothing else is to be told. `mark` is for the log alone: it set one beneath a newer one.
 */
export const markDeedSchema = z.object({
  kind: z.enum(['mark', 'clear', 'undo', 'redo']),
  /** When, which the mark and the clock may have otherwise. */
  at: timeSchema,
  /** Who, where it is another's mark: one that a merged file had brought. */
  who: nameSchema.optional(),
  of: z
    .object({ mark: z.enum(reviewMarks), by: nameSchema.nullable(), reason: reasonSchema.nullable() })
    .nullable()
})
export type MarkDeed = z.infer<typeof markDeedSchema>

const exceptionSchema = z.object({
  rule: z.string().min(1).max(100),
  /** null: it is no longer excepted. */
  reason: z.string().max(10_000).nullable(),
  /** Who said so: who takes something back puts back what another said. */
  by: nameSchema
})

const assignmentSchema = z.object({
  /** Who is to review the product; null: nobody in particular. */
  to: nameSchema.min(1).nullable()
})

/** How a team decides. Counts where an owner of the team has said so (reviews/team/policy.ts). */
const policySchema = z.object({ approvals: z.number().int().min(1).max(mostApprovals) })

/** A device that is an owner of the team as well. Likewise. */
const ownerSchema = z.object({ device: z.string().refine(isDeviceId) })

/** UTF-16 units of what a team has under a name. */
export const maxItem = 20_000

/**
 * What the team has as a whole under a kind and an id, as a view or its rules; `value` null: no longer. It is read where it is used: one of a
 * kind or form that this version does not know is kept, told on and shown nowhere. Who counts: `maySay` in reviews/team/policy.ts.
 */
const itemSchema = z.object({
  kind: z.string().regex(/^[a-z-]{1,40}$/),
  id: z.string().regex(/^[a-z0-9-]{0,64}$/),
  /** JSON. */
  value: z.string().max(maxItem).nullable()
})

/**
 * What was done to a product: a mark, what a note gained and lost, an exception from a rule, whom it was assigned to; or to the team as a
 * whole. `undoes`: whose mark was taken back by somebody else, which only an owner of the team may do. `deed` is for the log alone: what
 * holds does not depend on it, and earlier versions neither write it nor read it. `asOf`: when the catalog was read that an approval is of;
 * it tells a colleague whose own is older.
 */
const actSchema = z.union([
  z.object({
    mark: sharedMarkSchema,
    undoes: nameSchema.optional(),
    deed: markDeedSchema.optional(),
    asOf: timeSchema.optional()
  }),
  z.object({ note: sharedNoteSchema, deed: markDeedSchema.optional() }),
  z.object({ exception: exceptionSchema }),
  z.object({ assignment: assignmentSchema }),
  z.object({ policy: policySchema }),
  z.object({ owner: ownerSchema }),
  z.object({ item: itemSchema })
])
export type Act = z.infer<typeof actSchema>

/** An act that is about the team as a whole. */
export type TeamAct = Extract<Act, { policy: object } | { owner: object } | { item: object }>

/** What an operation names in place of a product where it is about the team as a whole. */
export const wholeTeam = ''

/** Whether an act is about the team as a whole, and no product. */
export function isOfTeam(act: Act): act is TeamAct {
  return 'policy' in act || 'owner' in act || 'item' in act
}

/** An operation as a line of a segment keeps it: its device and sequence number follow from the segment. */
export const operationLineSchema = z
  .object({
    by: nameSchema,
    clock: clockSchema,
    product: z.union([productIdSchema, z.literal(wholeTeam)]),
    act: actSchema
  })
  .refine(({ product, act }) => (product === wholeTeam) === isOfTeam(act))
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

/** Whether the line of an operation says that somebody did it. Within a text, quotation marks are written otherwise. */
export function isBy(line: string, by: string): boolean {
  return line.startsWith(`{"by":${JSON.stringify(by)},`)
}

/** What an operation is about, by its line: equal for those that do the same kind of thing to the same product. */
export function subjectOf(line: string): string {
  const act = '"act":{"mark'
  return line.slice(line.indexOf('"product":'), line.indexOf('"act":{') + act.length)
}

/** An operation as a line of a segment. */
export function lineOf({ by, clock, product, act }: Unnumbered): string {
  const line: OperationLine = { by, clock: [clock.wall, clock.counter], product, act }
  return JSON.stringify(line)
}
