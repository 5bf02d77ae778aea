import { describe, expect, it } from 'vitest'
import { fail, type Failure } from '../../../../../../electron/contract/failure'
import {
  askedLabel,
  backupLabel,
  mergedMessage,
  notRestoredLabel,
  notSharedMessage,
  savedText
} from '../../../../../../renderer/features/review/sharing-and-backups/sharing-messages'
import { wholeLogMessage } from '../../../../../../renderer/features/review/panel/log-messages'
import type { SharingOutcome } from '../../../../../../renderer/features/review/sharing-and-backups/review-sharing'
import { logEntry } from '../panel/builders'
import { at, backup, mergedReviews } from './builders'

const reader = { locale: 'en-GB', now: at + 1000 * 60 * 60 * 24 * 3 }
type Merged = Extract<SharingOutcome, { kind: 'merged' }>
const merged = (changes: Parameters<typeof mergedReviews>[0] = {}): Merged => ({
  kind: 'merged',
  connectionId: 'shop',
  ...mergedReviews(changes)
})

describe('a file of reviews that was saved', () => {
  const saved = { kind: 'saved', connectionId: 'shop', fileName: 'Reviews.vitrine-reviews' } as const

  it('is named, with how many reviews it has and what is to be done with it', () => {
    expect(savedText({ ...saved, reviews: 1200 }, reader)).toEqual({
      title: 'Saved: 1,200 reviews',
      advice: expect.stringContaining('Give the file Reviews.vitrine-reviews to your colleagues.')
    })
    expect(savedText({ ...saved, reviews: 1 }, reader).title).toBe('Saved: 1 review')
  })

  it('is not called a success when there is nothing in it', () => {
    expect(savedText({ ...saved, reviews: 0 }, reader).title).toBe('The file has no reviews')
  })
})

describe('a merge', () => {
  it('says how many marks and notes changed, from whom and when', () => {
    const { title, advice } = mergedMessage(merged(), reader)
    expect(title).toBe('Merged the reviews of Sam')
    expect(advice).toMatch(
      /^The marks of 2 products changed\. The note of 1 product changed\. Saved by Sam \(3 Nov, .+\), with 2 reviews\.$/
    )
    expect(mergedMessage(merged({ marks: 0, notes: 0 }), reader).advice).toMatch(
      /^No marks changed\. No notes changed\./
    )
  })

  it('fault 108: says what it takes back that is not there, and what stays hidden', () => {
    const { advice } = mergedMessage(merged({ marks: 0, notes: 0, takenBack: 1, hidden: 2 }), reader)
    expect(advice).toContain('For 1 product, the file only undoes a mark or note that you never had')
    expect(advice).toContain('The file’s notes on 2 products were already replaced')
    expect(mergedMessage(merged({ entry: null, changed: 0, hidden: 1 }), reader).advice).toContain(
      'it is not shown'
    )
  })

  it('says how many of the file changed nothing, and the number that the log has', () => {
    const { advice } = mergedMessage(merged({ reviews: 20, changed: 19, marks: 11, takenBack: 8 }), reader)
    expect(advice).toMatch(/with 20 reviews\. 1 of these changes nothing here; the log counts 19\.$/)
  })

  it('of somebody without a name says no name', () => {
    const from = { by: '', at, isOtherStore: false }
    const { title, advice } = mergedMessage(merged({ from, reviews: 1, changed: 1 }), reader)
    expect(title).toBe('Merged a colleague’s reviews')
    expect(advice).toMatch(/The file \(3 Nov, .+\) has 1 review\.$/)
  })

  it('that changed nothing says so first', () => {
    expect(mergedMessage(merged({ entry: null, changed: 0, marks: 0, notes: 0 }), reader)).toEqual({
      title: 'Nothing new: you already have these reviews',
      advice: expect.stringMatching(/^Saved by Sam/)
    })
  })

  it('of a file that cannot be used says what is wrong with it, and what to do', () => {
    const advice = (reason: string): string =>
      notSharedMessage('not-merged', fail('input-invalid', { field: 'file', reason, place: 2 }).failure)
        .advice
    const all = [
      'not-reviews',
      'newer',
      'damaged',
      'cut-off',
      'too-large',
      'ahead',
      'long-note',
      'changed'
    ].map(advice)
    expect(new Set(all).size).toBe(all.length)
    for (const words of all) expect(words).toMatch(/^\p{Lu}[^{}|!]*\.$/u)
    expect(advice('newer')).toContain('newer version of Vitrine')
    // One that a later version adds.
    expect(advice('something else')).toContain('cannot be used')
  })

  it('fault 109: that ended before the file’s end says how far it came, why, and what to do', () => {
    const { failure } = fail('input-invalid', { field: 'file', reason: 'changed', place: 502 })
    const { title, advice } = mergedMessage(merged({ reviews: 500, failure }), reader)
    expect(title).toBe('Only part of the file was merged')
    expect(advice).toMatch(/^The merge ended after 500 reviews of the file\. The file changed while/)
    expect(advice).toContain('The marks of 2 products changed.')
    // A file of which only a part was read is not said to have no more than that.
    expect(advice).not.toContain('with 500 reviews')
  })

  it('fault 109: that was cut off does not say that nothing was merged', () => {
    const { failure } = fail('internal', { reason: 'the merge is gone', isPartly: true })
    expect(notSharedMessage('not-merged', failure)).toEqual({
      title: 'The merge was not finished',
      advice: expect.stringContaining('may have been merged')
    })
  })

  it('and a save that the disk refused are told apart', () => {
    const { failure } = fail('storage-failed', { reason: 'ENOENT' })
    expect(notSharedMessage('not-merged', failure).advice).toContain('could not be read')
    expect(notSharedMessage('not-saved', failure).advice).toContain('could not be saved')
    const otherList = fail('input-invalid', { field: 'count' }).failure
    expect(notSharedMessage('not-saved', otherList).advice).toContain('Check it, then save again')
    expect(notSharedMessage('not-saved', fail('connection-unknown').failure).advice).not.toBe('')
  })
})

