import type { Failure } from '../../../../electron/contract/failure'
import type { ReviewBackup } from '../../../../electron/contract/review'
import { formatBytes, formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { failureWords, type FailureWords } from '../../../shared/i18n/failure-words'

const reasons: Record<ReviewBackup['reason'], () => string> = {
  close: () => t('care.backups.close'),
  daily: () => t('care.backups.daily'),
  migration: () => t('care.backups.migration'),
  restore: () => t('care.backups.beforeRestore')
}

/** Why a backup was made, what is in it, its size, and whether it is in the second place: `Daily · 40 reviews · 120 kB`. */
export function backupWords({ reason, reviews, bytes, place }: ReviewBackup, locale: string | null): string {
  const count =
    typeof reviews === 'number'
      ? [t('care.backups.count', { number: formatCount(reviews, locale) }, reviews)]
      : []
  const size = reviews === null ? [] : [formatBytes(bytes, locale)]
  const where = place === 'second' ? [t('care.backups.inSecond')] : []
  return [reasons[reason](), ...count, ...size, ...where].join(' · ')
}

/** Which backup is asked about, and how many reviews are in it where that is known. @param date in words */
export function askedWords({ reviews }: ReviewBackup, date: string, locale: string | null): string {
  return typeof reviews === 'number'
    ? t('care.backups.what', { number: formatCount(reviews, locale), date }, reviews)
    : t('care.backups.whatUnknown', { date })
}

/** Why backups are not copied to the second folder, and what to do. */
export function notCopiedWords({ facts }: Failure): string {
  if (facts.reason === 'newer') return t('care.backups.secondNewer')
  if (facts.disk === 'gone') return t('care.backups.secondAway')
  if (facts.disk === 'full') return t('care.backups.secondFull')
  return facts.disk === 'denied' ? t('care.backups.secondDenied') : t('care.backups.secondFailed')
}

/** Why a backup was not restored. */
export function notRestoredWords(failure: Failure): FailureWords {
  const title = t('care.backups.notRestored')
  if (failure.code === 'storage-failed') return { title, advice: t('care.backups.cannotRestore') }
  if (failure.code === 'input-invalid') return { title, advice: t('care.backups.missing') }
  const usual = failureWords(failure)
  return { title, advice: `${usual.title} ${usual.advice}` }
}
