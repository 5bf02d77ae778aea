import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '../../../../../../electron/contract/failure'
import type { Review } from '../../../../../../electron/contract/review'
import { maxNote } from '../../../../../../electron/contract/review-state'
import { noteMessage } from '../../../../../../renderer/features/review/panel/note-drafts'
import { useReviewNotes } from '../../../../../../renderer/features/review/panel/review-notes'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { useReviewer } from '../../../../../../renderer/features/review/panel/reviewer'
import { review } from './builders'
import { startStores } from '../../../support/stores'

let main: MainProcess
let notes: ReturnType<typeof useReviewNotes>
const bowl = { connectionId: 'shop', productId: 'p-1' }
beforeEach(() => {
  vi.useFakeTimers()
  main = sitInMainProcess()
  main.always('reviews:draft', () => ok(null))
  startStores()
  notes = useReviewNotes()
})
afterEach(() => void vi.useRealTimers())

/** Opens the editor of a product with this review. */
async function open(changes: Partial<Review> = {}): Promise<() => void> {
  main.always('reviews:of', () => ok(review(changes)))
  const close = notes.open(bowl)
  await flushPromises()
  return close
}
/** A colleague saves the note, or it becomes another by undo or a merge. */
async function becomes(changes: Partial<Review>): Promise<void> {
  main.always('reviews:of', () => ok(review(changes)))
  main.emit('reviews:changed', { connectionId: 'shop', productIds: ['p-1'] })
  await flushPromises()
}
/** The main process saves what it is sent. */
function saves(): void {
  main.always('reviews:note', ({ note }) => ok(review({ note, notedBy: 'Ben' })))
}
const sent = (): string[] => main.asked('reviews:note').map(({ input }) => input.note)
const said = (): string => {
  const note = notes.of(bowl)
  const { title, text } = note ? noteMessage(note, null) : { title: '', text: '' }
  return `${title} ${text}`.replaceAll(/[\u2068\u2069]/g, '').trim()
}
const state = (): string | undefined => notes.of(bowl)?.state
const drafts = (): (string | null)[] => main.asked('reviews:draft').map(({ input }) => input.draft)
/** The time in which what was typed is kept. */
const pass = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(400)
}

