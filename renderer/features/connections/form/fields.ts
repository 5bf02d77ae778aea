import type { Connection, ConnectionDraft, CredentialsChange } from '../../../../electron/contract/connection'
import { knownApiPaths } from '../../../../electron/contract/connection-check'
import { t } from '../../../shared/i18n'
import type { SavedKey } from './use-form-check'

/** Stands in `pathChoice` for a path that is typed. */
export const otherPath = 'other'

/** What the form holds, as typed. Empty texts for what is not chosen, since native controls know no null. */
export interface ConnectionFields {
  name: string
  address: string
  /** One of the known API paths, or `otherPath`. */
  pathChoice: string
  customPath: string
  userId: string
  key: string
  /** ISO 4217, or ''. */
  currency: string
  /** BCP 47, or '' for the system's. */
  locale: string
}
export type FieldName = keyof ConnectionFields

/** In the order in which they stand on the page: the focus goes to the first wrong one. */
export const fieldOrder: readonly FieldName[] = [
  'address',
  'name',
  'pathChoice',
  'customPath',
  'userId',
  'key',
  'currency',
  'locale'
]

/** A form for a connection: its own values without secrets, or empty for a new one. */
export function fieldsOf(connection: Connection | null): ConnectionFields {
  return {
    name: connection?.name ?? '',
    address: connection?.baseUrl ?? '',
    ...pathFields(connection?.apiPath ?? knownApiPaths[0]),
    userId: '',
    key: '',
    currency: connection?.currency ?? '',
    locale: connection?.locale ?? ''
  }
}

/** How a path is shown: a known one is chosen, any other is typed. */
export function pathFields(apiPath: string): Pick<ConnectionFields, 'pathChoice' | 'customPath'> {
  const known = knownApiPaths.some((path) => path === apiPath)
  return known ? { pathChoice: apiPath, customPath: '' } : { pathChoice: otherPath, customPath: apiPath }
}

/** The path that the fields mean, with its leading slash. */
function apiPathOf({ pathChoice, customPath }: ConnectionFields): string {
  return pathChoice === otherPath ? `/${customPath.trim().replace(/^\/+/, '')}` : pathChoice
}

/** What goes over the bridge. A test needs no name, but the draft does: the host stands in for it. */
export function draftOf(fields: ConnectionFields, httpAllowed: boolean): ConnectionDraft {
  return {
    name: fields.name.trim() || suggestedName(fields.address) || fields.address.slice(0, 80),
    baseUrl: fields.address,
    apiPath: apiPathOf(fields),
    currency: fields.currency || null,
    locale: fields.locale || null,
    httpAllowed
  }
}

/** Only what was typed: an empty field means "keep what is saved". */
export function credentialsOf({ userId, key }: ConnectionFields): CredentialsChange {
  return { ...(userId ? { userId } : {}), ...(key ? { key } : {}) }
}

/** A name for a store out of its address: the host without `www.`; '' when there is none. */
export function suggestedName(address: string): string {
  return (URL.parse(address)?.hostname ?? '').replace(/^www\./, '').slice(0, 80)
}

/** What is wrong, in words, beside its field. */
export type FieldErrors = Partial<Record<FieldName, string | undefined>>

const longestName = 80

/**
 * Looks at the fields before anything is asked of the main process.
 *
 * @param needed.name the connection is to be saved, not only tested
 * @param needed.savedKey what empty fields for the key stand for
 */
export function validate(
  fields: ConnectionFields,
  needed: { name: boolean; savedKey: SavedKey }
): FieldErrors {
  const errors: FieldErrors = {}
  const name = fields.name.trim()
  if (needed.name && name === '') errors.name = t('connections.error.nameMissing')
  if (needed.name && name.length > longestName) errors.name = t('connections.error.nameLong')
  if (fields.address.trim() === '') errors.address = t('connections.error.addressMissing')
  if (fields.pathChoice === otherPath) {
    const problem = pathProblem(fields.customPath.trim())
    if (problem) errors.customPath = problem
  }
  return { ...errors, ...keyErrors(fields, needed.savedKey) }
}

function keyErrors({ userId, key }: ConnectionFields, savedKey: SavedKey): FieldErrors {
  if (savedKey === 'kept') return {}
  const other = savedKey === 'elsewhere' ? t('connections.error.otherAddress') : null
  return {
    ...(userId.trim() === '' ? { userId: other ?? t('connections.error.userIdMissing') } : {}),
    ...(key.trim() === '' ? { key: other ?? t('connections.error.keyMissing') } : {})
  }
}

function pathProblem(path: string): string | null {
  if (path.replace(/\//g, '') === '') return t('connections.error.pathMissing')
  return /[?#\s\\]|:\/\//.test(path) ? t('connections.error.pathWrong') : null
}
