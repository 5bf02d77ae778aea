import { z } from 'zod'
import { maxKeyBytes, type Credentials } from '../contract/connection'
import { fail, ok, type Result } from '../contract/failure'
import { mayShareKey } from './check'
import { createMutex } from '../async/locks'
import type { Keychain } from './keychain'

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

/** The keychain's items with the care that they need: a doubt is never taken for an answer. */
export interface Items {
  /**
   * null only when it is certain that there is no such item.
   *
   * @param expected an item should be there, so that its absence is worth a second look (fault 78)
   */
  read(id: string, expected: boolean): Promise<Result<string | null>>
  /** Reads the old item, writes the new one and reads it back; when that fails the old one is put back (faults 77, 78). */
  write(id: string, item: string, expected: boolean): Promise<Result<null>>
  remove(id: string, expected: boolean): Promise<Result<null>>
  /** Writes another form of an item, unless it is another by now. Whether that succeeds changes nothing. */
  rewrite(id: string, from: string, to: string): Promise<unknown>
}

export function createItems(keychain: Keychain): Items {
  const { run: oneAtATime } = createMutex()

  async function read(id: string, expected: boolean): Promise<Result<string | null>> {
    const item = await keychain.get(id)
    if (!item.ok || item.value !== null || !expected) return item
    const open = await keychain.proveOpen()
    // It may have been opened just now, by the prompt that the proof brought up.
    return open.ok ? keychain.get(id) : open
  }

  async function write(id: string, item: string, expected: boolean): Promise<Result<null>> {
    const before = await read(id, expected)
    if (!before.ok) return before
    const written = await keychain.set(id, item, before.value)
    if (!written.ok) return written
    const proof = await keychain.get(id)
    if (proof.ok && proof.value === item) return ok(null)
    await putBack(id, before.value)
    return proof.ok ? fail('keychain-failed', { reason: 'The keychain did not keep what was saved.' }) : proof
  }

  async function putBack(id: string, before: string | null): Promise<void> {
    await (before === null ? keychain.remove(id, null) : keychain.set(id, before, before))
  }

  async function remove(id: string, expected: boolean): Promise<Result<null>> {
    const before = await read(id, expected)
    if (!before.ok) return before
    return before.value === null ? ok(null) : keychain.remove(id, before.value)
  }

  async function rewrite(id: string, from: string, to: string): Promise<void> {
    const now = await keychain.get(id)
    if (now.ok && now.value === from) await write(id, to, true)
  }

  return {
    read: (id, expected) => oneAtATime(() => read(id, expected)),
    write: (id, item, expected) => oneAtATime(() => write(id, item, expected)),
    remove: (id, expected) => oneAtATime(() => remove(id, expected)),
    rewrite: (id, from, to) => oneAtATime(() => rewrite(id, from, to))
  }
}
