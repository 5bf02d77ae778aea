import { onScopeDispose, shallowReactive, shallowRef } from 'vue'
import type { ProductQuery } from '../../../../electron/contract/product-query'
import type { ReviewProgress } from '../../../../electron/contract/review'
import type { ReviewState } from '../../../../electron/contract/review-state'
import { call } from '../../../bridge'
import { defineConnectionStore, onConnectionEvent } from '../../../shared/data/open-connection'
import { latestOnly } from '../../../shared/data/latest-only-queue'

/** Counted no more often than this, ms: every mark changes it, and a sync all the time. */
const pace = 1000

/** The lists that are counted: the whole of what is reviewed, and what of it has errors. */
export interface CountedLists {
  whole: ProductQuery
  errors: ProductQuery
}

/** A mark that is not saved yet. */
interface Move {
  before: ReviewState
  after: ReviewState
  hasErrors: boolean
}

/** How far the products of a list are reviewed, while somebody goes through it. */
export const useQueueProgress = defineConnectionStore((connectionId) => {
  const progress = shallowRef<ReviewProgress | null>(null)
  /** Of those with errors. */
  const errors = shallowRef<ReviewProgress | null>(null)
  const moves = shallowReactive(new Set<Move>())
  const inTurn = latestOnly()
  let lists: CountedLists | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const counted = (productQuery: ProductQuery): ReturnType<typeof call<'reviews:progress'>> =>
    call('reviews:progress', { connectionId, productQuery })

  async function ask(): Promise<void> {
    const asked = lists
    if (asked === null) return
    const answers = await Promise.all([counted(asked.whole), counted(asked.errors)])
    if (lists !== asked) return
    const [whole, withErrors] = answers
    if (whole.ok) progress.value = whole.value
    if (withErrors.ok) errors.value = withErrors.value
    // What waits to be saved is in neither.
    for (const move of moves) apply(move)
  }

  /** Counts these lists, now and whenever reviews, products or findings change. */
  function follow(wish: CountedLists): void {
    progress.value = null
    errors.value = null
    lists = wish
    void inTurn(ask)
  }

  function apply({ before, after, hasErrors }: Move): void {
    progress.value = moved(progress.value, before, after)
    if (hasErrors) errors.value = moved(errors.value, before, after)
  }

  /** A product is marked: the numbers say so at once. The answer is called once that is saved (true), or is not (false). */
  function move(before: ReviewState, after: ReviewState, hasErrors: boolean): (isSaved: boolean) => void {
    const made = { before, after, hasErrors }
    moves.add(made)
    apply(made)
    return (isSaved) => {
      if (moves.delete(made) && !isSaved) apply({ before: after, after: before, hasErrors })
    }
  }

  onConnectionEvent(connectionId, ['reviews:changed', 'catalog:changed', 'audit:changed'], () => {
    if (lists === null) return
    timer ??= setTimeout(() => {
      timer = undefined
      void inTurn(ask)
    }, pace)
  })
  onScopeDispose(() => clearTimeout(timer))

  return {
    progress,
    errors,
    follow,
    move,
    /** Counts anew at once. */
    recount: () => inTurn(ask)
  }
})

function moved(
  progress: ReviewProgress | null,
  before: ReviewState,
  after: ReviewState
): ReviewProgress | null {
  if (progress === null || before === after) return progress
  return { ...progress, [before]: Math.max(0, progress[before] - 1), [after]: progress[after] + 1 }
}
