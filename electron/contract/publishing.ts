import { z } from 'zod'
import { connectionIdSchema } from './connection'
import type { TeamProblem } from './team'

export const publishSchema = z.object({
  connectionId: connectionIdSchema,
  isOn: z.boolean(),
  /** Also where another device publishes now: it is to stop. */
  isTakingOver: z.boolean().default(false)
})

/** Who publishes a store's catalog for its team. */
export interface PublishingState {
  /** This device does. */
  isHere: boolean
  isWorking: boolean
  /** Who has published last, and when the list was read: ms since 1970. null: nobody does, or has not yet. */
  newest: { by: string; at: number } | null
  /** It is so old that the store is asked again (fault 146). */
  isLate: boolean
  /** Why what is published cannot be had, or this device cannot publish; null: nothing is known. */
  problem: TeamProblem | 'newer' | 'unusable' | null
}
