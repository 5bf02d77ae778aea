import type { ExportFormat } from '../contract/export'
import { dayInName, fileNameOf } from '../files/file-name'

/** The name under which an export is offered: that of its store with the day, `Kirkton 2026-11-21.xlsx`. */
export function exportFileName(storeName: string, format: ExportFormat, at: number): string {
  return `${fileNameOf(storeName, 'products')} ${dayInName(at)}.${format}`
}
