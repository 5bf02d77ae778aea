import type { Difference, LogEntry, PreventedUndo } from '../../../../electron/contract/review'
import type { ReviewMark } from '../../../../electron/contract/review-state'
import { keysInForce } from '../../../shared/commands/key-bindings'
import { keysOf } from '../../../shared/commands/keys'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { kindsLabel } from '../../../shared/history/change-kinds'
import { failureMessage } from '../../../shared/i18n/failure-messages'
import type { HeldMark, LastAction } from '../last-action'
import { stateLabel } from '../../../shared/labels/review-labels'
import { ruleName } from '../../../shared/labels/rule-labels'
import { undoneDeed } from './log-messages'

/** What was done to reviews, as it is told. */
export interface ToastMessage {
  title: string
  /** What came of it besides, or what to do; '' when there is nothing to add. */
  text: string
  tone: 'neutral' | 'warning'
}

const marked: Record<ReviewMark, (number: string, count: number) => string> = {
  approved: (number, count) => t('review.done.approved', { number }, count),
  'needs-work': (number, count) => t('review.done.needsWork', { number }, count),
  ignored: (number, count) => t('review.done.ignored', { number }, count),
  unreviewed: (number, count) => t('review.done.unreviewed', { number }, count)
}

const markedOne: Record<ReviewMark, (name: string) => string> = {
  approved: (name) => t('review.done.approvedOne', { name }),
  'needs-work': (name) => t('review.done.needsWorkOne', { name }),
  ignored: (name) => t('review.done.ignoredOne', { name }),
  unreviewed: (name) => t('review.done.unreviewedOne', { name })
}

/** How many of several had the mark already; '' where none had. */
function alreadyText(mark: ReviewMark, number: string, count: number): string {
  if (count === 0) return ''
  return mark === 'unreviewed'
    ? t('review.done.hadNone', { number }, count)
    : t('review.done.already', { number }, count)
}

const nameOf = ({ name, id }: { name: string; id: string }): string => name.trim() || id

/** `12 products approved`, or one by its name; of those that were left alone, why. */
export function toastMessage(action: LastAction, locale: string | null): ToastMessage {
  const written = (count: number): string => formatCount(count, locale)
  switch (action.kind) {
    case 'marked': {
      const { changed, stale, mark, name, already = 0, otherChanges = false } = action
      if (otherChanges) {
        const title = t('review.done.otherChanges', { name: name ?? '' })
        return { title, text: againText(mark), tone: 'warning' }
      }
      const left =
        stale.length === 0 ? '' : t('review.done.stale', { number: written(stale.length) }, stale.length)
      // Nothing but left alone: that nothing was approved would only hide why.
      if (changed === 0 && left !== '') {
        const isOne = mark === 'approved' && name !== null && stale.length === 1
        return { title: isOne ? t('reviewSession.said.stale', { name }) : left, text: '', tone: 'warning' }
      }
      const title =
        changed === 0
          ? nothingMessage(mark, name)
          : name !== null && changed === 1
            ? markedOne[mark](name)
            : marked[mark](written(changed), changed)
      const others = changed === 0 ? '' : alreadyText(mark, written(already), already)
      const text = [others, left].filter((part) => part !== '').join(' ')
      return { title, text, tone: left === '' ? 'neutral' : 'warning' }
    }
    case 'undone': {
      const { kept, restored, entry } = action
      const number = written(restored)
      return {
        title: undoneTitle(entry, number, restored),
        text: kept === 0 ? '' : t('review.done.kept', { number: written(kept) }, kept),
        tone: 'neutral'
      }
    }
    case 'assigned':
      return { title: assignedTitle(action, locale), text: '', tone: 'neutral' }
    case 'excepted': {
      const title = t('review.done.excepted', { name: nameOf(action.product) })
      return { title, text: ruleName(action.rule), tone: 'neutral' }
    }
    case 'alone':
      return { title: t('review.done.alone', { name: nameOf(action.product) }), text: '', tone: 'neutral' }
    case 'nothing-to-undo':
      return { title: t('review.done.nothingToUndo'), text: '', tone: 'neutral' }
    case 'prevented':
      return { ...preventedMessage(action), tone: 'neutral' }
    case 'not-redone':
      return { title: notRedoneTitle(action.product), text: '', tone: 'neutral' }
    case 'unseen':
      return { ...heldMessage(action), tone: 'neutral' }
    case 'not-marked':
    case 'not-assigned':
    case 'not-undone': {
      const { title, advice } = failureMessage(action.failure)
      const what = notDone[action.kind]()
      if (action.failure.facts.field === 'count') {
        return { title: what, text: t('review.done.otherList'), tone: 'warning' }
      }
      return { title: what, text: `${title} ${advice}`, tone: 'warning' }
    }
  }
}

/** A text around a name in it; all of the text is `before` where the name is not in it. What isolates the name is left out: its element does. */
export function aroundName(text: string, name: string): { before: string; about: string; after: string } {
  const at = name === '' ? -1 : text.indexOf(name)
  if (at < 0) return { before: text, about: '', after: '' }
  return {
    before: text.slice(0, at).replace(/\u2068$/, ''),
    about: name,
    after: text.slice(at + name.length).replace(/^\u2069/, '')
  }
}

