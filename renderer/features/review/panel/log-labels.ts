import { reviewStates, type ReviewState } from '../../../../electron/contract/review-state'
import type { LogEntry } from '../../../../electron/contract/review'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { stateWords } from '../../../shared/labels/review-labels'

/** A mark stands in the log by its name. */
function isState(text: string | null): text is ReviewState {
  return reviewStates.some((state) => state === text)
}

function markWords({ after, before }: LogEntry): string {
  const [now, then] = [isState(after) ? stateWords(after) : '', isState(before) ? stateWords(before) : '']
  if (now === '') return t('review.log.marked')
  return then === '' ? t('review.log.markedAs', { now }) : t('review.log.markedFrom', { now, then })
}

function noteWords({ after, before }: LogEntry): string {
  if (after === null || after === '') return t('review.log.noteGone')
  const note = { note: after }
  return before === null || before === '' ? t('review.log.noted', note) : t('review.log.notedAgain', note)
}

function mergedWords({ from, count }: LogEntry, number: { number: string }): string {
  if (from === null) return t('review.log.merged', number, count)
  const values = { ...number, file: from.file, name: from.by }
  return from.by === ''
    ? t('review.log.mergedFile', values, count)
    : t('review.log.mergedFrom', values, count)
}

/** What an entry of the log of all products says was done, to how many of them where it was more than one. */
export function wholeLogWords(entry: LogEntry, locale: string | null): string {
  if (entry.count < 2 || (entry.kind !== 'mark' && entry.kind !== 'undo')) return logWords(entry, locale)
  const what = entry.kind === 'mark' ? markWords(entry) : t('review.log.undone')
  return t('review.log.products', { what, number: formatCount(entry.count, locale) }, entry.count)
}

/** What an entry of a product's log says was done, to how many products where it was more than one. */
export function logWords(entry: LogEntry, locale: string | null): string {
  const number = { number: formatCount(entry.count, locale) }
  switch (entry.kind) {
    case 'mark':
      return entry.count > 1 ? `${markWords(entry)} · ${t('review.log.with', number)}` : markWords(entry)
    case 'note':
      return noteWords(entry)
    case 'excuse':
      return entry.after === null ? t('review.log.notExcused') : t('review.log.excused')
    case 'undo':
      return t('review.log.undone')
    case 'merge':
      return mergedWords(entry, number)
    case 'restore':
      return t('review.log.restored')
  }
}
