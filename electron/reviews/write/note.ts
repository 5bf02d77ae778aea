import { joinedNote } from '../../contract/review-state'
import { inEntry, excuseOf, reviewOf, type Book, type Written } from './entry'
import { laterThan } from './mark'
import { rewritten } from './note-history'
import type { Draft } from '../protocol'
import type { Statements } from '../db/statements'

/** Who writes of which product, and when (ms since 1970). */
export interface Writing {
  product: string
  by: string
  at: number
}

/** Saves a note, and takes its draft away. */
export function writeNote(book: Book, { product, by, at }: Writing, note: string): Written<void> {
  const { sql } = book
  return inEntry(book, { at, by, kind: 'note' }, (entry) => {
    sql.dropDraft.run(product)
    const before = reviewOf(sql, product)
    if (before.note === note) return
    const notedAt = laterThan(before.notedAt, at)
    const noteHistory = rewritten(before)
    entry.review(product, before, {
      ...before,
      note,
      notedAt,
      notedBy: by,
      noteEntry: entry.number,
      noteHistory
    })
  })
}

/** Keeps what is being typed into a note, against the end of its window. */
export function keepDraft(sql: Statements, { product, draft, joins, at }: Draft): void {
  if (draft === null) {
    sql.dropDraft.run(product)
    return
  }
  const before = sql.draft.get(product)?.note ?? reviewOf(sql, product).note
  sql.putDraft.run(product, joins && typeof before === 'string' ? joinedNote(before, draft) : draft, at)
}

/** Excuses a product from a rule; `reason` null: not any more. */
export function writeExcuse(
  book: Book,
  { product, by, at }: Writing,
  rule: string,
  reason: string | null
): Written<void> {
  return inEntry(book, { at, by, kind: 'excuse' }, (entry) => {
    const before = excuseOf(book.sql, product, rule)
    if ((before?.reason ?? null) === reason) return
    entry.excuse(product, rule, before, reason === null ? null : { reason, reviewer: by, at })
  })
}
