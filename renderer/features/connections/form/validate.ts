import { t } from '../../../shared/i18n'
import { otherPath, type ConnectionFields, type FieldName } from './fields'

/** What is wrong, in words, beside its field. */
export type FieldErrors = Partial<Record<FieldName, string | undefined>>

const longestName = 80

/**
 * Looks at the fields before anything is asked of the main process.
 *
 * @param needed.name the connection is to be saved, not only tested
 * @param needed.credentials nothing is saved that empty fields could stand for
 */
export function validate(
  fields: ConnectionFields,
  needed: { name: boolean; credentials: boolean }
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
  if (needed.credentials && fields.userId.trim() === '') errors.userId = t('connections.error.userIdMissing')
  if (needed.credentials && fields.key.trim() === '') errors.key = t('connections.error.keyMissing')
  return errors
}

function pathProblem(path: string): string | null {
  if (path.replace(/\//g, '') === '') return t('connections.error.pathMissing')
  return /[?#\s\\]|:\/\//.test(path) ? t('connections.error.pathWrong') : null
}
