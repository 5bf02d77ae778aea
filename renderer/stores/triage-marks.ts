import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
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
  connectionId: string
  /** Whose mark it is; null: what was to be taken back was the last one, of whichever product. */
  productId: string | null
}

/** Marks of the product that is looked at in the queue, one at a time, and the way back. */
export const useTriageMarks = defineStore('triage-marks', () => {
  const triage = useTriage()
  const reviews = useReviews()
  /** What is being saved. Further wishes are not taken meanwhile: they would be for a product that nobody has seen. */
  const saving = ref<TriageWish | null>(null)
  const refused = shallowRef<Unsaved | null>(null)
  const last = shallowRef<{ connectionId: string | null; deed: TriageDeed } | null>(null)
  /** Marks of this sitting by their numbers in the log, the last one last. */
  const done: { entry: number; connectionId: string; productId: string }[] = []

  /** Of the product on screen: tried again, it must not become the mark of another one. */
  const unsaved = computed(() => {
    const { connectionId, productId } = refused.value ?? {}
    const isHere = connectionId === triage.connectionId
    return isHere && (productId === null || productId === triage.walk.current?.id) ? refused.value : null
  })
  const deed = computed(() => (last.value?.connectionId === triage.connectionId ? last.value.deed : null))

  function tell(what: TriageDeed): void {
    last.value = { connectionId: triage.connectionId, deed: what }
  }

  async function save(connectionId: string, product: Product, mark: ReviewMark): Promise<void> {
    const of = { products: [{ id: product.id, seen: product.seen }] }
    const answer = await reviews.mark(connectionId, mark, of)
    const entry = answer.ok ? answer.value.entry : null
    if (entry !== null) done.push({ entry, connectionId, productId: product.id })
    refused.value = answer.ok
      ? null
      : { failure: answer.failure, wish: mark, connectionId, productId: product.id }
    // Another store's queue may be open by now, in which products may have the same ids.
    if (!answer.ok || triage.connectionId !== connectionId) return
    const isStill = triage.walk.current?.id === product.id
    if (answer.value.stale.includes(product.id)) {
      tell({ kind: 'stale', product })
      if (isStill) await triage.showNewer()
      return
    }
    triage.setState(product, mark)
    tell({ kind: 'marked', product, mark })
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
    const mine = done.findLast((each) => each.connectionId === connectionId)
    if (!mine) {
      tell({ kind: 'nothing-to-undo' })
      return
    }
    const answer = await reviews.undo(connectionId, mine.entry)
    refused.value = answer.ok
      ? null
      : { failure: answer.failure, wish: 'undo', connectionId, productId: null }
    if (!answer.ok) return
    done.splice(done.indexOf(mine), 1)
    if (triage.connectionId !== connectionId) return
    if (answer.value === null || answer.value.restored === 0) tell({ kind: 'kept' })
    else {
      triage.undone(mine.productId)
      triage.goTo(mine.productId)
      await triage.changed()
      const { current } = triage.walk
      tell({ kind: 'undone', product: current?.id === mine.productId ? current : null })
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
    refused.value = null
    if (!triage.next()) tell({ kind: 'end' })
  }

  async function previous(): Promise<void> {
    refused.value = null
    if (!(await triage.previous())) tell({ kind: 'first' })
  }

  return { saving, unsaved, deed, mark, undo, retry, next, previous }
})
