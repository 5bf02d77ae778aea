import { z } from 'zod'
import { maxKeyBytes, type Credentials } from '../contract/connection'
import { fail, ok, type Result } from '../contract/failure'
import { mayShareKey } from './may-share-key'

const itemSchema = z.object({
  key: z.string().min(1),
  userId: z.string().min(1),
  origin: z.string().nullable().default(null)
})

/** Credentials, and for whom they are. */
export interface BoundCredentials {
  credentials: Credentials
  /** Origin of the store; null: not known, as in items of versions that did not write it, or no matter, as for the demo. */
  origin: string | null
}

/**
 * What is put into a connection's one keychain item: a single line of JSON, `{"key":…,"userId":…,"origin":…}`. The origin stands
 * in it since keychain and settings cannot be written in one step: a key must not go where the settings still lead.
 *
 * Windows takes 2,560 bytes for the whole item (CRED_MAX_CREDENTIAL_BLOB_SIZE), the user id, the origin and the 33
 * bytes around them included, so there a key near that length is refused here.
 */
export function itemOf({ credentials, origin }: BoundCredentials, platform: NodeJS.Platform): Result<string> {
  const { key, userId } = credentials
  const item = JSON.stringify(origin === null ? { key, userId } : { key, userId, origin })
  if (platform === 'win32' && Buffer.byteLength(item) > maxKeyBytes) {
    return fail('credentials-invalid', { field: 'key', problem: 'too-long-together' })
  }
  return ok(item)
}

/** Reads an item back; null when it is not in that form. */
export function credentialsIn(item: string): BoundCredentials | null {
  try {
    const parsed = itemSchema.safeParse(JSON.parse(item))
    if (!parsed.success) return null
    const { origin, ...credentials } = parsed.data
    return { credentials, origin }
  } catch {
    return null
  }
}

/** Whether credentials for `origin` may be sent to the store at `to`; what is not known stands in nobody's way. */
export function mayGoTo({ origin }: BoundCredentials, to: string | null): boolean {
  return origin === null || to === null || mayShareKey(origin, to)
}
