import type { ReviewProgress, ReviewQueue } from '../../../../electron/contract/review'
import { toDoStates, type QueueScope, type ReviewState } from '../../../../electron/contract/review-state'
import { hasScope, statesOf } from './review-queue'

/** How many products a queue is of, and how many of them have which mark that holds. */
export type QueueNumbers = Pick<
  ReviewProgress,
  'total' | 'awaiting-others' | 'approved' | 'needs-work' | 'ignored'
>

/**
 * How far a queue is. A queue that is defined by a mark, such as all that needs work, loses a product when its mark changes, and
 * its list has many that were never in it: there the marks of this sitting (`decided`) count in addition to what is still in it.
 * What is to do in a list counts beside all that the list has, as does the number at its name. Where people disagree, all have a mark, and one
 * that ends that takes its product out of the list: there the marks of this sitting count alone. `progress` is that of its list, `walked` how
 * many of its products were read.
 */
export function queueNumbers(
  progress: ReviewProgress,
  queue: Pick<ReviewQueue, 'productQuery' | 'scope'>,
  decided: ReadonlyMap<string, ReviewState>,
  walked: number
): QueueNumbers {
  const marks = [...decided.values()]
  const made = (wanted: ReviewState): number => marks.filter((mark) => mark === wanted).length
  if (queue.productQuery.filters.disagreement) {
    return {
      total: Math.max(progress.total, marks.length, walked),
      'awaiting-others': made('awaiting-others'),
      approved: made('approved'),
      'needs-work': made('needs-work'),
      ignored: made('ignored')
    }
  }
  if (!isOfMarks(queue.scope) && queue.productQuery.filters.review.length === 0) return progress
  const states = statesOf(queue)
  const isToDo = queue.scope === 'to-do' && states.some((state) => toDoStates.includes(state))
  const listed = isToDo ? statesOf({ ...queue, scope: 'all' }) : states
  const inList = listed.reduce((sum, state) => sum + progress[state], 0)
  const left = marks.filter((mark) => !listed.includes(mark)).length
  const count = (wanted: ReviewState): number =>
    listed.includes(wanted) && !states.includes(wanted) ? progress[wanted] : made(wanted)
  return {
    total: inList + left,
    'awaiting-others': count('awaiting-others'),
    approved: count('approved'),
    'needs-work': count('needs-work'),
    ignored: count('ignored')
  }
}

/** Whether all products of a scope have been reviewed once: what counts there is who was looked at again. */
export function isOfMarks(scope: QueueScope): boolean {
  return scope === 're-review' || scope === 'needs-work'
}

/** Whether all products of a queue have been reviewed once, as also those have about which people disagree. */
export function isOfReviewed({ productQuery, scope }: Pick<ReviewQueue, 'productQuery' | 'scope'>): boolean {
  return isOfMarks(scope) || productQuery.filters.disagreement
}

/** How many products each scope of a queue's list has. */
export type ScopeCounts = Readonly<Record<QueueScope, number>>

/** null while they are not known. `progress` is that of the list, `errors` that of its products with errors. */
export function scopeCounts(
  progress: ReviewProgress | null,
  errors: ReviewProgress | null,
  queue: Pick<ReviewQueue, 'productQuery'>
): ScopeCounts | null {
  if (progress === null || errors === null) return null
  const count = (scope: QueueScope): number => {
    if (!hasScope(queue.productQuery, scope)) return 0
    const states = statesOf({ productQuery: queue.productQuery, scope })
    const counted = scope === 'errors' ? errors : progress
    if (states.length === 0) return counted.total
    return states.reduce((sum, state) => sum + counted[state], 0)
  }
  return {
    'to-do': count('to-do'),
    're-review': count('re-review'),
    errors: count('errors'),
    'needs-work': count('needs-work'),
    all: count('all')
  }
}

/** The same of the whole catalog, as the sidebar tells it; null: not known. `errors`: products with errors. */
export function catalogCounts(
  progress: ReviewProgress | null,
  errors: number | null
): Record<QueueScope, number | null> {
  const waiting = progress && toDoStates.reduce((sum, state) => sum + progress[state], 0)
  return {
    'to-do': waiting,
    're-review': progress?.changed ?? null,
    errors,
    'needs-work': progress?.['needs-work'] ?? null,
    all: progress?.total ?? null
  }
}
