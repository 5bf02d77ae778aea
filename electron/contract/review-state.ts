/** What a person decides of a product. Nothing was decided of an unreviewed one, though it may have a note. */
export const reviewMarks = ['unreviewed', 'approved', 'needs-work', 'ignored'] as const
export type ReviewMark = (typeof reviewMarks)[number]
/** A mark that says something of a product. */
export type DecidedMark = Exclude<ReviewMark, 'unreviewed'>

/**
 * A mark as lists tell of it. `changed`: it was approved, and is no longer what was seen then. `awaiting-you`, `awaiting-others`: fewer
 * people have approved what it is than the team needs; this person has not looked at it yet, or has.
 */
export const reviewStates = [
  'unreviewed',
  'awaiting-you',
  'awaiting-others',
  'approved',
  'changed',
  'needs-work',
  'ignored'
] as const
export type ReviewState = (typeof reviewStates)[number]

/** What waits for a person: nothing was decided yet, colleagues approved what needs more of them, or the product is no longer what was approved. */
export const toDoStates: readonly ReviewState[] = ['unreviewed', 'awaiting-you', 'changed']

/** Why a product needs work, as every shop knows it; a shop's own reasons are in its own words. */
export const builtInReasons = ['picture', 'price', 'name', 'text', 'double', 'other'] as const
export type BuiltInReason = (typeof builtInReasons)[number]
/** The longest reason, in UTF-16 units, and how many of its own a shop may have. */
export const maxReason = 60
export const maxOwnReasons = 20
/** What rows show of a product that nobody decided on. */
export const unreviewed = {
  state: 'unreviewed',
  approvals: null,
  reason: null,
  note: '',
  reviewer: '',
  reviewedAt: null
} as const

/** What of a list is reviewed: all that waits, what is no longer what was approved, what has errors, what needs work, or every product. */
export const queueScopes = ['to-do', 're-review', 'errors', 'needs-work', 'all'] as const
export type QueueScope = (typeof queueScopes)[number]

/** The longest note, in UTF-16 units; a longer one is refused, never cut. */
export const maxNote = 20_000
/** Of a note, in lists: UTF-16 units. */
export const noteInLists = 200
/** Products that are marked by one call when they are named one by one. */
export const mostNamed = 1000
/** Products that a person takes at once of those that nobody has. */
export const mostClaimed = 500

/** What was typed before the note was read comes after it: neither is lost. */
export function joinedNote(read: string, typed: string): string {
  return read === '' || typed === '' ? read + typed : `${read}\n${typed}`
}

/** Whether a text has all lines of another, one after another. */
function holdsLines(text: string, part: string): boolean {
  return `\n${text}\n`.includes(`\n${part}\n`)
}

/** What a saved note says that the one does not on which a text was begun; `begunOn` null: it is not known which that was. */
export function saidSince(saved: string, begunOn: string | null): string {
  if (begunOn === saved) return ''
  if (begunOn === null || begunOn === '' || !holdsLines(saved, begunOn)) return saved
  return `\n${saved}\n`.replace(`\n${begunOn}\n`, '\n').replaceAll(/^\n+|\n+$/g, '')
}

/**
 * The note that keeps both a text that was typed and what somebody else has saved since it was begun, theirs first; by whole lines, so that
 * neither loses a word and nothing is said twice. May be longer than `maxNote`.
 */
export function keptBoth(saved: string, typed: string, begunOn: string | null): string {
  if (typed === begunOn) return saved
  const theirs = saidSince(saved, begunOn)
  if (theirs === '' || holdsLines(typed, theirs)) return typed
  if (typed !== '' && holdsLines(theirs, typed)) return theirs
  return joinedNote(theirs, typed)
}
