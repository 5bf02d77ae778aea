import { tick } from '../../team/clock'
import type { Unnumbered } from '../../team/operation'
import { neverReviewed, reviewColumns, reviewFrom, reviewsIn, type ReviewRow } from '../db/review-row'
import { decidedAt, isSameMark, type SharedMark } from '../sharing/merge'
import type { Book } from '../write/entry'
import type { EntryRow, ItemRow } from '../write/log-chain'
import {
  decidedOf,
  decidedOfAll,
  decisionIn,
  keepNewest,
  layExceptions,
  newestAssignments,
  newestOf,
  newestExceptions,
  newestMarks,
  ownWordsOnTeam,
  type Decided
} from './newest'
import { membershipOf, readFact, writeFact, type Cursor, type TeamFile } from './team-file'
import {
  addOperation,
  bounded,
  putAllWaiting,
  settleMark,
  sharedNow,
  tellForOthers,
  type TeamBooks
} from './tell'
import { collectItem } from './collect-item'
import { logTakenBack } from './log-taken-back'

/** Products that are looked at in one call: some 20 ms. */
const atOnce = 2000

/** Publishes all reviews anew. */
export function publishReviews(book: Book, team: TeamFile): void {
  writeFact(team, 'cursor', lastEntry(book))
  writeFact(team, 'published', '')
  writeFact(team, 'through', null)
}

/** Publishes all reviews anew, and merges everybody's anew. */
export function publishAll(book: Book, team: TeamFile): void {
  const isBackup = readFact(team, 'cursor') !== null
  publishReviews(book, team)
  layExceptions(team, book.sql)
  // Also what waits, and may not be in these reviews.
  team.db.exec('UPDATE segment SET merged = 0; UPDATE waiting SET is_new = 0')
  // Who has just joined looks at all there is anyway.
  if (isBackup) writeFact(team, 'unread', true)
}

/** Where the log of reviews ends: nothing of it is told before, other than by `collectAll`. */
export function lastEntry({ db }: Book): Cursor {
  const row = db.prepare('SELECT number, at, reviewer FROM log ORDER BY number DESC LIMIT 1').get()
  return { number: Number(row?.number ?? 0), at: Number(row?.at ?? 0), reviewer: String(row?.reviewer ?? '') }
}

/**
 * Makes operations of what these reviews have of the next products, and of all that the team knows of them: by the primary key's order; then of
 * the exceptions, of which there are few.
 *
 * @param at ms since 1970
 * @returns how many products; 0: there are no more
 */
export function collectAll(book: Book, team: TeamFile, at: number): number {
  const products = productsAfter(book, team, readFact(team, 'published') ?? '')
  const { device } = membershipOf(team)
  const known = decidedOfAll(
    team,
    products.map(([product]) => product)
  )
  const words: Unnumbered[] = []
  const decided = products.map(([product, row]) => {
    const telling = { at, device, known: known(product), words }
    return { product, decided: addReview({ book, team }, product, row, telling) }
  })
  putAllWaiting(team, words)
  logTakenBack({ book, team }, decided)
  const last = products.at(-1)?.[0]
  if (last === undefined) {
    addExceptions(book, team, at)
    putAllWaiting(team, [...newestAssignments(team), ...ownWordsOnTeam(team, device)])
    tellForOthers(team)
  }
  writeFact(team, 'published', last ?? null)
  return products.length
}

/** The next products that have a review here, and those with a mark in the team that a backup lacks. In the order of SQLite. */
function productsAfter({ db }: Book, team: TeamFile, after: string): [string, ReviewRow][] {
  const which = `WHERE product > ? ORDER BY product LIMIT ${atOnce}`
  const reviewed = reviewsIn(db.prepare(`SELECT product, ${reviewColumns} FROM review ${which}`), after)
  const marked = team.db.prepare(`SELECT DISTINCT product FROM newest ${which}`).all(after)
  const products = new Map(reviewed)
  const lacking = marked.map(({ product }) => String(product)).filter((product) => !products.has(product))
  if (lacking.length === 0) return [...products]
  for (const product of lacking) products.set(product, neverReviewed)
  return inOrderOfSqlite(products).slice(0, atOnce)
}

function inOrderOfSqlite<T>(products: ReadonlyMap<string, T>): [string, T][] {
  const inBytes = [...products].map((each): [[string, T], Buffer] => [each, Buffer.from(each[0])])
  return inBytes.sort(([, one], [, other]) => Buffer.compare(one, other)).map(([each]) => each)
}

