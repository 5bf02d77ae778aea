import type { Failure } from '../../../../electron/contract/failure'
import type { ReviewBackup } from '../../../../electron/contract/review'
import { formatBytes, formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { failureMessage, type FailureMessage } from '../../../shared/i18n/failure-messages'

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
