import { describe, expect, it } from 'vitest'
import { fail } from '../../../../../../electron/contract/failure'
import { maxNote } from '../../../../../../electron/contract/review-state'
import { noMatchTitle } from '../../../../../../renderer/features/products/table/empty-messages'
import {
  actionMessage,
  logMessage,
  wholeLogMessage
} from '../../../../../../renderer/features/review/panel/action-messages'
import type { LogEntry } from '../../../../../../electron/contract/review'
import {
  lengthLabel,
  noteMessage,
  type EditedNote
} from '../../../../../../renderer/features/review/panel/note-drafts'
import { emptyQuery, noFilters } from '../../../../../../electron/contract/empty-query'
import { logEntry } from './builders'

const connectionId = 'shop'
const because = fail('storage-failed').failure

describe('what was done is told', () => {
  it('with how many products have the mark now, and how many were left alone', () => {
    const marked = {
      kind: 'marked',
      connectionId,
      mark: 'approved',
      name: null,
      entry: 3,
      changed: 1200
    } as const
    expect(actionMessage({ ...marked, stale: [] }, 'en-US')).toEqual({
      title: '1,200 products approved',
      text: '',
      tone: 'neutral'
    })
    expect(actionMessage({ ...marked, changed: 1, stale: ['a', 'b'] }, null)).toMatchObject({
      title: '1 product approved',
      text: expect.stringMatching(/^2 products were skipped/),
      tone: 'warning'
    })
    expect(actionMessage({ ...marked, entry: null, changed: 0, stale: [] }, null).title).toMatch(/^No change/)
  })

  it('by the name of the one product that was marked', () => {
    const marked = {
      kind: 'marked' as const,
      connectionId,
      name: 'Blue mug',
      entry: 3,
      changed: 1,
      stale: []
    }
    const titles = (['approved', 'needs-work', 'ignored', 'unreviewed'] as const).map(
      (mark) => actionMessage({ ...marked, mark }, null).title
    )
    expect(titles).toEqual([
      'Approved Blue mug',
      'Blue mug needs work',
      'Ignored Blue mug',
      'Mark on Blue mug cleared'
    ])
  })

  it('as an exception from a rule, by the name of the product or its id', () => {
    const excepted = { kind: 'excepted', connectionId, rule: 'price-missing' } as const
    expect(actionMessage({ ...excepted, product: { id: 'p-1', name: 'Blue mug' } }, null)).toEqual({
      title: 'Exception added: Blue mug',
      text: 'Price missing',
      tone: 'neutral'
    })
    expect(actionMessage({ ...excepted, product: { id: 'p-1', name: ' ' } }, null).title).toBe(
      'Exception added: p-1'
    )
  })

  it('as taken back, or done again', () => {
    const undone = { kind: 'undone', connectionId, redo: 9, restored: 12, kept: 1 } as const
    const many = { product: null, count: 13, before: null }
    expect(actionMessage({ ...undone, entry: logEntry(many) }, null)).toMatchObject({
      title: 'Undone: Approved, 12 products',
      text: '1 review has changed since and was left as it is.'
    })
    expect(actionMessage({ ...undone, entry: logEntry({ ...many, after: null }) }, null).title).toBe(
      'Undone: 12 reviews'
    )
    const redone = logEntry({
      ...many,
      kind: 'undo',
      before: 'needs-work',
      reasonBefore: 'price',
      after: null
    })
    expect(actionMessage({ ...undone, entry: redone }, null).title).toBe(
      'Redone: Needs work: Price, 12 products'
    )
    const merge = logEntry({ ...many, kind: 'undo', of: null, after: null })
    expect(actionMessage({ ...undone, entry: merge }, null).title).toBe('Redone: 12 reviews')
  })

  it('as taken back by product and mark, where it was one product', () => {
    const undone = { kind: 'undone', connectionId, redo: 9, restored: 1, kept: 0 } as const
    const title = (changes: Parameters<typeof logEntry>[0]): string =>
      actionMessage({ ...undone, entry: logEntry(changes) }, null).title
    expect(title({})).toBe('Undone: Approved, Walnut bowl')
    expect(title({ after: 'needs-work', reason: 'price' })).toBe('Undone: Needs work: Price, Walnut bowl')
    expect(title({ before: 'approved', after: 'unreviewed' })).toBe('Undone: Mark cleared, Walnut bowl')
    expect(title({ kind: 'note', of: 'note', before: '', after: 'Crop it' })).toBe(
      'Undone: Note, Walnut bowl'
    )
    const colleagues = { by: 'Ben', afterBy: 'Ben' }
    expect(title({ kind: 'team', ...colleagues })).toBe('Undone: Approved (Ben), Walnut bowl')
    expect(title({ kind: 'undo', before: 'approved', beforeBy: 'Ben', by: 'Kim' })).toBe(
      'Redone: Approved (Ben), Walnut bowl'
    )
    const reasons = { before: 'needs-work', after: 'needs-work', reasonBefore: 'price', reason: 'name' }
    expect(title(reasons)).toBe('Undone: Needs work: Name, Walnut bowl')
    expect(title({ kind: 'undo', ...reasons })).toBe('Redone: Needs work: Price, Walnut bowl')
    expect(title({ kind: 'redo', ...reasons })).toBe('Undone: Needs work: Name, Walnut bowl')
    const exception = { kind: 'undo', of: 'exception', before: 'On request', after: null } as const
    expect(title(exception)).toBe('Redone: Exception added, Walnut bowl')
    expect(title({ kind: 'undo', before: 'ignored', after: 'unreviewed' })).toBe(
      'Redone: Ignored, Walnut bowl'
    )
  })

  it('as not undone, where a colleague has changed it since, with the key that goes further back', () => {
    const message = (changes: Parameters<typeof logEntry>[0]) =>
      actionMessage({ kind: 'prevented', connectionId, prevented: logEntry(changes), by: 'Ben' }, null)
    expect(message({ of: 'note' })).toEqual({
      title: 'Not undone: Ben has changed the note on Walnut bowl since',
      text: 'Ctrl+Z again undoes what you did before it.',
      tone: 'neutral'
    })
    expect(message({}).title).toBe('Not undone: Ben has changed Walnut bowl since')
    expect(message({ product: null, count: 3 }).title).toBe(
      'Not undone: Ben has changed these products since'
    )
  })

  it('as not done, with why', () => {
    const failed = { kind: 'not-marked', connectionId, again: () => undefined } as const
    expect(actionMessage({ ...failed, failure: because }, null)).toMatchObject({
      title: 'Not marked',
      tone: 'warning'
    })
    const otherList = fail('input-invalid', { field: 'count' }).failure
    expect(actionMessage({ ...failed, failure: otherList }, null).text).toMatch(/Select it again/)
  })
})

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

