import { shallowRef, toValue, watch, type MaybeRefOrGetter, type ShallowRef } from 'vue'
import type { Result } from '../../../electron/contract/failure'
import type { Timeline } from '../../../electron/contract/history'
import { useTimelines } from './timelines'

/**
 * The timeline of a product, kept current; null until it is read. What is shown of one product is never another's: it goes at
 * once when the product does. `again` reads it anew.
 */
export function useTimeline(
  connectionId: MaybeRefOrGetter<string>,
  productId: MaybeRefOrGetter<string>
): { timeline: Readonly<ShallowRef<Result<Timeline> | null>>; again: () => Promise<void> } {
  const timelines = useTimelines()
  const timeline = shallowRef<Result<Timeline> | null>(null)
  let questions = 0

  async function again(): Promise<void> {
    const question = ++questions
    const answer = await timelines.read(toValue(connectionId), toValue(productId))
    if (question === questions) timeline.value = answer
  }

  watch(
    [() => toValue(connectionId), () => toValue(productId)],
    () => {
      timeline.value = null
      void again()
    },
    { immediate: true }
  )
  watch(
    () => timelines.versionOf(toValue(connectionId)),
    () => void again()
  )
  return { timeline, again }
}
