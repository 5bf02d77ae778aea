import { fold, isUnspaced, maxWord, wordsOf } from '../../contract/fold'
import { createCollector, type Collector } from './segment-collector'
import { lines } from './posting-lists'

/** A part of the word index, complete in itself. Products are numbered from 0 in it. */
export interface Segment {
  /** The products' keys, by their numbers. */
  keys: Uint32Array<ArrayBuffer>
  /** The products' folded ids in the same order, as lines. */
  ids: Buffer<ArrayBuffer>
  /** The words in order, as lines, each with its field before it. */
  words: Buffer<ArrayBuffer>
  /** Where each word's list begins and ends in `postings`. */
  spans: Uint32Array<ArrayBuffer>
  /** For each word the numbers of the products that have it; for each pair (`placed`) those of its places. */
  postings: Uint8Array<ArrayBuffer>
}

/** What is indexed of a product. */
export interface Worded {
  key: number
  id: string
  name: string
  description: string | null
}

/** Where a word stands, as it is written before the word: the first of the name, another of the name, the description. */
export const fields = { first: 'f', name: 'n', description: 'd' }
const codes = { first: 0x66, name: 0x6e, description: 0x64 }

/** What is written before a pair of characters of writing without spaces, written from version 5 of the file on; before, they were words. */
export const placed = { name: 'p', description: 'q' }
const placedCodes = { name: 0x70, description: 0x71 }
/** The list of a pair has numbers of places: that of the product, and in so many bits where in its text the pair begins. */
export const placeBits = 12
const mostPlaces = 1 << placeBits

/** Each two characters that follow each other, and the last alone, so that each character begins one of them. */
export function pairsOf(word: string): string[] {
  const characters = Array.from(word)
  return characters.map((character, at) => character + (characters[at + 1] ?? ''))
}

/** A folded id, on one line. */
export function foldId(id: string): string {
  return fold(id).replaceAll('\n', ' ').trim()
}

export interface SegmentBuilder {
  add: (product: Worded) => void
  finish: () => Segment
}

/** Makes a segment of some thousand products, one after the other. */
export function createSegmentBuilder(): SegmentBuilder {
  const collector = createCollector()
  const keys: number[] = []
  const ids: string[] = []
  return {
    add({ key, id, name, description }: Worded): void {
      const number = keys.push(key) - 1
      ids.push(foldId(id))
      addWords(collector, fold(name), number, inName)
      if (description === null) return
      addWords(collector, fold(description), number, inDescription)
    },
    finish: (): Segment => ({ keys: Uint32Array.from(keys), ids: lines(ids), ...collector.finish() })
  }
}

/** The segment of these products. */
export function buildSegment(products: Iterable<Worded>): Segment {
  const builder = createSegmentBuilder()
  for (const product of products) builder.add(product)
  return builder.finish()
}

/** Of most writings the words are told by a table, without making a string of each: 0 no word, 1 a word's unit, 2 look closer. */
const kinds = Uint8Array.from({ length: 0x2200 }, (_, unit) => {
  const [word] = wordsOf(String.fromCharCode(unit))
  return word === undefined ? 0 : isUnspaced(word) ? 2 : 1
})

/** What stands before the first word of a text, before the others, and before pairs. */
interface Codes {
  first: number
  others: number
  pairs: number
}

const inName: Codes = { first: codes.first, others: codes.name, pairs: placedCodes.name }
const inDescription: Codes = {
  first: codes.description,
  others: codes.description,
  pairs: placedCodes.description
}

function addWords(
  collector: Collector,
  folded: string,
  number: number,
  { first, others, pairs }: Codes
): void {
  let field = first
  for (let at = 0; at < folded.length; at++) {
    const start = at
    let kind = kinds[folded.charCodeAt(at)] ?? 2
    while (kind === 1 && ++at < folded.length) kind = kinds[folded.charCodeAt(at)] ?? 2
    if (kind === 2) {
      addOtherWords(collector, folded.slice(start), number, { first: field, others, pairs })
      return
    }
    if (at === start) continue
    collector.add(field, folded, start, Math.min(at, start + maxWord), number)
    field = others
  }
}

function addOtherWords(
  collector: Collector,
  folded: string,
  number: number,
  { first, others, pairs }: Codes
): void {
  const words = wordsOf(folded)
  // Where there are more places than can be told apart the pairs are words: searches then look into the text.
  const arePlaced = folded.length + words.length < mostPlaces
  let field = first
  let place = 0
  for (const word of words) {
    const parts = isUnspaced(word) ? pairsOf(word) : [word]
    for (const part of parts) {
      if (arePlaced && isUnspaced(word)) {
        collector.add(pairs, part, 0, part.length, number * mostPlaces + place++)
      } else collector.add(field, part, 0, part.length, number)
      field = others
    }
    // What stands after a gap does not follow.
    place++
  }
}