describe('a note that is written', () => {
  it('is kept as a draft once for a burst of letters, and not called saved', async () => {
    await open()
    notes.type(bowl, 'C')
    notes.type(bowl, 'Crop')
    expect(state()).toBe('typed')
    await pass()
    expect(drafts()).toEqual(['Crop'])
    expect(state()).toBe('kept')
  })

  it('is called saved once it is', async () => {
    await open()
    notes.type(bowl, 'Crop it')
    const saving = notes.save(bowl)
    expect(state()).toBe('saving')
    await main.last('reviews:note').answer(ok(review({ note: 'Crop it' })))
    await saving
    expect(state()).toBe('saved')
    await pass()
    expect(drafts()).toEqual([])
    await notes.save(bowl)
    expect(main.asked('reviews:note')).toHaveLength(1)
  })

  it('goes on being written while it is saved', async () => {
    await open()
    notes.type(bowl, 'One')
    void notes.save(bowl)
    notes.type(bowl, 'One, two')
    await main.last('reviews:note').answer(ok(review({ note: 'One' })))
    expect(notes.of(bowl)).toMatchObject({ text: 'One, two', saved: 'One', state: 'typed' })
    await pass()
    expect(drafts()).toEqual(['One, two'])
  })

  it('is saved when its editor closes', async () => {
    main.always('reviews:note', ({ note }) => ok(review({ note })))
    const close = await open()
    notes.type(bowl, 'Crop it')
    close()
    await flushPromises()
    expect(main.last('reviews:note').input.note).toBe('Crop it')
    expect(notes.of(bowl)).toBeNull()
  })

  it('fault 80: that cannot be saved stays as it is, says so, and is saved by a second try', async () => {
    const close = await open()
    main.always('reviews:draft', () => fail('storage-failed'))
    notes.type(bowl, 'Crop it')
    await pass()
    expect(notes.of(bowl)).toMatchObject({ state: 'not-saved', because: { code: 'storage-failed' } })
    main.always('reviews:note', () => fail('storage-failed'))
    close()
    await flushPromises()
    expect(notes.unsaved.map(({ text }) => text)).toEqual(['Crop it'])
    await open({ note: '' })
    expect(notes.of(bowl)).toMatchObject({ text: 'Crop it', state: 'not-saved' })
    main.always('reviews:note', ({ note }) => ok(review({ note })))
    await notes.save(bowl)
    expect(notes.of(bowl)).toMatchObject({ state: 'saved', saved: 'Crop it' })
    expect(notes.unsaved).toEqual([])
  })

  it('fault 96: is there again as it was typed, after the window was lost', async () => {
    await open({ note: 'Crop it', draft: 'Crop it, please', draftBegunOn: 'Crop it' })
    expect(notes.of(bowl)).toMatchObject({ text: 'Crop it, please', saved: 'Crop it', broughtBack: true })
    expect(state()).toBe('kept')
    await notes.giveUp(bowl)
    expect(notes.of(bowl)).toMatchObject({ text: 'Crop it', state: 'same' })
    expect(drafts()).toEqual([null])
  })

  it('fault 123: that was not read yet is kept all the same when its page goes, and not before', () => {
    notes.open(bowl)
    notes.type(bowl, 'Half a sen')
    notes.flush()
    expect(drafts()).toEqual([])
    notes.flush(true)
    expect(main.last('reviews:draft').input).toEqual({ ...bowl, draft: 'Half a sen', joins: true })
  })

  it('is kept at once when the window may not come back', async () => {
    await open()
    notes.type(bowl, 'Crop')
    notes.flush()
    expect(drafts()).toEqual(['Crop'])
  })

  it('is not lost where it is typed before it is read: it comes after what there was', async () => {
    const close = notes.open(bowl)
    notes.type(bowl, 'Crop it')
    expect(notes.of(bowl)).toMatchObject({ text: 'Crop it', state: 'typed' })
    await pass()
    expect(drafts()).toEqual([])
    await main.last('reviews:of').answer(ok(review({ note: 'Too dark' })))
    expect(notes.of(bowl)).toMatchObject({ text: 'Too dark\nCrop it', saved: 'Too dark', state: 'typed' })
    await pass()
    expect(drafts()).toEqual(['Too dark\nCrop it'])
    main.always('reviews:note', ({ note }) => ok(review({ note })))
    close()
    await flushPromises()
    expect(main.last('reviews:note').input.note).toBe('Too dark\nCrop it')
  })

  it('is read and saved where its editor closes before it was read', async () => {
    main.always('reviews:note', ({ note }) => ok(review({ note })))
    const close = notes.open(bowl)
    notes.type(bowl, 'Crop it')
    close()
    await main.last('reviews:of').answer(ok(review({ note: '', draft: 'Too dark' })))
    await flushPromises()
    expect(main.asked('reviews:note').map(({ input }) => input.note)).toEqual(['Too dark\nCrop it'])
    expect(notes.of(bowl)).toBeNull()
  })

  it('fault 80: that cannot be read stays as it was typed, says so, and is saved by a second try', async () => {
    const close = notes.open(bowl)
    notes.type(bowl, 'Crop it')
    main.always('reviews:of', () => fail('storage-failed'))
    close()
    await flushPromises()
    expect(notes.unsaved).toMatchObject([{ text: 'Crop it', because: { code: 'storage-failed' } }])
    main.always('reviews:of', () => ok(review({ note: 'Too dark' })))
    main.always('reviews:note', ({ note }) => ok(review({ note })))
    await notes.save(bowl)
    expect(main.last('reviews:note').input.note).toBe('Too dark\nCrop it')
    expect(notes.unsaved).toEqual([])
  })

  it('that is too long is refused, never cut', async () => {
    await open()
    const long = 'x'.repeat(maxNote + 1)
    notes.type(bowl, long)
    await pass()
    await notes.save(bowl)
    expect(main.asked('reviews:note')).toEqual([])
    expect(drafts()).toEqual([])
    expect(notes.of(bowl)).toMatchObject({ state: 'too-long', text: long })
    expect(notes.unsaved).toHaveLength(1)
    notes.type(bowl, 'x'.repeat(maxNote))
    expect(state()).toBe('typed')
  })

  it('keeps what is being typed when somebody else changes the note, and shows the change where nobody types', async () => {
    await open({ note: 'One' })
    main.always('reviews:of', () => ok(review({ note: 'Two' })))
    main.emit('reviews:changed', { connectionId: 'shop', productIds: ['p-1'] })
    await flushPromises()
    expect(notes.of(bowl)?.text).toBe('Two')
    notes.type(bowl, 'Two and a half')
    main.always('reviews:of', () => ok(review({ note: 'Three' })))
    main.emit('reviews:changed', { connectionId: 'shop', productIds: ['p-1'] })
    await flushPromises()
    expect(notes.of(bowl)).toMatchObject({ text: 'Two and a half', saved: 'Three' })
  })
})

