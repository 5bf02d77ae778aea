import { z } from 'zod'
import { preferencesChangeSchema } from '../../contract/preferences'
import { managedConnectionsSchema } from './connections'

/** What an organisation may set beforehand. A key that is not known is a mistake that must be told, so it is refused. */
export const managedSchema = z.strictObject({
  /** A person may change these. */
  defaults: preferencesChangeSchema.prefault({}),
  /** A person cannot change these. */
  locked: preferencesChangeSchema.prefault({}),
  /** Stores that everybody here works with. */
  connections: managedConnectionsSchema.prefault([])
})
export type ManagedSettings = z.infer<typeof managedSchema>

/** Where nothing is set beforehand. */
export const nothingManaged: ManagedSettings = managedSchema.parse({})
