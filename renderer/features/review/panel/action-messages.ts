import type { LogEntry, PreventedUndo } from '../../../../electron/contract/review'
import { type ReviewMark, reviewStates, type ReviewState } from '../../../../electron/contract/review-state'
import { keysInForce } from '../../../shared/commands/key-bindings'
import { keysOf } from '../../../shared/commands/keys'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { failureMessage } from '../../../shared/i18n/failure-messages'
import type { HeldMark, LastAction } from '../reviews'
import { ruleName } from '../../../shared/labels/rule-labels'
import { decidedByLabel, reasonedStateLabel, stateLabel } from '../../../shared/labels/review-labels'

/** What was done to reviews, as it is told. */
export interface ActionMessage {
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

/** `12 products approved`, or one by its name; of those that were left alone, why. */
export function actionMessage(action: LastAction, locale: string | null): ActionMessage {
  const written = (count: number): string => formatCount(count, locale)
  switch (action.kind) {
    case 'marked': {
      const { changed, stale, mark, name } = action
      const left =
        stale.length === 0 ? '' : t('review.done.stale', { number: written(stale.length) }, stale.length)
      const title =
        changed === 0 && stale.length === 0
          ? nothingMessage(mark)
          : name !== null && changed === 1
            ? markedOne[mark](name)
            : marked[mark](written(changed), changed)
      return { title, text: left, tone: left === '' ? 'neutral' : 'warning' }
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
      const { name, id } = action.product
      const title = t('review.done.excepted', { name: name.trim() || id })
      return { title, text: ruleName(action.rule), tone: 'neutral' }
    }
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

function nothingMessage(mark: ReviewMark): string {
  return mark === 'unreviewed' ? t('review.done.nothingToClear') : t('review.done.nothing')
}

/** Why a mark was not set, and which key sets it: `Oak table has left this list`, `Ben: Ignored. Press A again for Blue mug.` */
function heldMessage({ mark, product, why }: HeldMark): Pick<ActionMessage, 'title' | 'text'> {
  const [key] = keysInForce(mark)
  const name = product.name.trim() || product.id
  if (why !== null && why !== 'out-of-sight') {
    const { left, taker } = why
    const by = taker && t('review.done.takenBy', { name: taker.by, mark: stateLabel(taker.mark) })
    const again = key === undefined ? null : t('review.done.againFor', { key, name })
    const text = [by, again].filter((words) => words !== null).join(' ')
    return { title: t('review.done.left', { name: left }), text }
  }
  const title = why === null ? t('review.done.current', { name }) : t('review.done.outOfSight', { name })
  return { title, text: key === undefined ? '' : t('review.done.againToMark', { key }) }
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
}: PreventedUndo): Pick<ActionMessage, 'title' | 'text'> {
  const key = keysOf('undo')
  const text = key === undefined ? '' : t('review.done.undoOlder', { key })
  if (product === null) return { title: t('review.done.preventedMany', { name }), text }
  const about = { name, product: product.name.trim() || product.id }
  const title = of === 'note' ? t('review.done.preventedNote', about) : t('review.done.preventedOne', about)
  return { title, text }
}

function notRedoneTitle(product: LogEntry['product']): string {
  if (product === null) return t('review.done.notRedone')
  return t('review.done.notRedoneOf', { name: product.name.trim() || product.id })
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
      : product.name.trim() || product.id
  return isRedone ? t('review.done.redoneOf', { what, of }) : t('review.done.undoneOf', { what, of })
}

/** What holds again after a taking back was taken back, or else what does not hold anymore; '' where that is not known. */
function undoneDeed(entry: LogEntry): string {
  const { kind, of, before, after } = entry
  const side = kind === 'undo' ? 'before' : 'after'
  const text = side === 'before' ? before : after
  if (of === 'note') return t('review.note.label')
  if (of === 'exception') return text === null ? t('review.log.notExcused') : t('review.log.excused')
  if (!isState(text)) return ''
  return text === 'unreviewed' ? t('review.log.cleared') : stateIn(entry, side)
}

/** A mark stands in the log by its name. */
function isState(text: string | null): text is ReviewState {
  return reviewStates.some((state) => state === text)
}

/** `Approved`, or `Approved (Kim)` where somebody else decided so than who the entry is of; '' where it is not known what the product was. */
function stateIn(entry: LogEntry, side: 'before' | 'after'): string {
  const [state, decider, reason] =
    side === 'before'
      ? [entry.before, entry.beforeBy, entry.reasonBefore]
      : [entry.after, entry.afterBy, entry.reason]
  if (!isState(state)) return ''
  const label = reasonedStateLabel(state, reason)
  return decider === null || decider === entry.by ? label : decidedByLabel(label, decider)
}

function markMessage(entry: LogEntry): string {
  const { after, before, reasonBefore, reason } = entry
  const now = stateIn(entry, 'after')
  if (now === '') return t('review.log.marked')
  const then = stateIn(entry, 'before')
  // The product may have a colleague's mark.
  if (after === 'unreviewed' && then === '') return t('review.log.cleared')
  // In a team a colleague may have said the same before.
  return then === '' || (before === after && reasonBefore === reason)
    ? t('review.log.markedAs', { now })
    : t('review.log.markedFrom', { now, then })
}

/** `Undone: Approved, now: Unreviewed`, or `Redone: Approved`; where the entry does not say what, that it was. */
function turnedMessage(entry: LogEntry): string {
  const { kind, of } = entry
  const what = undoneDeed(entry)
  const now = stateIn(entry, 'after')
  if (kind === 'redo') return what === '' ? t('review.log.redone') : t('review.log.redoneOf', { what })
  if (what === '') return t('review.log.undone')
  return of === 'mark' && now !== ''
    ? t('review.log.undoneTo', { what, now })
    : t('review.log.undoneOf', { what })
}

function noteMessage({ after, before }: LogEntry): string {
  if (after === null || after === '') return t('review.log.noteGone')
  const note = { note: after }
  return before === null || before === '' ? t('review.log.noted', note) : t('review.log.notedAgain', note)
}

function mergedMessage({ from, count }: LogEntry, number: { number: string }): string {
  if (from === null) return t('review.log.merged', number, count)
  const values = { ...number, file: from.file, name: from.by }
  return from.by === ''
    ? t('review.log.mergedFile', values, count)
    : t('review.log.mergedFrom', values, count)
}

/** What a colleague did, as if it had been done here; of many acts, where they are not those on one product, only how many products they concern. */
function teamMessage(entry: LogEntry, number: { number: string }): string {
  if (entry.of === null && entry.count > 1) return t('review.log.team', number, entry.count)
  const what =
    entry.of === 'mark'
      ? markMessage(entry)
      : entry.of === 'exception'
        ? exceptionMessage(entry)
        : noteMessage(entry)
  return entry.count > 1 ? `${what} · ${t('review.log.with', number)}` : what
}

function exceptionMessage({ after }: LogEntry): string {
  return after === null ? t('review.log.notExcused') : t('review.log.excused')
}

/** What was done to several products at once; null: something else, which says itself how many they are. */
function messageOfMany(entry: LogEntry): string | null {
  const { kind, of, count } = entry
  if (count < 2) return null
  if (kind === 'mark' || (kind === 'team' && of === 'mark')) return markMessage(entry)
  return kind === 'undo' || kind === 'redo' ? turnedMessage(entry) : null
}

/** What an entry of the log of all products says was done, to how many of them where it was more than one. */
export function wholeLogMessage(entry: LogEntry, locale: string | null): string {
  const what = messageOfMany(entry)
  if (what === null) return logMessage(entry, locale)
  return t('review.log.products', { what, number: formatCount(entry.count, locale) }, entry.count)
}

/** What an entry of a product's log says was done, to how many products where it was more than one. */
export function logMessage(entry: LogEntry, locale: string | null): string {
  const number = { number: formatCount(entry.count, locale) }
  const what = messageOfMany(entry)
  if (what !== null) return `${what} · ${t('review.log.with', number)}`
  switch (entry.kind) {
    case 'mark':
      return markMessage(entry)
    case 'note':
      return noteMessage(entry)
    case 'excuse':
      return exceptionMessage(entry)
    case 'undo':
    case 'redo':
      return turnedMessage(entry)
    case 'merge':
      return mergedMessage(entry, number)
    case 'restore':
      return t('review.log.restored')
    case 'team':
      return teamMessage(entry, number)
  }
}
