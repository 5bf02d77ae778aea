import { computed, onScopeDispose, ref, watch, type ComputedRef } from 'vue'
import type { Product } from '../../../../electron/contract/product'

/** ms in which a second press approves a product with errors. */
const patience = 3000

/**
 * Lets the first press on a product with errors only say so: a second one within 3 s approves it. `armed` is how many errors the next press
 * approves; 0: it has none, or nothing was pressed yet.
 */
export function useApprovalFriction(
  product: () => Product | null,
  countErrors: (product: Product) => number
): { armed: ComputedRef<number>; press: () => boolean; forget: () => void } {
  const isArmed = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  const errors = computed(() => {
    const now = product()
    return now ? countErrors(now) : 0
  })

  function forget(): void {
    clearTimeout(timer)
    isArmed.value = false
  }

  /** Whether the product is approved by this press. */
  function press(): boolean {
    const isMeant = errors.value === 0 || isArmed.value
    forget()
    if (isMeant) return true
    isArmed.value = true
    timer = setTimeout(forget, patience)
    return false
  }

  watch(() => product()?.id, forget, { flush: 'sync' })
  onScopeDispose(forget)
  return { armed: computed(() => (isArmed.value ? errors.value : 0)), press, forget }
}
