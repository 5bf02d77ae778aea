import type { ProductFlag, SetAsideReason } from '../contract/product'
import type { StoreProduct, UnreadableItem } from './types'

/** Longest texts that are kept, in UTF-16 units: far above any real product, small enough for a page of 1,000. */
export const itemLimits = { id: 512, name: 2000, description: 20_000, image: 8192 }
/** What is shown of an item that was set aside. */
export const setAsideText = 200

type ReadItem = { product: StoreProduct } | { setAside: UnreadableItem }

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

/** A text from the store, made safe to keep, with what had to be done to it. */
interface CleanText {
  text: string
  /** A NUL was taken out or half a surrogate pair became U+FFFD. */
  replaced: boolean
  shortened: boolean
}

/**
 * Bounds a text to `max` UTF-16 units, never splitting a character, and replaces what cannot be stored or
 * encoded: NUL, lone surrogates. Markup, bidi and zero-width characters stay; the renderer isolates them.
 */
export function cleanText(raw: string, max: number): CleanText {
  // Nearly every text is as it should be: finding that out costs a fraction of putting it right.
  if (raw.length <= max && !raw.includes('\0') && raw.isWellFormed()) {
    return { text: raw, replaced: false, shortened: false }
  }
  const shortened = raw.length > max
  const cut = shortened ? raw.slice(0, splitsPair(raw, max) ? max - 1 : max) : raw
  const text = cut.replaceAll('\0', '').toWellFormed()
  return { text, replaced: text !== cut, shortened }
}

function splitsPair(text: string, at: number): boolean {
  return isBetween(text.charCodeAt(at - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(at), 0xdc00, 0xdfff)
}

function isBetween(value: number, low: number, high: number): boolean {
  return value >= low && value <= high
}

/** Nesting deeper than this is not a list of products (the real depth is 4). */
const maxDepth = 64
/** Objects and arrays in one answer; 1,000 items need about a thousand. */
const maxContainers = 500_000

/** Bytes of an answer that cannot hold more than `maxContainers`: the smallest take two. */
const surelySimple = 2 * maxContainers

/**
 * Parses UTF-8 JSON, a byte-order mark allowed. `'too-complex'` when it would cost far more memory than its bytes suggest
 * (fault 43): ten million empty arrays fit into 20 MB. An answer too small for that is parsed first and looked at afterwards,
 * which takes half as long.
 */
export function parseJson(bytes: Uint8Array): { value: unknown } | 'not-json' | 'too-complex' {
  const isSmall = bytes.byteLength <= surelySimple
  if (!isSmall && isTooComplex(bytes)) return 'too-complex'
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isSmall && isDeeperThan(value, maxDepth) ? 'too-complex' : { value }
  } catch {
    return isSmall && isTooComplex(bytes) ? 'too-complex' : 'not-json'
  }
}

/** Whether arrays and objects are nested in more levels than these. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (!isContainer(value)) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((part) => isDeeperThan(part, levels - 1))
  // Without a list of its parts, and without a call for each: this is done for every product of a sync.
  for (const name in value) {
    if (typeof value[name] === 'object' && isDeeperThan(value[name], levels - 1)) return true
  }
  return false
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const quote = 0x22
const backslash = 0x5c
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d

/** Looks at bytes only, so that nothing is built for an answer that is going to be refused. */
function isTooComplex(bytes: Uint8Array): boolean {
  let depth = 0
  let containers = 0
  let inText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (inText) {
      if (byte === backslash) at++
      else if (byte === quote) inText = false
    } else if (byte === quote) {
      inText = true
    } else if (isOpening(byte)) {
      depth++
      containers++
      if (depth > maxDepth || containers > maxContainers) return true
    } else if (isClosing(byte)) {
      depth--
    }
  }
  return false
}
