import { isAscii } from '../texts/characters'

/**
 * What rules that compare products need to know of each, by the product's key, in typed arrays. Texts stand as 64 bits of a
 * hash, two numbers each; 0 and 0: there is none. 46 bytes a product.
 */
export interface Columns {
  /** The highest key. */
  readonly highest: number
  /** 1: the product is listed. */
  readonly listed: Uint8Array<ArrayBuffer>
  /** NaN: unknown. */
  readonly price: Float64Array<ArrayBuffer>
  readonly name: Uint32Array<ArrayBuffer>
  readonly description: Uint32Array<ArrayBuffer>
  readonly address: Uint32Array<ArrayBuffer>
  /** Four numbers a product: what its name ends and begins with (surroundings.ts); 0: nothing. */
  readonly heads: Uint32Array<ArrayBuffer>
}

/** What tells pictures apart, by the product's key: two numbers each, the upper and the lower half; 0 and 0: it is not known. */
export interface PictureHashes {
  readonly content: Uint32Array<ArrayBuffer>
  readonly look: Uint32Array<ArrayBuffer>
}

/** What is known of pictures, by the product's key. 22 bytes a product. */
export interface PictureColumns extends PictureHashes {
  /** Values of `pictureStates`. */
  readonly state: Uint8Array<ArrayBuffer>
  /** Pixels; what has more than fit counts as the most. */
  readonly width: Uint16Array<ArrayBuffer>
  readonly height: Uint16Array<ArrayBuffer>
  /** The number that the catalog keeps for why it is broken. */
  readonly broken: Uint8Array<ArrayBuffer>
}

export const pictureStates = { unknown: 0, shown: 1, broken: 2 }
/** Numbers of `Columns.heads` a product. */
export const headsEach = 4

/** Room for the products up to a key. */
export function makeColumns(highest: number): Columns {
  const length = highest + 1
  return {
    highest,
    listed: new Uint8Array(length),
    price: new Float64Array(length).fill(NaN),
    name: new Uint32Array(2 * length),
    description: new Uint32Array(2 * length),
    address: new Uint32Array(2 * length),
    heads: new Uint32Array(headsEach * length)
  }
}

export function makePictureHashes(highest: number): PictureHashes {
  return { content: new Uint32Array(2 * (highest + 1)), look: new Uint32Array(2 * (highest + 1)) }
}

export function makePictureColumns(highest: number): PictureColumns {
  const length = highest + 1
  return {
    ...makePictureHashes(highest),
    state: new Uint8Array(length),
    width: new Uint16Array(length),
    height: new Uint16Array(length),
    broken: new Uint8Array(length)
  }
}

/**
 * Puts 64 bits that stand for a text at a product's place: never 0 and 0, unless the text is empty. Two texts of a million share
 * them once in tens of millions of catalogs. Two rows of multiplications as in cyrb53 (bryc, public domain), which take two
 * UTF-16 units at once.
 */
export function putHash(column: Uint32Array, key: number, text: string): void {
  const { length } = text
  if (length === 0) {
    column[2 * key] = column[2 * key + 1] = 0
    return
  }
  let above = 0xdeadbeef ^ length
  let below = 0x41c6ce57 ^ length
  for (let at = 0; at < length; at += 2) {
    const next = at + 1 < length ? text.charCodeAt(at + 1) : 0
    const pair = text.charCodeAt(at) | (next << 16)
    above = Math.imul(above ^ pair, 2654435761)
    // A product carries nothing down to its lower bits: they are stirred in.
    above ^= above >>> 15
    below = Math.imul(below ^ pair, 1597334677)
    below ^= below >>> 13
  }
  const mixed = Math.imul(above ^ (above >>> 16), 2246822507) ^ Math.imul(below ^ (below >>> 13), 3266489909)
  const other = Math.imul(below ^ (below >>> 16), 2246822507) ^ Math.imul(mixed ^ (mixed >>> 13), 3266489909)
  column[2 * key] = mixed
  column[2 * key + 1] = mixed === 0 && other === 0 ? 1 : other
}

/** 32 bits that stand for a word, or two; never 0. */
export function hashWords(first: string, second: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < first.length; at++) hash = Math.imul(hash ^ first.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ 0x20, 0x01000193)
  for (let at = 0; at < second.length; at++) hash = Math.imul(hash ^ second.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507)
  return (hash ^ (hash >>> 13)) >>> 0 || 1
}

const unseen = /\p{Cf}/gu

const doubled = /\s\s|[\t-\r]/
const spaces = /\s+/gu

/** A name without what makes no other name of it: case, width, spaces but one between words, signs that nobody sees. */
export function comparable(name: string): string {
  const seen = isAscii(name) ? name : name.normalize('NFKC').replace(unseen, '')
  const small = seen.toLowerCase().trim()
  return doubled.test(small) ? small.replace(spaces, ' ') : small
}
