import { z } from 'zod'
import {
  bounds,
  deedFrom,
  fitting,
  within,
  exceptionRowSchema,
  reviewRowSchema,
  type ExceptionRow,
  type ReviewRow
} from '../db/review-row'
import { withReadableHistory } from '../write/note'
import type { Quality, Value } from './damaged-pages'
import type { ReadableRow, ReadableRows } from './readable-rows'

/** An item of a damaged log. Where one side cannot be read it is taken to be as the other, so that nothing is taken back by it. */
export interface SalvagedItem {
  entry: number
  product: string
  rule: string
  before: string | null
  after: string | null
  deed: string | null
  /** What can be read of what it left, where that is not all. */
  parts: Parts | undefined
  /** Whether anything is known of what it left. */
  isAfterKnown: boolean
  /** Whether all is known of what was before it. */
  isBeforeKnown: boolean
  quality: Quality
  /** The index names it as well. */
  isIndexed: boolean
  /** Damage can give it another entry's number. 3: its own text names the entry, 2: the index does, 1: nothing is against it, 0: the log is. */
  trust: 0 | 1 | 2 | 3
}

/** Of a review or of an excuse. */
type Parts = Partial<ReviewRow & ExceptionRow>

/** What an item left, as far as that is known; null: nothing. */
export function leftBy({ parts, after }: SalvagedItem): Parts | null {
  return parts ?? (after === null ? null : (JSON.parse(after) as Parts))
}

/** Stands for a review (`rule` '') or an excuse. */
export function keyOf(product: string, rule: string): string {
  return JSON.stringify([product, rule])
}

/** What is known of the entries. */
export interface Witnesses {
  /** Rows of the log by their numbers: damage can give one the number of another. */
  rows: Map<number, ReadableRow[]>
  /** The last entry that two sources speak of, or that follows upon it: a number that damage made stands alone. At least `since`. */
  last: number
  since: number
  isKnown: (entry: number) => boolean
}

const entrySchema = within(bounds.log_item.entry)
/** Entries that can have been written since a backup: damage makes any number of one. */
const mostEntries = 2_000_000

/** Rows of the log, its items, their index and reviews all speak of entries. */
export function witnessesIn({ log, log_item, itemIndex, review }: ReadableRows, since: number): Witnesses {
  const rows = Map.groupBy(
    log.filter(({ rowid }) => isEntry(rowid, since)),
    ({ rowid }) => rowid ?? 0
  )
  const counts = new Map<number, number>()
  const numbers = [
    ...rows.keys(),
    ...[...log_item, ...itemIndex].map(({ values }) => values.entry),
    ...review.flatMap(({ values }) => [values.markEntry, values.noteEntry])
  ]
  for (const number of numbers) {
    if (isEntry(number, since)) counts.set(number, (counts.get(number) ?? 0) + 1)
  }
  const isKnown = (entry: number): boolean => (counts.get(entry) ?? 0) > 1
  const known = [...counts.keys()].filter(isKnown)
  let last = (known.length > 0 ? known : [...counts.keys()]).reduce(
    (one, other) => Math.max(one, other),
    since
  )
  while (counts.has(last + 1)) last++
  return { rows, last, since, isKnown }
}

function isEntry(number: unknown, since: number): number is number {
  return entrySchema.safeParse(number).success && Number(number) <= since + mostEntries
}

interface Changes {
  /**
   * In the order of entries; of two of the same, which only damage makes, the one that is trusted more, is less damaged, and left more of what
   * stands in the row now, comes first.
   */
  items: SalvagedItem[]
  /** The last entry that changed a review or an excuse, as far as anything says so, by `keyOf`. */
  changed: Map<string, number>
  /** Whether anything says that an entry, or else any entry, was about a product's review. */
  isLogged: (product: string, entry?: number) => boolean
}

