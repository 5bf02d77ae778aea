import { z } from 'zod'
import { connectionIdSchema } from './connection'

/** Where a person was in a connection's list; kept over restarts. */
export const viewStateSchema = z.object({
  page: z.number().int().min(1).max(1_000_000_000),
  limit: z.number().int().min(1).max(1000),
  /** CSS pixels from the top of the table. */
  scrollTop: z.number().min(0).max(100_000_000)
})
export type ViewState = z.infer<typeof viewStateSchema>

export const saveViewSchema = z.object({ connectionId: connectionIdSchema, view: viewStateSchema })
