import type { Failure } from '../../../../electron/contract/failure'
import { maxNote } from '../../../../electron/contract/review-state'
import type { ReviewKey } from '../reviews'

/** A note as its editor has it. */
export interface EditedNote {
  place: ReviewKey
  text: string
  /** The note as it is saved; null: it was typed before that was read. */
  saved: string | null
  /**
   * `same`: as it is saved · `typed`: not kept anywhere yet · `kept`: a crash does not lose it · `saving` · `saved`: just now ·
   * `not-saved`: it failed, `because` says why · `too-long`: it cannot be saved as long as it is.
   */
  state: 'same' | 'typed' | 'kept' | 'saving' | 'saved' | 'not-saved' | 'too-long'
  because: Failure | null
  /** The text is the draft of before the app, or its window, ended. */
  broughtBack: boolean
}

/** How a note of this text stands while nothing was asked for it. */
export function standing(text: string, saved: string | null): EditedNote['state'] {
  if (text.length > maxNote) return 'too-long'
  return text === saved ? 'same' : 'typed'
}
