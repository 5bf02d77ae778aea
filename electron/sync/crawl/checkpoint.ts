import { z } from 'zod'

/** Pages from the first to the last, both included, 1-based. */
export type PageRange = [first: number, last: number]

const page = z.number().int().positive()
const count = z.number().int().nonnegative()
/** Five times as many pages as a run reads (crawl-limits.ts): a damaged checkpoint must not be counted through for ever. */
const farPage = page.max(1_000_000)

/** Names of earlier versions, whose checkpoints are still resumed. */
const formerNames = { echoes: 'repeatedFrom', odd: 'irregularPages', suspects: 'dirtyRanges' }

/**
 * Where a run stands. It is written with every batch, as it was before that batch: after a kill the batch is read again, so nothing
 * that its pages showed is lost (fault 87).
 */
const checkpointSchema = z.object({
  version: z.literal(1),
  /** Items per page that are requested and given. */
  limit: page,
  /** The page to be read next; those before it were read. */
  next: page,
  /** The last page that was read, and may have left something in the catalog. */
  highest: count,
  /** The last place that was written in this run. */
  farthest: count,
  /** The last and the first total that the store reported; null: it reports none. */
  total: count.nullable(),
  totalAtFirst: count.nullable(),
  /** The number of pages, for a store that reports nothing else. */
  pages: count.nullable(),
  /** More entries came than the store says there are: its totals are not believed in this run (fault 39). */
  isTotalFalse: z.boolean(),
  /** The end of the list was seen, and the last page that the store reported then. */
  end: z.preprocess(
    (end) => withNames(end, { told: 'reportedLastPage' }),
    z.object({ reportedLastPage: count.nullable() }).nullable()
  ),
  /** The first of the last pages that only repeat an earlier one (fault 38). */
  repeatedFrom: page.nullable(),
  /** Number of entries of the pages that have not `limit`: by page, as the first versions wrote it, or by range. */
  irregularPages: z.union([
    z.record(z.string(), count),
    z.array(z.tuple([farPage, farPage, count])).transform(byPage)
  ]),
  /** Pages that could not be read. */
  unread: z.array(page),
  /** Where the list may have moved since it was read. */
  dirtyRanges: z.array(z.tuple([page, page])),
  /** Pages that were read again, and rounds of verification, so far. */
  reread: count,
  rounds: count,
  /** How often the page size was reduced. */
  resized: count,
  /** Whether the person was asked about a sudden shrink (faults 41, 112, 113), and accepted it. */
  drop: z.enum(['unseen', 'asked', 'accepted']),
  /** What a colleague has published is taken over, up to this part; null: the store is asked. */
  published: z.object({ device: z.string(), sequence: count }).nullable().default(null),
  /** ms that the run took so far, without the person's pauses. */
  spent: z.number().nonnegative()
})
export type Checkpoint = z.infer<typeof checkpointSchema>

function withNames(stored: unknown, names: Record<string, string>): unknown {
  if (typeof stored !== 'object' || stored === null) return stored
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [names[name] ?? name, value]))
}

/** The form in which it is stored: page by page, a store whose pages are all short would make it megabytes. */
export function storedCheckpoint({ irregularPages, ...rest }: Checkpoint): Record<string, unknown> {
  return { ...structuredClone(rest), irregularPages: byRange(irregularPages) }
}

type IrregularRange = [first: number, last: number, entries: number]

function byRange(irregularPages: Record<string, number>): IrregularRange[] {
  const ranges: IrregularRange[] = []
  // Keys that are whole numbers are in order.
  for (const [key, entries] of Object.entries(irregularPages)) {
    const last = ranges.at(-1)
    if (last?.[1] === Number(key) - 1 && last[2] === entries) last[1]++
    else ranges.push([Number(key), Number(key), entries])
  }
  return ranges
}