describe('a note that a colleague saves while it is being written', () => {
  it('stays as it is typed, says so at once, and is saved with theirs before it', async () => {
    saves()
    await open()
    notes.type(bowl, 'Crop it')
    await becomes({ note: 'Price is wrong', notedBy: 'Kim' })
    expect(notes.of(bowl)?.text).toBe('Crop it')
    expect(said()).toBe('Not saved yet Kim has written meanwhile: “Price is wrong”. Saving keeps both.')
    await notes.save(bowl)
    expect(sent()).toEqual(['Price is wrong\nCrop it'])
    expect(notes.of(bowl)).toMatchObject({ text: 'Price is wrong\nCrop it', state: 'saved' })
    expect(said()).toBe('Saved; both texts are kept')
    notes.type(bowl, 'Price is wrong\nCrop it, please')
    await notes.save(bowl)
    expect(sent().at(-1)).toBe('Price is wrong\nCrop it, please')
    expect(said()).toBe('Saved')
  })

  it('is saved with theirs when its editor closes', async () => {
    saves()
    const close = await open()
    notes.type(bowl, 'Crop it')
    await becomes({ note: 'Price is wrong', notedBy: 'Kim' })
    close()
    await flushPromises()
    expect(sent()).toEqual(['Price is wrong\nCrop it'])
  })

  it.each([
    ['typed with theirs in it', '', 'Price is wrong', 'Price is wrong\nCrop it', 'Price is wrong\nCrop it'],
    ['as theirs with more', '', 'Crop it\nand the price', 'Crop it', 'Crop it\nand the price'],
    ['added to, as theirs is', 'Dark', 'Dark\nPrice', 'Dark\nCrop it', 'Price\nDark\nCrop it'],
    ['part of a word of theirs', '', 'no', 'not now', 'no\nnot now'],
    ['taken away by them', 'Dark', '', 'Dark\nCrop it', 'Dark\nCrop it'],
    ['taken away here', 'Dark', 'Price', '', 'Price'],
    ['typed back to what it was', 'Dark', 'Price', 'Dark', 'Price']
  ])('doubles and loses nothing where it is %s', async (_, before, theirs, typed, kept) => {
    saves()
    await open({ note: before })
    notes.type(bowl, `${typed}…`)
    await becomes({ note: theirs, notedBy: 'Kim' })
    notes.type(bowl, typed)
    main.always('reviews:of', () => ok(review({ note: kept })))
    await notes.save(bowl)
    expect(sent().at(-1) ?? theirs).toBe(kept)
    expect(notes.of(bowl)?.text).toBe(kept)
  })

  it('is given up for theirs', async () => {
    await open()
    notes.type(bowl, 'Crop it')
    await becomes({ note: 'Price is wrong', notedBy: 'Kim' })
    await notes.giveUp(bowl)
    expect(notes.of(bowl)).toMatchObject({ text: 'Price is wrong', state: 'same' })
    expect(said()).toBe('')
  })

  it('names nobody where it became another by one’s own hand, as by undo', async () => {
    useReviewer().name = 'Ben'
    await open({ note: 'Two' })
    notes.type(bowl, 'Two and a half')
    await becomes({ note: 'One', notedBy: 'Ben' })
    expect(said()).toBe('Not saved yet The saved note is another one now: “One”. Saving keeps both.')
  })

  it('takes its own text for nobody else’s, also where it is written on while it is saved', async () => {
    await open()
    notes.type(bowl, 'One')
    await becomes({ note: 'Price', notedBy: 'Kim' })
    void notes.save(bowl)
    notes.type(bowl, 'One, two')
    await becomes({ note: 'Price\nOne', notedBy: 'Ben' })
    await main.last('reviews:note').answer(ok(review({ note: 'Price\nOne', notedBy: 'Ben' })))
    expect(notes.of(bowl)).toMatchObject({ text: 'One, two', state: 'typed' })
    void notes.save(bowl)
    expect(sent().at(-1)).toBe('Price\nOne, two')
  })

  it('that the main process kept together with theirs, which was not known here, is shown so', async () => {
    await open()
    notes.type(bowl, 'Crop it')
    main.always('reviews:note', ({ note }) => ok(review({ note: `Price\n${note}` })))
    await notes.save(bowl)
    expect(main.last('reviews:note').input).toMatchObject({ note: 'Crop it', over: '' })
    expect(notes.of(bowl)).toMatchObject({ text: 'Price\nCrop it', state: 'saved' })
    expect(said()).toBe('Saved; both texts are kept')
  })

  it('is too long with theirs: it is refused, never cut, and says by how much', async () => {
    await open()
    notes.type(bowl, 'x'.repeat(maxNote - 3))
    await becomes({ note: 'Price', notedBy: 'Kim' })
    await notes.save(bowl)
    expect(sent()).toEqual([])
    expect(state()).toBe('too-long')
    expect(said()).toContain('It is 3 characters too long')
  })

  it('is kept as a draft with the note that it was begun on, and after a restart knows that theirs is another', async () => {
    await open({ note: 'Dark' })
    notes.type(bowl, 'Dark, crop it')
    await becomes({ note: 'Price', notedBy: 'Kim' })
    await pass()
    expect(main.last('reviews:draft').input).toMatchObject({ draft: 'Dark, crop it', begunOn: 'Dark' })
  })

  it.each([
    ['another than it was begun on', 'Dark', 'Price\nDark, crop it'],
    ['the one that it was begun on', 'Price', 'Dark, crop it'],
    ['one that may be another', null, 'Price\nDark, crop it']
  ])('comes back as a draft on %s', async (_, begunOn, kept) => {
    saves()
    await open({ note: 'Price', notedBy: 'Kim', draft: 'Dark, crop it', draftBegunOn: begunOn })
    expect(notes.of(bowl)).toMatchObject({ text: 'Dark, crop it', broughtBack: true })
    expect(said().includes('Saving keeps both')).toBe(kept.startsWith('Price'))
    await notes.save(bowl)
    expect(sent()).toEqual([kept])
  })
})
