import { onScopeDispose, shallowReactive, shallowRef, watch } from 'vue'
import type { ReviewMark } from '../../../../electron/contract/review-state'
import { waitUntil } from '../../../shared/data/wait-until'
import type { LastAction } from '../last-action'
import { useReviews } from '../reviews'
import { useUndosUnderWay } from '../undos-under-way'

/** ms after which an undone product is waited for no longer: the list may not have it. What is pressed later is for what is seen then. */
const longest = 500
/** ms in which the keyboard has gone on from a product that was marked. */
const aStep = 500

/** What was taken back of a product that is not the current one yet. */
interface Returning {
  id: string
  undone: LastAction
}

/** Calls back with the product of which something was taken back, unless the person has gone to another one since they asked for that. */
export function useUndoneProduct(comeBack: (productId: string) => void): void {
  const reviews = useReviews()
  const undos = useUndosUnderWay()
  watch(
    () => reviews.last,
    (last) => {
      if (last?.kind === 'undone' && last.entry.product !== null && !undos.hasNavigated)
        comeBack(last.entry.product.id)
    }
  )
}

interface MarkedByKeys {
  connectionId: () => string
  /** The product that a key is for now; null: none, or several. */
  currentId: () => string | null
  mark: (wish: ReviewMark) => void
}

/**
 * Marks by keys that come while something is taken back are for its product, to which the keyboard goes back: they are held until it is there,
 * and dropped where it does not come (fault 134). Says of each whether it is held.
 */
export function useMarksAfterUndo({
  connectionId,
  currentId,
  mark
}: MarkedByKeys): (wish: ReviewMark) => boolean {
  const reviews = useReviews()
  const returning = shallowRef<Returning | null>(null)
  const held = shallowReactive<ReviewMark[]>([])
  const isReleasing = shallowRef(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  const undos = useUndosUnderWay()

  function giveUp(): void {
    clearTimeout(timer)
    returning.value = null
    held.length = 0
  }

  async function release(): Promise<void> {
    clearTimeout(timer)
    returning.value = null
    isReleasing.value = true
    try {
      for (let wish = held.shift(); wish !== undefined; wish = held.shift()) {
        const marked = currentId()
        mark(wish)
        // The next one is for the next product, unless it was dropped meanwhile.
        if (held.length > 0) await waitUntil(() => held.length === 0 || currentId() !== marked, aStep)
      }
    } finally {
      isReleasing.value = false
    }
  }

  watch(
    () => reviews.last,
    (undone) => {
      if (undone?.connectionId !== connectionId()) return
      if (undone.kind === 'not-undone' || undone.kind === 'prevented') giveUp()
      if (undone.kind !== 'undone' || undos.hasNavigated) return
      const id = undone.entry.product?.id ?? null
      const current = currentId()
      clearTimeout(timer)
      returning.value = id === null || current === null || id === current ? null : { id, undone }
      if (returning.value !== null) timer = setTimeout(giveUp, longest)
    },
    { flush: 'sync' }
  )
  watch(
    [() => undos.count, returning, currentId, () => reviews.elsewhere],
    () => {
      if (undos.count > 0 || isReleasing.value) return
      const { value: sought } = returning
      if (sought !== null && sought.undone === reviews.elsewhere) giveUp()
      else if (sought === null || sought.id === currentId()) void release()
    },
    { flush: 'post' }
  )
  // What a person presses where they have gone is for the product there.
  watch(() => undos.navigations, giveUp, { flush: 'sync' })
  onScopeDispose(giveUp)

  return (wish) => {
    const isUnderWay = undos.count > 0 && !undos.hasNavigated
    const isHeld = isUnderWay || returning.value !== null || isReleasing.value
    if (isHeld) held.push(wish)
    return isHeld
  }
}
