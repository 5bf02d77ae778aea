import type { Connection } from '../../../../electron/contract/connection'
import { t } from '../../../shared/i18n'
import { fieldOrder, validate, type ConnectionFields, type FieldErrors, type FieldName } from './fields'
import type { AddressRepairState } from './use-address-repair'
import { nextTick, ref, watch, type Ref } from 'vue'

/** Keys that are saved nowhere cannot be stood for by an empty field. */
export function needsCredentials(connection: Connection | null): boolean {
  return connection === null || connection.credential === 'missing'
}

/** What empty fields for the key stand for: what is saved, nothing, or nothing since what is saved belongs to another address (fault 102). */
export type SavedKey = 'kept' | 'none' | 'elsewhere'

/** By host and port, and not from https down to http, as the main process does. @param address as it stands in the form */
export function savedKeyFor(connection: Connection | null, address: string): SavedKey {
  if (connection === null || needsCredentials(connection)) return 'none'
  const [now, before] = [URL.parse(address.trim()), URL.parse(connection.baseUrl)]
  if (now === null) return 'kept'
  const isSafe = now.protocol === before?.protocol || now.protocol === 'https:'
  return now.host === before?.host && isSafe ? 'kept' : 'elsewhere'
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
    const wrong = validate(fields, { ...needed, savedKey: savedKeyFor(connection, fields.address) })
    if (!addressIsGood) wrong.address ??= address.error.value ?? t('connections.error.addressChanged')
    return errors.show(wrong) && (await mayUseHttp())
  }
}

interface FormErrors {
  errors: Ref<FieldErrors>
  /** Shows these and no others, sends the focus to the first; true when there are none. */
  show: (found: FieldErrors) => boolean
}

/** What is wrong beside which field; it goes away as soon as the field is changed. */
export function useFormErrors(fields: ConnectionFields, onWrong: (field: FieldName) => void): FormErrors {
  const errors = ref<FieldErrors>({})

  for (const name of fieldOrder) {
    // At once: an error that is shown right after a change must not be swept away with it.
    watch(
      () => fields[name],
      () => {
        errors.value = { ...errors.value, [name]: undefined }
      },
      { flush: 'sync' }
    )
  }

  function show(found: FieldErrors): boolean {
    errors.value = found
    const first = fieldOrder.find((name) => found[name])
    if (first) void nextTick(() => onWrong(first))
    return first === undefined
  }

  return { errors, show }
}

export interface Question {
  /** Whether the dialog with the question stands open. */
  open: Readonly<Ref<boolean>>
  /** Opens it; resolves with what the person answers. */
  ask: () => Promise<boolean>
  answer: (yes: boolean) => void
}

/** A yes-or-no question in the middle of a function: it waits for the dialog. */
export function useQuestion(): Question {
  const open = ref(false)
  let settle: ((yes: boolean) => void) | null = null

  function answer(yes: boolean): void {
    open.value = false
    settle?.(yes)
    settle = null
  }

  function ask(): Promise<boolean> {
    answer(false)
    open.value = true
    return new Promise((resolve) => {
      settle = resolve
    })
  }

  return { open, ask, answer }
}
