import type { ProductPage } from '../../../../electron/contract/product'
import type { ReviewProgress, ReviewQueue } from '../../../../electron/contract/review'
import { toDoStates, type ReviewState } from '../../../../electron/contract/review-state'
import { statesOf } from './review-queue'

type Queue = Pick<ReviewQueue, 'productQuery' | 'scope'>

/** The ways in which there can be no product on screen. */
export type EndKind = 'find' | 'filling' | 'catalog' | 'empty-store' | 'list' | 'reviewed' | 'done' | 'stop'

/** What decides which of them it is. */
interface EndFacts {
  /** The queue has come to its end, and had products. */
  isDone: boolean
  /** What is looked for within the queue. */
  find: string
  page: Pick<ProductPage, 'coverage'> | null
  syncing: boolean
  progress: ReviewProgress | null
  /** Products of the queue, decided or not; 0 while that is not known. */
  total: number
  queue: Queue
}

/** The states of a queue's products that wait for a mark: none where it is made of marks, such as of all that needs work. */
export function waitingOf(queue: Queue): ReviewState[] {
  const states = statesOf(queue)
  return toDoStates.filter((state) => states.length === 0 || states.includes(state))
}

/**
 * Products of the queue that wait for a mark; 0 while that is not known. `progress` is that of its list, in which products are
 * that the queue leaves out for their state.
 */
export function leftOf(progress: ReviewProgress | null, queue: Queue): number {
  return progress ? waitingOf(queue).reduce((sum, state) => sum + progress[state], 0) : 0
}

/** How many of the `listed` products of a queue are not among these, some of which have left it. */
export function outsideOf(listed: number, among: readonly ReviewState[], queue: Queue): number {
  const states = statesOf(queue)
  const found = among.filter((state) => states.length === 0 || states.includes(state))
  return Math.max(0, listed - found.length)
}

/** Which of the ways this is. */
export function endKind({ isDone, find, page, syncing, progress, total, queue }: EndFacts): EndKind {
  const waiting = queue.scope === 'to-do' ? waitingOf(queue).length : 0
  if (isDone) return waiting > 0 && leftOf(progress, queue) === 0 ? 'done' : 'stop'
  if (find !== '') return 'find'
  if (page?.coverage.here === 0) {
    if (syncing) return 'filling'
    // All of it is here, and that is nothing: to ask for a first sync would lead in a circle.
    return page.coverage.state === 'complete' ? 'empty-store' : 'catalog'
  }
  return waiting > 0 && total > 0 ? 'reviewed' : 'list'
}
