import { createLineWriter, createListWriter, textsIn, type ListWriter } from './list-codec'
import { placeBits, placed, type Segment } from './segment'

/**
 * One segment in place of several that follow each other, the oldest first. A product counts where it is latest; those that
 * `isElsewhere` says to be in a later segment still are left out.
 */
export function mergeSegments(
  segments: readonly Segment[],
  isElsewhere: (key: number) => boolean = () => false
): Segment {
  const numberings = renumber(segments, isElsewhere)
  const kept = segments.map(({ keys }, at) =>
    keys.filter((_, number) => (numberings[at]?.[number] ?? -1) >= 0)
  )
  const keys = Uint32Array.from(kept.flatMap((some) => Array.from(some)))
  const ids = createLineWriter()
  for (const [at, segment] of segments.entries()) {
    let number = 0
    for (const id of textsIn(segment.ids)) if ((numberings[at]?.[number++] ?? -1) >= 0) ids.add(id)
  }
  return { keys, ids: ids.finish(), ...mergeLists(segments, numberings) }
}

/** For each segment the new number of each product; -1 when a later segment has it. */
function renumber(segments: readonly Segment[], isElsewhere: (key: number) => boolean): Int32Array[] {
  const seen = new Set<number>()
  const numberings = segments.map(({ keys }) => new Int32Array(keys.length))
  for (let at = segments.length - 1; at >= 0; at--) {
    const keys = segments[at]?.keys ?? []
    keys.forEach((key, number) => {
      const numbering = numberings[at]
      if (numbering !== undefined) numbering[number] = seen.has(key) || isElsewhere(key) ? -1 : 0
    })
    for (const key of keys) seen.add(key)
  }
  let next = 0
  for (const numbering of numberings) {
    for (let number = 0; number < numbering.length; number++)
      if (numbering[number] === 0) numbering[number] = next++
  }
  return numberings
}

/** A segment's words, in order, as far as they were merged. */
interface Source {
  segment: Segment
  numbering: Int32Array
  /** The words after `text`, which is null behind the last; `word` is its number. */
  texts: Iterator<string, void>
  text: string | null
  word: number
}

function mergeLists(
  segments: readonly Segment[],
  numberings: readonly Int32Array[]
): Pick<Segment, 'words' | 'spans' | 'postings'> {
  const sources = segments.map((segment, at): Source => {
    const numbering = numberings[at] ?? new Int32Array(0)
    const texts = textsIn(segment.words)
    return { segment, numbering, texts, text: texts.next().value ?? null, word: 0 }
  })
  const words = createLineWriter()
  const writer = createListWriter(segments.reduce((sum, { postings }) => sum + postings.length, 0))
  for (let text = lowest(sources); text !== null; text = lowest(sources)) {
    for (const source of sources) {
      if (source.text !== text) continue
      copyList(source, writer, isPlaced(text) ? placeBits : 0)
      source.word++
      source.text = source.texts.next().value ?? null
    }
    if (writer.end()) words.add(text)
  }
  return { words: words.finish(), ...writer.finish() }
}

/** The first of the words that are still to be merged; null when none is left. */
function lowest(sources: readonly Source[]): string | null {
  let first: string | null = null
  for (const { text } of sources) if (text !== null && (first === null || text < first)) first = text
  return first
}

const isPlaced = (text: string): boolean =>
  text.startsWith(placed.name) || text.startsWith(placed.description)

/**
 * Writes the numbers of a source's word as they are now, without those that a later segment has. `bits`: how many of them, the
 * lowest, tell places.
 */
function copyList(
  { segment: { spans, postings }, word, numbering }: Source,
  writer: ListWriter,
  bits: number
): void {
  const places = (1 << bits) - 1
  let number = -1
  const end = spans[word * 2 + 1] ?? 0
  for (let at = spans[word * 2] ?? 0; at < end; at++) {
    let byte = postings[at] ?? 0
    let distance = byte & 0x7f
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = postings[++at] ?? 0
      distance |= (byte & 0x7f) << shift
    }
    number += distance
    const renumbered = numbering[number >>> bits] ?? -1
    if (renumbered >= 0) writer.add((renumbered << bits) | (number & places))
  }
}
