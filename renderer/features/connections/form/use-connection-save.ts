import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { Input } from '../../../../electron/contract/channels'
import type { Connection } from '../../../../electron/contract/connection'
import type { Failure } from '../../../../electron/contract/failure'
import { call } from '../../../bridge'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { whileBusy } from '../../../shared/data/while-busy'
import type { FieldErrors } from './validate'

/** Where the key is kept. */
export type Keep = Input<'connections:save'>['keep']

export interface ConnectionSaveState {
  saving: Readonly<Ref<boolean>>
  /** Why the last save failed, when no field is to blame. Nothing was saved then. */
  failure: Readonly<ShallowRef<Failure | null>>
  /** Ignored while another save is under way. */
  save: (keep: Keep) => Promise<void>
}

/** Saves what `input` gives once `check` agrees; a failure that belongs to a field goes to `onFieldErrors`. */
export function useConnectionSave(parts: {
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
