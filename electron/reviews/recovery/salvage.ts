import type { Quality } from './damaged-pages'
import { z } from 'zod'
import { bounds, fitting, within, exceptionRowSchema, type ExceptionRow } from '../db/review-row'
import { readableRows, type ReadableRow, type ReadableRows } from './readable-rows'
import { leftBy, parsedJson, salvagedItems, witnessesIn, type SalvagedItem } from './salvaged-items'
import { draftProducts, salvagedLog, salvagedReviews, type SalvagedReview } from './salvaged-reviews'
import type { EntryRow } from '../write/log-chain'

/** What could be read of a damaged file. */
export interface Salvage {
  /** By product. */
  reviews: Map<string, SalvagedReview>
  drafts: {
    product: string
    note: string
    at?: number | undefined
    begunOn?: string | null | undefined
    quality: Quality
  }[]
  excuses: { product: string; rule: string; columns: Partial<ExceptionRow>; quality: Quality }[]
  log: EntryRow[]
  /** What entries after `since` did, in their order. */
  items: SalvagedItem[]
  contents: z.infer<typeof contentSchema>[]
  /** The last entry that anything says changed a review or an excuse, by `keyOf`. */
  changed: Map<string, number>
  /** How often reviews and items have a name or a reason, by `wordOf`. */
  words: Map<string, number>
  /** The last entry that anything speaks of. */
  last: number
}

const draftSchema = z.object({
  note: z.string(),
  at: within(bounds.draft.at),
  begunOn: z.string().nullable()
})
const exceptionKeySchema = z.object({ product: z.string().min(1), rule: z.string().min(1) })
/** A `FingerprintedContent`; facts, and the index of excuses, look the same. */
const contentSchema = z.object({
  seen: z.string().min(1),
  content: z.string().refine((text) => flatSchema.safeParse(parsedJson(text)).success)
})
const flatSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
const factNames: ReadonlySet<string> = new Set(['notice'])

/** Of a file of which nothing can be read. */
export const nothing = (since = 0): Salvage => ({
  reviews: new Map(),
  drafts: [],
  excuses: [],
  log: [],
  items: [],
  contents: [],
  changed: new Map(),
  words: new Map(),
  last: since
})

/**
 * Reads what can be read of a damaged file, with its log; it stays as it is. Throws the disk's errors, and no others.
 *
 * @param since items of entries after this one are wanted
 */
export function salvage(file: string, since: number): Salvage {
  const rows = readableRows(file)
  const witnesses = witnessesIn(rows, since)
  const { items, changed, isLogged } = salvagedItems(rows, witnesses)
  return {
    reviews: salvagedReviews(rows, witnesses.last, isLogged),
    drafts: draftsIn(rows),
    excuses: rows.excuse.flatMap(({ values, quality }) => {
      const key = exceptionKeySchema.safeParse(values)
      return key.success ? [{ ...key.data, columns: fitting(exceptionRowSchema, values), quality }] : []
    }),
    log: salvagedLog(items, witnesses),
    items: items.filter(({ entry }) => entry > since),
    contents: parsed(rows.content, contentSchema).filter(({ seen }) => !factNames.has(seen)),
    changed,
    words: wordsIn(rows, items),
    last: witnesses.last
  }
}

const wordColumns = ['markedBy', 'notedBy', 'markReason'] as const

/** Stands for what a person is called, or for a reason. */
export function wordOf(column: string, value: unknown): string {
  return `${column === 'markReason' ? 'reason' : 'name'} ${String(value)}`
}

function wordsIn({ review }: ReadableRows, items: readonly SalvagedItem[]): Salvage['words'] {
  const words = new Map<string, number>()
  const all = [...review.map(({ values }) => values), ...items.map((item) => leftBy(item) ?? {})]
  for (const values of all as Record<string, unknown>[]) {
    for (const column of wordColumns) {
      if (typeof values[column] !== 'string') continue
      const word = wordOf(column, values[column])
      words.set(word, (words.get(word) ?? 0) + 1)
    }
  }
  return words
}

/** Of each product those that are certain to be of it, or else any; whole ones that name it themselves come last: the last of several stays. */
function draftsIn(rows: ReadableRows): Salvage['drafts'] {
  const productsOf = draftProducts(rows)
  const drafts = rows.draft.flatMap((row) => {
    const { note, at } = fitting(draftSchema, row.values)
    const products = note === undefined ? [] : productsOf(row)
    const { quality } = row
    return products.map((product) => ({
      product,
      note: note ?? '',
      at,
      quality,
      isSure: products.length === 1,
      isOwn: product === row.values.product
    }))
  })
  const sure = new Set(drafts.filter(({ isSure }) => isSure).map(({ product }) => product))
  return drafts
    .filter(({ product, isSure }) => isSure || !sure.has(product))
    .sort((one, other) => one.quality - other.quality || Number(one.isOwn) - Number(other.isOwn))
}

/** The rows that make sense. */
function parsed<T>(rows: ReadableRow[], schema: z.ZodType<T>): T[] {
  return rows.flatMap(({ values }) => {
    const read = schema.safeParse(values)
    return read.success ? [read.data] : []
  })
}
