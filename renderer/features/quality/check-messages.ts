import type { AuditState } from '../../../electron/contract/audit'
import { formatCount } from '../../shared/format/number'
import { t } from '../../shared/i18n'

/** How far an audit is that runs just now. */
export function auditWords({ progress }: Pick<AuditState, 'progress'>, locale: string | null): string {
  if (!progress || progress.total === 0) return t('quality.status.running')
  const values = { done: formatCount(progress.done, locale), total: formatCount(progress.total, locale) }
  return t('quality.status.progress', values, progress.total)
}
