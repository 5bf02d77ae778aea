import { z } from 'zod'

const store = z.string().min(1).max(1000)
const path = z.string().min(1).max(32_000)

/** What is to be done without a window. Paths are absolute. */
export const commandSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('sync'), store }),
  z.object({ name: z.literal('publish'), store, isTakingOver: z.boolean() }),
  z.object({ name: z.literal('audit'), store }),
  /** `view` null: the whole catalog. The ending of `out` says the format. */
  z.object({ name: z.literal('export'), store, view: z.string().min(1).max(1000).nullable(), out: path }),
  z.object({ name: z.literal('merge'), store, files: z.array(path).min(1).max(1000) })
])
export type HeadlessCommand = z.infer<typeof commandSchema>
export type CommandOf<Name extends HeadlessCommand['name']> = Extract<HeadlessCommand, { name: Name }>

export const progressSchema = z.object({ phase: z.string(), done: z.number(), total: z.number().nullable() })
/** How far a command is: `total` is null while it is not known. */
export type Progress = z.infer<typeof progressSchema>
export type Report = (progress: Progress) => void

export const outcomeSchema = z.object({
  /**
   * `done` · `failed` · `usage`: the command itself is wrong · `partial`: done, but not of the whole list, or not of all files · `busy`: later
   * it may go.
   */
  status: z.enum(['done', 'failed', 'usage', 'partial', 'busy']),
  /** Why it is not done; null where it is. A code of `FailureCode`, or one of those that docs/headless.md names. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** What came of it. */
  facts: z.record(z.string(), z.unknown())
})
export type Outcome = z.infer<typeof outcomeSchema>
