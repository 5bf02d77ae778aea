import type { Product } from '../../../../electron/contract/product'
import type { ReviewQueue } from '../../../../electron/contract/review'
import type { ReviewState } from '../../../../electron/contract/review-state'
import { formatList } from '../../../shared/format/list'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { isFiltered } from '../../../../electron/contract/empty-query'
import type { TriageDeed } from './review-actions'
import type { QueueNumbers } from './queue-numbers'
import { chipsOf, type WordsContext } from '../../catalog'
import { stateWords } from '../../../shared/labels/review-labels'

/** What a product is called: by its id where it has no name. */
export function nameOf({ name, id }: Pick<Product, 'name' | 'id'>): string {
  return name.trim() === '' ? id : name
}

/** What came of a key, in a sentence; `state`: of the product it was about, as it is now. */
export function deedWords(deed: TriageDeed, state: (product: Product) => ReviewState): string {
  switch (deed.kind) {
    case 'marked': {
      const name = nameOf(deed.product)
      if (deed.mark === 'unreviewed') return t('triage.said.cleared', { name })
      return t('triage.said.marked', { name, state: stateWords(deed.mark) })
    }
    case 'undone':
      if (deed.product === null) return t('triage.said.undoneElsewhere')
      return t('triage.said.undone', { name: nameOf(deed.product), state: stateWords(state(deed.product)) })
    case 'stale':
      return t('triage.said.stale', { name: nameOf(deed.product) })
    case 'not-marked':
      return t('triage.said.notMarked', { name: nameOf(deed.product) })
    case 'nothing-to-undo':
      return t('triage.said.nothingToUndo')
    case 'kept':
      return t('triage.said.kept')
    case 'first':
      return t('triage.said.first')
    case 'end':
      return t('triage.said.end')
  }
}

/** What a queue is made of: a view by its name, another list by what narrows it: a rule, filters, a search. */
export function queueName(
  { name, productQuery }: Pick<ReviewQueue, 'name' | 'productQuery'>,
  context: WordsContext
): string {
  if (name !== null) return name
  if (!isFiltered(productQuery)) return t('triage.queue.whole')
  const parts = chipsOf(productQuery, context).map(({ words }) => words)
  return formatList(parts, context.style.locale)
}

/** Products with a mark that holds. */
export function reviewedOf(progress: QueueNumbers): number {
  return progress.approved + progress['needs-work'] + progress.ignored
}

/** `128 of 1,240 reviewed · 31 need work`. */
export function progressWords(progress: QueueNumbers, locale: string | null): string {
  const reviewed = t('triage.progress.reviewed', {
    reviewed: formatCount(reviewedOf(progress), locale),
    total: formatCount(progress.total, locale)
  })
  const count = progress['needs-work']
  if (count === 0) return reviewed
  const work = t('triage.progress.needWork', { number: formatCount(count, locale) }, count)
  return `${reviewed} · ${work}`
}
