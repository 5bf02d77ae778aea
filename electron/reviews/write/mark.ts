import { fail } from '../../contract/failure'
import { inTransaction } from '../../database/transaction'
import { reviewMarks, type ReviewMark } from '../../contract/review-state'
import { standsFor, type FingerprintedContent } from '../../catalog/content-fingerprint'
import type { SharedMark } from '../sharing/merge'
import { markToRow } from '../sharing/shared-rows'
import { inEntry, laterThan, reviewOf, type Book, type Entry, type Written } from './entry'
import type { TeamMarks } from './team-marks'
import { approved, decidedAt, needsWork, unreviewed, type ReviewRow } from '../db/review-row'

/** A product that is to be marked. */
export interface MarkedProduct {
  id: string
  /** What the person saw (`fingerprintOf`); null: not known. */
  contentFingerprint: string | null
  /** What the fingerprint is of; null where that is not known. */
  content: FingerprintedContent | null
  /** It is what was approved before, and to be approved again: an error was found since. */
  again?: boolean
}

/** Who marks, how, and when (ms since 1970). */
export interface Marking {
  mark: ReviewMark
  /** Why it needs work; left out, products that need work already keep theirs. */
  reason?: string | null | undefined
  by: string
  at: number
}

/**
 * Marks products; those that already have the mark, for the same content or reason, are left as they are.
 *
 * @param team what of its marks stands: a colleague's is not this person's, who clears their own alone; left out: the store has none, and
 *   a product's mark is whoever's marks it
 */
export function markProducts(
  book: Book,
  marking: Marking,
  products: MarkedProduct[],
  team?: TeamMarks
): Written<void> {
  return inEntry(book, { ...marking, kind: 'mark' }, (entry) => {
    for (const { id, contentFingerprint, content, again } of products) {
      markOne({ book, entry, team }, marking, { product: id, fingerprint: contentFingerprint, again })
      const text = marking.mark === 'approved' ? contentText(contentFingerprint, content) : null
      if (text !== null) book.sql.putContent.run(contentFingerprint, text)
    }
  })
}

/**
 * Puts one reviewer's marks, and what the log says of them, under another name. Texts of notes stay as they were signed: other copies may have
 * them. As one transaction.
 */
export function renameReviewer({ db }: Book, { from, to }: { from: string; to: string }): void {
  inTransaction(db, () => {
    db.prepare('UPDATE review SET marked_by = ? WHERE marked_by = ?').run(to, from)
    db.prepare("UPDATE log SET reviewer = ? WHERE reviewer = ? AND kind <> 'team'").run(to, from)
    // An entry is taken back only where the review is still what the entry made of it.
    for (const state of ['before', 'after'])
      db.prepare(
        `UPDATE log_item SET ${state} = json_set(${state}, '$.markedBy', ?)
         WHERE rule = '' AND json_valid(${state}) AND ${state} ->> '$.markedBy' = ?`
      ).run(to, from)
    db.prepare(
      `UPDATE log_item SET deed = json_set(deed, '$.of.by', ?)
       WHERE json_valid(deed) AND deed ->> '$.of.by' = ?`
    ).run(to, from)
  })
}

/** The thread died in between, and another one began without them. */
export const stagedGone = fail('internal', { reason: 'products that were put together are gone' })

/** Adds products to those that are marked together; `first` drops earlier ones. Returns how many there are. */
export function stageProducts({ db }: Book, first: boolean, products: MarkedProduct[]): number {
  db.exec('BEGIN')
  try {
    if (first) db.exec('DELETE FROM staged')
    const put = db.prepare('INSERT OR IGNORE INTO staged (product, seen, content, again) VALUES (?, ?, ?, ?)')
    for (const { id, contentFingerprint, content, again } of products)
      put.run(id, contentFingerprint, contentText(contentFingerprint, content), Number(again === true))
    return Number(db.prepare('SELECT count(*) AS count FROM staged').get()?.count)
  } finally {
    // The table is a temporary one: nothing of the file is written.
    if (db.isTransaction) db.exec('COMMIT')
  }
}