/** What the log's items, and their index, say. */
export function salvagedItems(rows: ReadableRows, witnesses: Witnesses): Changes {
  const { log_item, itemIndex } = rows
  const likeness = likenessTo(rows)
  const [stored, indexed] = [keysIn(log_item), keysIn(itemIndex)]
  const has = (key: string): boolean => stored.has(key) || indexed.has(key)
  const items = log_item
    .flatMap((row): SalvagedItem[] => {
      const item = itemIn(row, witnesses.since)
      if (item === null) return []
      const isIndexed = indexed.has(itemKey(item))
      const trust = isNamedBy(item) ? 3 : isIndexed ? 2 : trustInLog(item, witnesses, has)
      return trust === 3 || item.entry <= witnesses.last ? [{ ...item, isIndexed, trust }] : []
    })
    .sort(
      (one, other) =>
        one.entry - other.entry ||
        other.trust - one.trust ||
        other.quality - one.quality ||
        (itemKey(one) === itemKey(other) ? likeness(other) - likeness(one) : 0)
    )

  const undoneBy = undoneByOf(witnesses)
  const changed = new Map<string, number>()
  const products = new Set<string>()
  const keys = [...items.filter(({ trust }) => trust > 0), ...indexed.values()]
  for (const { entry, product, rule } of keys) {
    if (entry > witnesses.last) continue
    const key = keyOf(product, rule)
    changed.set(key, Math.max(changed.get(key) ?? 0, undoneBy(entry)))
    if (rule === '') products.add(product)
  }
  const isLogged = (product: string, entry?: number): boolean =>
    entry === undefined ? products.has(product) : has(itemKey({ entry, product, rule: '' }))
  return { items, changed, isLogged }
}

/** How many values of the row of its review or excuse an item left as they are. */
function likenessTo({ review, excuse }: ReadableRows): (item: SalvagedItem) => number {
  const rows = new Map(
    [...review, ...excuse].map(({ values }) => [
      keyOf(String(values.product), String(values.rule ?? '')),
      values
    ])
  )
  return (item) => {
    const values = rows.get(keyOf(item.product, item.rule)) ?? {}
    return Object.entries(leftBy(item) ?? {}).filter(([name, value]) => values[name] === value).length
  }
}

interface ItemKey {
  entry: number
  product: string
  rule: string
}

const keySchema = z.object({ entry: entrySchema, product: z.string().min(1), rule: z.string() })
const itemKey = ({ entry, product, rule }: ItemKey): string => JSON.stringify([entry, product, rule])

function keysIn(rows: ReadableRow[]): Map<string, ItemKey> {
  const keys = rows.flatMap(({ values }): [string, ItemKey][] => {
    const { success, data } = keySchema.safeParse(values)
    return success ? [[itemKey(data), data]] : []
  })
  return new Map(keys)
}

type ItemAlone = Omit<SalvagedItem, 'trust' | 'isIndexed'>

/** null: nothing of it can be read, or there can be no such entry. */
function itemIn({ values, quality }: ReadableRow, since: number): ItemAlone | null {
  const key = keySchema.safeParse(values)
  if (!key.success || !isEntry(key.data.entry, since)) return null
  const texts = quality === 0 ? textsApart(values) : values
  const [before, after] = [sideOf(texts.before, key.data.rule), sideOf(texts.after, key.data.rule)]
  const isAfterKnown = after.text !== undefined || after.parts !== undefined
  if (before.text === undefined && !isAfterKnown) return null
  const textOf = (side: Side, other: Side): string | null =>
    side.text === undefined ? (other.text ?? null) : side.text
  return {
    ...key.data,
    before: textOf(before, after),
    after: textOf(after, before),
    deed: deedOf(values.deed),
    parts: after.parts,
    isAfterKnown,
    isBeforeKnown: before.text !== undefined,
    quality: after.parts === undefined ? quality : 0
  }
}

/** What is told of a colleague, as far as it can be read. */
function deedOf(deed: Value): string | null {
  return typeof deed === 'string' && deedFrom(deed) !== null ? deed : null
}

/**
 * Both texts of a row that is not as long as it says: one follows upon the other in the file, but either may be longer than its type says,
 * and nothing may be a text that is damaged. No text within them can hold what one begins with.
 */
