import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../../../../electron/contract/review'
import { logMessage, wholeLogMessage } from '../../../../../../renderer/features/review/panel/log-messages'
import { logEntry } from './builders'

describe('an entry of the log', () => {
  it('says what was decided, and what before', () => {
    expect(logMessage(logEntry(), null)).toBe('Approved · was Unreviewed')
    expect(logMessage(logEntry({ after: 'needs-work', reason: 'price' }), null)).toBe(
      'Needs work: Price · was Unreviewed'
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
    expect(logMessage(logEntry(priced), null)).toBe('Approved · was Needs work: Price')
    expect(logMessage(logEntry({ kind: 'note', before: '', after: 'Crop it' }), null)).toBe('Note: Crop it')
    expect(logMessage(logEntry({ kind: 'note', before: 'Crop it', after: '' }), null)).toBe('Note removed')
  })

  it('says what was taken back, and what was done again', () => {
    const message = (changes: Partial<LogEntry>): string => logMessage(logEntry(changes), null)
    const undo = { kind: 'undo', before: 'needs-work', reasonBefore: 'price', after: 'unreviewed' } as const
    expect(message(undo)).toBe('Undone: Needs work: Price · now Unreviewed')
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
    expect(message({ kind: 'undo', ...taken })).toBe('Undone: Approved · now Approved (Kim)')
    expect(message({ kind: 'undo', ...taken, by: 'Kim' })).toBe('Undone: Approved (Ben) · now Approved')
    const ignored = { before: 'approved', beforeBy: 'Kim', after: 'ignored', afterBy: 'Ben' }
    expect(message(ignored)).toBe('Ignored · was Approved (Kim)')
    expect(message({ ...ignored, kind: 'team', count: 2, product: null })).toBe(
      'Ignored · was Approved (Kim) · with others, 2 products in all'
    )
    const priced = { before: 'needs-work', beforeBy: 'Ben', reasonBefore: 'price' }
    expect(message({ ...priced, kind: 'undo', by: 'Kim', after: 'unreviewed' })).toBe(
      'Undone: Needs work: Price (Ben) · now Unreviewed'
    )
    const same = { before: 'approved', beforeBy: 'Kim', after: 'approved', afterBy: 'Ben' }
    expect(message(same)).toBe('Approved')
    expect(message({ ...same, kind: 'redo' })).toBe('Redone: Approved')
  })

  it('says what a colleague did to the product, and to how many others with it', () => {
    const message = (changes: Partial<LogEntry>): string =>
      logMessage(logEntry({ kind: 'team', ...changes }), null)
    expect(message({})).toBe('Approved · was Unreviewed')
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
