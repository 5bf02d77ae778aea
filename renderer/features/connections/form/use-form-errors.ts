import { nextTick, ref, watch, type Ref } from 'vue'
import { fieldOrder, type ConnectionFields, type FieldName } from './fields'
import type { FieldErrors } from './validate'

export interface FormErrors {
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
