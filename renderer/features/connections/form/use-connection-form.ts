import { until } from '@vueuse/core'
import { computed, onScopeDispose, reactive, watch, type Ref, ref, shallowRef, type ShallowRef } from 'vue'
import type { Input } from '../../../../electron/contract/channels'
import type { Connection, ConnectionTest } from '../../../../electron/contract/connection'
import type { TestStep } from '../../../../electron/contract/connection-check'
import {
  credentialsOf,
  draftOf,
  fieldsOf,
  type ConnectionFields,
  type FieldErrors,
  type FieldName
} from './fields'
import { useAddressRepair, type AddressRepairState } from './use-address-repair'
import { useConnectionTest, type ConnectionTestState } from './use-connection-test'
import { createFormCheck, useFormErrors, useQuestion, type Question } from './use-form-check'
import type { Failure, FailureCode, Result } from '../../../../electron/contract/failure'
import { call } from '../../../bridge'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { whileBusy } from '../../../shared/data/while-busy'
import { useNavigation } from '../../../shared/navigation'
import { failureMessage } from '../../../shared/i18n/failure-messages'

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
 * Nothing typed is lost by a failure, or without a question by leaving the page; secrets are forgotten once they are saved.
 *
 * @param events.wrong the focus belongs to this field
 * @param keyOnly the form has the fields of the key alone
 */
