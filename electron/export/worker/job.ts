import { type ExportReport } from '../../contract/export'
import { mostWithPictures, type FileColumn } from '../../contract/export-choices'
import { fail, ok, type Result } from '../../contract/failure'
import { aboutOf, type About, type Counted } from './about'
import type { ExportPlan, FilePicture, Step, WantedPicture } from './protocol'
import { type ExportRow, openRows } from './rows'
import { openTarget, type TargetFile } from '../../database/target-file'
import type { FoundFacts } from '../../contract/product'
import { csvWriter } from './csv-writer'
import { findingsText } from './words'
import { jsonWriter } from './json-writer'
import { pageWriter, type PageWriter } from './page-writer'
import type { RowWriter } from './writer'

/** Rows of a step: some tens of ms of work; fewer where facts are asked for, or pictures waited for. */
const rowsInStep = { plain: 2000, withFacts: 200, withPictures: 20 }
/** Rows that are held at once: with all of a step, most outlived two collections and were collected as what is old, for a fifth of the time. */
const mostHeld = 200

/** One file that is being written. */
export interface Job {
  readonly begun: { total: number; coverage: About['coverage'] }
  /** Writes the rows that were read last, with their pictures and the facts of their findings, and reads the next. */
  step(pictures: readonly (FilePicture | null)[], facts: readonly FoundFacts[]): Promise<Step>
  /** As `Rows.detachReviews`. */
  detachReviews(): void
  page(changed: boolean): { html: string; foot: string }
  finish(changed: boolean, printed: Uint8Array | null): Promise<Omit<ExportReport, 'duration'>>
}

/**
 * Opens what is read and what is written. Fails with `input-invalid` where there are more products than a file with pictures
 * takes; throws the system's errors and SQLite's.
 */
export async function beginJob(plan: ExportPlan): Promise<Result<Job>> {
  const isIllustrated = hasPictures(plan)
  const rows = await openRows(plan, plan.of)
  const most = plan.choices.format === 'pdf' ? mostWithPictures.pdf : mostWithPictures.xlsx
  if (isIllustrated && rows.total > most) {
    rows.close()
    return fail('input-invalid', { field: 'pictures' })
  }
  const file = openTarget(plan.temporary, plan.target)
  const { writer, page } = await createWriter(plan, file)
  const tellsFindings = hasFindings(plan)
  const limit = limitOf({ isIllustrated, tellsFindings })
  let waiting: ExportRow[] = []
  let read = 0
  let written = 0
  let withoutPicture = 0

  async function write(pictures: readonly (FilePicture | null)[]): Promise<void> {
    if (isIllustrated) {
      withoutPicture += waiting.filter(({ image }, at) => image !== null && !pictures[at]).length
    }
    await writer.write(waiting, pictures)
    written += waiting.length
    waiting = []
  }

  function counted(changed: boolean): Counted {
    const { setAside, missing, areReviewsUnread: reviewsUnread } = rows
    return { changed, reviewsUnread, missing, setAside, withoutPicture, ...writer.losses }
  }

  const about = (changed: boolean): About => aboutOf(plan, written, rows.coverage, counted(changed))

  return ok({
    begun: { total: rows.total, coverage: rows.coverage },
    async step(pictures, facts) {
      if (tellsFindings) tellFound(waiting, facts, plan)
      await write(pictures)
      const buffered = Math.min(limit, mostHeld)
      const until = read + limit
      let isEnd = false
      while (!isEnd && read < until) {
        // Rows whose pictures are fetched are all of a step.
        if (waiting.length > 0) await write([])
        const next = await rows.next(buffered)
        isEnd = next === null
        waiting = next ?? []
        read += isEnd ? 0 : buffered
      }
      // Nothing is read anymore: the catalog's log may be written back.
      if (isEnd) rows.close()
      const wanted = isIllustrated ? waiting.map(wantedOf) : []
      const found = tellsFindings ? waiting.filter(isFound).map(({ id, findings }) => ({ id, findings })) : []
      return { done: Math.min(rows.total, read), wanted, found, isEnd }
    },
    detachReviews: () => rows.detachReviews(),
    page(changed) {
      if (page === null) throw new Error('this file is not printed')
      return page.page(about(changed))
    },
    async finish(changed, printed) {
      await writer.end(about(changed))
      if (printed !== null) file.write(printed)
      file.commit()
      return { rows: written, bytes: file.size, coverage: rows.coverage, ...counted(changed) }
    }
  })
}

function wantedOf({ key, image }: ExportRow): WantedPicture | null {
  return image === null ? null : { address: image, product: key }
}

/** The writer of a plan's format; `page` is there where the file is printed. */
interface PlannedWriter {
  writer: RowWriter
  page: PageWriter | null
}

/** Whether files of this plan have pictures. */
function hasPictures({ choices }: Pick<ExportPlan, 'choices'>): boolean {
  return choices.format === 'pdf' || (choices.format === 'xlsx' && choices.pictures)
}

/** Whether files of this plan tell findings in words; a file for programs has the ids of rules. */
function hasFindings({ choices, columns }: Pick<ExportPlan, 'choices' | 'columns'>): boolean {
  return (choices.format === 'csv' || choices.format === 'xlsx') && columns.includes('findings')
}

function limitOf(job: { isIllustrated: boolean; tellsFindings: boolean }): number {
  if (job.isIllustrated) return rowsInStep.withPictures
  return job.tellsFindings ? rowsInStep.withFacts : rowsInStep.plain
}

const isFound = ({ findings }: ExportRow): boolean => findings.length > 0

/** @param facts of the rows with findings, in their order */
function tellFound(
  rows: readonly ExportRow[],
  facts: readonly FoundFacts[],
  { fileWords, store }: Pick<ExportPlan, 'fileWords' | 'store'>
): void {
  rows.filter(isFound).forEach((row, at) => {
    row.found = findingsText(row.findings, facts[at], fileWords, store)
  })
}

/** Loads what workbooks are written with only where one is wanted: it is larger than all else of this thread. */
async function createWriter(plan: ExportPlan, file: TargetFile): Promise<PlannedWriter> {
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
function linkTo(image: string, baseUrl: string | null): { text: string; isLink: boolean } {
  const url = URL.parse(image.trim(), baseUrl ?? undefined)
  const isLink = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url !== null && isLink ? { text: url.href, isLink } : { text: image, isLink: false }
}
