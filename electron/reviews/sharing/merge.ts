import type { ReviewMark } from '../../contract/review-state'
import type { FingerprintedContent } from '../../catalog/content-fingerprint'

/** A mark as it is shared. */
export interface SharedMark {
  mark: ReviewMark
  /** ms since 1970. */
  at: number
  by: string
  /** What was approved (`fingerprintOf`), and what that looked like; null: not approved, or not known. */
  seen: string | null
  content: FingerprintedContent | null
  /** ms since 1970: when what came on top of it was taken back, so that it holds again; null: nothing was. */
  putBackAt: number | null
  /** Why it needs work; null: no reason, or not known, as in what went through an older version. */
  reason: string | null
}

/** A text that somebody wrote. Its id stands for this writing of it, wherever it is. */
export interface NoteText {
  id: string
  at: number
  by: string
  note: string
}

/** What a note is put together of, and the ids of texts that others took the place of: these never come back. */
export interface SharedNote {
  texts: NoteText[]
  replaced: string[]
}

/** A product's review as it is shared. */
export interface SharedReview {
  /** null: it never had one. */
  mark: SharedMark | null
  note: SharedNote
}

/**
 * The review that two people have together: the mark that was decided, or put back, last, and of notes all that neither knows to be replaced. In which order,
 * how often and in which groups reviews are merged makes no difference to what comes out.
 */
export function mergeReviews(one: SharedReview, other: SharedReview): SharedReview {
  return { mark: newestMark(one.mark, other.mark), note: mergeNotes(one.note, other.note) }
}

/**
 * Negative: the first mark was decided, or put back, before the other. Equally new ones are decided by what they say, so that everybody decides
 * alike.
 */
export function compareMarks(one: SharedMark, other: SharedMark): number {
  return decidedAt(one) - decidedAt(other) || compareTexts(orderOf(one), orderOf(other))
}

function newestMark(one: SharedMark | null, other: SharedMark | null): SharedMark | null {
  if (one === null || other === null) return one ?? other
  const order = compareMarks(one, other)
  const newest = order >= 0 ? one : other
  const older = order >= 0 ? other : one
  // The same decision, of which perhaps only one knows what it was of.
  if (order !== 0) return newest
  return {
    ...newest,
    content: chosen(newest.content, older.content),
    reason: chosen(newest.reason, older.reason)
  }
}

/** What is known of one decision, by two who may know it differently; the one that everybody chooses. */
function chosen<T extends FingerprintedContent | string>(one: T | null, other: T | null): T | null {
  if (one === null || other === null) return one ?? other
  return compareTexts(JSON.stringify(one), JSON.stringify(other)) <= 0 ? one : other
}

function orderOf({ by, mark, seen, at, putBackAt }: SharedMark): string {
  return JSON.stringify([by, mark, seen, at, putBackAt])
}

/** ms since 1970: when it was decided that the mark holds. */
export function decidedAt({ at, putBackAt }: SharedMark): number {
  return putBackAt ?? at
}

/** Whether both are of one decision, of which one may know more; when it was put back does not matter. */
export function isSameMark(one: SharedMark, other: SharedMark): boolean {
  return one.mark === other.mark && one.by === other.by && one.at === other.at && one.seen === other.seen
}

function mergeNotes(one: SharedNote, other: SharedNote): SharedNote {
  const replaced = new Set([...one.replaced, ...other.replaced])
  const texts = new Map<string, NoteText>()
  for (const text of [...one.texts, ...other.texts].sort(inOrder)) {
    if (!replaced.has(text.id) && !texts.has(text.id)) texts.set(text.id, text)
  }
  return { texts: [...texts.values()], replaced: [...replaced].sort(compareTexts) }
}

/** The oldest first; the rest decides alike everywhere, also between texts that wrongly have one id. */
function inOrder(one: NoteText, other: NoteText): number {
  return one.at - other.at || compareTexts(textOrder(one), textOrder(other))
}

function textOrder({ id, by, note }: NoteText): string {
  return JSON.stringify([id, by, note])
}

/** By code units: the same everywhere, unlike the order of a language. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** The note as people read it: each text once, the oldest first. */
export function noteOf({ texts }: SharedNote): string {
  return [...new Set(texts.map(({ note }) => note))].join('\n\n')
}