/** When something is told (ms since 1970), by which device, and what was decided of its product before. */
interface Telling {
  at: number
  device: string
  known: readonly Decided[]
  /** What is said of marks, which is to wait once all is known. */
  words: Unnumbered[]
}

/** @returns what is decided of the product now */
function addReview(
  books: TeamBooks,
  product: string,
  row: ReviewRow,
  { at, device, known, words }: Telling
): readonly Decided[] {
  const { book, team } = books
  const { mark, note } = sharedNow(book, product, row, at)
  const writer = note.texts.at(-1)
  const before = tellLast(books, product, row, { at, known })
  let decided = before
  for (const word of wordsOf(product, mark, before, device)) {
    decided = keepNewest(team, word, decided)
    words.push(word)
  }
  // Where nobody has said anything before, that is all there is.
  if (before.length > 0) settleMark(books, product, decided)
  if (note.texts.length + note.replaced.length === 0) return decided
  const told = { by: writer?.by ?? '', product, act: { note } }
  return addOperation(team, told, writer?.at ?? 0, { device, decided })
}

/**
 * Where a mark was put back here since a backup was: tells what did so, of which the review alone does not say whose mark was taken away.
 *
 * @returns what is decided of the product now
 */
function tellLast(
  { book, team }: TeamBooks,
  product: string,
  now: ReviewRow,
  { at, known }: Pick<Telling, 'at' | 'known'>
): readonly Decided[] {
  const isTold = known.some(({ kind, wall }) => kind === 'mark' && wall >= (now.putBackAt ?? -1))
  if (now.putBackAt === null || known.length === 0 || isTold) return known
  const items = book.sql.reviewItems.all(product) as unknown as (ItemRow & { entry: number })[]
  const item = items.find(({ before, after }) => isPutBack(reviewFrom(before), reviewFrom(after), now))
  const entry = item && (book.sql.entry.get(item.entry) as EntryRow | undefined)
  if (item === undefined || entry === undefined || entry.kind === 'team') return known
  collectItem(book, team, entry, { ...item, product, rule: '' }, { at, asOf: null })
  return decidedOf(team, product)
}

/** Whether what was done has put back the mark that there is now. */
function isPutBack(before: ReviewRow, after: ReviewRow, { markEntry, putBackAt }: ReviewRow): boolean {
  return after.putBackAt === putBackAt && after.markEntry === markEntry && before.putBackAt !== putBackAt
}

/** What everybody says of a product, and the mark that these reviews have of it, where its reviewer is not known to have said it. */
function wordsOf(
  product: string,
  mark: SharedMark | null,
  decided: readonly Decided[],
  device: string
): Unnumbered[] {
  const words = newestMarks(product, decided)
  // Where somebody has said something, nobody says that there is none.
  if (mark === null || (mark.by === '' && words.length > 0)) return words
  const isSame = ({ act }: (typeof words)[number]): boolean => isSameMark(act.mark, mark)
  // With what was approved, which is not kept with the words.
  if (words.some(isSame))
    return words.map((word) =>
      isSame(word) ? { ...word, act: { mark: { ...word.act.mark, content: mark.content } } } : word
    )
  return [...words, wordBefore(product, mark, decided, device)]
}

/** A mark from before the team was, or from a backup. What its reviewer is known to have said since counts; who put it back is not known. */
function wordBefore(
  product: string,
  mark: SharedMark,
  decided: readonly Decided[],
  device: string
): Unnumbered {
  const isKnown = decisionIn(decided, { kind: 'mark', part: mark.by }) !== undefined
  const said = isKnown ? { ...mark, putBackAt: null } : mark
  return {
    by: mark.by,
    product,
    act: { mark: said },
    clock: tick(null, Math.max(0, decidedAt(said)), device)
  }
}

/** Those that the team knows of, with the clocks that they had; and those from before. */
function addExceptions({ db }: Book, team: TeamFile, now: number): void {
  putAllWaiting(team, newestExceptions(team))
  const rows = db.prepare('SELECT product, rule, reason, reviewer, at FROM excuse').all() as unknown as {
    product: string
    rule: string
    reason: string
    reviewer: string
    at: number
  }[]
  for (const { product, rule, reason, reviewer: by, at } of rows) {
    if (newestOf(team, product, { kind: 'exception', part: rule }) === null)
      addOperation(team, { by, product, act: { exception: { rule, reason, by } } }, bounded(at, now))
  }
}