function textsApart({ before, after }: ReadableRow['values']): ReadableRow['values'] {
  if (typeof before !== 'string' || typeof after !== 'string') return { before, after: after ?? undefined }
  const [, first, second] = /^(\{.*?\})(\{"(?:mark|reason)":.*)$/s.exec(before + after) ?? []
  if (first !== undefined) return { before: first, after: second }
  // What goes on where the other one was cut off is that one's.
  return { before, after: before.endsWith('}') || after.startsWith('{"') ? after : undefined }
}

/** What can be read of a row that the log keeps. */
interface Side {
  /** null: there was none; undefined: not all of it can be read. */
  text?: string | null
  /** Where that is not all. */
  parts?: Parts
}

/** A name that is none is damaged: its value is not to be taken for one that older forms do not have. */
const wholeReviewSchema = reviewRowSchema.strict()
const wholeExceptionSchema = exceptionRowSchema.strict()

function sideOf(side: Value, rule: string): Side {
  if (side === null) return { text: null }
  if (typeof side !== 'string') return {}
  const whole = z.record(z.string(), z.unknown()).safeParse(parsedJson(side)).data
  if (whole !== undefined) return rule === '' ? reviewIn(whole) : exceptionIn(whole)
  const members = membersIn(side)
  const parts = rule === '' ? fitting(reviewRowSchema, members) : fitting(exceptionRowSchema, members)
  return Object.keys(parts).length === 0 ? {} : { parts }
}

function reviewIn(members: Readonly<Record<string, unknown>>): Side {
  const { success, data } = wholeReviewSchema.safeParse(members)
  if (!success) return { parts: fitting(reviewRowSchema, members) }
  const mended = withReadableHistory(data)
  const text = JSON.stringify(mended)
  if (mended.noteHistory === data.noteHistory) return { text }
  const parts: Parts = { ...data }
  delete parts.noteHistory
  return { text, parts }
}

function exceptionIn(members: Readonly<Record<string, unknown>>): Side {
  const { success, data } = wholeExceptionSchema.safeParse(members)
  return success ? { text: JSON.stringify(data) } : { parts: fitting(exceptionRowSchema, members) }
}

/** Of a text that is no JSON the members that are whole. Of two of a name the first counts: the text may go on in another's pages. */
function membersIn(text: string): Record<string, unknown> {
  const members = text.match(/"\w+":(?:"(?:[^"\\]|\\.)*"|-?\d+|null)(?=,"|\}$)/g)
  return Object.assign({}, ...(members ?? []).reverse().map((member) => parsedJson(`{${member}}`))) as Record<
    string,
    unknown
  >
}

/** undefined: it is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Whether what an item left says itself that it is of this entry. */
function isNamedBy({ entry, rule, after, parts, isAfterKnown }: ItemAlone): boolean {
  if (rule !== '' || !isAfterKnown) return false
  const { markEntry, noteEntry } = (parts ?? JSON.parse(after ?? '{}')) as Partial<ReviewRow>
  return markEntry === entry || noteEntry === entry
}

/** Whether the log's row has nothing against an item that nothing else speaks for. */
function trustInLog(item: ItemAlone, { rows }: Witnesses, has: (key: string) => boolean): 0 | 1 {
  const { entry, product, rule, isAfterKnown } = item
  const { kind, undoes } = rows.get(entry)?.[0]?.values ?? {}
  if (kind === 'mark' || kind === 'note') return rule === '' && !isAfterKnown ? 1 : 0
  if (kind === 'excuse') return rule === '' ? 0 : 1
  if (kind !== 'undo' || typeof undoes !== 'number') return 1
  const isOfUndone = has(itemKey({ entry: undoes, product, rule })) || isTakingBack(item, undoes, rows)
  return isOfUndone ? 1 : 0
}

/** Whether what was before an item names the entry that it took back or, where that took something back itself, its time. */
function isTakingBack(
  { before, isBeforeKnown }: ItemAlone,
  undone: number,
  rows: Witnesses['rows']
): boolean {
  if (!isBeforeKnown || before === null) return false
  const { markEntry, noteEntry, putBackAt }: Parts = JSON.parse(before) as Parts
  const at = rows.get(undone)?.[0]?.values.at
  return markEntry === undone || noteEntry === undone || (typeof putBackAt === 'number' && putBackAt === at)
}

/** By which entry one was taken back, and that one again; itself where nothing did. */
function undoneByOf({ rows, last }: Witnesses): (entry: number) => number {
  const undoneBy = new Map<number, number>()
  const add = (undone: Value, by: Value): void => {
    if (typeof undone === 'number' && typeof by === 'number' && by > undone && by <= last)
      undoneBy.set(undone, by)
  }
  for (const [number, [row]] of rows) {
    add(number, row?.values.undone_by)
    add(row?.values.undoes, number)
  }
  return (entry) => {
    let now = entry
    for (let by = undoneBy.get(now); by !== undefined; by = undoneBy.get(now)) now = by
    return now
  }
}