export function useConnectionForm(
  connection: Connection | null,
  events: { saved: (connection: Connection) => void; wrong: (field: FieldName) => void },
  keyOnly = false
): ConnectionForm {
  const fields = reactive(fieldsOf(connection))
  /** As it is saved, or nothing was typed yet. */
  let saved = JSON.stringify(fields)
  const id = connection?.id ?? null
  const address = useAddressRepair(fields, connection?.httpAllowed ? connection.baseUrl : null)
  const errors = useFormErrors(fields, events.wrong)
  const test = useConnectionTest()
  const httpQuestion = useQuestion()
  const check = createFormCheck({ fields, connection, address, errors, httpQuestion })
  const content = (): Input<'connections:test'> => contentOf(id, fields, address.httpAllowed.value)
  const before = accessOf(content())
  const isKeyTaken = createKeyCheck({
    content,
    test,
    show: errors.show,
    hasAddress: !keyOnly && connection?.setByOrganization !== true
  })
  /** A name or a currency is no reason to ask the store. */
  const isNewToStore = (): boolean => id === null || keyOnly || accessOf(content()) !== before
  const saver = useConnectionSave({
    check: async () => (await check({ name: true })) && (!isNewToStore() || (await isKeyTaken())),
    input: (keep) => ({ ...content(), keep }),
    onFieldErrors: errors.show,
    onSaved: (connected) => {
      Object.assign(fields, { key: '', userId: '' })
      saved = JSON.stringify(fields)
      events.saved(connected)
    }
  })
  // Also while the store is asked: who leaves then has saved nothing.
  useNavigation().hold(() => JSON.stringify(fields) !== saved)

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

/** How the store is reached, and with which key, as text. */
function accessOf({ draft: { baseUrl, apiPath }, credentials }: Input<'connections:test'>): string {
  return JSON.stringify([baseUrl, apiPath, credentials])
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

/** Where the key is kept. */
type Keep = Input<'connections:save'>['keep']

interface ConnectionSaveState {
  saving: Readonly<Ref<boolean>>
  /** Why the last save failed, when no field is to blame. Nothing was saved then. */
  failure: Readonly<ShallowRef<Failure | null>>
  /** Ignored while another save is under way. */
  save: (keep: Keep) => Promise<void>
}

/** Saves what `input` gives once `check` agrees; a failure that belongs to a field goes to `onFieldErrors`. */
function useConnectionSave(parts: {
  check: () => Promise<boolean>
  input: (keep: Keep) => Input<'connections:save'>
  onSaved: (connection: Connection) => void
  onFieldErrors: (errors: FieldErrors) => void
}): ConnectionSaveState {
  const saving = ref(false)
  const failure = shallowRef<Failure | null>(null)

  async function send(keep: Keep): Promise<void> {
    failure.value = null
    const result = await call('connections:save', parts.input(keep))
    if (result.ok) {
      parts.onSaved(result.value)
      return
    }
    const errors = fieldErrors(result.failure)
    if (errors) parts.onFieldErrors(errors)
    else failure.value = result.failure
  }

  async function save(keep: Keep): Promise<void> {
    if (saving.value) return
    await whileBusy(saving, async () => {
      if (await parts.check()) await send(keep)
    })
  }

  return { saving, failure, save }
}

/** A failure in words beside its field; null when it belongs to none. */
function fieldErrors({ code, facts }: Failure): FieldErrors | null {
  if (code === 'address-invalid' && facts.field === 'apiPath') {
    return { customPath: t('connections.error.pathWrong') }
  }
  if (code === 'address-invalid') return { address: t('failure.address-invalid.advice') }
  if (facts.field !== 'key' && facts.field !== 'userId') return null
  if (code === 'credentials-missing') return { [facts.field]: t('connections.error.otherAddress') }
  if (code !== 'credentials-invalid' || facts.problem === undefined) return null
  const place = formatCount(facts.place ?? 1, null)
  return { [facts.field]: t(`connections.error.credentials.${facts.problem}`, { place }) }
}

/** Saving waits no longer than this for the store's word, ms. */
const patience = 5000

/** What the store itself says of a key; what is wrong with it as typed, saving says. */
const refusals: ReadonlySet<FailureCode> = new Set(['key-refused', 'forbidden'])

/** What the store sends is no list of products. */
const notLists: ReadonlySet<FailureCode> = new Set(['answer-not-json', 'answer-unknown-form'])

/** Steps that fail where no store answers at the address: it is down, the address is wrong, or there is no network. */
const waysToStore: ReadonlySet<TestStep> = new Set(['network', 'certificate'])

interface KeyCheckParts {
  content: () => Input<'connections:test'>
  test: ConnectionTestState
  show: (errors: FieldErrors) => boolean
  /** The form has the address, for what is wrong with it to stand beside. */
  hasAddress: boolean
}

/**
 * Asks the store about a key and an address that it was not asked with before those are saved, so that a wrong one is put right where it
 * stands. Says whether to go on: not where the key was refused or no store was found, unless a person saves the same once more. What the
 * store sends is its first page.
 */
function createKeyCheck({ content, test, show, hasAddress }: KeyCheckParts): () => Promise<boolean> {
  let refused: string | null = null

  /** What the test says that was made just before, or runs; else the store is asked. */
  async function answerTo(now: Input<'connections:test'>): Promise<ConnectionTest | null> {
    if (!test.running.value) return test.result.value ?? inTime(call('connections:test', now).then(valueOf))
    return inTime(
      until(test.running)
        .toBe(false)
        .then(() => test.result.value)
    )
  }

  return async () => {
    const now = content()
    const asked = JSON.stringify(now)
    if (asked === refused) return true
    const found = errorsOf(await answerTo(now), hasAddress)
    refused = found && asked
    return found === null || show(found)
  }
}

/** null: it could not be asked. A store that does not answer in time counts as one that is not there. */
async function inTime(test: Promise<ConnectionTest | null>): Promise<ConnectionTest | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<ConnectionTest>((end) => {
    timer = setTimeout(() => {
      void call('connections:cancel-test', undefined)
      end({ failed: { step: 'network', failure: { code: 'timeout', facts: {} } }, sample: null })
    }, patience)
  })
  const answer = await Promise.race([test, late])
  clearTimeout(timer)
  return answer
}

const valueOf = (answer: Result<ConnectionTest>): ConnectionTest | null => (answer.ok ? answer.value : null)

function errorsOf(test: ConnectionTest | null, hasAddress: boolean): FieldErrors | null {
  const failed = test?.failed ?? null
  if (failed === null) return null
  const { step, failure } = failed
  const because = failureMessage(failure).title
  const isNowhere = waysToStore.has(step)
  // The store answers, but there is no list of products: not there, or nothing that is one.
  const isNoList = step === 'path' || (step === 'answer' && notLists.has(failure.code))
  if (isNowhere || isNoList) {
    if (!hasAddress) return { key: t('connections.error.unasked', { because }) }
    const text = isNoList
      ? t('connections.error.notHere', { because })
      : t('connections.error.noStore', { because })
    return { address: text }
  }
  if (!refusals.has(failure.code)) return null
  const text = t('connections.error.refused', { because })
  return step === 'user' ? { userId: text } : { key: text }
}
