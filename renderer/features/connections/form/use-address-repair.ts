import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import type { AddressRepair, RepairedAddress } from '../../../../electron/contract/connection'
import { call } from '../../../bridge'
import { failureMessage } from '../../../shared/i18n/failure-messages'
import { pathFields, suggestedName, type ConnectionFields } from './fields'

export interface AddressRepairState {
  /** Why what stands in the field is no address; null while nothing is known. */
  error: Readonly<Ref<string | null>>
  /** What was changed in the address that stands there now. */
  repairs: Readonly<Ref<AddressRepair[]>>
  needsHttpConsent: Readonly<Ref<boolean>>
  httpAllowed: Readonly<Ref<boolean>>
  /** The name is the one that was suggested, as nobody has changed it. */
  isNameSuggested: Readonly<Ref<boolean>>
  repair: () => Promise<boolean>
  agreeToHttp: () => void
}

type PathFields = ReturnType<typeof pathFields>

function isSamePath(one: PathFields, other: PathFields): boolean {
  return one.pathChoice === other.pathChoice && one.customPath === other.customPath
}

/**
 * Puts a pasted address right in place, tells what was changed, and suggests a name from its host. `agreed` is
 * the address whose plain http a person has agreed to.
 */
export function useAddressRepair(fields: ConnectionFields, agreed: string | null): AddressRepairState {
  const repaired = shallowRef<RepairedAddress | null>(null)
  const error = ref<string | null>(null)
  const httpAgreedFor = ref(agreed)
  const suggested = ref('')
  /** The path that the last address had, and the one before it; null: it had none. */
  let came: { path: PathFields; before: PathFields } | null = null
  let latest = 0

  const current = computed(() => (repaired.value?.baseUrl === fields.address ? repaired.value : null))

  watch(
    () => fields.address,
    () => {
      error.value = null
    },
    { flush: 'sync' }
  )

  /** True when the address is one; an answer for a text that is no longer there counts as false. */
  async function repair(): Promise<boolean> {
    const text = fields.address
    if (current.value) return true
    error.value = null
    if (text.trim() === '') return false
    const mine = ++latest
    const result = await call('connections:repair-address', { text })
    if (mine !== latest || fields.address !== text) return false
    if (!result.ok) {
      const words = failureMessage(result.failure)
      error.value = `${words.title} ${words.advice}`
      return false
    }
    apply(result.value)
    return true
  }

  /** A path that came with an address goes with it, for the one that was there before. */
  function takePath(apiPath: string | null): void {
    const { pathChoice, customPath } = fields
    const isOfAddress = came !== null && isSamePath(fields, came.path)
    const before = came !== null && isOfAddress ? came.before : { pathChoice, customPath }
    if (apiPath === null) {
      if (isOfAddress) Object.assign(fields, before)
      came = null
    } else {
      came = { path: pathFields(apiPath), before }
      Object.assign(fields, came.path)
    }
  }

  function apply(found: RepairedAddress): void {
    repaired.value = found
    fields.address = found.baseUrl
    takePath(found.apiPath)
    if (fields.name.trim() === '' || fields.name === suggested.value) {
      suggested.value = suggestedName(found.baseUrl)
      fields.name = suggested.value
    }
  }

  return {
    error,
    repairs: computed(() => current.value?.repairs ?? []),
    needsHttpConsent: computed(() => current.value?.needsHttpConsent ?? false),
    httpAllowed: computed(() => httpAgreedFor.value !== null && httpAgreedFor.value === fields.address),
    isNameSuggested: computed(() => suggested.value !== '' && fields.name === suggested.value),
    repair,
    agreeToHttp: () => {
      httpAgreedFor.value = fields.address
    }
  }
}
