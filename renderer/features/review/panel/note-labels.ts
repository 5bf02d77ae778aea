import { maxNote } from '../../../../electron/contract/review-state'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { failureMessage } from '../../../shared/i18n/failure-messages'
import type { EditedNote } from './edited-note'

/** From here on it is told how long a note is, in UTF-16 units. */
const nearlyFull = 18_000

/** How a note stands, as its editor says it: nothing is called saved before it is. */
export interface NoteMessage {
  /** '' when there is nothing to say. */
  title: string
  /** Why, and what to do; '' when there is nothing to add. */
  text: string
  isWarning: boolean
}

const plain = (title: string): NoteMessage => ({ title, text: '', isWarning: false })

/** How a note stands, in words. */
export function noteMessage(note: EditedNote, locale: string | null): NoteMessage {
  switch (note.state) {
    case 'same':
      return plain('')
    case 'typed':
      return plain(t('review.note.typed'))
    case 'kept':
      return plain(note.broughtBack ? t('review.note.broughtBack') : t('review.note.kept'))
    case 'saving':
      return plain(t('review.note.saving'))
    case 'saved':
      return plain(t('review.note.saved'))
    case 'too-long': {
      const over = note.text.length - maxNote
      const text = t('review.note.tooLong', { number: formatCount(over, locale) }, over)
      return { title: t('review.note.notSaved'), text, isWarning: true }
    }
    case 'not-saved': {
      const because = note.because ? failureMessage(note.because) : null
      const text = because ? `${because.title} ${because.advice}` : ''
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
