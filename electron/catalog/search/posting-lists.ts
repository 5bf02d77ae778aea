import { release } from '../../bytes/buffers'
import type { SearchedSegment } from '.'
import type { Segment } from './segment'

/** Where each line of a text begins, and where one after the last would; see `lines` of the word index. */
export function startsOf(lines: Buffer, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1)
  let line = 0
  for (let at = 0; at < lines.length && line <= count; at++) if (lines[at] === 0x0a) starts[line++] = at + 1
  return starts
}

/** The line that a place is on, at or after a line that is not after it: by doubling steps, then halving. */
export function lineAt(starts: Uint32Array, at: number, from: number): number {
  let step = 1
  while (from + step < starts.length && (starts[from + step] ?? 0) <= at) step *= 2
  let [low, high] = [from + (step >>> 1), Math.min(from + step, starts.length)]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle
  }
  return low
}

/** Writes a segment's lists of numbers one after the other: ascending, as distances (the first from -1) in varints. */
export interface ListWriter {
  /** The next number of the list; must be higher than the one before. */
  add(number: number): void
  /** Ends the list; whether anything is in it. An empty one is left out. */
  end(): boolean
  finish(): Pick<Segment, 'spans' | 'postings'>
}

/** Bytes of a list that is laid apart: the many short ones are then near each other, and read together. */
const long = 1024

/** `expected`: how many numbers there will be, about. */
export function createListWriter(expected: number): ListWriter {
  let bytes = new Uint8Array(Math.max(64, Math.ceil(expected * 1.25)))
  let length = 0
  let begin = 0
  let before = -1
  const ends: number[] = []
  return {
    add(number) {
      if (length + 5 > bytes.length) bytes = longer(bytes)
      let distance = number - before
      before = number
      for (; distance > 0x7f; distance >>>= 7) bytes[length++] = (distance & 0x7f) | 0x80
      bytes[length++] = distance
    },
    end() {
      const isFilled = length > begin
      if (isFilled) ends.push(length)
      begin = length
      before = -1
      return isFilled
    },
    finish() {
      const laidOut = layOut(bytes.subarray(0, length), ends)
      release(bytes)
      return laidOut
    }
  }
}

/** The short lists, then the long ones, with where each begins and ends. */
function layOut(
  bytes: Uint8Array<ArrayBuffer>,
  ends: readonly number[]
): Pick<Segment, 'spans' | 'postings'> {
  const postings = new Uint8Array(bytes.length)
  const spans = new Uint32Array(ends.length * 2)
  let length = 0
  for (const isTurnOfLong of [false, true]) {
    let begin = 0
    for (const [list, end] of ends.entries()) {
      if (end - begin > long === isTurnOfLong) {
        postings.set(bytes.subarray(begin, end), length)
        spans[list * 2] = length
        length += end - begin
        spans[list * 2 + 1] = length
      }
      begin = end
    }
  }
  return { spans, postings }
}

function longer(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.ceil(bytes.length * 1.5))
  larger.set(bytes)
  return larger
}

/** Texts as lines: each after a line feed, and one at the end, so that each can be found whole; UTF-8. */
export function lines(texts: readonly string[]): Buffer<ArrayBuffer> {
  return Buffer.from(`\n${texts.join('\n')}${texts.length > 0 ? '\n' : ''}`, 'utf8')
}

/** Writes texts one after the other as `lines` does, without holding them. */
export interface LineWriter {
  add(text: string): void
  finish(): Buffer<ArrayBuffer>
}

export function createLineWriter(): LineWriter {
  let bytes = Buffer.alloc(1 << 16)
  let length = bytes.write('\n')
  return {
    add(text) {
      // A UTF-16 unit takes three bytes at most.
      while (length + text.length * 3 + 1 > bytes.length) {
        const longer = Buffer.alloc(bytes.length * 2)
        longer.set(bytes.subarray(0, length))
        bytes = longer
      }
      length += bytes.write(text, length)
      bytes[length++] = 0x0a
    },
    finish: () => bytes.subarray(0, length)
  }
}

/** Bytes of lines that are made texts of at a time. */
const atATime = 1 << 15

/** The texts of lines that `lines` made, a few at a time. */
export function* textsIn(buffer: Buffer): Generator<string, void> {
  for (let at = 1; at < buffer.length;) {
    const far = buffer.lastIndexOf(0x0a, at + atATime)
    const end = far >= at ? far : buffer.indexOf(0x0a, at)
    yield* buffer.toString('utf8', at, end).split('\n')
    at = end + 1
  }
}

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
