import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Input } from '../../../../electron/contract/channels'
import { ok, type Failure, type Result } from '../../../../electron/contract/failure'
import type {
  MergedForTeam,
  MergedReviews,
  MergeProgress,
  SharedForTeam,
  SharedReviews
} from '../../../../electron/contract/review'
import { call, on } from '../../../bridge'
import { useReviews } from '../reviews'
import { whileDoing } from '../../../shared/data/while-busy'

/** The products whose reviews are saved; null: all that were reviewed; `team`: what the store's team has exchanged. */
export type SharedProducts = Input<'reviews:share'>['of']

/** What came of saving reviews for colleagues, or of merging theirs. */
export type SharingOutcome = { connectionId: string } & (
  | ({ kind: 'saved' } & SharedReviews)
  | ({ kind: 'merged' } & MergedReviews)
  | ({ kind: 'saved-for-team' } & SharedForTeam)
  | ({ kind: 'merged-for-team' } & MergedForTeam)
  | { kind: 'not-saved' | 'not-merged'; failure: Failure }
)

/** Files of reviews: saved for colleagues, and merged from them. Which file, the person says in the system's own dialog. */
export const useReviewSharing = defineStore('review-sharing', () => {
  const reviews = useReviews()
  const working = ref<'save' | 'merge' | null>(null)
  const outcome = shallowRef<SharingOutcome | null>(null)

  /** Of the merge that is under way; null: it has only begun. */
  const progress = shallowRef<MergeProgress | null>(null)

  onScopeDispose(on('reviews:merge-changed', (told) => (progress.value = told)))

  // A merge that was taken back, from wherever, is not one anymore.
  watch(
    () => reviews.last,
    (action) => {
      if (action?.kind !== 'undone' || outcome.value?.kind !== 'merged') return
      const isSame = action.entry.number === outcome.value.entry
      if (isSame && action.connectionId === outcome.value.connectionId) outcome.value = null
    },
    { flush: 'sync' }
  )

  /** null: they chose no file, or are still asked for another one. */
  async function work<T>(
    name: 'save' | 'merge',
    question: () => Promise<Result<T | null>>
  ): Promise<Result<T> | null> {
    if (working.value !== null) return null
    outcome.value = null
    const answer = await whileDoing(working, name, question)
    if (!answer.ok) return answer
    return answer.value === null ? null : ok(answer.value)
  }

  async function share(connectionId: string, of: SharedProducts): Promise<void> {
    const answer = await work('save', () => call('reviews:share', { connectionId, of }))
    if (answer === null) return
    if (!answer.ok) outcome.value = { kind: 'not-saved', connectionId, failure: answer.failure }
    else if ('reviews' in answer.value) outcome.value = { kind: 'saved', connectionId, ...answer.value }
    else outcome.value = { kind: 'saved-for-team', connectionId, ...answer.value }
  }

  async function merge(connectionId: string): Promise<void> {
    progress.value = null
    const answer = await work('merge', () => call('reviews:merge', { connectionId }))
    if (answer === null) return
    if (!answer.ok) outcome.value = { kind: 'not-merged', connectionId, failure: answer.failure }
    else if (answer.value.of === 'reviews') outcome.value = { kind: 'merged', connectionId, ...answer.value }
    else outcome.value = { kind: 'merged-for-team', connectionId, ...answer.value }
  }

  return {
    working,
    outcome,
    progress,
    share,
    merge,
    /** Ends the merge; what is merged by then stays. */
    stop: (connectionId: string): void => void call('reviews:stop-merge', { connectionId }),
    /** The person has read what came of it. */
    dismiss: (): void => void (outcome.value = null)
  }
})
