import type { LogEntry } from '../../../../electron/contract/review'
import { reviewStates, type ReviewState } from '../../../../electron/contract/review-state'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { decidedByLabel, reasonedStateLabel } from '../../../shared/labels/review-labels'

/** `Approved`: what an entry did, or, where that was an undo, what it took back; '' where that is not known. */
export function undoneDeed(entry: LogEntry): string {
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
