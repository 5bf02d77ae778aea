import type { Product } from '../../../../electron/contract/product'
import type { Difference, LogEntry, ReviewQueue } from '../../../../electron/contract/review'
import {
  toDoStates,
  type QueueScope,
  type ReviewMark,
  type ReviewState
} from '../../../../electron/contract/review-state'
import { formatList } from '../../../shared/format/locale'
import { formatCount } from '../../../shared/format/number'
import { sentences } from '../../../shared/format/sentences'
import { t } from '../../../shared/i18n'
import { kindsLabel } from '../../../shared/history/change-kinds'
import { isFiltered } from '../../../../electron/contract/empty-query'
import { aroundName, heldMessage, toastMessage, unchangedMessage } from '../panel/toast-messages'
import type { LastAction, Untold } from '../last-action'
import { isOfReviewed, type QueueNumbers } from './queue-numbers'
import { chipsOf, type WordsContext } from '../../catalog'
import { reasonedStateLabel, shownStateLabel, type ShownState } from '../../../shared/labels/review-labels'
import { keysOf } from '../../../shared/commands/keys'

/** What came of the last key, for the person to hear. */
export type SessionAction =
  | { kind: 'marked'; product: Product; mark: ReviewMark; reason: string | null }
  /** It had this mark of the person's already; `unreviewed`: it had none. */
  | { kind: 'unchanged'; product: Product; mark: ReviewMark }
  | { kind: 'many-marked'; count: number; mark: ReviewMark; reason: string | null }
  /** `isElsewhere`: the queue does not have the product, so that it stays at another one. */
  | { kind: 'undone' | 'redone'; product: Product; isElsewhere?: boolean }
  /** What was taken back, or done again, is no mark of a product that there is still. */
  | { kind: 'turned'; what: LastAction; isElsewhere?: boolean }
  | { kind: 'not-marked' | 'noted'; product: Product }
  /** It was not approved since it has changed, in these fields where they are known. */
  | { kind: 'stale'; product: Product; fields: readonly Difference['field'][] }
  /** So many selected ones have gone from the store, and are not marked with the others. */
  | { kind: 'dropped'; count: number }
  /** There is no other to compare it with. */
  | { kind: 'alone'; product: Pick<Product, 'id' | 'name'> }
  /** It was not to be seen, or nobody had seen that it has gone: the next press sets the mark. */
  | { kind: 'out-of-sight'; product: Product; mark: ReviewMark; why: Untold | 'gone' }
  /** It has changed since it was marked; null: it is several, or not to be read anymore. */
  | { kind: 'kept'; product: Product | null }
  | { kind: 'nothing-to-undo' | 'nothing-to-redo' | 'first' | 'end' }

/** That these products were given a mark, one or many of them. */
export function markedAction(
  products: readonly [Product, ...Product[]],
  mark: ReviewMark,
  reason: string | null
): SessionAction {
  const [product, ...others] = products
  return others.length > 0
    ? { kind: 'many-marked', count: products.length, mark, reason }
    : { kind: 'marked', product, mark, reason }
}

/** What a product is called: by its id where it has no name. */
export function nameOf({ name, id }: Pick<Product, 'name' | 'id'>): string {
  return name.trim() === '' ? id : name
}

/** A product, and how it stands: `Oak bowl, Needs work: Price`. */
export function productMessage(product: Pick<Product, 'name' | 'id' | 'review'>, state: ShownState): string {
  return t('reviewSession.said.product', {
    name: nameOf(product),
    state: shownStateLabel(product.review, state)
  })
}

/** That a note is saved, and which keys decide on its product; without them where one of the marks has none. */
function notedToDo(): string {
  const [approve, needsWork, ignore] = [keysOf('approved'), keysOf('needs-work'), keysOf('ignored')]
  return approve === undefined || needsWork === undefined || ignore === undefined
    ? t('reviewSession.said.noted')
    : t('reviewSession.said.notedToDo', { approve, needsWork, ignore })
}

function staleMessage({ product, fields }: Extract<SessionAction, { kind: 'stale' }>): string {
  const name = nameOf(product)
  if (fields.length === 0) return t('reviewSession.said.stale', { name })
  return t('reviewSession.said.staleIn', { name, fields: kindsLabel(fields) })
}

/** What came of a key, in a sentence; `state`: of the product it was about, as it is now. */
export function sessionMessage(action: SessionAction, state: (product: Product) => ReviewState): string {
  const what = outcome(action, state)
  const isElsewhere = 'isElsewhere' in action && action.isElsewhere
  return isElsewhere ? t('reviewSession.said.elsewhere', { what }) : what
}

