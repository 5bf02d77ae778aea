import type { ProductFlag, SetAsideReason } from '../contract/product'
import { cleanText } from './text'
import type { StoreProduct, UnreadableItem } from './types'

/** Longest texts that are kept, in UTF-16 units: far above any real product, small enough for a page of 1,000. */
export const itemLimits = { id: 512, name: 2000, description: 20_000, image: 8192 }
/** What is shown of an item that was set aside. */
const setAsideText = 200

export type ReadItem = { product: StoreProduct } | { setAside: UnreadableItem }

/**
 * One entry of `items`: a product with flags, or set aside with the reason. Without an id that can be trusted
 * there is no product; anything else that is missing or wrong is left empty and flagged.
 */
export function readItem(entry: unknown, place: number): ReadItem {
  if (!isObject(entry)) return { setAside: { place, reason: 'not-an-object', id: '', name: '' } }
  const { id, name, price, description, image } = entry
  const flags = new Flags()
  const readable = readId(id, flags)
  if ('reason' in readable) {
    const reason = readable.reason
    return { setAside: { place, reason, id: glimpse(id), name: glimpse(name) } }
  }
  return {
    product: {
      id: readable.id,
      name: readName(name, flags),
      price: readPrice(price, flags),
      description: readDescription(description, flags),
      image: readImage(image),
      flags: flags.all
    }
  }
}

/** A schema would do the same at three times the cost, which a sync pays a million times. */
function isObject(entry: unknown): entry is Record<string, unknown> {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry)
}

/** Mostly empty: a set for each item would cost more than all else that is done with it. */
class Flags {
  readonly all: ProductFlag[] = []

  add(flag: ProductFlag): void {
    if (!this.all.includes(flag)) this.all.push(flag)
  }
}

function readId(raw: unknown, flags: Flags): { id: string } | { reason: SetAsideReason } {
  if (raw === undefined || raw === null) return { reason: 'id-missing' }
  if (typeof raw === 'number') {
    // Above 2^53 JSON has already rounded it: two products would become one.
    if (!Number.isSafeInteger(raw)) return { reason: 'id-unsafe-number' }
    flags.add('id-was-number')
    return { id: String(raw) }
  }
  if (typeof raw !== 'string') return { reason: 'id-wrong-type' }
  const { text, replaced, shortened } = cleanText(raw, itemLimits.id)
  if (shortened) return { reason: 'id-too-long' }
  if (text.trim() === '') return { reason: 'id-empty' }
  if (replaced) flags.add('characters-replaced')
  return { id: text }
}

function readName(raw: unknown, flags: Flags): string {
  const name = typeof raw === 'number' && Number.isFinite(raw) ? String(raw) : raw
  if (typeof name !== 'string' || name.trim() === '') {
    flags.add('name-missing')
    return ''
  }
  const { text, replaced, shortened } = cleanText(name, itemLimits.name)
  if (replaced) flags.add('characters-replaced')
  if (shortened) flags.add('name-shortened')
  return text
}

/** Only a finite number is a price: a text's decimal sign and currency cannot be known. */
function readPrice(raw: unknown, flags: Flags): number | null {
  if (typeof raw === 'number' && Number.isFinite(raw)) {
    if (raw < 0) flags.add('price-negative')
    return raw === 0 ? 0 : raw
  }
  if (typeof raw === 'string' && raw.trim() !== '') flags.add('price-was-text')
  flags.add('price-unknown')
  return null
}

function readDescription(raw: unknown, flags: Flags): string | null {
  if (typeof raw !== 'string' || raw.trim() === '') return null
  const { text, replaced, shortened } = cleanText(raw, itemLimits.description)
  if (replaced) flags.add('characters-replaced')
  if (shortened) flags.add('description-shortened')
  return text
}

/** An address that is too long is none: its first part would be another picture. */
function readImage(raw: unknown): string | null {
  const address = typeof raw === 'string' ? raw.trim() : ''
  return address === '' || address.length > itemLimits.image ? null : address.toWellFormed()
}

function glimpse(raw: unknown): string {
  if (typeof raw === 'number') return String(raw)
  return typeof raw === 'string' ? cleanText(raw, setAsideText).text : ''
}