function byPage(ranges: IrregularRange[]): Record<string, number> {
  const irregularPages: Record<string, number> = {}
  for (const [first, last, entries] of ranges) {
    for (let number = first; number <= last; number++) irregularPages[number] = entries
  }
  return irregularPages
}

export function newCheckpoint(limit: number): Checkpoint {
  return {
    version: 1,
    limit,
    next: 1,
    highest: 0,
    farthest: 0,
    total: null,
    totalAtFirst: null,
    pages: null,
    isTotalFalse: false,
    end: null,
    repeatedFrom: null,
    irregularPages: {},
    unread: [],
    dirtyRanges: [],
    reread: 0,
    rounds: 0,
    resized: 0,
    drop: 'unseen',
    published: null,
    spent: 0
  }
}

/**
 * Where a run that was cut off is resumed; null if the stored value is no checkpoint, or another version's. The pages that were read
 * last are marked dirty: the list may have moved meanwhile.
 */
export function readCheckpoint(stored: unknown): Checkpoint | null {
  const read = checkpointSchema.safeParse(withNames(stored, formerNames))
  if (!read.success) return null
  const checkpoint = read.data
  // The end was seen before the batch that is lost, which may have shown that the list moved.
  if (checkpoint.end !== null) recheckEnd(checkpoint)
  else checkpoint.next = Math.max(1, checkpoint.next - 1)
  if (checkpoint.highest > 0) markDirty(checkpoint, checkpoint.highest - 10, checkpoint.highest)
  return checkpoint
}

/** The last page that the store says it has; null when it does not say, or is not believed. */
export function lastPage({ total, pages, limit, isTotalFalse }: Checkpoint): number | null {
  if (isTotalFalse) return null
  return total === null ? pages : Math.ceil(total / limit)
}

/** Entries on all pages that were read. */
export function entriesRead({ highest, limit, irregularPages }: Checkpoint): number {
  return Object.values(irregularPages).reduce((sum, entries) => sum + entries - limit, highest * limit)
}

/** Whether nothing is missing: no page has a gap, and there are as many entries as the store says, if it says. */
export function isAllThere(checkpoint: Checkpoint): boolean {
  const { total, unread, irregularPages } = checkpoint
  const last = lastFilled(checkpoint)
  const hasGap = Object.entries(irregularPages).some(
    ([page, entries]) => entries === 0 && Number(page) < last
  )
  if (unread.length > 0 || hasGap || firstShortPage(checkpoint) !== null) return false
  if (total === null) return true
  // A total that is too small may be false; one that is larger than what came may be true.
  return checkpoint.isTotalFalse ? entriesRead(checkpoint) >= total : entriesRead(checkpoint) === total
}

/**
 * The first page with fewer entries than it should have. Every page but the last must be full, or nobody knows what is missing from
 * it. Without a total, a first page that is not full means that pages are smaller than was thought, even if it is the only one.
 */
export function firstShortPage(checkpoint: Checkpoint): { page: number; entries: number } | null {
  const end = checkpoint.total === null ? Math.max(2, lastFilled(checkpoint)) : lastFilled(checkpoint)
  for (const [page, entries] of Object.entries(checkpoint.irregularPages)) {
    if (Number(page) < end && entries > 0 && entries < checkpoint.limit)
      return { page: Number(page), entries }
  }
  return null
}

/** The last page with entries on it. */
function lastFilled({ highest, irregularPages }: Checkpoint): number {
  let last = highest
  while (last > 0 && irregularPages[last] === 0) last--
  return last
}

/** Records how many entries a page has; pages that were skipped have none. */
export function setEntries(checkpoint: Checkpoint, number: number, entries: number): void {
  for (let skipped = checkpoint.highest + 1; skipped < number; skipped++)
    checkpoint.irregularPages[skipped] = 0
  checkpoint.highest = Math.max(checkpoint.highest, number)
  checkpoint.farthest = Math.max(checkpoint.farthest, (number - 1) * checkpoint.limit + entries)
  if (entries === checkpoint.limit) Reflect.deleteProperty(checkpoint.irregularPages, String(number))
  else checkpoint.irregularPages[number] = entries
}