function outcome(action: SessionAction, state: (product: Product) => ReviewState): string {
  switch (action.kind) {
    case 'marked': {
      const name = nameOf(action.product)
      if (action.mark === 'unreviewed') return t('reviewSession.said.cleared', { name })
      return t('reviewSession.said.marked', { name, state: reasonedStateLabel(action.mark, action.reason) })
    }
    case 'unchanged':
      return unchangedMessage(action.mark, nameOf(action.product))
    case 'many-marked':
      return t('reviewSession.said.marked', {
        name: t('reviewSession.said.products', { number: formatCount(action.count, null) }, action.count),
        state: reasonedStateLabel(action.mark, action.reason)
      })
    case 'undone':
      return t('reviewSession.said.undone', {
        name: nameOf(action.product),
        state: shownStateLabel(action.product.review, state(action.product))
      })
    case 'redone':
      return t('reviewSession.said.redone', {
        name: nameOf(action.product),
        state: shownStateLabel(action.product.review, state(action.product))
      })
    case 'turned':
      return toastMessage(action.what, null).title
    case 'stale':
      return staleMessage(action)
    case 'not-marked':
      return t('reviewSession.said.notMarked', { name: nameOf(action.product) })
    case 'out-of-sight': {
      const { title, text } = heldMessage(action)
      return sentences([title, text])
    }
    case 'dropped':
      return t('selection.dropped', { number: formatCount(action.count, null) }, action.count)
    case 'alone':
      return t('review.done.alone', { name: nameOf(action.product) })
    case 'noted':
      return toDoStates.includes(state(action.product)) ? notedToDo() : t('reviewSession.said.noted')
    case 'nothing-to-undo':
      return t('reviewSession.said.nothingToUndo')
    case 'nothing-to-redo':
      return t('reviewSession.said.nothingToRedo')
    case 'kept':
      return action.product === null
        ? t('reviewSession.said.kept')
        : t('reviewSession.said.keptOne', { name: nameOf(action.product) })
    case 'first':
      return t('reviewSession.said.first')
    case 'end':
      return t('reviewSession.said.end')
  }
}

/** What came of a key, around the name of the product that it was about. */
export interface ActionWords {
  text: string
  before: string
  /** '' where no product is named. */
  about: string
  /** What joins the name to what follows: it stays beside the name where that is on the line below. */
  joint: string
  after: string
}

/** The product, by its id, of what was taken back or done again; null: it is not one. */
export function turnedProduct(action: SessionAction | null): string | null {
  if (action?.kind === 'undone' || action?.kind === 'redone') return action.product.id
  if (action?.kind !== 'turned' || action.what.kind === 'not-redone') return null
  return subjectOf(action.what)?.id ?? null
}

/** The one product that an undo or a redo was of, also where nothing came of it; null: it is not one. */
function subjectOf(what: LastAction): LogEntry['product'] {
  if (what.kind === 'not-redone') return what.product
  if (what.kind === 'prevented') return what.prevented.product
  return what.kind === 'undone' ? what.entry.product : null
}

/** What the product is called of what was taken back or done again; '' where it is not one. */
function turnedName(what: LastAction): string {
  const product = subjectOf(what)
  return product === null ? '' : nameOf(product)
}

/** The same as `sessionMessage`, in parts: where there is little room the name gives way. `shownId`: of the product on screen. */
export function actionWords(
  action: SessionAction | null,
  state: (product: Product) => ReviewState,
  shownId: string | null
): ActionWords {
  if (action?.kind === 'unchanged' && action.product.id === shownId) {
    const text = unchangedMessage(action.mark, null)
    return { text, before: text, about: '', joint: '', after: '' }
  }
  const text = action === null ? '' : sessionMessage(action, state)
  const about =
    action !== null && 'product' in action && action.product !== null
      ? nameOf(action.product)
      : action?.kind === 'turned'
        ? turnedName(action.what)
        : ''
  const parts = aroundName(text, about)
  const joint = /^\s*:\s*/.exec(parts.after)?.[0] ?? ''
  return { ...parts, text, joint, after: parts.after.slice(joint.length) }
}

/** What a queue is made of: a view by its name, another list by what narrows it: a rule, filters, a search. */
export function queueName(
  { name, productQuery }: Pick<ReviewQueue, 'name' | 'productQuery'>,
  context: WordsContext
): string {
  if (name !== null) return name
  if (!isFiltered(productQuery)) return t('reviewSession.queue.whole')
  const parts = chipsOf(productQuery, context).map(({ words }) => words)
  return formatList(parts, context.style.locale)
}

const scopes: Record<QueueScope, () => string> = {
  'to-do': () => t('reviewSession.tabs.to-do'),
  're-review': () => t('reviewSession.tabs.re-review'),
  errors: () => t('reviewSession.tabs.errors'),
  'needs-work': () => t('reviewSession.tabs.needs-work'),
  all: () => t('reviewSession.tabs.all')
}

/** What of a list is reviewed: `Re-review`. */
export function scopeLabel(scope: QueueScope): string {
  return scopes[scope]()
}

/** Products with a mark that holds, also where others are to approve as well. */
export function reviewedOf(progress: QueueNumbers): number {
  return progress.approved + progress['awaiting-others'] + progress['needs-work'] + progress.ignored
}

/** `128 of 1,240 reviewed · 31 need work`, or `2 of 31 reviewed again`; '' where none are counted: what is still shown has left the list. */
export function progressMessage(
  progress: QueueNumbers,
  queue: Pick<ReviewQueue, 'productQuery' | 'scope'>,
  locale: string | null
): string {
  if (progress.total === 0) return ''
  const numbers = {
    reviewed: formatCount(reviewedOf(progress), locale),
    total: formatCount(progress.total, locale)
  }
  const reviewed = isOfReviewed(queue)
    ? t('reviewSession.progress.again', numbers)
    : t('reviewSession.progress.reviewed', numbers)
  const count = progress['needs-work']
  if (count === 0) return reviewed
  const work = t('reviewSession.progress.needWork', { number: formatCount(count, locale) }, count)
  return `${reviewed} · ${work}`
}
