import type { Credentials, CredentialsChange, ConnectionDraft } from '../contract/connection'
import { fail, ok, type Result } from '../contract/failure'
import { mayShareKey } from '../credentials/check'
import type { CredentialStore } from '../credentials/store'
import type { SavedConnection } from '../settings'
import { repairAddress } from '../api/address'
import type { StoreAddress } from '../api/types'

type Reader = Pick<CredentialStore, 'read'>
type Writer = Pick<CredentialStore, 'read' | 'save' | 'remove' | 'discardItem'>

/**
 * Fills empty fields with the saved values, as long as they would go to the same host as before.
 *
 * @param old the saved connection; null for a new one
 * @returns `credentials-missing` with the field if there is nothing to fill in, or why it cannot be read
 */
export async function completed(
  credentials: Reader,
  old: SavedConnection | null,
  baseUrl: string,
  change: CredentialsChange
): Promise<Result<Credentials>> {
  const { key, userId } = entered(change)
  if (key !== undefined && userId !== undefined) return ok({ key, userId })
  const field = key === undefined ? 'key' : 'userId'
  if (old === null) return fail('credentials-missing', { field })
  if (!mayShareKey(old.baseUrl, baseUrl)) {
    return fail('credentials-missing', { field, reason: 'The saved key belongs to another address.' })
  }
  const before = await credentials.read(old.id)
  if (before.ok) return ok({ key: key ?? before.value.key, userId: userId ?? before.value.userId })
  return before.failure.code === 'credentials-missing' ? fail('credentials-missing', { field }) : before
}

/**
 * Saves the credentials entered for a connection that is about to be saved; does nothing if nothing was entered and the address is the
 * same.
 *
 * @returns the undo
 */
export async function saveKey(
  credentials: Writer,
  old: SavedConnection | null,
  saved: SavedConnection,
  change: CredentialsChange
): Promise<Result<() => Promise<unknown>>> {
  const isUnchanged = !isKeyEntered(change) && old?.keep === saved.keep
  if (old && isUnchanged && mayShareKey(old.baseUrl, saved.baseUrl)) return ok(() => Promise.resolve())
  const complete = await completed(credentials, old, saved.baseUrl, change)
  if (!complete.ok) return complete
  const before = old && (await credentials.read(old.id))
  const result = await credentials.save(saved.id, complete.value, saved.keep, originOf(saved))
  if (!result.ok) return result
  return ok(async () => {
    if (!old || !before?.ok) return credentials.remove(saved.id)
    await credentials.save(saved.id, before.value, old.keep, originOf(old))
    if (old.keep === 'session') await credentials.discardItem(saved.id)
  })
}

/** What a connection's key is bound to. */
export function originOf({ baseUrl }: Pick<SavedConnection, 'baseUrl'>): string | null {
  return URL.parse(baseUrl)?.origin ?? null
}

/** Whether two addresses lead to the same list of products. */
export function isSameList(one: StoreAddress, other: StoreAddress): boolean {
  return one.baseUrl === other.baseUrl && one.apiPath === other.apiPath
}

/** Whether a new key or user id was entered. */
export function isKeyEntered(change: CredentialsChange): boolean {
  return Object.keys(entered(change)).length > 0
}

function entered({ key = '', userId = '' }: CredentialsChange): CredentialsChange {
  return { ...(key.trim() === '' ? {} : { key }), ...(userId.trim() === '' ? {} : { userId }) }
}

/**
 * Validates a draft as untrusted input: the form repairs addresses, but the page is not trusted. Fails with `address-invalid` and the
 * field.
 */
export function checkDraft(draft: ConnectionDraft): Result<ConnectionDraft> {
  const repaired = repairAddress(draft.baseUrl)
  if (!repaired.ok) return refused('baseUrl', 'It is not the address of a store.')
  const { baseUrl, needsHttpConsent, apiPath } = repaired.value
  if (apiPath !== null) return refused('baseUrl', 'The API path stands in the base address.')
  if (needsHttpConsent && !draft.httpAllowed) return refused('baseUrl', 'Plain http was not agreed to.')
  if (!/^\/[^\s?#\\]*$/.test(draft.apiPath)) {
    return refused('apiPath', 'It does not begin with a slash, or holds a blank, ?, # or \\.')
  }
  return ok({ ...draft, baseUrl })
}

function refused(field: 'baseUrl' | 'apiPath', reason: string): Result<never> {
  return fail('address-invalid', { field, reason })
}
