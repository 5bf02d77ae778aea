import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, watch } from 'vue'
import type { Result } from '../../../../electron/contract/failure'
import { call, on } from '../../../bridge'
import { useReviews } from '../reviews'

const askedKey = 'vitrine.reviewer-asked'

/** Who reviews on this computer. Asked once, when something was marked; can be changed at any time. */
export const useReviewer = defineStore('reviewer', () => {
  const reviews = useReviews()
  /** null until it is read. Until a person said so it is the name of their account. */
  const name = ref<string | null>(null)
  const wasAsked = ref(localStorage.getItem(askedKey) !== null)
  let loading = false
  const isMarked = ref(false)
  watch(
    () => reviews.last?.kind === 'marked',
    (marked) => {
      if (!marked || wasAsked.value) return
      isMarked.value = true
      void load()
    }
  )

  async function load(): Promise<void> {
    if (loading || name.value !== null) return
    loading = true
    const answer = await call('reviews:reviewer', undefined)
    loading = false
    // What a person has said meanwhile counts.
    if (answer.ok) name.value ??= answer.value
  }

  // Whoever creates or joins a team says who they are.
  onScopeDispose(on('team:changed', () => void readAgain()))

  async function readAgain(): Promise<void> {
    if (name.value === null) return
    const answer = await call('reviews:reviewer', undefined)
    if (!answer.ok || answer.value === name.value) return
    name.value = answer.value
    settle()
  }

  /** The question was answered, or was not to be. */
  function settle(): void {
    wasAsked.value = true
    localStorage.setItem(askedKey, 'yes')
  }

  async function save(wish: string): Promise<Result<string>> {
    const answer = await call('reviews:set-reviewer', { name: wish })
    if (!answer.ok) return answer
    name.value = answer.value
    settle()
    return answer
  }

  return {
    name,
    load,
    save,
    /** It is time to ask: something was marked for the first time. */
    isAsked: computed(() => isMarked.value && name.value !== null && !wasAsked.value),
    settle
  }
})
