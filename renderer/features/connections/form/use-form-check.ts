import type { Connection } from '../../../../electron/contract/connection'
import { t } from '../../../shared/i18n'
import type { ConnectionFields } from './fields'
import type { AddressRepairState } from './use-address-repair'
import type { FormErrors } from './use-form-errors'
import type { Question } from './use-question'
import { validate } from './validate'

/** Keys that are saved nowhere cannot be stood for by an empty field. */
export function needsCredentials(connection: Connection | null): boolean {
  return connection === null || connection.credential === 'missing'
}

/**
 * Makes the check before a test or a save: repairs the address, shows what is wrong, asks about plain http. It
 * resolves with true when all is fit to be sent.
 */
export function createFormCheck(parts: {
  fields: ConnectionFields
  connection: Connection | null
  address: AddressRepairState
  errors: FormErrors
  httpQuestion: Question
}): (needed: { name: boolean }) => Promise<boolean> {
  const { fields, connection, address, errors, httpQuestion } = parts

  async function mayUseHttp(): Promise<boolean> {
    if (!address.needsHttpConsent.value || address.httpAllowed.value) return true
    if (!(await httpQuestion.ask())) return false
    address.agreeToHttp()
    return true
  }

  return async (needed) => {
    const addressIsGood = await address.repair()
    const wrong = validate(fields, { ...needed, credentials: needsCredentials(connection) })
    if (!addressIsGood) wrong.address ??= address.error.value ?? t('connections.error.addressChanged')
    return errors.show(wrong) && (await mayUseHttp())
  }
}
