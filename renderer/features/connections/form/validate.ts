import { t } from '../../../shared/i18n'
import type { SavedKey } from './use-form-check'
import { otherPath, type ConnectionFields, type FieldName } from './fields'

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