describe('a backup', () => {
  it('says why it was made, what is in it, and its size', () => {
    expect(backupLabel(backup(), 'en-GB')).toBe('When Vitrine was closed · 40 reviews · 120 kB')
    expect(backupLabel(backup({ reason: 'daily', reviews: 1 }), 'en-GB')).toBe('Daily · 1 review · 120 kB')
    expect(backupLabel(backup({ reason: 'migration' }), null)).toContain('Before Vitrine was updated')
    expect(backupLabel(backup({ reason: 'restore', reviews: null }), null)).toBe(
      'Before a backup was restored'
    )
  })

  it('fault 107: that is known by its name only says its size, and is asked about without a number', () => {
    const named = backup({ reviews: 'unknown' })
    expect(backupLabel(named, 'en-GB')).toBe('When Vitrine was closed · 120 kB')
    expect(askedLabel(named, 'today', 'en-GB')).toBe('The backup of today.')
    expect(askedLabel(backup(), 'today', 'en-GB')).toBe('The backup of today, with 40 reviews.')
  })

  it('that was not restored says what became of the reviews: nothing', () => {
    const advice = (failure: Failure): string => notRestoredLabel(failure).advice
    expect(advice(fail('storage-failed').failure)).toContain('Your reviews have not changed.')
    expect(advice(fail('input-invalid', { field: 'backup' }).failure)).toContain('no longer exists')
    expect(advice(fail('connection-unknown').failure)).not.toBe('')
  })
})

describe('an entry of the log of all products', () => {
  it('says of how many products it is', () => {
    const many = { count: 1200, product: null, before: null }
    expect(wholeLogMessage(logEntry(many), 'en-GB')).toBe('Approved · 1,200 products')
    expect(wholeLogMessage(logEntry({ ...many, kind: 'undo', after: null }), 'en-GB')).toBe(
      'Undone · 1,200 products'
    )
    expect(wholeLogMessage(logEntry({ ...many, kind: 'merge' }), 'en-GB')).toBe(
      'Merged from a colleague, 1,200 reviews'
    )
    expect(wholeLogMessage(logEntry(), null)).toBe('Approved · was Unreviewed')
  })
})
