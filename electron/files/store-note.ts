import { z } from 'zod'

/** The file in a connection's folder that notes which store it belongs to. Reviews write it; settings that were lost are rebuilt from it. */
export const storeNoteName = 'store.json'
/** Half of it, while it is written or where the app was killed. */
export const storeNotePart = `${storeNoteName}.part`

/** What makes a store the same when it is connected again. */
export const storeKeySchema = z.object({ baseUrl: z.string(), apiPath: z.string() })
export const storeNoteSchema = storeKeySchema.extend({ version: z.literal(1) })
