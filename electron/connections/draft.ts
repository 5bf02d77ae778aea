import { repairAddress } from '../api/address'
import type { ConnectionDraft } from '../contract/connection'
import { fail, ok, type Result } from '../contract/failure'

/**
 * Looks at a draft as if it came from anywhere: the form has repaired the address, but the page is not trusted.
 * Fails with `address-invalid` and the field.
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
