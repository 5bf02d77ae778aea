import type { Product } from '../../../../electron/contract/product'
import type { ReviewQueue } from '../../../../electron/contract/review'
import { toDoStates, type ReviewState } from '../../../../electron/contract/review-state'
import type { LocalReviewStates } from './local-review-states'
import type { QueueCursor } from './queue-cursor'
import { statesOf } from './review-queue'

export const isToDo = (state: ReviewState): boolean => toDoStates.includes(state)

/** Steps through a queue that leave out what nobody has to decide on. */
export interface QueueSteps {
  /**
   * Products with errors are there with whatever was decided of them: while one waits, here or further on, a person comes by no other, which
   * the next key would decide anew. Says whether there is one.
   */
  skipDecided: (walk: QueueCursor) => boolean
  /** Goes by products that nobody has to decide on anymore: the next key would undo what was decided. Says whether there were any. */
  skipOthers: (walk: QueueCursor) => boolean
  /**
   * On after a mark of the product on screen, which was in the state `before`, and by `others` that were marked with it: the next key would
   * decide anew. Says whether there was anything to go on to.
   */
  goOn: (walk: QueueCursor, before: ReviewState, others: readonly Product[]) => boolean
}

export function createQueueSteps(queue: () => ReviewQueue, states: LocalReviewStates): QueueSteps {
  function skipDecided(walk: QueueCursor): boolean {
    const next = walk.products.slice(walk.index).find((product) => isToDo(states.of(product)))
    return next !== undefined && walk.goTo(next.id)
  }

  /** Whether it was read for a queue of other states than it has by now, by a decision on another page or of somebody else. */
  function isDecidedElsewhere({ id }: Product, state: ReviewState): boolean {
    const wanted = statesOf(queue())
    return wanted.length > 0 && !wanted.includes(state) && !states.decided.has(id)
  }

  function skipOthers(walk: QueueCursor): boolean {
    let isMoved = false
    while (walk.current && isDecidedElsewhere(walk.current, states.of(walk.current))) isMoved = walk.next()
    return isMoved
  }

  function goOn(walk: QueueCursor, before: ReviewState, others: readonly Product[]): boolean {
    const ids = new Set(others.map(({ id }) => id))
    let isMoved = walk.next()
    while (walk.current && ids.has(walk.current.id)) isMoved = walk.next()
    skipOthers(walk)
    if (queue().scope === 'errors' && walk.current && !skipDecided(walk) && isToDo(before)) {
      while (walk.next()) isMoved = true
    }
    return isMoved
  }

  return { skipDecided, skipOthers, goOn }
}