/** Whether all that the store says there is was read. */
export function isAtEnd(checkpoint: Checkpoint): boolean {
  const { end, highest } = checkpoint
  const reported = lastPage(checkpoint)
  return end !== null && (end.reportedLastPage === reported || highest >= (reported ?? Infinity))
}

/** Cuts off the pages behind the end of a list that became shorter, and has its new end checked. */
export function shorten(checkpoint: Checkpoint): void {
  const reported = lastPage(checkpoint)
  if (reported === null || reported >= checkpoint.highest || checkpoint.end === null) return
  cutAfter(checkpoint, reported)
  recheckEnd(checkpoint)
}

/** Reads the end again, beginning with the last page, so that it is recognized when the store gives it for the pages after it. */
export function recheckEnd(checkpoint: Checkpoint): void {
  checkpoint.next = Math.max(1, checkpoint.highest)
  checkpoint.end = null
}

function cutAfter(checkpoint: Checkpoint, last: number): void {
  for (let page = last + 1; page <= checkpoint.highest; page++)
    Reflect.deleteProperty(checkpoint.irregularPages, String(page))
  checkpoint.unread = checkpoint.unread.filter((page) => page <= last)
  checkpoint.highest = last
}

/** Cuts off empty pages at the end; each verification looks at one of them again. */
export function cutEmptyEnd(checkpoint: Checkpoint): void {
  const last = checkpoint.unread.reduce((most, page) => Math.max(most, page), lastFilled(checkpoint))
  if (last < checkpoint.highest) cutAfter(checkpoint, last)
}

/** Cuts off the last pages, which only repeat an earlier one. */
export function cutRepeated(checkpoint: Checkpoint): void {
  if (checkpoint.repeatedFrom === null) return
  cutAfter(checkpoint, checkpoint.repeatedFrom - 1)
  checkpoint.repeatedFrom = null
  // So it was not the store's total that was wrong.
  if (checkpoint.total !== null && entriesRead(checkpoint) <= checkpoint.total)
    checkpoint.isTotalFalse = false
}

/** Continues with smaller pages: those that hold only what was read need not be read again, except the last. */
export function resize(checkpoint: Checkpoint, limit: number): void {
  const { irregularPages, highest } = checkpoint
  const firstIrregular = Object.keys(irregularPages).reduce(
    (least, page) => Math.min(least, Number(page)),
    highest + 1
  )
  const part = checkpoint.limit / limit
  const whole = Math.floor((Math.min(checkpoint.next, firstIrregular) - 1) * part)
  checkpoint.dirtyRanges = checkpoint.dirtyRanges
    .map(([first, last]): PageRange => [
      Math.floor((first - 1) * part) + 1,
      Math.min(whole, Math.ceil(last * part))
    ])
    .filter(([first, last]) => first <= last)
  checkpoint.highest = whole
  checkpoint.next = Math.max(1, whole)
  checkpoint.end = null
  checkpoint.repeatedFrom = null
  checkpoint.limit = limit
  checkpoint.irregularPages = {}
  checkpoint.unread = []
  checkpoint.pages = null
  checkpoint.resized++
}

/** Records that the list may have moved there. */
export function markDirty(checkpoint: Checkpoint, first: number, last: number): void {
  checkpoint.dirtyRanges.push([Math.max(1, first), Math.max(1, last)])
  if (checkpoint.dirtyRanges.length > 64) checkpoint.dirtyRanges = mergeRanges(checkpoint.dirtyRanges)
}

/** The ranges in order, with those that overlap or touch joined. */
export function mergeRanges(ranges: PageRange[]): PageRange[] {
  const result: PageRange[] = []
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const before = result.at(-1)
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else result.push([first, last])
  }
  return result
}
