import { maxNote } from '../../../../electron/contract/review-state'
import { call } from '../../../bridge'
import type { EditedNote } from './edited-note'

/** What is typed is kept as a draft this long after the last letter, ms: a crash loses no more than that. */
const quiet = 400

/** Drafts of notes, each named by its key: what was typed and is not saved yet. */
export interface NoteDrafts {
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
    const answer = await call('reviews:draft', { ...note.place, draft })
    const now = find(key)
    // It was typed on, or is being saved: that tells how it stands.
    if (now?.text !== note.text || (now.state !== 'typed' && now.state !== 'not-saved')) return
    if (!answer.ok) change(key, { state: 'not-saved', because: answer.failure })
    else change(key, { state: draft === null ? 'same' : 'kept', because: null })
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
