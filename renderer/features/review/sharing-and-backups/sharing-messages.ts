import type { Failure } from '../../../../electron/contract/failure'
import type { MergeProgress } from '../../../../electron/contract/review'
import type { ReviewBackup } from '../../../../electron/contract/review-backup'
import { formatMoment } from '../../../shared/format/clock'
import { formatBytes, formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { failureMessage, type FailureMessage } from '../../../shared/i18n/failure-messages'
import type { SharingOutcome } from './review-sharing'

/** How a reader has numbers and dates. */
interface Reader {
  locale: string | null
  /** ms since 1970. */
  now: number
}

type Merged = Extract<SharingOutcome, { kind: 'merged' }>
type Saved = Extract<SharingOutcome, { kind: 'saved' }>
type SavedForTeam = Extract<SharingOutcome, { kind: 'saved-for-team' }>
type MergedForTeam = Extract<SharingOutcome, { kind: 'merged-for-team' }>

/** What was saved, and what is to be done with the file. */
export function savedText({ fileName: file, reviews }: Saved, { locale }: Reader): FailureMessage {
  if (reviews === 0)
    return { title: t('sharing.sharing.savedNone'), advice: t('sharing.sharing.savedNoneHelp', { file }) }
  return {
    title: t('sharing.sharing.saved', { number: formatCount(reviews, locale) }, reviews),
    advice: t('sharing.sharing.savedHelp', { file })
  }
}

/** What a merge changed, and whose file it was. */
export function mergedMessage(merged: Merged, reader: Reader): FailureMessage {
  const { entry, reviews, marks, notes, takenBack, hidden, stopped, failure, from } = merged
  const unchanged = reviews - merged.changed
  const { locale, now } = reader
  const { by: name } = from
  const number = formatCount(reviews, locale)
  const date = formatMoment(from.at, now, locale)
  const file =
    name === ''
      ? t('sharing.sharing.file', { number, date }, reviews)
      : t('sharing.sharing.fileBy', { number, date, name }, reviews)
  const counted = (count: number): { number: string } => ({ number: formatCount(count, locale) })
  const back = takenBack === 0 ? [] : [t('sharing.sharing.takenBack', counted(takenBack), takenBack)]
  const hiddenTexts = hidden === 0 ? [] : [t('sharing.sharing.hidden', counted(hidden), hidden)]
  if (entry === null)
    return { title: t('sharing.sharing.nothingNew'), advice: [...hiddenTexts, file].join(' ') }
  const changed = [
    ...(stopped ? [t('sharing.sharing.stopped', counted(reviews), reviews)] : []),
    ...(failure === null
      ? []
      : [t('sharing.sharing.ended', counted(reviews), reviews), whyNotMerged(failure)]),
    t('sharing.sharing.marks', counted(marks), marks),
    t('sharing.sharing.notes', counted(notes), notes),
    ...back,
    ...hiddenTexts
  ]
  if (failure !== null) return { title: t('sharing.sharing.partly'), advice: changed.join(' ') }
  const title = name === '' ? t('sharing.sharing.mergedOfNobody') : t('sharing.sharing.merged', { name })
  const logged = { ...counted(unchanged), changed: formatCount(merged.changed, locale) }
  const rest = unchanged === 0 ? [] : [t('sharing.sharing.unchanged', logged, unchanged)]
  return { title, advice: [...changed, file, ...rest].join(' ') }
}

/** What was saved for a team, and what is to be done with the file. */
export function savedForTeamText(
  { fileName: file, devices, problem }: SavedForTeam,
  { locale }: Reader
): FailureMessage {
  const number = formatCount(devices, locale)
  const advice =
    problem === null
      ? t('sharing.sharing.teamSavedHelp', { file, number }, devices)
      : t('sharing.sharing.teamSavedOwn', { file })
  return { title: t('sharing.sharing.teamSaved'), advice }
}

/** What a team's file changed, and who saved it. */
export function mergedForTeamMessage(merged: MergedForTeam, { locale, now }: Reader): FailureMessage {
  const { segments, products, ignored, ahead, unreadable, isStopped, from } = merged
  const counted = (count: number): { number: string } => ({ number: formatCount(count, locale) })
  const leftOut = [
    ...(ignored === 0 ? [] : [t('sharing.sharing.teamIgnored', counted(ignored), ignored)]),
    ...(ahead === 0 ? [] : [t('sharing.sharing.teamAhead', counted(ahead), ahead)]),
    ...(unreadable === 0 ? [] : [t('sharing.sharing.teamUnreadable', counted(unreadable), unreadable)])
  ]
  const file = t('sharing.sharing.teamFileBy', {
    name: from.by,
    date: formatMoment(from.at, now, locale)
  })
  if (segments === 0)
    return { title: t('sharing.sharing.teamNothingNew'), advice: [...leftOut, file].join(' ') }
  const changed = [
    ...(isStopped ? [t('sharing.sharing.teamStopped')] : []),
    ...(products === null ? [] : [t('sharing.sharing.teamProducts', counted(products), products)]),
    ...(products === 0 ? [] : [t('sharing.sharing.teamLog')])
  ]
  return { title: t('sharing.sharing.teamMerged'), advice: [...changed, ...leftOut, file].join(' ') }
}

/** How far a merge is. */
export function mergingMessage({ of, done, total }: MergeProgress, locale: string | null): string {
  if (total === null) return t('sharing.sharing.checking')
  const values = { done: formatCount(done, locale), total: formatCount(total, locale) }
  return of === 'team' ? t('sharing.sharing.teamMerging', values) : t('sharing.sharing.merging', values)
}

/** What can be wrong with a colleague's file. */
const problems: Partial<Record<string, () => string>> = {
  'not-reviews': () => t('sharing.sharing.notReviews'),
  newer: () => t('sharing.sharing.newer'),
  damaged: () => t('sharing.sharing.damaged'),
  'cut-off': () => t('sharing.sharing.cutOff'),
  'too-large': () => t('sharing.sharing.tooLarge'),
  ahead: () => t('sharing.sharing.ahead'),
  'long-note': () => t('sharing.sharing.longNote'),
  changed: () => t('sharing.sharing.changed'),
  forged: () => t('sharing.sharing.forged'),
  'no-team': () => t('sharing.sharing.noTeam'),
  'another-team': () => t('sharing.sharing.anotherTeam')
}

/** Why nothing was saved, or merged, and what to do. */
export function notSharedMessage(kind: 'not-saved' | 'not-merged', failure: Failure): FailureMessage {
  const { code, facts } = failure
  if (kind === 'not-saved') {
    const title = t('sharing.sharing.notSaved')
    if (code === 'storage-failed') return { title, advice: t('sharing.sharing.cannotWrite') }
    return { title, advice: facts.field === 'count' ? t('sharing.sharing.otherList') : usualMessage(failure) }
  }
  if (facts.isPartly)
    return { title: t('sharing.sharing.unfinished'), advice: t('sharing.sharing.unfinishedHelp') }
  return { title: t('sharing.sharing.notMerged'), advice: whyNotMerged(failure) }
}

function whyNotMerged(failure: Failure): string {
  const { code, facts } = failure
  if (code === 'storage-failed') return t('sharing.sharing.cannotRead')
  const problem = facts.field === 'file' ? problems[facts.reason ?? ''] : undefined
  return problem?.() ?? usualMessage(failure)
}

function usualMessage(failure: Failure): string {
  const { title, advice } = failureMessage(failure)
  return `${title} ${advice}`
}

const reasons: Record<ReviewBackup['reason'], () => string> = {
  close: () => t('sharing.backups.close'),
  daily: () => t('sharing.backups.daily'),
  migration: () => t('sharing.backups.migration'),
  restore: () => t('sharing.backups.beforeRestore')
}

/** Why a backup was made, what is in it, its size, and whether it is in the second place: `Daily · 40 reviews · 120 kB`. */
export function backupLabel({ reason, reviews, bytes, place }: ReviewBackup, locale: string | null): string {
  const count =
    typeof reviews === 'number'
      ? [t('sharing.backups.count', { number: formatCount(reviews, locale) }, reviews)]
      : []
  const size = reviews === null ? [] : [formatBytes(bytes, locale)]
  const where = place === 'second' ? [t('sharing.backups.inSecond')] : []
  return [reasons[reason](), ...count, ...size, ...where].join(' · ')
}

/** Which backup is asked about, and how many reviews are in it where that is known. @param date in words */
export function askedLabel({ reviews }: ReviewBackup, date: string, locale: string | null): string {
  return typeof reviews === 'number'
    ? t('sharing.backups.what', { number: formatCount(reviews, locale), date }, reviews)
    : t('sharing.backups.whatUnknown', { date })
}

/** Why backups are not copied to the second folder, and what to do. */
export function notCopiedLabel({ facts }: Failure): string {
  if (facts.reason === 'newer') return t('sharing.backups.secondNewer')
  if (facts.disk === 'gone') return t('sharing.backups.secondAway')
  if (facts.disk === 'full') return t('sharing.backups.secondFull')
  return facts.disk === 'denied' ? t('sharing.backups.secondDenied') : t('sharing.backups.secondFailed')
}

/** Why a backup was not restored. */
export function notRestoredLabel(failure: Failure): FailureMessage {
  const title = t('sharing.backups.notRestored')
  if (failure.code === 'storage-failed') return { title, advice: t('sharing.backups.cannotRestore') }
  if (failure.code === 'input-invalid') return { title, advice: t('sharing.backups.missing') }
  const usual = failureMessage(failure)
  return { title, advice: `${usual.title} ${usual.advice}` }
}
