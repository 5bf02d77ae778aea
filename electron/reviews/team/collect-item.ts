import { exceptionFrom, reviewFrom, toJson } from '../db/review-row'
import { decidedAt, type SharedMark } from '../sharing/merge'
import { sharedFrom } from '../sharing/shared-rows'
import { deedToTell } from '../read/log-texts'
import { reviewOf, type Book } from '../write/entry'
import { saidBefore } from '../write/taken-back'
import {
  isOfOthers,
  isRedo,
  madeBy,
  rootOf,
  undoneReviewer,
  type EntryRow,
  type ItemRow
} from '../write/log-chain'
import type { Decided } from './newest'
import { noMark } from './standing'
import type { TeamFile } from './team-file'
import { addOperation, bounded, settleMark, sharedNow, type TeamBooks } from './tell'

/** When it is, and when the catalog was read that people see now; null: not known. Both in ms since 1970. */
export interface Now {
  at: number
  asOf: number | null
}

/** Makes operations of what an entry of the log did to a product. */
export function collectItem(
  book: Book,
  team: TeamFile,
  entry: EntryRow,
  item: ItemRow,
  { at: now, asOf }: Now
): void {
  const { product, rule } = item
  const by = entry.reviewer
  const at = bounded(entry.at, now)
  if (rule !== '') {
    const { reason, reviewer } = exceptionFrom(item.after) ?? { reason: null, reviewer: by }
    addOperation(team, { by, product, act: { exception: { rule, reason, by: reviewer } } }, at)
    return
  }
  const before = sharedFrom(reviewFrom(item.before), null)
  const after = sharedNow(book, product, reviewFrom(item.after), now)
  const { note } = after
  // Taken back, or put back, though somebody else has marked the product since: the review is theirs all the time.
  const isGivenUp = entry.undoes !== null && item.before === item.after
  const author = authorOf(book, entry, product)
  const mark =
    (isGivenUp ? putBackBeneath(book, entry, product) : null) ??
    after.mark ??
    // Before the merge nobody had said anything.
    (author === null || before.mark === null ? null : noMark(author, at))
  const isOther = JSON.stringify({ ...mark, content: null }) !== JSON.stringify(before.mark)
  if (mark !== null && (isOther || isGivenUp)) {
    const who = author ?? by
    const deed = deedToTell(book.sql, entry, product, mark.by)
    const told = deed === undefined ? {} : { deed: { ...deed, at } }
    const act = { mark, ...undoneOf(book, entry, product), ...told, ...readingOf(entry, mark, asOf) }
    let decided = addOperation(team, { by: who, product, act }, decidedAt(mark))
    if (entry.undoes !== null) decided = tellWordBefore(book, team, entry, product, mark.by) ?? decided
    settleLast({ book, team }, entry, item, decided)
  }
  const had = new Set([...before.note.texts.map(({ id }) => id), ...before.note.replaced])
  const texts = note.texts.filter(({ id }) => !had.has(id))
  const replaced = note.replaced.filter((id) => !before.note.replaced.includes(id))
  if (texts.length + replaced.length === 0) return
  const kind = isRedo(book.sql, entry) ? 'redo' : 'undo'
  const told = entry.undoes === null ? {} : { deed: { kind, at, of: null } as const }
  addOperation(team, { by, product, act: { note: { texts, replaced }, ...told } }, at)
}

/** When the catalog was read that an approval of just now is of: what has been read since, nobody has seen. */
function readingOf({ kind, at }: EntryRow, { mark }: SharedMark, asOf: number | null): { asOf?: number } {
  return kind === 'mark' && mark === 'approved' && asOf !== null && asOf <= at ? { asOf } : {}
}

/** Who says what a file has brought, or takes it back where the merge is undone: the author of the mark. null: it is of no file. */
function authorOf({ sql }: Book, entry: EntryRow, product: string): string | null {
  const root = rootOf(sql, entry)
  return root.kind === 'merge' ? madeBy(sql, root, product).markedBy : null
}

/**
 * Whose mark was taken back has said something of the product before, perhaps: where somebody else's mark holds, that is what they say
 * again. What they said, and did not take back, is read from the log.
 *
 * @param holder whose mark holds
 * @returns what is decided of the product now; null: they have said nothing
 */
function tellWordBefore(
  { sql }: Book,
  team: TeamFile,
  entry: EntryRow,
  product: string,
  holder: string
): readonly Decided[] | null {
  const root = rootOf(sql, entry)
  const by = undoneReviewer(sql, root, product)
  if (by === holder || root.kind === 'merge' || (root.kind === 'mark' && isRedo(sql, entry))) return null
  const said = saidBefore(sql, product, { entry: root.number, by })
  const mark = said === null ? null : sharedFrom(said, null).mark
  if (mark === null || mark.mark === 'unreviewed') return null
  return addOperation(team, { by, product, act: { mark } }, decidedAt(mark))
}

/**
 * Gives a product the mark that holds, once it is told what an entry did to it that is the last here: what is put back, or was brought by a
 * file, may not be the newest.
 */
function settleLast(books: TeamBooks, entry: EntryRow, item: ItemRow, decided: readonly Decided[]): void {
  if (entry.kind === 'mark') return
  const isLast = toJson(reviewOf(books.book.sql, item.product)) === item.after
  if (isLast) settleMark(books, item.product, decided)
}

/** The mark that was put back beneath a newer one, by an owner of the team or as one that a file brought; null: the entry did something else. */
function putBackBeneath({ sql }: Book, entry: EntryRow, product: string): SharedMark | null {
  const root = rootOf(sql, entry)
  if (!isOfOthers(root) || !isRedo(sql, entry)) return null
  const { mark } = sharedFrom(madeBy(sql, root, product), null)
  return mark && { ...mark, putBackAt: null }
}

/** Whose mark an entry takes back, where it is a colleague's. */
function undoneOf({ sql }: Book, entry: EntryRow, product: string): { undoes?: string } {
  if (entry.undoes === null) return {}
  const root = rootOf(sql, entry)
  const reviewer = undoneReviewer(sql, root, product)
  return root.kind === 'team' && reviewer !== entry.reviewer ? { undoes: reviewer } : {}
}
