import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Failure } from '../../electron/contract/failure'
import type { Product } from '../../electron/contract/product'
import type { ReviewMark } from '../../electron/contract/review-state'
import { useReviews } from './reviews'
import { useTriage } from './triage'

/** What came of the last key, for the person to hear. */
export type TriageDeed =
  | { kind: 'marked'; product: Product; mark: ReviewMark }
  | { kind: 'undone'; product: Product | null }
  | { kind: 'stale'; product: Product }
  | { kind: 'nothing-to-undo' | 'kept' | 'first' | 'end' }

/** What is saved: a mark, or that one is taken back. */
export type TriageWish = ReviewMark | 'undo'

/** A wish that was not saved. */
export interface Unsaved {
  failure: Failure
  wish: TriageWish
}

/** Marks of the product that is looked at in the queue, one at a time, and the way back. */
export const useTriageMarks = defineStore('triage-marks', () => {
  const triage = useTriage()
  const reviews = useReviews()
  /** What is being saved. Further wishes are not taken meanwhile: they would be for a product that nobody has seen. */
  const saving = ref<TriageWish | null>(null)
  const unsaved = shallowRef<Unsaved | null>(null)
  const deed = shallowRef<TriageDeed | null>(null)
  /** Marks of this sitting by their numbers in the log, the last one last. */
  const done: { entry: number; connectionId: string; productId: string }[] = []

  async function save(connectionId: string, product: Product, mark: ReviewMark): Promise<void> {
    const of = { products: [{ id: product.id, seen: product.seen }] }
    const answer = await reviews.mark(connectionId, mark, of)
    if (!answer.ok) {
      unsaved.value = { failure: answer.failure, wish: mark }
      return
    }
    unsaved.value = null
    const isStill = triage.walk.current?.id === product.id
    if (answer.value.stale.includes(product.id)) {
      deed.value = { kind: 'stale', product }
      if (isStill) await triage.showNewer()
      return
    }
    const { entry } = answer.value
    if (entry !== null) done.push({ entry, connectionId, productId: product.id })
    triage.setState(product, mark)
    deed.value = { kind: 'marked', product, mark }
    // A mark that is taken away decides nothing: the person stays to decide.
    if (isStill && mark !== 'unreviewed') triage.next()
  }

  /** Marks the product on screen as it is seen there, and goes on to the next one once that is saved. */
  async function mark(wish: ReviewMark): Promise<void> {
    const { current } = triage.walk
    if (!current || triage.connectionId === null || saving.value !== null) return
    saving.value = wish
    await save(triage.connectionId, current, wish)
    saving.value = null
  }

  async function takeBack(connectionId: string): Promise<void> {
    const last = done.findLast((each) => each.connectionId === connectionId)
    if (!last) {
      deed.value = { kind: 'nothing-to-undo' }
      return
    }
    const answer = await reviews.undo(connectionId, last.entry)
    unsaved.value = answer.ok ? null : { failure: answer.failure, wish: 'undo' }
    if (!answer.ok) return
    done.splice(done.indexOf(last), 1)
    if (answer.value === null || answer.value.restored === 0) deed.value = { kind: 'kept' }
    else {
      triage.goTo(last.productId)
      await triage.changed()
      const { current } = triage.walk
      deed.value = { kind: 'undone', product: current?.id === last.productId ? current : null }
    }
  }

  /** Takes the last mark of this sitting back, and goes back to its product. */
  async function undo(): Promise<void> {
    if (triage.connectionId === null || saving.value !== null) return
    saving.value = 'undo'
    await takeBack(triage.connectionId)
    saving.value = null
  }

  /** Saves once more what was not saved. */
  async function retry(): Promise<void> {
    const { wish } = unsaved.value ?? {}
    if (wish === 'undo') await undo()
    else if (wish) await mark(wish)
  }

  /** One product on; at the end it says so. */
  function next(): void {
    unsaved.value = null
    if (!triage.next()) deed.value = { kind: 'end' }
  }

  async function previous(): Promise<void> {
    unsaved.value = null
    if (!(await triage.previous())) deed.value = { kind: 'first' }
  }

  return { saving, unsaved, deed, mark, undo, retry, next, previous }
})
