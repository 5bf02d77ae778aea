import { z } from 'zod'
import { connectionIdSchema } from './connection'
import { languages } from './languages'
import { mostMarkup, mostRules } from './snapshot-limits'

/** The page of products as it was painted last: what the next start shows until the page itself is there. */
export const pageSnapshotSchema = z.object({
  connectionId: connectionIdSchema,
  /** The window's title. */
  title: z.string().max(1000),
  language: z.enum(languages),
  /** The page's elements as HTML, without scripts and inline styles. */
  markup: z.string().max(mostMarkup),
  /** CSS rules in place of the inline styles. Nothing in them may look like markup, among which they are put. */
  rules: z
    .string()
    .max(mostRules)
    .regex(/^[^<]*$/)
})
export type PageSnapshot = z.infer<typeof pageSnapshotSchema>
