import { computed, ref, watch, type ComputedRef } from 'vue'
import { useEventListener } from '@vueuse/core'
import { isPressed } from '../../../shared/commands/keys'
import { isOnPage } from '../../../shared/ui/keyboard-context'
import { useReasonQuestion } from '../panel/reason-question'

/** What a page offers first, as it is pressed by Enter. */
interface Onward {
  id: string
  run: () => void
}

/**
 * Enter on a page without a product runs what it offers first (`main`). Not while a reason is asked for, where Enter is the answer, nor
 * right after: who takes a reason by its number often confirms it by Enter, and would be in another list without having looked. That Enter
 * calls `show`, which is to put the focus on what the next one presses. Returns the id of what Enter is for; null: of nothing here.
 */
export function useOnwardKey(
  main: () => Onward | null,
  show: (id: string) => void
): ComputedRef<string | null> {
  const question = useReasonQuestion()
  const isAnswered = ref(false)
  watch(
    () => question.about !== null,
    (isAsked) => (isAnswered.value = !isAsked)
  )
  useEventListener('keydown', (event) => {
    const { target, repeat, defaultPrevented } = event
    const isConfirmation = isAnswered.value
    if (!repeat) isAnswered.value = false
    if (!isPressed('Enter', event) || repeat || defaultPrevented || !isOnPage(target)) return
    const first = main()
    if (first === null) return
    event.preventDefault()
    if (isConfirmation) show(first.id)
    else first.run()
  })
  return computed(() => (question.about === null ? (main()?.id ?? null) : null))
}
