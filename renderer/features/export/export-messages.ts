import { isWhole } from '../../../electron/contract/coverage'
import { exportLosses, type ExportLoss, type ExportColumn } from '../../../electron/contract/export-choices'
import type { ExportReport, ExportState } from '../../../electron/contract/export'
import type { DiskProblem, Failure, FailureCode } from '../../../electron/contract/failure'
import { formatBytes, formatCount, formatProgress } from '../../shared/format/number'
import { t } from '../../shared/i18n'

/** Columns that the table does not have, in the order in which they are offered. */
export const extraColumns = [
  'reason',
  'note',
  'reviewer',
  'reviewed-at',
  'assigned-to',
  'findings',
  'approvals',
  'change'
] as const
export type ExtraColumn = (typeof extraColumns)[number]

const extraNames: Record<ExtraColumn, () => string> = {
  reason: () => t('export.extra.reason'),
  note: () => t('export.extra.note'),
  reviewer: () => t('export.extra.reviewer'),
  'reviewed-at': () => t('export.extra.reviewedAt'),
  'assigned-to': () => t('export.extra.assignedTo'),
  findings: () => t('export.extra.findings'),
  approvals: () => t('export.extra.approvals'),
  change: () => t('export.extra.change')
}

export function extraName(column: ExtraColumn): string {
  return extraNames[column]()
}

export function isExtra(column: ExportColumn): column is ExtraColumn {
  return extraColumns.some((each) => each === column)
}

/** What an export that is under way does. */
export function phaseMessage({ phase, file }: ExportState): string {
  if (phase === 'preparing') return t('export.line.preparing', { file })
  if (phase === 'finishing') return t('export.line.finishing', { file })
  return t('export.line.writing', { file })
}

/** How far it is; '' while that cannot be said. A share: places of the store's list, of which it counts, are neither products nor rows. */
export function progressMessage({ phase, done, total }: ExportState, locale: string | null): string {
  if (phase !== 'writing' || total === null) return ''
  return formatProgress(total === 0 ? 1 : done / total, locale)
}

/** What a count of a report means. */
const remarks: Record<ExportLoss, (number: string, count: number) => string> = {
  missing: (number, count) => t('export.line.missing', { number }, count),
  setAside: (number, count) => t('export.line.setAside', { number }, count),
  disarmed: (number, count) => t('export.line.disarmed', { number }, count),
  shortened: (number, count) => t('export.line.shortened', { number }, count),
  replaced: (number, count) => t('export.line.replaced', { number }, count),
  unlinked: (number, count) => t('export.line.unlinked', { number }, count),
  withoutPicture: (number, count) => t('export.line.withoutPicture', { number }, count)
}

/** What was written, and what could not be brought into the file. */
export function doneMessage(file: string, report: ExportReport, locale: string | null): string {
  const again = isWhole(report.coverage) ? report.rows - report.coverage.products : 0
  const rows = t('export.line.rowCount', { number: formatCount(report.rows, locale) }, report.rows)
  return [
    t('export.line.done', { file, rows, size: formatBytes(report.bytes, locale) }),
    // A list has more rows than the catalog has products where the store lists some of them twice.
    ...(again > 0 ? [t('export.line.listedTwice', { number: formatCount(again, locale) }, again)] : []),
    ...(isWhole(report.coverage) ? [] : [t('export.line.partial')]),
    ...(report.coverage.state === 'changed' ? [t('export.line.listChanged')] : []),
    ...(report.changed ? [t('export.line.changed')] : []),
    ...(report.reviewsUnread ? [t('export.line.reviewsUnread')] : []),
    ...exportLosses
      .filter((count) => report[count] > 0)
      .map((count) => remarks[count](formatCount(report[count], locale), report[count]))
  ].join(' · ')
}

const advice: Record<DiskProblem, () => string> = {
  full: () => t('export.failed.full'),
  denied: () => t('export.failed.denied'),
  gone: () => t('export.failed.gone'),
  'in-use': () => t('export.failed.inUse'),
  'too-large': () => t('export.failed.tooLarge')
}

/** Why an export failed, what to do, and what became of a file of that name: where its folder is gone, so is it. */
export function failedMessage({ code, facts }: Failure): string {
  if (facts.disk === 'gone') return advice.gone()
  return `${reasonOf(code, facts.disk)} ${t('export.failed.kept')}`
}

function reasonOf(code: FailureCode, disk: DiskProblem | undefined): string {
  if (disk !== undefined) return advice[disk]()
  return code === 'input-invalid' ? t('export.failed.tooMany') : t('export.failed.other')
}
