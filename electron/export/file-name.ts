import type { ExportFormat } from '../contract/export'
import { fileNameOf } from '../file-name'

/** The name under which an export is offered: that of its store with the day, `Kirkton 2026-11-21.xlsx`. */
export function exportFileName(storeName: string, format: ExportFormat, date: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${fileNameOf(storeName, 'products')} ${day}.${format}`
}
