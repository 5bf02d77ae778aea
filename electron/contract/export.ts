import { z } from 'zod'
import { connectionIdSchema } from './connection'
import type { Coverage } from './coverage'
import {
  decimalSigns,
  exportColumns,
  exportFormats,
  mostSelected,
  papers,
  separators,
  type ExportFormat
} from './export-choices'
import type { Failure } from './failure'
import { productQuerySchema } from './product-query'
import { productIdSchema } from './review'

/** How a person likes their files; the same for all connections, and kept over restarts. */
export const exportChoicesSchema = z.object({
  format: z.enum(exportFormats).default('xlsx'),
  separator: z.enum(separators).default('comma'),
  decimal: z.enum(decimalSigns).default('point'),
  /** A byte order mark before the text of a CSV file, without which some spreadsheets take UTF-8 for something else. */
  bom: z.boolean().default(true),
  /** A last row in a CSV file that says what it covers and from when it is. The other formats always say so. */
  about: z.boolean().default(true),
  /** Small pictures in the rows of a spreadsheet. */
  pictures: z.boolean().default(false),
  paper: z.enum(papers).default('a4'),
  /** Columns that the table does not have and that are wanted. */
  extras: z
    .array(z.enum(exportColumns))
    .max(exportColumns.length)
    .default(['reason', 'note', 'reviewer', 'findings'])
})
export type ExportChoices = z.infer<typeof exportChoicesSchema>

/** The products that are exported: all that a list holds, or some of it, in this order. */
const exportedSchema = z.union([
  z.object({ productQuery: productQuerySchema }),
  z.object({ products: z.array(productIdSchema).min(1).max(mostSelected) })
])
export type Exported = z.infer<typeof exportedSchema>

export const startExportSchema = z.object({
  connectionId: connectionIdSchema,
  of: exportedSchema,
  /** What that is in words, for the file itself: its search and filters. */
  words: z.string().max(4000),
  /** In order. */
  columns: z.array(z.enum(exportColumns)).min(1).max(exportColumns.length),
  choices: exportChoicesSchema
})

export type ExportPhase =
  /** The list is being searched and sorted. */
  | 'preparing'
  | 'writing'
  /** Pictures are laid out for print, or the file is brought to the disk: it cannot be said how far. */
  | 'finishing'
  | 'done'
  | 'cancelled'
  | 'failed'

/** An export that is under way, or the last one that was. */
export interface ExportState {
  /** Grows with each export of this run of the app. */
  number: number
  connectionId: string
  format: ExportFormat
  /** Name of the file, without its folder. */
  file: string
  phase: ExportPhase
  /** Rows written, of all; `total` is null until it is known. */
  done: number
  total: number | null
  /** Of one that is done. */
  report: ExportReport | null
  /**
   * Why it failed: `storage-failed` with `disk`, or `input-invalid` where there are more products than a file with pictures
   * takes. A file that had its name before is as it was.
   */
  because: Failure | null
}

/** What a finished file holds, and what could not be brought into it. */
export interface ExportReport {
  rows: number
  bytes: number
  /** ms, without the time that the person took to say where. */
  duration: number
  /** Of the catalog when it was read. */
  coverage: Coverage
  /** The catalog was written to while the file was: it holds the catalog as it was before. */
  changed: boolean
  /** Marks and notes could not be read: the file is as if there were none. */
  reviewsUnread: boolean
  /** Selected products that the catalog does not have. */
  missing: number
  /** Items of the list that could not be read and are no products. */
  setAside: number
  /** Texts that a spreadsheet would run: an apostrophe stands before them. */
  disarmed: number
  /** Texts that a cell of a spreadsheet cannot hold whole. */
  shortened: number
  /** Texts with signs that the file cannot hold: U+FFFD stands for each. */
  replaced: number
  /** Addresses of pictures that are text and no link, since a sheet cannot hold more links. */
  unlinked: number
  /** Products whose picture could not be had. */
  withoutPicture: number
}
