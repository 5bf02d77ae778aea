import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { isKeyOf } from '../../shared/commands/keys'
import { goingKeys, isTyping } from '../../shared/ui/keyboard-context'

/**
 * Whether somebody may go to another product by it: by a click, or by a key that is not for a text. A press on what tells of the Undo is none, such
 * as the second one of a double click.
 */
function isNavigation(event: KeyboardEvent | PointerEvent): boolean {
  if (!(event instanceof KeyboardEvent))
    return !(event.target instanceof Element && event.target.closest('[data-review-toast]') !== null)
  const isForRows =
    goingKeys.has(event.key) || isKeyOf('next-product', event) || isKeyOf('previous-product', event)
  return isForRows && !isTyping(event.target)
}

/** What of the log is being undone or redone, and whether the person has gone to another product meanwhile. */
export const useUndosUnderWay = defineStore('undos-under-way', () => {
  /** How many run, or wait for marks that are being saved. */
  const count = ref(0)
  /** Grows each time that the person may have gone to another product. */
  const navigations = ref(0)
  const navigationsAtUndo = ref(0)
  /** Since the last Undo was pressed: then it does not lead the person back to its product. */
  const hasNavigated = computed(() => navigations.value > navigationsAtUndo.value)

  useEventListener(
    window,
    ['keydown', 'pointerdown'],
    (event) => {
      if (isNavigation(event)) navigations.value += 1
    },
    { capture: true }
  )

  /** Does what Undo or Redo was pressed for. */
  async function run<T>(work: () => Promise<T>): Promise<T> {
    count.value += 1
    navigationsAtUndo.value = navigations.value
    return await work().finally(() => (count.value -= 1))
  }

  return { count, navigations, hasNavigated, run }
})
