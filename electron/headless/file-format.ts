import { extname } from 'node:path'
import { exportFormats, type ExportFormat } from '../contract/export-choices'

/** Formats that a file's ending can say. A page that is laid out for print needs a window, and without a display ends Electron. */
export const fileFormats: readonly ExportFormat[] = exportFormats.filter((format) => format !== 'pdf')

/** The format that a file's ending says; null: none. */
export function fileFormatOf(path: string): ExportFormat | null {
  const ending = extname(path).slice(1).toLowerCase()
  return fileFormats.find((format) => format === ending) ?? null
}
