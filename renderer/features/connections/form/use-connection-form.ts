import { computed, onScopeDispose, reactive, watch, type Ref } from 'vue'
import type { Input } from '../../../../electron/contract/channels'
import type { Connection } from '../../../../electron/contract/connection'
import { credentialsOf, draftOf, fieldsOf, type ConnectionFields, type FieldName } from './fields'
import { useAddressRepair, type AddressRepairState } from './use-address-repair'
import { useConnectionSave, type ConnectionSaveState, type Keep } from './use-connection-save'
import { useConnectionTest, type ConnectionTestState } from './use-connection-test'
import { createFormCheck } from './use-form-check'
import { useFormErrors } from './use-form-errors'
import { createKeyCheck } from './use-key-check'
import { useQuestion, type Question } from './use-question'
import type { FieldErrors } from './validate'

export interface ConnectionForm {
  fields: ConnectionFields
  errors: Ref<FieldErrors>
  address: AddressRepairState
  test: ConnectionTestState
  /** Whether to send the key over plain http. */
  httpQuestion: Question
  saving: ConnectionSaveState['saving']
  failure: ConnectionSaveState['failure']
  runTest: () => Promise<void>
  /** Without `keep`: in the keychain, or where the key of an existing connection already is. */
  save: (keep?: Keep) => Promise<void>
  /** Shows something wrong beside a field, before anything is sent. */
  complain: (errors: FieldErrors) => void
}

/**
 * The form of a connection, new (null) or existing: its fields, what is wrong with them, testing, saving.
 * Nothing typed is lost by a failure; secrets are forgotten once they are saved.
 *
 * @param events.wrong the focus belongs to this field
 */
export function useConnectionForm(
  connection: Connection | null,
  events: { saved: (connection: Connection) => void; wrong: (field: FieldName) => void }
): ConnectionForm {
  const fields = reactive(fieldsOf(connection))
  const id = connection?.id ?? null
  const address = useAddressRepair(fields, connection?.httpAllowed ? connection.baseUrl : null)
  const errors = useFormErrors(fields, events.wrong)
  const test = useConnectionTest()
  const httpQuestion = useQuestion()
  const check = createFormCheck({ fields, connection, address, errors, httpQuestion })
  const content = (): Input<'connections:test'> => contentOf(id, fields, address.httpAllowed.value)
  const isKeyTaken = createKeyCheck({ content, test, show: errors.show })
  const saver = useConnectionSave({
    check: async () => (await check({ name: true })) && (id !== null || (await isKeyTaken())),
    input: (keep) => ({ ...content(), keep }),
    onFieldErrors: errors.show,
    onSaved: (saved) => {
      Object.assign(fields, { key: '', userId: '' })
      events.saved(saved)
    }
  })

  const tested = computed(() => JSON.stringify({ ...fields, name: '', currency: '', locale: '' }))
  watch(tested, () => test.reset(), { flush: 'sync' })
  onScopeDispose(() => {
    test.reset()
    httpQuestion.answer(false)
  })

  return {
    fields,
    errors: errors.errors,
    address,
    test,
    httpQuestion,
    saving: saver.saving,
    failure: saver.failure,
    runTest: async () => {
      if (await check({ name: false })) await test.run(content())
    },
    save: (keep = usualKeep(connection, fields)) => saver.save(keep),
    complain: errors.show
  }
}

function contentOf(
  id: string | null,
  fields: ConnectionFields,
  httpAllowed: boolean
): Input<'connections:test'> {
  return { id, draft: draftOf(fields, httpAllowed), credentials: credentialsOf(fields) }
}

/** A key that was kept for the session stays there until another one is entered. */
function usualKeep(connection: Connection | null, fields: ConnectionFields): Keep {
  return connection?.credential === 'session' && !fields.key && !fields.userId ? 'session' : 'keychain'
}
