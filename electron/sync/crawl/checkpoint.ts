import { z } from 'zod'

/** Pages from the first to the last, both included, 1-based. */
export type Stretch = [first: number, last: number]

const page = z.number().int().positive()
const count = z.number().int().nonnegative()
/** Five times as many pages as a run reads (crawl-limits.ts): what a damaged checkpoint says is not counted through for ever. */
const farPage = page.max(1_000_000)

/**
 * Where a run stands. It is written with every batch, as it was before that batch: after a kill the batch is read again,
 * so nothing that its pages showed is lost (87).
 */
const checkpointSchema = z.object({
  version: z.literal(1),
  /** Items per page that are asked for and given. */
  limit: page,
  /** The page to be read next; those before it were read. */
  next: page,
  /** The last page that was read, and may have left something in the copy. */
  highest: count,
  /** The last place that was written in this run. */
  farthest: count,
  /** What the store said last, and what it said first; null: it does not say. */
  total: count.nullable(),
  totalAtFirst: count.nullable(),
  /** Of a store that says the number of pages alone. */
  pages: count.nullable(),
  /** More entries came than the store says there are: its totals are not believed in this run (39). */
  isTotalFalse: z.boolean(),
  /** The end of the list was seen, and the last page that the store told then. */
  end: z.object({ told: count.nullable() }).nullable(),
  /** The first of the pages, up to the last one read, that are an earlier page once more (38). */
  echoes: page.nullable(),
  /** Entries of the pages that have not `limit` of them; by page, as the first versions wrote it, or in stretches of pages. */
  odd: z.union([z.record(z.string(), count), z.array(z.tuple([farPage, farPage, count])).transform(byPage)]),
  /** Pages that could not be read. */
  unread: z.array(page),
  /** Where the list may have moved. */
  suspects: z.array(z.tuple([page, page])),
  /** Pages that were read again, and rounds of looking for changes, so far. */
  reread: count,
  rounds: count,
  /** How often the size of a page was made smaller under way. */
  resized: count,
  /** Whether the person was asked about a sudden drop (faults 41, 112, 113), and believes it. */
  drop: z.enum(['unseen', 'asked', 'accepted']),
  /** ms that the run took so far, without the person's pauses. */
  spent: z.number().nonnegative()
})
export type Checkpoint = z.infer<typeof checkpointSchema>

/** How it is written: a store all of whose pages are short would else make it megabytes. */
export function storedCheckpoint({ odd, ...rest }: Checkpoint): z.input<typeof checkpointSchema> {
  return { ...structuredClone(rest), odd: inStretches(odd) }
}

type OddStretch = [first: number, last: number, entries: number]

function inStretches(odd: Record<string, number>): OddStretch[] {
  const stretches: OddStretch[] = []
  // Keys that are whole numbers come in their order.
  for (const [key, entries] of Object.entries(odd)) {
    const last = stretches.at(-1)
    if (last?.[1] === Number(key) - 1 && last[2] === entries) last[1]++
    else stretches.push([Number(key), Number(key), entries])
  }
  return stretches
}

function byPage(stretches: OddStretch[]): Record<string, number> {
  const odd: Record<string, number> = {}
  for (const [first, last, entries] of stretches) {
    for (let number = first; number <= last; number++) odd[number] = entries
  }
  return odd
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
    echoes: null,
    odd: {},
    unread: [],
    suspects: [],
    reread: 0,
    rounds: 0,
    resized: 0,
    drop: 'unseen',
    spent: 0
  }
}

/**
 * Where a run that was cut off goes on; null when its checkpoint is none, or another version's. What was read last is read
 * and suspected again: the list may have moved meanwhile.
 */
export function readCheckpoint(stored: unknown): Checkpoint | null {
  const read = checkpointSchema.safeParse(stored)
  if (!read.success) return null
  const checkpoint = read.data
  // A batch that showed that the list moved may be lost, and its end was seen before that.
  if (checkpoint.end !== null) lookAtEndAgain(checkpoint)
  else checkpoint.next = Math.max(1, checkpoint.next - 1)
  if (checkpoint.highest === 0) return checkpoint
  suspect(checkpoint, checkpoint.highest - 10, checkpoint.highest)
  return checkpoint
}

/** The last page that the store says it has; null when it does not say, or is not believed. */
export function lastPage({ total, pages, limit, isTotalFalse }: Checkpoint): number | null {
  if (isTotalFalse) return null
  return total === null ? pages : Math.ceil(total / limit)
}

/** Entries on all pages that were read. */
export function entriesRead({ highest, limit, odd }: Checkpoint): number {
  return Object.values(odd).reduce((sum, entries) => sum + entries - limit, highest * limit)
}

/** Whether nothing is missing: no page has a gap, and the entries fit with what the store says, if it says. */
export function isAllThere(checkpoint: Checkpoint): boolean {
  const { total, unread, odd } = checkpoint
  const last = lastFilled(checkpoint)
  const isEmptyBetween = Object.entries(odd).some(([page, entries]) => entries === 0 && Number(page) < last)
  if (unread.length > 0 || isEmptyBetween || firstShort(checkpoint) !== null) return false
  if (total === null) return true
  // A total that is too small need not be true; one that is larger than what came may be.
  return checkpoint.isTotalFalse ? entriesRead(checkpoint) >= total : entriesRead(checkpoint) === total
}

