import type { SearchedSegment } from './index'

export type OnWord = (word: number, field: number, isPrefix: boolean, isWhole: boolean) => void

/** Tells the words of a segment's field that begin with the term: they follow each other. */
export function eachWordFrom(
  { words, wordStarts }: SearchedSegment,
  field: string,
  term: string,
  onWord: OnWord
): void {
  const count = wordStarts.length - 1
  const textOf = (word: number): string =>
    words.toString('utf8', wordStarts[word], (wordStarts[word + 1] ?? 0) - 1)
  const wanted = field + term
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (textOf(middle) < wanted) low = middle + 1
    else high = middle
  }
  for (let word = low; word < count; word++) {
    const text = textOf(word)
    if (!text.startsWith(wanted)) break
    onWord(word, field.charCodeAt(0), true, text.length === wanted.length)
  }
}

/** The numbers of a word's list, ascending. */
export function numbersOf(segment: SearchedSegment, word: number): Uint32Array {
  const bytes = listOf(segment, word)
  const numbers = new Uint32Array(bytes.length)
  let [count, number] = [0, -1]
  for (let at = 0; at < bytes.length; at++) {
    let byte = bytes[at] ?? 0
    let distance = byte & 0x7f
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[++at] ?? 0
      distance |= (byte & 0x7f) << shift
    }
    number += distance
    numbers[count++] = number
  }
  return numbers.subarray(0, count)
}

/** The bytes of a word's list. */
export function listOf({ spans, lists }: SearchedSegment, word: number): Uint8Array {
  return lists(spans[word * 2] ?? 0, spans[word * 2 + 1] ?? 0)
}
