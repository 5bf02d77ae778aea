import { describe, expect, it } from 'vitest'
import { fail } from '../../../../../../electron/contract/failure'
import { maxNote } from '../../../../../../electron/contract/review-state'
import {
  lengthLabel,
  noteMessage,
  type EditedNote
} from '../../../../../../renderer/features/review/panel/note-drafts'

const connectionId = 'shop'
const because = fail('storage-failed').failure

describe('a note', () => {
  const note = (changes: Partial<EditedNote>): EditedNote => ({
    place: { connectionId, productId: 'p-1' },
    text: 'Crop it',
    saved: '',
    savedBy: '',
    begunOn: '',
    state: 'typed',
    because: null,
    broughtBack: false,
    isJoined: false,
    ...changes
  })

  it('is called saved only when it is', () => {
    const titles = (['typed', 'kept', 'saving', 'saved'] as const).map(
      (state) => noteMessage(note({ state }), null).title
    )
    expect(titles).toEqual(['Not saved yet', 'Not saved yet, kept as a draft', 'Saving…', 'Saved'])
    expect(noteMessage(note({ state: 'kept', broughtBack: true }), null).title).toMatch(/^Recovered draft/)
  })

  it('fault 80: is called not saved, with why', () => {
    expect(noteMessage(note({ state: 'not-saved', because }), null)).toMatchObject({
      title: 'Not saved',
      isWarning: true
    })
    const long = note({ state: 'too-long', text: 'x'.repeat(maxNote + 2) })
    expect(noteMessage(long, null).text).toMatch(/^It is 2 characters too long/)
    expect(lengthLabel(long, 'en-US')).toBe('20,002 of 20,000 characters')
    expect(lengthLabel(note({}), 'en-US')).toBe('')
  })
})
