import { defineStore } from 'pinia'
import { computed, effectScope, shallowReactive, watch } from 'vue'
import type { Review } from '../../../../electron/contract/review'
import { call } from '../../../bridge'
import { useUndoOrder } from '../../../shared/data/undo-order'
import { joinedNote, maxNote } from '../../../../electron/contract/review-state'
import { createNoteDrafts, standing, toSave, type EditedNote } from './note-drafts'
import { useReviewer } from './reviewer'
import { reviewKey, useReviews, type ReviewKey } from '../reviews'

/**
 * Notes that are written: what is typed is kept as a draft a moment later, and saved when its person is done. A text that
 * could not be saved stays here, also while its editor is closed, until it is saved or given up. What somebody else saves meanwhile is
 * kept with it.
 */
export const useReviewNotes = defineStore('review-notes', () => {
  const reviews = useReviews()
  const order = useUndoOrder()
  const reviewer = useReviewer()
  const notes = shallowReactive(new Map<string, EditedNote>())
  const drafts = createNoteDrafts((key) => notes.get(key), change)
  const opened = new Map<string, number>()

  function change(key: string, changes: Partial<EditedNote>): void {
    const note = notes.get(key)
    if (note) notes.set(key, { ...note, ...changes })
  }

  /** The store says how the note is: what a person is typing stays. */
  function take(place: ReviewKey, { note: saved, notedBy, draft, draftBegunOn }: Review): void {
    const key = reviewKey(place)
    const before = notes.get(key)
    const savedBy = notedBy === reviewer.name ? '' : notedBy
    const begunOn = draft === null ? saved : draftBegunOn
    if (before?.saved === null) {
      const typed = { text: joinedNote(draft ?? saved, before.text), saved, begunOn }
      change(key, { ...typed, savedBy, state: standing(typed), broughtBack: draft !== null })
      drafts.keepSoon(key)
      return
    }
    if (before && before.state !== 'same' && before.state !== 'saved') {
      const isTooLong = standing({ ...before, saved }) === 'too-long'
      const isSaving = before.state === 'saving'
      const stateNow = before.state === 'too-long' ? 'typed' : before.state
      change(key, { saved, savedBy, state: isTooLong && !isSaving ? 'too-long' : stateNow })
      return
    }
    const isJustSaved = before?.state === 'saved' && before.text === saved
    if (isJustSaved) return
    const text = before === undefined ? (draft ?? saved) : saved
    const isDraft = text !== saved
    const state = isDraft ? 'kept' : 'same'
    const base = { savedBy, begunOn: isDraft ? begunOn : saved, isJoined: false }
    notes.set(key, { place, text, saved, ...base, state, because: null, broughtBack: isDraft })
  }

  /** Begins to edit a product's note, until the returned function is called, which saves it. */
  function open(place: ReviewKey): () => void {
    const key = reviewKey(place)
    opened.set(key, (opened.get(key) ?? 0) + 1)
    const scope = effectScope(true)
    const close = reviews.look(place)
    void reviewer.load()
    scope.run(() =>
      watch(
        () => reviews.of(place),
        (review) => {
          if (review) take(place, review)
        },
        { immediate: true }
      )
    )
    return () => {
      scope.stop()
      close()
      opened.set(key, (opened.get(key) ?? 1) - 1)
      void save(place)
    }
  }

  /** Nobody edits it and there is nothing in it that is not saved. */
  function forget(key: string): void {
    const state = notes.get(key)?.state
    if ((opened.get(key) ?? 0) > 0 || (state !== 'same' && state !== 'saved')) return
    opened.delete(key)
    notes.delete(key)
  }

  /** The person has typed. */
  function type(place: ReviewKey, text: string): void {
    const key = reviewKey(place)
    const note = notes.get(key)
    if (note?.text === text) return
    const { saved = null, savedBy = '', begunOn = null } = note ?? {}
    // Back at the saved text there may still be a draft, which is to go.
    const state = standing({ text, saved, begunOn }) === 'too-long' ? 'too-long' : 'typed'
    const news = { state, because: null, broughtBack: false, isJoined: false } as const
    notes.set(key, { place, text, saved, savedBy, begunOn, ...news })
    drafts.keepSoon(key)
  }

  /** Saves the note as it is; nothing happens where it is saved, or cannot be saved for its length. */
  async function save(place: ReviewKey): Promise<void> {
    const key = reviewKey(place)
    const note = notes.get(key)
    if (!note || note.state === 'saving' || note.state === 'too-long') return
    if (note.saved === null) {
      if (await readFor(place)) await save(place)
      return
    }
    drafts.callOff(key)
    const text = toSave(note)
    if (text.length > maxNote) {
      change(key, { state: 'too-long' })
      return
    }
    if (text === note.saved) {
      if (note.state === 'same' || note.state === 'saved') forget(key)
      else await giveUp(place)
      return
    }
    change(key, { state: 'saving', because: null })
    const answer = await call('reviews:note', { ...place, note: text, over: note.saved })
    if (!answer.ok) {
      change(key, { state: 'not-saved', because: answer.failure })
      return
    }
    const isTypedOn = notes.get(key)?.text !== note.text
    const saved = answer.value.note
    // What is written on was begun on one's own text; what somebody else has saved stands before that.
    const now = isTypedOn
      ? ({ begunOn: note.text, state: 'typed' } as const)
      : ({ text: saved, begunOn: saved, state: 'saved', isJoined: saved !== note.text } as const)
    change(key, { ...now, saved, broughtBack: false })
    reviews.take(place.connectionId, answer.value)
    order.did(place.connectionId, { entry: null })
    if (isTypedOn) drafts.keepSoon(key)
    else forget(key)
  }

  /** Reads the note that something was typed for before it was read; whether it can be saved now. */
  async function readFor(place: ReviewKey): Promise<boolean> {
    const key = reviewKey(place)
    change(key, { state: 'saving', because: null })
    const answer = await call('reviews:of', place)
    // Its editor may have heard of it sooner.
    if (answer.ok && notes.get(key)?.saved === null) take(place, answer.value)
    if (answer.ok) return true
    change(key, { state: 'not-saved', because: answer.failure })
    return false
  }

  /** Goes back to the note as it is saved; what was typed is gone. */
  async function giveUp(place: ReviewKey): Promise<void> {
    const key = reviewKey(place)
    const note = notes.get(key)
    if (!note) return
    if (note.saved === null) {
      notes.delete(key)
      return
    }
    const { saved } = note
    change(key, { text: saved, begunOn: saved, state: 'typed', because: null, broughtBack: false })
    await drafts.keep(key)
    forget(key)
  }

  return {
    open,
    type,
    save,
    giveUp,
    /** null until it is read. */
    of: (place: ReviewKey): EditedNote | null => notes.get(reviewKey(place)) ?? null,
    /** Notes that could not be saved; their texts are only here. */
    unsaved: computed(() =>
      [...notes.values()].filter(({ state }) => state === 'not-saved' || state === 'too-long')
    ),
    /** Whether there is any text that is not saved as a note, also one that a crash would not lose. */
    areUnsaved: computed(() =>
      [...notes.values()].some(({ state }) => state !== 'same' && state !== 'saved')
    ),
    /** Keeps at once what was typed: the window may not come back, or does not (`isLast`). */
    flush: drafts.flush
  }
})
