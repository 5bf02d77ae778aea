import type { Coverage } from '../../contract/coverage'
import type { ExportReport } from '../../contract/export'
import type { ExportPlan } from './protocol'

/** What a file says of itself: how much it covers, from when it is, what could not be brought into it. */
export interface About {
  store: string
  /** What was exported, in words. */
  list: string
  rows: number
  coverage: Coverage
  /** ms since 1970. */
  exportedAt: number
  /** What a reader should know, a sentence each. */
  remarks: string[]
}

/** Counts that remarks are made of. */
export type Counted = Omit<ExportReport, 'rows' | 'bytes' | 'duration' | 'coverage'>

/** Gathers what there is to say. */
export function aboutOf(plan: ExportPlan, rows: number, coverage: Coverage, counted: Counted): About {
  const { store, words, at } = plan
  return { store: store.name, list: words, rows, coverage, exportedAt: at, remarks: remarksOf(counted) }
}

function remarksOf(counted: Counted): string[] {
  const { changed, missing, setAside, disarmed, shortened, unlinked, withoutPicture } = counted
  const remarks: [number, (n: string) => string][] = [
    [missing, (n) => `${n} of the selected products are not in the copy any more.`],
    [setAside, (n) => `${n} items of the list could not be read and are not here.`],
    [disarmed, (n) => `${n} texts that a spreadsheet would run have an apostrophe before them.`],
    [shortened, (n) => `${n} texts are longer than a cell can hold and are cut.`],
    [unlinked, (n) => `${n} addresses are text, since a sheet cannot hold more links.`],
    [withoutPicture, (n) => `${n} products are shown without their picture, which could not be had.`]
  ]
  const said = remarks.flatMap(([count, say]) => (count > 0 ? [say(count.toLocaleString('en'))] : []))
  if (counted.reviewsUnread) said.push('Marks and notes could not be read and are not here.')
  return changed ? [...said, 'The catalog changed while this was written: it is as it was before.'] : said
}

/** How much of the catalog a file is made from, in a few words. */
export function coverageText({ here, total, state }: Coverage): string {
  const count = (n: number): string => n.toLocaleString('en')
  if (state === 'complete') return `complete: ${count(here)} items`
  const known = total === null ? 'an unknown number of' : count(total)
  return `partial: ${count(here)} of ${known} items`
}

/** A time as files write it, of this computer's clock, to the minute: `2026-11-21 09:12`. */
export function timeText(at: number): string {
  const date = new Date(at)
  const two = (n: number): string => String(n).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** All of it in one line. */
export function aboutLine({ store, list, rows, coverage, exportedAt, remarks }: About): string {
  const asOf = coverage.asOf === null ? '' : ` as of ${timeText(coverage.asOf)}`
  const counted = `${rows.toLocaleString('en')} rows`
  return [
    `${store}: ${counted} (${list}).`,
    `Catalog ${coverageText(coverage)}${asOf}.`,
    `Exported ${timeText(exportedAt)} by Vitrine.`,
    ...remarks
  ].join(' ')
}