/**
 * The first page that has not as many entries as it should, with how many it has. Every page but the last must be full, else
 * nobody knows what is missing from it. Without a total a first page that is not full tells that pages are smaller than was
 * thought, also when it is the only one.
 */
export function firstShort(checkpoint: Checkpoint): { page: number; entries: number } | null {
  const end = checkpoint.total === null ? Math.max(2, lastFilled(checkpoint)) : lastFilled(checkpoint)
  for (const [page, entries] of Object.entries(checkpoint.odd)) {
    if (Number(page) < end && entries > 0 && entries < checkpoint.limit)
      return { page: Number(page), entries }
  }
  return null
}

/** The last page with entries on it. */
function lastFilled({ highest, odd }: Checkpoint): number {
  let last = highest
  while (last > 0 && odd[last] === 0) last--
  return last
}

/** Remembers how many entries a page has; pages that were jumped over have none. */
export function setEntries(checkpoint: Checkpoint, number: number, entries: number): void {
  for (let jumped = checkpoint.highest + 1; jumped < number; jumped++) checkpoint.odd[jumped] = 0
  checkpoint.highest = Math.max(checkpoint.highest, number)
  checkpoint.farthest = Math.max(checkpoint.farthest, (number - 1) * checkpoint.limit + entries)
  if (entries === checkpoint.limit) Reflect.deleteProperty(checkpoint.odd, String(number))
  else checkpoint.odd[number] = entries
}

/** Whether all was read that the store says there is. */
export function isAtEnd(checkpoint: Checkpoint): boolean {
  const told = lastPage(checkpoint)
  return checkpoint.end !== null && (checkpoint.end.told === told || checkpoint.highest >= (told ?? Infinity))
}

/** The list became shorter than what was read of it: its end is to be looked at again, with the page before it. */
export function shorten(checkpoint: Checkpoint): void {
  const told = lastPage(checkpoint)
  if (told === null || told >= checkpoint.highest || checkpoint.end === null) return
  cutAfter(checkpoint, told)
  lookAtEndAgain(checkpoint)
}

/** The end is read once more, with the last page, to know it when it comes for the pages after it. */
export function lookAtEndAgain(checkpoint: Checkpoint): void {
  checkpoint.next = Math.max(1, checkpoint.highest)
  checkpoint.end = null
}

/** What was read after that page is not of the list. */
function cutAfter(checkpoint: Checkpoint, last: number): void {
  for (let page = last + 1; page <= checkpoint.highest; page++)
    Reflect.deleteProperty(checkpoint.odd, String(page))
  checkpoint.unread = checkpoint.unread.filter((page) => page <= last)
  checkpoint.highest = last
}

/** Empty pages at the end are none; one of them is looked at again with each check. */
export function dropEmptyEnd(checkpoint: Checkpoint): void {
  const last = checkpoint.unread.reduce((most, page) => Math.max(most, page), lastFilled(checkpoint))
  if (last < checkpoint.highest) cutAfter(checkpoint, last)
}

/** The list ends before the pages that only repeat its last one. */
export function dropEchoes(checkpoint: Checkpoint): void {
  if (checkpoint.echoes === null) return
  cutAfter(checkpoint, checkpoint.echoes - 1)
  checkpoint.echoes = null
  // It was not the store's total that was wrong.
  if (checkpoint.total !== null && entriesRead(checkpoint) <= checkpoint.total)
    checkpoint.isTotalFalse = false
}

/** Goes on with smaller pages: those that hold only what was read already need not be read again, but for the last. */
export function resize(checkpoint: Checkpoint, limit: number): void {
  const part = checkpoint.limit / limit
  const whole = Math.floor((Math.min(checkpoint.next, firstOdd(checkpoint)) - 1) * part)
  checkpoint.suspects = checkpoint.suspects
    .map(([first, last]): Stretch => [
      Math.floor((first - 1) * part) + 1,
      Math.min(whole, Math.ceil(last * part))
    ])
    .filter(([first, last]) => first <= last)
  checkpoint.highest = whole
  checkpoint.next = Math.max(1, whole)
  checkpoint.end = null
  checkpoint.echoes = null
  checkpoint.limit = limit
  checkpoint.odd = {}
  checkpoint.unread = []
  checkpoint.pages = null
  checkpoint.resized++
}

function firstOdd({ odd, highest }: Checkpoint): number {
  return Object.keys(odd).reduce((least, page) => Math.min(least, Number(page)), highest + 1)
}

/** Remembers that the list may have moved there. */
export function suspect(checkpoint: Checkpoint, first: number, last: number): void {
  checkpoint.suspects.push([Math.max(1, first), Math.max(1, last)])
  if (checkpoint.suspects.length > 64) checkpoint.suspects = merged(checkpoint.suspects)
}

/** The stretches in order, those that touch put together. */
export function merged(stretches: Stretch[]): Stretch[] {
  const sorted = stretches.toSorted(([a], [b]) => a - b)
  const result: Stretch[] = []
  for (const [first, last] of sorted) {
    const before = result.at(-1)
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else result.push([first, last])
  }
  return result
}
