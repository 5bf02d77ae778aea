import type { Failure } from '../../../../electron/contract/failure'
import type { MergeProgress } from '../../../../electron/contract/review'
import { formatMoment } from '../../../shared/format/clock'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { failureWords, type FailureWords } from '../../../shared/i18n/failure-words'
import type { SharingOutcome } from './review-sharing'

/** How a reader has numbers and dates. */
export interface Reader {
  locale: string | null
  /** ms since 1970. */
  now: number
}

type Merged = Extract<SharingOutcome, { kind: 'merged' }>
type Saved = Extract<SharingOutcome, { kind: 'saved' }>

/** What was saved, and what is to be done with the file. */
export function savedWords({ fileName: file, reviews }: Saved, { locale }: Reader): FailureWords {
  if (reviews === 0)
    return { title: t('care.sharing.savedNone'), advice: t('care.sharing.savedNoneHelp', { file }) }
  return {
    title: t('care.sharing.saved', { number: formatCount(reviews, locale) }, reviews),
    advice: t('care.sharing.savedHelp', { file })
  }
}

/** What a merge changed, and whose file it was. */
export function mergedWords(merged: Merged, reader: Reader): FailureWords {
  const { entry, reviews, marks, notes, takenBack, hidden, stopped, from } = merged
  const { locale, now } = reader
  const { by: name } = from
  const number = formatCount(reviews, locale)
  const date = formatMoment(from.at, now, locale)
  const file =
    name === ''
      ? t('care.sharing.file', { number, date }, reviews)
      : t('care.sharing.fileBy', { number, date, name }, reviews)
  const counted = (count: number): { number: string } => ({ number: formatCount(count, locale) })
  const back = takenBack === 0 ? [] : [t('care.sharing.takenBack', counted(takenBack), takenBack)]
  const hiddenTexts = hidden === 0 ? [] : [t('care.sharing.hidden', counted(hidden), hidden)]
  if (entry === null) return { title: t('care.sharing.nothingNew'), advice: [...hiddenTexts, file].join(' ') }
  const changed = [
    ...(stopped ? [t('care.sharing.stopped', counted(reviews), reviews)] : []),
    t('care.sharing.marks', counted(marks), marks),
    t('care.sharing.notes', counted(notes), notes),
    ...back,
    ...hiddenTexts
  ]
  const title = name === '' ? t('care.sharing.mergedOfNobody') : t('care.sharing.merged', { name })
  return { title, advice: [...changed, file].join(' ') }
}

/** How far a merge is. */
export function mergingWords({ done, total }: MergeProgress, locale: string | null): string {
  if (total === null) return t('care.sharing.checking')
  const values = { done: formatCount(done, locale), total: formatCount(total, locale) }
  return t('care.sharing.merging', values)
}

/** What can be wrong with a colleague's file. */
const problems: Partial<Record<string, () => string>> = {
  'not-reviews': () => t('care.sharing.notReviews'),
  newer: () => t('care.sharing.newer'),
  damaged: () => t('care.sharing.damaged'),
  'cut-off': () => t('care.sharing.cutOff'),
  'too-large': () => t('care.sharing.tooLarge'),
  ahead: () => t('care.sharing.ahead'),
  'long-note': () => t('care.sharing.longNote')
}

/** Why nothing was saved, or merged, and what to do. */
export function notSharedWords(kind: 'not-saved' | 'not-merged', failure: Failure): FailureWords {
  const { code, facts } = failure
  const usual = failureWords(failure)
  const other = `${usual.title} ${usual.advice}`
  if (kind === 'not-saved') {
    const title = t('care.sharing.notSaved')
    if (code === 'storage-failed') return { title, advice: t('care.sharing.cannotWrite') }
    return { title, advice: facts.field === 'count' ? t('care.sharing.otherList') : other }
  }
  const title = t('care.sharing.notMerged')
  if (code === 'storage-failed') return { title, advice: t('care.sharing.cannotRead') }
  const problem = facts.field === 'file' ? problems[facts.reason ?? ''] : undefined
  return { title, advice: problem?.() ?? other }
}
