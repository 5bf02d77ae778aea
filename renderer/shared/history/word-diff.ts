import { diffArrays } from 'diff'

/** A stretch of two texts that are compared. `skipped`: text that both have, left out. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added' | 'skipped'
  /** '' where it is left out. */
  text: string
}

/**
 * Changes of words beyond which two texts are told as one replaced by the other: what they still share by chance says
 * nothing to a reader, and to find it takes time that grows with the square of this.
 */
const mostEdits = 400

/** Words as languages have them: Chinese, Japanese and Thai write no spaces between theirs. */
const words = new Intl.Segmenter(undefined, { granularity: 'word' })

function tokensOf(text: string): string[] {
  return Array.from(words.segment(text), ({ segment }) => segment)
}

function sharedStart(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length)
  let count = 0
  while (count < most && one[count] === other[count]) count++
  return count
}

function sharedEnd(one: readonly string[], other: readonly string[], after: number): number {
  const most = Math.min(one.length, other.length) - after
  let count = 0
  while (count < most && one[one.length - 1 - count] === other[other.length - 1 - count]) count++
  return count
}

function replaced(before: readonly string[], after: readonly string[]): DiffPart[] {
  return [
    { kind: 'removed', text: before.join('') },
    { kind: 'added', text: after.join('') }
  ]
}

function middle(before: readonly string[], after: readonly string[]): DiffPart[] {
  const changes = diffArrays([...before], [...after], { maxEditLength: mostEdits })
  if (changes === undefined) return replaced(before, after)
  return changes.map(({ added, removed, value }) => ({
    kind: removed ? 'removed' : added ? 'added' : 'same',
    text: value.join('')
  }))
}

/**
 * Takes a space or a comma between two changes as changed with them: "big red" → "small green" is one change to a reader.
 * Of each change what went comes first.
 */
function gathered(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = []
  let removed = ''
  let added = ''
  const flush = (): void => {
    if (removed !== '') result.push({ kind: 'removed', text: removed })
    if (added !== '') result.push({ kind: 'added', text: added })
    removed = added = ''
  }
  parts.forEach(({ kind, text }, index) => {
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else if (removed !== '' && added !== '' && index < parts.length - 1 && !/[\p{L}\p{N}]/u.test(text)) {
      removed += text
      added += text
    } else {
      flush()
      if (text !== '') result.push({ kind, text })
    }
  })
  flush()
  return result
}

/** What is different between two texts, word by word. The parts but `added` make up the one before, those but `removed` the one after. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const old = tokensOf(before)
  const now = tokensOf(after)
  const start = sharedStart(old, now)
  const end = sharedEnd(old, now, start)
  return gathered([
    { kind: 'same', text: old.slice(0, start).join('') },
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    { kind: 'same', text: old.slice(old.length - end).join('') }
  ])
}

/** Whether a text has at least half of its letters in common with another one: then its changes are told word by word. */
export function isMostlyShared(before: string, after: string): boolean {
  const shared = wordDiff(before, after).reduce(
    (sum, { kind, text }) => (kind === 'same' ? sum + text.length : sum),
    0
  )
  return 2 * shared >= Math.max(before.length, after.length)
}

/** Characters around a change, and at most of a change, that are shown of a long text. */
export interface Room {
  around: number
  mostOfChange: number
}

export const inText: Room = { around: 60, mostOfChange: 600 }
/** In one line, in which both what went and what came are to be seen. */
const leastInLine: Room = { around: 14, mostOfChange: 36 }

/**
 * How much of a text fits into a line of so many letters: what stays the same is shown around the changes alone, short changes whole, and the
 * longer ones share what is left.
 */
export function roomInLine(parts: readonly DiffPart[], letters: number): Room {
  const { around, mostOfChange: least } = leastInLine
  const same = parts.filter(({ kind }) => kind === 'same')
  const kept = same.reduce((sum, { text }) => sum + Math.min(text.length, 2 * around), 0)
  const lengths = parts.filter(({ kind }) => kind !== 'same').map(({ text }) => text.length)
  let left = letters - kept
  for (const [at, length] of lengths.toSorted((one, other) => one - other).entries()) {
    const share = Math.floor(left / (lengths.length - at))
    if (length > share) return { around, mostOfChange: Math.max(least, share) }
    left -= length
  }
  return { around, mostOfChange: Math.max(least, ...lengths) }
}

/** Whether what went or what came is longer than there is room for. */
export function isChangeCut(parts: readonly DiffPart[], { mostOfChange }: Room): boolean {
  return parts.some(({ kind, text }) => kind !== 'same' && text.length > mostOfChange)
}

const skipped: DiffPart = { kind: 'skipped', text: '' }

/** As much from the start of a text as fits, whole words if they are not too long. */
function head(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  return cut.replace(/(?<=\s)\S{0,20}$/u, '').replace(/[\uD800-\uDBFF]$/, '')
}

function tail(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(-length)
  return cut.replace(/^\S{0,20}(?=\s)/u, '').replace(/^[\uDC00-\uDFFF]/, '')
}

/** The parts without what lies far from any change, and without the rest of changes that are very long. */
export function shortened(parts: readonly DiffPart[], { around, mostOfChange }: Room = inText): DiffPart[] {
  return parts.flatMap((part, index): DiffPart[] => {
    const { kind, text } = part
    if (kind !== 'same') {
      return text.length <= mostOfChange ? [part] : [{ kind, text: head(text, mostOfChange) }, skipped]
    }
    const before = parts[index - 1]
    const isAfterCut = before !== undefined && before.kind !== 'same' && before.text.length > mostOfChange
    // After a change that ends in a gap, a full stop would stand alone.
    if (isAfterCut && !/[\p{L}\p{N}]/u.test(text)) return []
    const start = index === 0 ? '' : head(text, around)
    const end = index === parts.length - 1 ? '' : tail(text, around)
    // A few words are not worth a gap.
    if (text.length <= start.length + end.length + 20) return [part]
    const ends: DiffPart[] = [{ kind, text: start }, skipped, { kind, text: end }]
    return ends.filter((each) => each.kind === 'skipped' || each.text !== '')
  })
}