const unchanged: Record<ReviewMark, (name: string) => string> = {
  unreviewed: () => t('review.done.nothingToClear'),
  approved: (name) => t('review.done.unchanged.approved', { name }),
  'needs-work': (name) => t('review.done.unchanged.needsWork', { name }),
  ignored: (name) => t('review.done.unchanged.ignored', { name })
}

const unchangedHere: Record<ReviewMark, () => string> = {
  unreviewed: () => t('review.done.nothingToClear'),
  approved: () => t('review.done.unchangedHere.approved'),
  'needs-work': () => t('review.done.unchangedHere.needsWork'),
  ignored: () => t('review.done.unchangedHere.ignored')
}

/** `No change: Oak table is already approved`; of the product on screen, which needs no name (null), `No change: already approved`. */
export function unchangedMessage(mark: ReviewMark, name: string | null): string {
  return name === null ? unchangedHere[mark]() : unchanged[mark](name)
}

/** `name`: of the one product that had the mark already; null: there are several. */
function nothingMessage(mark: ReviewMark, name: string | null): string {
  if (name !== null) return unchangedMessage(mark, name)
  return mark === 'unreviewed' ? t('review.done.nothingToClear') : t('review.done.nothing')
}

/** Why a mark was not set, and which key sets it: `Oak table has left this list`, `Ben: Ignored. Press A again for Blue mug.` */
export function heldMessage({
  mark,
  product,
  why,
  isSet = false
}: HeldMark): Pick<ToastMessage, 'title' | 'text'> {
  const [key] = keysInForce(mark)
  const name = nameOf(product)
  if (why !== null && typeof why === 'object' && 'left' in why) {
    const { left, taker } = why
    const by = taker && t('review.done.takenBy', { name: taker.by, mark: stateLabel(taker.mark) })
    const again = key === undefined ? null : t('review.done.againFor', { key, name })
    const text = [by, again].filter((words) => words !== null).join(' ')
    return { title: t('review.done.left', { name: left }), text }
  }
  return { title: heldTitle(name, why), text: isSet ? unchangedMessage(mark, null) : againText(mark) }
}

function heldTitle(name: string, why: Exclude<HeldMark['why'], { left: string }>): string {
  if (why !== null && typeof why === 'object') return changedTitle(name, why.changed)
  switch (why) {
    case null:
      return t('review.done.current', { name })
    case 'gone':
      return t('review.done.gone', { name })
    case 'out-of-sight':
      return t('review.done.outOfSight', { name })
    case 'finding-out-of-sight':
      return t('review.done.findingOutOfSight', { name })
  }
}

/** `Oak table has changed: Price, Name`; without fields only that it has. */
function changedTitle(name: string, fields: readonly Difference['field'][]): string {
  if (fields.length === 0) return t('review.done.changed', { name })
  return t('review.done.changedIn', { name, fields: kindsLabel(fields) })
}

/** Which key sets the mark; '' where none does. */
function againText(mark: ReviewMark): string {
  const [key] = keysInForce(mark)
  return key === undefined ? '' : t('review.done.againToMark', { key })
}

const notDone = {
  'not-marked': () => t('review.done.notMarked'),
  'not-assigned': () => t('review.done.notAssigned'),
  'not-undone': () => t('review.done.notUndone')
}

/** `3 products are assigned to Kim now.` */
function assignedTitle(
  { count, to }: Extract<LastAction, { kind: 'assigned' }>,
  locale: string | null
): string {
  const number = formatCount(count, locale)
  if (count === 0) return to === null ? t('review.done.nothingToUndo') : t('team.assign.already')
  if (to === null) return t('team.assign.undone', { number }, count)
  const [name] = to
  if (name === undefined) return t('team.assign.freed', { number }, count)
  return to.length > 1
    ? t('team.assign.shared', { number }, count)
    : t('team.assign.to', { number, name }, count)
}

/** Who has changed since what was to be undone, and which key goes on to what was done before it. */
function preventedMessage({
  prevented: { of, product },
  by: name
}: PreventedUndo): Pick<ToastMessage, 'title' | 'text'> {
  const key = keysOf('undo')
  const text = key === undefined ? '' : t('review.done.undoOlder', { key })
  if (product === null) return { title: t('review.done.preventedMany', { name }), text }
  const about = { name, product: nameOf(product) }
  const title = of === 'note' ? t('review.done.preventedNote', about) : t('review.done.preventedOne', about)
  return { title, text }
}

function notRedoneTitle(product: LogEntry['product']): string {
  if (product === null) return t('review.done.notRedone')
  return t('review.done.notRedoneOf', { name: nameOf(product) })
}

/** `Undone: Approved, Blue mug`: what was taken back, and of what; where the entry does not say what, only of how many. */
function undoneTitle(entry: LogEntry, number: string, restored: number): string {
  const { kind, product } = entry
  const isRedone = kind === 'undo'
  // Of a colleague it is said whose it was.
  const what = undoneDeed(kind === 'team' ? { ...entry, by: '' } : entry)
  if (what === '')
    return isRedone
      ? t('review.done.redone', { number }, restored)
      : t('review.done.undone', { number }, restored)
  const of =
    product === null || restored !== 1
      ? t('reviewSession.said.products', { number }, restored)
      : nameOf(product)
  return isRedone ? t('review.done.redoneOf', { what, of }) : t('review.done.undoneOf', { what, of })
}
