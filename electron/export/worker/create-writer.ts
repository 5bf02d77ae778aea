import type { FileColumn } from '../../contract/export-choices'
import { csvWriter } from './csv-writer'
import { jsonWriter } from './json-writer'
import { pageWriter, type PageWriter } from './page-writer'
import type { ExportPlan } from './protocol'
import type { TargetFile } from '../../database/target-file'
import type { RowWriter } from './writer'

/** The writer of a plan's format; `page` is there where the file is printed. */
export interface PlannedWriter {
  writer: RowWriter
  page: PageWriter | null
}

/** Whether files of this plan have pictures. */
export function hasPictures({ choices }: Pick<ExportPlan, 'choices'>): boolean {
  return choices.format === 'pdf' || (choices.format === 'xlsx' && choices.pictures)
}

/** Loads what workbooks are written with only where one is wanted: it is larger than all else of this thread. */
export async function createWriter(plan: ExportPlan, file: TargetFile): Promise<PlannedWriter> {
  const { choices, store, fileWords } = plan
  const columns = columnsOf(plan)
  const addressOf = (image: string): string => linkTo(image, store.baseUrl).text
  switch (choices.format) {
    case 'csv':
      return { writer: csvWriter(file, columns, choices, addressOf, fileWords), page: null }
    case 'json':
      return { writer: jsonWriter(file, columns, store.currency, addressOf, fileWords), page: null }
    case 'xlsx': {
      const { xlsxWriter } = await import('./xlsx-writer')
      const linkOf = (image: string): ReturnType<typeof linkTo> => linkTo(image, store.baseUrl)
      const sheets = { columns, hasPictures: choices.pictures, linkOf, words: fileWords }
      return { writer: xlsxWriter(file, { ...sheets, currency: store.currency }), page: null }
    }
    case 'pdf': {
      const page = pageWriter(store, fileWords)
      return { writer: page, page }
    }
  }
}

/** Of an item that could not be read there is little to tell. */
function columnsOf({ of, columns }: ExportPlan): readonly FileColumn[] {
  const isUnreadable = 'productQuery' in of && of.productQuery.filters.setAside
  return isUnreadable ? ['place', 'id', 'name', 'problem'] : columns
}

/** The address of a picture, whole where it stands on the store's; only one of the web can be followed. */
function linkTo(image: string, baseUrl: string): { text: string; isLink: boolean } {
  const url = URL.parse(image.trim(), baseUrl)
  const isLink = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url !== null && isLink ? { text: url.href, isLink } : { text: image, isLink: false }
}
