import { describe, expect, it } from 'vitest'
import { fail } from '../../../../../../electron/contract/failure'
import type { Difference } from '../../../../../../electron/contract/review'
import { toastMessage } from '../../../../../../renderer/features/review/panel/toast-messages'
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
    expect(toastMessage({ ...marked, stale: [] }, 'en-US')).toEqual({
      title: '1,200 products approved',
      text: '',
      tone: 'neutral'
    })
    expect(toastMessage({ ...marked, changed: 1, stale: ['a', 'b'] }, null)).toMatchObject({
      title: '1 product approved',
      text: expect.stringMatching(/^2 products were skipped/),
      tone: 'warning'
    })
    expect(toastMessage({ ...marked, entry: null, changed: 0, stale: [] }, null).title).toMatch(/^No change/)
    // The next product is on screen by then: it is told which one had the mark.
    const same = { ...marked, name: 'Mug', entry: null, changed: 0, stale: [] }
    expect(toastMessage(same, null).title).toBe('No change: Mug is already approved')
    expect(toastMessage({ ...marked, entry: null, changed: 0, stale: ['a'] }, null)).toEqual({
      title: '1 product was skipped because it has changed. Review it again.',
      text: '',
      tone: 'warning'
    })
    const unshown = { ...marked, name: 'Mug', entry: null, changed: 0, stale: ['a'], otherChanges: true }
    expect(toastMessage(unshown, null)).toEqual({
      title: 'Mug has changes that you have not seen',
      text: 'Press A again to mark it.',
      tone: 'warning'
    })
  })

  it('with how many of several had the mark before', () => {
    const marked = { kind: 'marked', connectionId, name: null, entry: 3, changed: 3, stale: [] } as const
    const told = (mark: 'approved' | 'unreviewed', already: number, stale: string[] = []) =>
      toastMessage({ ...marked, mark, already, stale }, null)
    expect(told('approved', 1)).toEqual({
      title: '3 products approved',
      text: '1 already was.',
      tone: 'neutral'
    })
    expect(told('approved', 2, ['a']).text).toMatch(/^2 already were. 1 product was skipped/)
    expect(told('unreviewed', 2).text).toBe('2 had no mark of yours.')
    expect(told('approved', 0).text).toBe('')
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
      (mark) => toastMessage({ ...marked, mark }, null).title
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
    expect(toastMessage({ ...excepted, product: { id: 'p-1', name: 'Blue mug' } }, null)).toEqual({
      title: 'Exception added: Blue mug',
      text: 'Price missing',
      tone: 'neutral'
    })
    expect(toastMessage({ ...excepted, product: { id: 'p-1', name: ' ' } }, null).title).toBe(
      'Exception added: p-1'
    )
  })

  it('as taken back, or done again', () => {
    const undone = { kind: 'undone', connectionId, redo: 9, restored: 12, kept: 1 } as const
    const many = { product: null, count: 13, before: null }
    expect(toastMessage({ ...undone, entry: logEntry(many) }, null)).toMatchObject({
      title: 'Undone: Approved, 12 products',
      text: '1 review has changed since and was left as it is.'
    })
    expect(toastMessage({ ...undone, entry: logEntry({ ...many, after: null }) }, null).title).toBe(
      'Undone: 12 reviews'
    )
    const redone = logEntry({
      ...many,
      kind: 'undo',
      before: 'needs-work',
      reasonBefore: 'price',
      after: null
    })
    expect(toastMessage({ ...undone, entry: redone }, null).title).toBe(
      'Redone: Needs work: Price, 12 products'
    )
    const merge = logEntry({ ...many, kind: 'undo', of: null, after: null })
    expect(toastMessage({ ...undone, entry: merge }, null).title).toBe('Redone: 12 reviews')
  })

  it('as taken back by product and mark, where it was one product', () => {
    const undone = { kind: 'undone', connectionId, redo: 9, restored: 1, kept: 0 } as const
    const title = (changes: Parameters<typeof logEntry>[0]): string =>
      toastMessage({ ...undone, entry: logEntry(changes) }, null).title
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
      toastMessage({ kind: 'prevented', connectionId, prevented: logEntry(changes), by: 'Ben' }, null)
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

  it('as held, for what changed of the product, three fields by name', () => {
    const held = {
      kind: 'unseen',
      connectionId,
      mark: 'approved',
      product: { id: 'a', name: 'Mug' }
    } as const
    const title = (changed: readonly Difference['field'][]): string =>
      toastMessage({ ...held, why: { changed } }, null).title
    expect(title(['price'])).toBe('Mug has changed: Price')
    expect(title(['name', 'price', 'description'])).toBe('Mug has changed: Name, Price, Description')
    expect(title(['name', 'price', 'description', 'image'])).toBe(
      'Mug has changed: Name, Price, Description and 1 more'
    )
    expect(title([])).toBe('Mug has changed in the meantime')
    expect(toastMessage({ ...held, why: 'gone' }, null).title).toBe('Mug is no longer in the store')
  })

  it('as not done, with why', () => {
    const failed = { kind: 'not-marked', connectionId, again: () => undefined } as const
    expect(toastMessage({ ...failed, failure: because }, null)).toMatchObject({
      title: 'Not marked',
      tone: 'warning'
    })
    const otherList = fail('input-invalid', { field: 'count' }).failure
    expect(toastMessage({ ...failed, failure: otherList }, null).text).toMatch(/Select it again/)
  })
})
