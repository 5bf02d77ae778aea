import { emptyQuery } from '../../../../electron/contract/empty-query'
import { onScopeDispose, shallowReactive, shallowRef } from 'vue'
import type { ProductQuery } from '../../../../electron/contract/product-query'
import type { ReviewProgress } from '../../../../electron/contract/review'
import type { ReviewState } from '../../../../electron/contract/review-state'
import { call } from '../../../bridge'
import { defineConnectionStore, onConnectionEvent } from '../../../shared/data/open-connection'
import { isSameQuery } from '../../catalog'
import { latestOnly } from '../../../shared/data/latest-only-queue'

/** Counted no more often than this, ms, and so seldom that it takes a part of the time that nobody notices: every mark changes it. */
const pace = { least: 100, most: 1000, times: 20 }

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
  /** In which lists the product stands: the store may have taken it out. */
  of: MovedLists
}

/** Where a product counts that is marked. */
interface MovedLists {
  catalog: boolean
  list: boolean
}

/**
 * How far products are reviewed: those of the whole catalog, as the sidebar tells it, and those of the list that somebody goes through. All
 * are counted together, and a mark counts in all of them at once: where one number stands twice, it is the same.
 */
export const useQueueProgress = defineConnectionStore((connectionId) => {
  /** null while it is not known, or could not be counted the last time. */
  const catalog = shallowRef<ReviewProgress | null>(null)
  const progress = shallowRef<ReviewProgress | null>(null)
  /** Of those with errors. */
  const errors = shallowRef<ReviewProgress | null>(null)
  const moves = shallowReactive(new Set<Move>())
  const inTurn = latestOnly()
  let isCatalogFollowed = false
  let lists: CountedLists | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let lasted = 0

  const counted = (productQuery: ProductQuery): ReturnType<typeof call<'reviews:progress'>> =>
    call('reviews:progress', { connectionId, productQuery })

  async function ask(): Promise<void> {
    const asked = lists
    const began = performance.now()
    const ofCatalog = isCatalogFollowed ? counted(emptyQuery) : null
    const isOfCatalog = asked !== null && ofCatalog !== null && isSameQuery(asked.whole, emptyQuery)
    const answers = await Promise.all([
      ofCatalog,
      asked && (isOfCatalog ? ofCatalog : counted(asked.whole)),
      asked && counted(asked.errors)
    ])
    lasted = performance.now() - began
    if (lists !== asked) return
    const [all, whole, withErrors] = answers
    if (all) catalog.value = all.ok ? all.value : null
    if (whole?.ok) progress.value = whole.value
    if (withErrors?.ok) errors.value = withErrors.value
    // What waits to be saved is in none.
    for (const move of moves) apply(move)
  }

  /** Counts the whole catalog, now and whenever reviews or products change. */
  function followCatalog(): void {
    if (isCatalogFollowed) return
    isCatalogFollowed = true
    void inTurn(ask)
  }

  /** Counts these lists, now and whenever reviews, products or findings change. */
  function follow(wish: CountedLists): void {
    progress.value = null
    errors.value = null
    lists = wish
    void inTurn(ask)
  }

  function apply({ before, after, hasErrors, of }: Move): void {
    if (of.catalog) catalog.value = moved(catalog.value, before, after)
    if (!of.list) return
    progress.value = moved(progress.value, before, after)
    if (hasErrors) errors.value = moved(errors.value, before, after)
  }

  /** A product is marked: the numbers say so at once. The answer is called once that is saved (true), or is not (false). */
  function move(made: Move): (isSaved: boolean) => void {
    moves.add(made)
    apply(made)
    return (isSaved) => {
      if (moves.delete(made) && !isSaved) apply({ ...made, before: made.after, after: made.before })
    }
  }

  function askIn(wait: number): void {
    if (lists === null && !isCatalogFollowed) return
    timer ??= setTimeout(() => {
      timer = undefined
      void inTurn(ask)
    }, wait)
  }
  onConnectionEvent(connectionId, ['reviews:changed'], () =>
    askIn(Math.min(pace.most, Math.max(pace.least, lasted * pace.times)))
  )
  // A sync changes it all the time.
  onConnectionEvent(connectionId, ['catalog:changed', 'audit:changed'], () => askIn(pace.most))
  onScopeDispose(() => clearTimeout(timer))

  return {
    catalog,
    progress,
    errors,
    followCatalog,
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
