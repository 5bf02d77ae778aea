import { expect, it } from 'vitest'
import { openEmpty } from '../../../electron/reviews/db/database'
import { bookOf } from '../../../electron/reviews/db/open-reviews'
import { reviewOf } from '../../../electron/reviews/write/entry'
import { markProducts, renameReviewer } from '../../../electron/reviews/write/mark'
import { lastUndoable, undoEntry } from '../../../electron/reviews/write/undo'

it('a reviewer who goes on under another name has their marks under it, and can take them back; others keep theirs', () => {
  const book = bookOf('', { state: 'ready', db: openEmpty() })
  const mark = (product: string, mark: 'approved' | 'ignored', by: string): void =>
    void markProducts(book, { mark, by, at: 1 }, [{ id: product, contentFingerprint: null, content: null }])
  mark('one', 'ignored', 'account')
  mark('one', 'approved', 'account')
  mark('two', 'ignored', 'Sam')
  const deed = { kind: 'undo', at: 1, of: { mark: 'approved', by: 'account', reason: null } }
  book.db.prepare("UPDATE log_item SET deed = ? WHERE product = 'two'").run(JSON.stringify(deed))
  renameReviewer(book, { from: 'account', to: 'Kim' })
  expect(['one', 'two'].map((product) => reviewOf(book.sql, product).markedBy)).toEqual(['Kim', 'Sam'])
  const told = book.db.prepare("SELECT deed ->> '$.of.by' AS by FROM log_item WHERE product = 'two'").get()
  expect(told?.by, 'what a colleague did to it').toBe('Kim')
  expect(lastUndoable(book, 'account', 'account')).toBeNull()
  undoEntry(book, lastUndoable(book, 'Kim', 'Kim') ?? 0, { by: 'Kim', at: 2 })
  expect(reviewOf(book.sql, 'one')).toMatchObject({ mark: 3, markedBy: 'Kim' })
})
