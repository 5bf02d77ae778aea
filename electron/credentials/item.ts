import { z } from 'zod'
import { maxKeyBytes, type Credentials } from '../contract/connection'
import { fail, ok, type Result } from '../contract/failure'

const itemSchema = z.object({ key: z.string().min(1), userId: z.string().min(1) })

/**
 * What is put into a connection's one keychain item: a single line of JSON, `{"key":…,"userId":…}`.
 *
 * Windows takes 2,560 bytes for the whole item (CRED_MAX_CREDENTIAL_BLOB_SIZE), the user id and the 22
 * bytes around it included, so there a key near that length is refused here.
 */
export function itemOf({ key, userId }: Credentials, platform: NodeJS.Platform): Result<string> {
  const item = JSON.stringify({ key, userId })
  if (platform === 'win32' && Buffer.byteLength(item) > maxKeyBytes) {
    return fail('credentials-invalid', { field: 'key', problem: 'too-long-together' })
  }
  return ok(item)
}

/** Reads an item back; null when it is not in that form. */
export function credentialsOf(item: string): Credentials | null {
  try {
    const parsed = itemSchema.safeParse(JSON.parse(item))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
