import type { Finding } from '../../../electron/contract/audit'
import { formatMoment } from '../../shared/format/clock'
import { t } from '../../shared/i18n'

/** Who excused it, and when; `now` in ms since 1970. */
export function excuseWords(
  { by, at }: Pick<NonNullable<Finding['excuse']>, 'by' | 'at'>,
  now: number,
  locale: string | null
): string {
  const time = formatMoment(at, now, locale)
  return by === '' ? t('quality.excuse.at', { time }) : t('quality.excuse.by', { by, time })
}
