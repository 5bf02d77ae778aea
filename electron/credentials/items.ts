import { createMutex } from '../async/mutex'
import { fail, ok, type Result } from '../contract/failure'
import type { Keychain } from './keychain'

/** The keychain's items with the care that they need: a doubt is never taken for an answer. */
export interface Items {
  /**
   * null only when it is certain that there is no such item.
   *
   * @param expected an item should be there, so that its absence is worth a second look (78)
   */
  read(id: string, expected: boolean): Promise<Result<string | null>>
  /** Reads the old item, writes the new one and reads it back; when that fails the old one is put back (77, 78). */
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
