import type { ProductPage } from '../../../electron/contract/product'
import type { ReviewProgress, ReviewQueue } from '../../../electron/contract/review'

/** The ways in which there can be no product on screen. */
export type EndKind = 'find' | 'filling' | 'catalog' | 'list' | 'reviewed' | 'done' | 'stop'

/** What decides which of them it is. */
export interface EndFacts {
  /** The queue has come to its end, and had products. */
  isDone: boolean
  /** What is looked for within the queue. */
  find: string
  page: Pick<ProductPage, 'coverage'> | null
  syncing: boolean
  progress: ReviewProgress | null
  scope: ReviewQueue['scope']
}

/** Products of the list that wait for a mark; 0 while that is not known. */
export function leftOf(progress: ReviewProgress | null): number {
  return progress ? progress.unreviewed + progress.changed : 0
}

/** Which of the ways this is. */
export function endKind({ isDone, find, page, syncing, progress, scope }: EndFacts): EndKind {
  if (isDone) return scope === 'to-do' && leftOf(progress) === 0 ? 'done' : 'stop'
  if (find !== '') return 'find'
  if (page?.coverage.here === 0) return syncing ? 'filling' : 'catalog'
  return scope === 'to-do' && progress !== null && progress.total > 0 ? 'reviewed' : 'list'
}