/** Stages the products whose mark is of an entry of the log, in place of others. */
export function stageOfEntry({ db }: Book, entry: number): void {
  db.exec('DELETE FROM staged')
  db.prepare(
    `INSERT INTO staged (product, seen, content, again) SELECT product, review.seen, NULL, 0
     FROM log_item JOIN review USING (product) WHERE entry = ? AND rule = '' AND mark_entry = entry`
  ).run(entry)
}

/** Marks all staged products as one transaction and one entry. Some 20 µs each. @param team as of `markProducts` */
export function markStaged(book: Book, marking: Marking, team?: TeamMarks): Written<void> {
  const { db } = book
  const written = inEntry(book, { ...marking, kind: 'mark' }, (entry) => {
    const staged = db.prepare('SELECT product, seen, again FROM staged ORDER BY rowid')
    const rows = staged.iterate() as unknown as Iterable<{
      product: string
      seen: string | null
      again: number
    }>
    for (const { product, seen, again } of rows)
      markOne({ book, entry, team }, marking, { product, fingerprint: seen, again: again === 1 })
    if (marking.mark !== 'approved') return
    db.exec('INSERT OR IGNORE INTO content SELECT seen, content FROM staged WHERE content IS NOT NULL')
  })
  db.exec('DELETE FROM staged')
  return written
}

interface Writing {
  book: Book
  entry: Entry
  team: TeamMarks | undefined
}

function markOne(
  { book: { sql }, entry, team }: Writing,
  marking: Marking,
  {
    product,
    fingerprint,
    again = false
  }: { product: string; fingerprint: string | null; again?: boolean | undefined }
): void {
  const before = reviewOf(sql, product)
  const mark = reviewMarks.indexOf(marking.mark)
  if (team !== undefined && mark === unreviewed) {
    const after = clearedOf(before, marking, team.of(product))
    if (after !== null) entry.review(product, before, { ...after, markEntry: entry.number })
    return
  }
  const reason = marking.reason === undefined ? before.markReason : marking.reason
  const markReason = mark === needsWork ? reason : null
  // In a team also what else was decided is of what somebody saw: who saw something else does not contradict it.
  const isOfContent = mark === approved || team !== undefined
  const seen = isOfContent && mark !== unreviewed ? fingerprint : null
  const isSame =
    !again &&
    before.mark === mark &&
    before.markReason === markReason &&
    (team === undefined || before.markedBy === marking.by) &&
    (mark !== approved || fingerprint !== null) &&
    before.seen === seen
  if (isSame) return
  const after: ReviewRow = {
    ...before,
    mark,
    seen,
    markedAt: laterThan(decidedAt(before), marking.at),
    markedBy: marking.by,
    markEntry: entry.number,
    putBackAt: null,
    markReason
  }
  entry.review(product, before, after)
}

/**
 * The review once a reviewer of a team has cleared their mark: where a colleague's stands, the product has that again; null: the reviewer has
 * none.
 */
function clearedOf(
  before: ReviewRow,
  { by, at }: Marking,
  marks: readonly SharedMark[]
): Omit<ReviewRow, 'markEntry'> | null {
  const others = marks.filter((said) => said.by !== by)
  const isHolding = before.mark !== unreviewed
  // A mark that nobody stands by, as after it was taken back elsewhere, is anybody's to clear.
  const isCleared =
    others.length < marks.length || (isHolding && (before.markedBy === by || others.length === 0))
  if (!isCleared) return null
  const now = laterThan(decidedAt(before), at)
  const [other] = others
  if (other === undefined)
    return {
      ...before,
      ...{ mark: unreviewed, seen: null, markReason: null },
      ...{ markedAt: now, markedBy: by, putBackAt: null }
    }
  return { ...before, ...markToRow({ ...other, putBackAt: now }) }
}

/** The content as it is stored; null where the fingerprint is not of it, as at the second position of an id that is listed twice. */
function contentText(fingerprint: string | null, content: FingerprintedContent | null): string | null {
  if (fingerprint === null || content === null) return null
  const { name, price, description, image } = content
  const seen: FingerprintedContent = { name, price, description, image }
  return standsFor(fingerprint, seen) ? JSON.stringify(seen) : null
}
