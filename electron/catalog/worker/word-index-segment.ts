import { fold, isUnspaced, maxWord, wordsOf } from '../../contract/fold'
import { createCollector, type Collector } from './word-index-collector'
import { lines } from './word-index-lists'

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
  /** For each word the numbers of the products that have it. */
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

/** Each two characters that follow each other, and the last alone, so that each character begins one of them. */
export function pairsOf(word: string): string[] {
  const characters = Array.from(word)
  return characters.map((character, at) => character + (characters[at + 1] ?? ''))
}

/** The index's words of a folded text: words, and pairs of characters where there are no spaces. */
export function indexedWords(folded: string): string[] {
  return wordsOf(folded).flatMap((word) => (isUnspaced(word) ? pairsOf(word) : word))
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
      addWords(collector, fold(name), number, codes.first, codes.name)
      if (description === null) return
      addWords(collector, fold(description), number, codes.description, codes.description)
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

function addWords(collector: Collector, folded: string, number: number, first: number, others: number): void {
  let field = first
  for (let at = 0; at < folded.length; at++) {
    const start = at
    let kind = kinds[folded.charCodeAt(at)] ?? 2
    while (kind === 1 && ++at < folded.length) kind = kinds[folded.charCodeAt(at)] ?? 2
    if (kind === 2) {
      addOtherWords(collector, folded.slice(start), number, field, others)
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
  first: number,
  others: number
): void {
  let field = first
  for (const word of indexedWords(folded)) {
    collector.add(field, word, 0, word.length, number)
    field = others
  }
}
