import { fail, ok, type Result } from '../contract/failure'
import {
  unreadableReasons,
  type PageOddity,
  type ProductFlag,
  type SetAsideReason
} from '../contract/product'
import { cleanText, itemLimits, parseJson, setAsideText } from './parse-item'
import type { StorePage, StoreProduct, UnreadableItem } from './types'

/** What a published catalog says of the store's list as a whole. */
export interface ListFacts {
  /** Entries of the list. */
  entries: number
  /** As the store says; null: it does not. */
  total: number | null
  /** Most items that the store puts on a page; null: unknown. */
  pageCap: number | null
  form: 'full' | 'short'
  oddities: PageOddity[]
}

/** An unreadable item, wherever it stands. */
type Unreadable = Omit<UnreadableItem, 'place'>

/** One entry of the store's list as a line of JSON: the same for the same content. */
export function entryLine(entry: StoreProduct | Unreadable): string {
  if ('reason' in entry) return JSON.stringify([entry.reason, entry.id, entry.name])
  const { id, name, price, description, image, flags } = entry
  return JSON.stringify([id, name, price, description, image, flags])
}

/** Reads what `entryLine` wrote, with the bounds that hold for a store's own answer. null: it is none. */
export function readEntry(value: unknown): StoreProduct | Unreadable | null {
  if (!Array.isArray(value)) return null
  if (value.length === 3) return readUnreadable(value)
  if (value.length !== 6) return null
  const [id, name, price, description, image, flags]: unknown[] = value
  if (!isText(id, itemLimits.id) || id.trim() === '' || !isText(name, itemLimits.name)) return null
  if (price !== null && !(typeof price === 'number' && Number.isFinite(price))) return null
  if (description !== null && !isText(description, itemLimits.description)) return null
  if (image !== null && !isText(image, itemLimits.image)) return null
  if (!Array.isArray(flags) || flags.length > knownFlags.size || !flags.every(isFlag)) return null
  // JSON has a zero with a sign, which is another number to a comparison.
  return { id, name, price: price === 0 ? 0 : price, description, image, flags }
}

function readUnreadable([reason, id, name]: unknown[]): Unreadable | null {
  if (!isReason(reason) || !isText(id, setAsideText) || !isText(name, setAsideText)) return null
  return { reason, id, name }
}

/** Whether it is as an answer of the store's is made before it is kept. */
function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && cleanText(value, max).text === value
}

function isReason(value: unknown): value is SetAsideReason {
  return unreadableReasons.some((reason) => reason === value)
}

const flags: Record<ProductFlag, true> = {
  'price-unknown': true,
  'price-negative': true,
  'price-was-text': true,
  'id-was-number': true,
  'name-missing': true,
  'name-shortened': true,
  'description-shortened': true,
  'characters-replaced': true,
  'duplicate-id': true
}
const knownFlags = new Set<unknown>(Object.keys(flags))

function isFlag(value: unknown): value is ProductFlag {
  return knownFlags.has(value)
}

/**
 * Reads a page of a published list: a JSON array of what `entryLine` writes. Fails with `answer-unknown-form` where it is none.
 *
 * @param page 1-based
 */
export function readPublishedPage(
  bytes: Uint8Array,
  page: number,
  limit: number,
  { entries, total, oddities }: ListFacts
): Result<StorePage> {
  const json = parseJson(bytes)
  const values: unknown[] | null = typeof json === 'object' && Array.isArray(json.value) ? json.value : null
  if (values === null || values.length > limit) return unknownForm('a page')
  const items: StoreProduct[] = []
  const setAside: UnreadableItem[] = []
  for (const [index, value] of values.entries()) {
    const entry = readEntry(value)
    if (entry === null) return unknownForm('an entry')
    if ('reason' in entry) setAside.push({ ...entry, place: index + 1 })
    else items.push(entry)
  }
  const totalPages = Math.ceil(entries / limit)
  // Descriptions and pictures are all there, also where the store gives none in its list.
  const form = 'full'
  return ok({ form, page, limit, pageSize: limit, items, setAside, totalItems: total, totalPages, oddities })
}

function unknownForm(what: string): Result<never> {
  return fail('answer-unknown-form', { reason: `${what} of the published catalog is none` })
}
