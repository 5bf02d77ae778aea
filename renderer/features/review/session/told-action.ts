import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import type { SessionAction } from './queue-labels'
import type { useReviewSession } from './review-session'

/** What is said in words that mean the product on screen and do not name it: of another one they would not be true. */
function isOfShown(action: SessionAction): boolean {
  if (action.kind === 'unchanged') return action.mark === 'unreviewed'
  return ['noted', 'out-of-sight', 'first', 'end'].includes(action.kind)
}

/** What came of the last key, in the queue that is open. What is of the product on screen goes when another one comes. */
export function useToldAction(session: ReturnType<typeof useReviewSession>): {
  /** null: nothing yet, or no news anymore. */
  action: ComputedRef<SessionAction | null>
  tell: (action: SessionAction) => void
  forget: () => void
} {
  const last = shallowRef<{ sitting: number; action: SessionAction } | null>(null)
  const action = computed(() => (last.value?.sitting === session.sitting ? last.value.action : null))
  const forget = (): void => void (last.value = null)
  // At once: what is told of the product that has just come stays.
  watch(
    () => session.cursor.current?.id,
    () => {
      if (last.value && isOfShown(last.value.action)) forget()
    },
    { flush: 'sync' }
  )
  return { action, tell: (what) => void (last.value = { sitting: session.sitting, action: what }), forget }
}