describe('an entry of the log', () => {
  it('says what was decided, and what before', () => {
    expect(logMessage(logEntry(), null)).toBe('Approved, before: Unreviewed')
    expect(logMessage(logEntry({ after: 'needs-work', reason: 'price' }), null)).toBe(
      'Needs work: Price, before: Unreviewed'
    )
    expect(logMessage(logEntry({ after: 'needs-work', reason: 'Too dark', count: 2 }), null)).toContain(
      'Needs work: Too dark'
    )
    expect(logMessage(logEntry({ count: 40, product: null, before: null }), null)).toBe(
      'Approved · with others, 40 products in all'
    )
    expect(logMessage(logEntry({ before: 'approved' }), null), 'a colleague had said so').toBe('Approved')
    const cleared = logEntry({ before: null, after: 'unreviewed', kind: 'team' })
    expect(logMessage(cleared, null), 'a colleague’s mark is left').toBe('Mark cleared')
    const priced = { before: 'needs-work', reasonBefore: 'price' }
    expect(logMessage(logEntry(priced), null)).toBe('Approved, before: Needs work: Price')
    expect(logMessage(logEntry({ kind: 'note', before: '', after: 'Crop it' }), null)).toBe('Note: Crop it')
    expect(logMessage(logEntry({ kind: 'note', before: 'Crop it', after: '' }), null)).toBe('Note removed')
  })

  it('says what was taken back, and what was done again', () => {
    const message = (changes: Partial<LogEntry>): string => logMessage(logEntry(changes), null)
    const undo = { kind: 'undo', before: 'needs-work', reasonBefore: 'price', after: 'unreviewed' } as const
    expect(message(undo)).toBe('Undone: Needs work: Price, now: Unreviewed')
    const redo = { kind: 'redo', before: 'unreviewed', after: 'needs-work', reason: 'price' } as const
    expect(message(redo)).toBe('Redone: Needs work: Price')
    expect(message({ kind: 'undo', of: 'note', before: 'Crop it', after: '' })).toBe('Undone: Note')
    expect(message({ kind: 'redo', of: 'exception', before: null, after: 'On request' })).toBe(
      'Redone: Exception added'
    )
    const many = { of: null, before: null, after: null, count: 12, product: null }
    expect(wholeLogMessage(logEntry({ ...many, kind: 'undo' }), null)).toBe('Undone · 12 products')
    expect(wholeLogMessage(logEntry({ ...redo, count: 12, product: null }), null)).toBe(
      'Redone: Needs work: Price · 12 products'
    )
  })

  it('names a colleague whose decision comes before or after what somebody did, also of several products', () => {
    const message = (changes: Partial<LogEntry>): string =>
      logMessage(logEntry({ by: 'Ben', ...changes }), null)
    const taken = { before: 'approved', beforeBy: 'Ben', after: 'approved', afterBy: 'Kim' }
    expect(message({ kind: 'undo', ...taken })).toBe('Undone: Approved, now: Approved (Kim)')
    expect(message({ kind: 'undo', ...taken, by: 'Kim' })).toBe('Undone: Approved (Ben), now: Approved')
    const ignored = { before: 'approved', beforeBy: 'Kim', after: 'ignored', afterBy: 'Ben' }
    expect(message(ignored)).toBe('Ignored, before: Approved (Kim)')
    expect(message({ ...ignored, kind: 'team', count: 2, product: null })).toBe(
      'Ignored, before: Approved (Kim) · with others, 2 products in all'
    )
    const priced = { before: 'needs-work', beforeBy: 'Ben', reasonBefore: 'price' }
    expect(message({ ...priced, kind: 'undo', by: 'Kim', after: 'unreviewed' })).toBe(
      'Undone: Needs work: Price (Ben), now: Unreviewed'
    )
    const same = { before: 'approved', beforeBy: 'Kim', after: 'approved', afterBy: 'Ben' }
    expect(message(same)).toBe('Approved')
    expect(message({ ...same, kind: 'redo' })).toBe('Redone: Approved')
  })

  it('says what a colleague did to the product, and to how many others with it', () => {
    const message = (changes: Partial<LogEntry>): string =>
      logMessage(logEntry({ kind: 'team', ...changes }), null)
    expect(message({})).toBe('Approved, before: Unreviewed')
    expect(message({ of: 'note', before: '', after: 'Crop it' })).toBe('Note: Crop it')
    expect(message({ of: 'exception', before: null, after: 'On request' })).toBe('Exception added')
    expect(message({ of: 'exception', before: 'On request', after: null })).toBe('Exception removed')
    const two = { count: 2, product: null, before: null }
    expect(message(two)).toBe('Approved · with others, 2 products in all')
    expect(wholeLogMessage(logEntry({ kind: 'team', ...two }), null)).toBe('Approved · 2 products')
    const unknown = { ...two, of: null, after: null }
    expect(wholeLogMessage(logEntry({ kind: 'team', ...unknown }), null)).toBe(
      '2 products changed by the team'
    )
  })

  it('says from whom reviews were merged, and from which file', () => {
    const merged = (by: string): string =>
      logMessage(logEntry({ kind: 'merge', count: 12, from: { file: 'July.vitrine-reviews', by } }), null)
    expect(merged('Sam')).toBe('Merged from Sam, 12 reviews (July.vitrine-reviews)')
    expect(merged('')).toBe('Merged from the file July.vitrine-reviews, 12 reviews')
    expect(logMessage(logEntry({ kind: 'merge', count: 1 }), null)).toBe('Merged from a colleague, 1 review')
  })
})

describe('an empty list', () => {
  it('of one state says what that means', () => {
    const of = (changes: object) =>
      noMatchTitle({ ...emptyQuery, filters: { ...noFilters, ...changes } }, 'Kim')
    expect(of({ review: ['needs-work'] })).toBe('Nothing needs work')
    expect(of({ review: ['unreviewed'] })).toBe('Nothing is left to review')
    expect(of({ review: ['unreviewed', 'changed'] })).toBe('No products match')
    expect(of({ review: ['unreviewed'], note: 'with' })).toBe('No products match')
    expect(of({ assignedTo: ['Kim'] })).toBe('Nothing is assigned to you')
    expect(of({ assignedTo: ['Ana'] })).toBe('No products match')
  })
})
