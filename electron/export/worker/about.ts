import { builtInReasons } from '../../contract/review-state'
import type { Coverage } from '../../contract/coverage'
import type { ExportReport } from '../../contract/export'
import { exportLosses } from '../../contract/export-choices'
import type { ExportPlan } from './protocol'
import type { ExportWords } from './words'

/** What a file says about itself: how much of the catalog it covers, as of when, and what could not be exported. */
export interface About {
  store: string
  /** What was exported, in words. */
  list: string
  rows: number
  coverage: Coverage
  /** ms since 1970. */
  exportedAt: number
  /** Notes for the reader, one sentence each. */
  remarks: string[]
}

/** Counts that remarks are made of. */
export type Counted = Omit<ExportReport, 'rows' | 'bytes' | 'duration' | 'coverage'>

/** Collects the notes. */
export function aboutOf(plan: ExportPlan, rows: number, coverage: Coverage, counted: Counted): About {
  const { store, words, at, fileWords } = plan
  const remarks = remarksOf(counted, fileWords)
  return { store: store.name, list: words, rows, coverage, exportedAt: at, remarks }
}

function remarksOf(counted: Counted, words: ExportWords): string[] {
  const { remarks } = words
  const losses = exportLosses
    .filter((count) => counted[count] > 0)
    .map((count) => filled(remarks[count], { number: countText(counted[count], words) }))
  if (counted.reviewsUnread) losses.push(remarks.reviewsUnread)
  return counted.changed ? [...losses, remarks.changed] : losses
}

/** How much of the catalog a file is made from, in a few words. */
export function coverageText({ here, total, state }: Coverage, words: ExportWords): string {
  const { changed, complete, partial, partialUnknown } = words.about
  const items = countText(here, words)
  if (state === 'complete') return filled(complete, { items })
  if (state === 'changed') return filled(changed, { items })
  if (total === null) return filled(partialUnknown, { items })
  return filled(partial, { items, total: countText(total, words) })
}

/** A time as files write it, of this computer's clock, to the minute: `2026-11-21 09:12`. */
export function timeText(at: number): string {
  const date = new Date(at)
  const two = (n: number): string => String(n).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The catalog of the file, and as of when, in a sentence. */
export function catalogLine({ coverage }: Pick<About, 'coverage'>, words: ExportWords): string {
  const { lineCatalog, lineCatalogAsOf } = words.about
  const covered = coverageText(coverage, words)
  if (coverage.asOf === null) return filled(lineCatalog, { coverage: covered })
  return filled(lineCatalogAsOf, { coverage: covered, time: timeText(coverage.asOf) })
}

/** All of it in one line. */
export function aboutLine(about: About, words: ExportWords): string {
  const { store, list, rows, exportedAt, remarks } = about
  const { lineList, lineExported } = words.about
  return [
    filled(lineList, { store, list, rows: countText(rows, words) }),
    catalogLine(about, words),
    filled(lineExported, { time: timeText(exportedAt) }),
    ...remarks
  ].join(' ')
}

/** A sentence with its placeholders filled in; a placeholder without a value stays. */
export function filled(sentence: string, values: Readonly<Partial<Record<string, string>>>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}

/** Why a product needs work: a shop's own reason is in its own words. */
export function reasonText(reason: string | null, { reasons }: Pick<ExportWords, 'reasons'>): string {
  if (reason === null) return ''
  const known = builtInReasons.find((each) => each === reason)
  return known === undefined ? reason : reasons[known]
}

function countText(count: number, { numbers }: Pick<ExportWords, 'numbers'>): string {
  return count.toLocaleString(usableLocale(numbers))
}

/** A tag that this computer knows; undefined: the system's, since another may be none, as one from a settings file. */
export function usableLocale(locale: string | null): string | undefined {
  try {
    return locale === null ? undefined : Intl.getCanonicalLocales(locale)[0]
  } catch {
    return undefined
  }
}
