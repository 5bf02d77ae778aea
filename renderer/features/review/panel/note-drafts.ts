import type { Failure } from '../../../../electron/contract/failure'
import { keptBoth, maxNote, saidSince } from '../../../../electron/contract/review-state'
import { call } from '../../../bridge'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { failureMessage } from '../../../shared/i18n/failure-messages'
import type { ReviewKey } from '../reviews'

/** A note as its editor has it. */
export interface EditedNote {
  place: ReviewKey
  text: string
  /** The note as it is saved; null: it was typed before that was read. */
  saved: string | null
  /** Who wrote that; '' where it is oneself, or not known. */
  savedBy: string
  /** The note as it was saved when the text was begun; null: not known. Another one was saved by somebody else since. */
  begunOn: string | null
  /**
   * `same`: as it is saved · `typed`: not kept anywhere yet · `kept`: a crash does not lose it · `saving` · `saved`: just now ·
   * `not-saved`: it failed, `because` says why · `too-long`: it cannot be saved as long as it is.
   */
  state: 'same' | 'typed' | 'kept' | 'saving' | 'saved' | 'not-saved' | 'too-long'
  because: Failure | null
  /** The text is the draft of before the app, or its window, ended. */
  broughtBack: boolean
  /** It was saved together with what somebody else had saved meanwhile. */
  isJoined: boolean
}

type TypedText = Pick<EditedNote, 'text' | 'saved' | 'begunOn'>

/** What is saved for a text: what somebody else has saved since it was begun is kept before it. */
export function toSave({ text, saved, begunOn }: TypedText): string {
  return saved === null ? text : keptBoth(saved, text, begunOn)
}

/** How a note of this text stands while nothing was asked for it. */
export function standing(note: TypedText): EditedNote['state'] {
  if (toSave(note).length > maxNote) return 'too-long'
  return note.text === note.saved ? 'same' : 'typed'
}

/** From here on it is told how long a note is, in UTF-16 units. */
const nearlyFull = 18_000

/** How a note stands, as its editor says it: nothing is called saved before it is. */
interface NoteMessage {
  /** '' when there is nothing to say. */
  title: string
  /** Why, and what to do; '' when there is nothing to add. */
  text: string
  isWarning: boolean
}

const plain = (title: string): NoteMessage => ({ title, text: '', isWarning: false })

/** Of a note that is quoted: characters. */
const mostQuoted = 120

/** Somebody else has saved something since the text was begun: what, and that it is kept; '' where it is not so. */
function meanwhile(note: EditedNote): string {
  if (note.saved === null || toSave(note) === note.text) return ''
  const said = saidSince(note.saved, note.begunOn).replaceAll(/\s+/g, ' ').trim()
  if (said === '') return ''
  // No letter is cut in two, whatever it is put together of.
  const letters = [...new Intl.Segmenter().segment(said.slice(0, 8 * mostQuoted))]
  const end = letters[mostQuoted]?.index
  const quoted = end === undefined ? said : `${said.slice(0, end)}…`
  return note.savedBy === ''
    ? t('review.note.otherNow', { note: quoted })
    : t('review.note.meanwhile', { name: note.savedBy, note: quoted })
}

/** With what somebody else has saved meanwhile, which is to be noticed. */
function withMeanwhile(title: string, note: EditedNote): NoteMessage {
  const text = meanwhile(note)
  return { title, text, isWarning: text !== '' }
}

/** How a note stands, in words. */
export function noteMessage(note: EditedNote, locale: string | null): NoteMessage {
  switch (note.state) {
    case 'same':
      return plain('')
    case 'typed':
      return withMeanwhile(t('review.note.typed'), note)
    case 'kept':
      return withMeanwhile(note.broughtBack ? t('review.note.broughtBack') : t('review.note.kept'), note)
    case 'saving':
      return plain(t('review.note.saving'))
    case 'saved':
      return plain(note.isJoined ? t('review.note.savedBoth') : t('review.note.saved'))
    case 'too-long': {
      const over = toSave(note).length - maxNote
      const tooLong = t('review.note.tooLong', { number: formatCount(over, locale) }, over)
      const text = [meanwhile(note), tooLong].filter((part) => part !== '').join(' ')
      return { title: t('review.note.notSaved'), text, isWarning: true }
    }
    case 'not-saved': {
      const because = note.because ? failureMessage(note.because) : null
      const parts = [because?.title ?? '', because?.advice ?? '', meanwhile(note)]
      const text = parts.filter((part) => part !== '').join(' ')
      return { title: t('review.note.notSaved'), text, isWarning: true }
    }
  }
}

/** `18,400 of 20,000 characters`, once it matters; '' before. */
export function lengthLabel({ text }: EditedNote, locale: string | null): string {
  if (text.length < nearlyFull) return ''
  const number = formatCount(text.length, locale)
  return t('review.note.length', { number, most: formatCount(maxNote, locale) })
}

/** What is typed is kept as a draft this long after the last letter, ms: a crash loses no more than that. */
const quiet = 400

/** Drafts of notes, each named by its key: what was typed and is not saved yet. */
interface NoteDrafts {
  /** A moment after the last letter. */
  keepSoon: (key: string) => void
  keep: (key: string) => Promise<void>
  /** Its note is saved as a whole, or gone. */
  callOff: (key: string) => void
  /**
   * Keeps at once what waits: the window may not come back. `isLast`: it does not, so that what was typed before its note was read
   * is kept as well.
   */
  flush: (isLast?: boolean) => void
}

/** @param change tells of a note how its draft stands */
export function createNoteDrafts(
  find: (key: string) => EditedNote | undefined,
  change: (key: string, changes: Partial<EditedNote>) => void
): NoteDrafts {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  function callOff(key: string): void {
    clearTimeout(timers.get(key))
    timers.delete(key)
  }

  async function keep(key: string): Promise<void> {
    // Until the note is read there may be another draft of it: it waits.
    if (isUnread(key)) return
    callOff(key)
    const note = find(key)
    if (!note || note.text.length > maxNote) return
    const draft = note.text === note.saved ? null : note.text
    const answer = await call('reviews:draft', { ...note.place, draft, begunOn: note.begunOn })
    const now = find(key)
    // It was typed on, or is being saved: that tells how it stands.
    if (now?.text !== note.text || (now.state !== 'typed' && now.state !== 'not-saved')) return
    if (!answer.ok) change(key, { state: 'not-saved', because: answer.failure })
    else if (draft === null) change(key, { state: 'same', begunOn: note.saved, because: null })
    else change(key, { state: 'kept', because: null })
  }

  const isUnread = (key: string): boolean => find(key)?.saved === null

  /** The main process knows what comes before it. Only for the last time: read afterwards, it would come after itself. */
  async function keepUnread(key: string): Promise<void> {
    callOff(key)
    const note = find(key)
    if (!note || note.text === '' || note.text.length > maxNote) return
    await call('reviews:draft', { ...note.place, draft: note.text, joins: true })
  }

  return {
    keepSoon(key) {
      clearTimeout(timers.get(key))
      timers.set(
        key,
        setTimeout(() => void keep(key), quiet)
      )
    },
    keep,
    callOff,
    flush: (isLast = false) =>
      [...timers.keys()].forEach((key) => void (isLast && isUnread(key) ? keepUnread(key) : keep(key)))
  }
}
