import type { FingerprintedContent } from '../../catalog/content-fingerprint'
import type { DatabaseSync } from 'node:sqlite'
import { mostAhead, tick, type Clock } from '../../team/clock'
import { isOfTeam, lineOf, type Act, type Unnumbered } from '../../team/operation'
import { readFact as readReviewsFact } from '../db/database'
import {
  exceptionFrom,
  neverReviewed,
  reviewColumns,
  reviewFrom,
  toJson,
  type ReviewRow
} from '../db/review-row'
import { withoutTimesAhead } from '../sharing/file-format'
import { decidedAt, isSameMark, type SharedMark, type SharedReview } from '../sharing/merge'
import { rowFrom, sharedFrom } from '../sharing/shared-rows'
import { putReview, reviewOf, type Book } from '../write/entry'
import { saidBefore } from '../write/taken-back'
import { isRedo, rootOf, undoneReviewer, type EntryRow, type ItemRow } from '../write/log-chain'
import {
  asDecided,
  clockBefore,
  decidedOf,
  decisionIn,
  decisionsOf,
  keepNewest,
  layExceptions,
  newestAssignments,
  newestOf,
  newestExceptions,
  newestMarks,
  ownWordsOnTeam,
  type Decided
} from './newest'
import { itemsToTell } from './items'
import { policyToTell } from './policy'
import {
  inRepeatableTransaction,
  membershipOf,
  readFact,
  writeFact,
  type Cursor,
  type TeamFile
} from './team-file'

/** Rows that are looked at in one call: some 20 ms. */
const atOnce = 2000
/** UTF-16 units of what was approved, above which an operation goes without: its fingerprint still says what it was. */
const maxContent = 200_000

/** A review's files, and its team's. */
export interface TeamBooks {
  book: Book
  team: TeamFile
}

/**
 * Makes operations of what was done since the last time, up to some hundred; whether there is more. The log of reviews is where they
 * come from, so that nothing is written twice when a person acts. What the exchange itself merged is nobody's act here. Where the log
 * is another one, as after a backup was restored or the team joined, all reviews are published as they stand.
 *
 * @param at ms since 1970
 */
export function collect({ book, team }: TeamBooks, at: number): boolean {
  return inRepeatableTransaction(team, () => {
    if (readFact(team, 'published') === null && !areSameReviews(book, team)) publishAll(book, team)
    let items = 0
    while (items < atOnce) {
      const isAll = readFact(team, 'published') !== null
      const done = isAll ? collectAll(book, team, at) : collectEntry(book, team, at)
      if (done === null) return false
      items += done
    }
    return true
  })
}

/** Publishes all reviews anew. */
export function publishReviews(book: Book, team: TeamFile): void {
  writeFact(team, 'cursor', lastEntry(book))
  writeFact(team, 'published', '')
  writeFact(team, 'through', null)
}

/** Publishes all reviews anew, and merges everybody's anew. */
export function publishAll(book: Book, team: TeamFile): void {
  publishReviews(book, team)
  layExceptions(team, book.sql)
  // Also what waits, and may not be in these reviews.
  team.db.exec('UPDATE segment SET merged = 0; UPDATE waiting SET is_new = 0')
}

function lastEntry({ db }: Book): Cursor {
  const row = db.prepare('SELECT number, at, reviewer FROM log ORDER BY number DESC LIMIT 1').get()
  return { number: Number(row?.number ?? 0), at: Number(row?.at ?? 0), reviewer: String(row?.reviewer ?? '') }
}

/** Whether these are the reviews that the team's file is of, and no backup. */
function areSameReviews({ db, sql }: Book, team: TeamFile): boolean {
  const cursor = readFact(team, 'cursor')
  if (cursor === null || mergesIn(db) < (readFact(team, 'merges') ?? 0)) return false
  if (cursor.number === 0) return true
  const row = sql.entry.get(cursor.number) as EntryRow | undefined
  return row?.at === cursor.at && row.reviewer === cursor.reviewer
}

/** How often something was merged into the reviews. */
export function mergesIn(db: DatabaseSync): number {
  return Number(readReviewsFact(db, 'merges') ?? 0)
}

/** By the primary key's order; then the exceptions, of which there are few. How many products. */
function collectAll(book: Book, team: TeamFile, at: number): number {
  const products = productsAfter(book, team, readFact(team, 'published') ?? '')
  const { device } = membershipOf(team)
  for (const [product, row] of products) addReview({ book, team }, product, row, { at, device })
  const last = products.at(-1)?.[0]
  if (last === undefined) {
    addExceptions(book, team, at)
    for (const known of [...newestAssignments(team), ...ownWordsOnTeam(team, device)]) putWaiting(team, known)
    tellForOthers(team)
  }
  writeFact(team, 'published', last ?? null)
  return products.length
}

/** The next products that have a review here, and those with a mark in the team that a backup lacks. In the order of SQLite. */
function productsAfter({ db }: Book, team: TeamFile, after: string): [string, ReviewRow][] {
  const which = `WHERE product > ? ORDER BY product LIMIT ${atOnce}`
  const rows = db.prepare(`SELECT product, ${reviewColumns} FROM review ${which}`).all(after)
  const marked = team.db.prepare(`SELECT DISTINCT product FROM newest ${which}`).all(after)
  const reviewed = rows as unknown as (ReviewRow & { product: string })[]
  const products = new Map(reviewed.map((row) => [row.product, row as ReviewRow]))
  const lacking = marked.map(({ product }) => String(product)).filter((product) => !products.has(product))
  if (lacking.length === 0) return [...products]
  for (const product of lacking) products.set(product, neverReviewed)
  return inOrderOfSqlite(products).slice(0, atOnce)
}

function inOrderOfSqlite<T>(products: ReadonlyMap<string, T>): [string, T][] {
  const inBytes = [...products].map((each): [[string, T], Buffer] => [each, Buffer.from(each[0])])
  return inBytes.sort(([, one], [, other]) => Buffer.compare(one, other)).map(([each]) => each)
}

/** When something is told (ms since 1970), and by which device. */
interface Telling {
  at: number
  device: string
}

/** Tells what an owner says of the whole team in place of others, who may not be able to any longer. */
export function tellForOthers(team: TeamFile): void {
  for (const known of [...itemsToTell(team), ...policyToTell(team)]) {
    keepNewest(team, known)
    putWaiting(team, known)
  }
}

function addReview(books: TeamBooks, product: string, row: ReviewRow, { at, device }: Telling): void {
  const { book, team } = books
  const { mark, note } = sharedNow(book, product, row, at)
  const writer = note.texts.at(-1)
  const before = tellLast(books, product, row, at)
  let decided = before
  for (const known of wordsOf(product, mark, before, device)) {
    decided = keepNewest(team, known, decided)
    putWaiting(team, known)
  }
  // Where nobody has said anything before, that is all there is.
  if (before.length > 0) settleMark(books, product, decided)
  if (note.texts.length + note.replaced.length === 0) return
  const told = { by: writer?.by ?? '', product, act: { note } }
  addOperation(team, told, writer?.at ?? 0, { device, decided })
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
  at: number
): readonly Decided[] {
  const decided = decidedOf(team, product)
  const isTold = decided.some(({ kind, wall }) => kind === 'mark' && wall >= (now.putBackAt ?? -1))
  if (now.putBackAt === null || decided.length === 0 || isTold) return decided
  const items = book.sql.reviewItems.all(product) as unknown as (ItemRow & { entry: number })[]
  const item = items.find(({ before, after }) => isPutBack(reviewFrom(before), reviewFrom(after), now))
  const entry = item && (book.sql.entry.get(item.entry) as EntryRow | undefined)
  if (item === undefined || entry === undefined || entry.kind === 'team') return decided
  collectItem(book, team, entry, { ...item, product, rule: '' }, at)
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

/** Gives a product the mark that holds by what is decided of it. */
function settleMark({ book: { sql }, team }: TeamBooks, product: string, decided: readonly Decided[]): void {
  const now = reviewOf(sql, product)
  // No entry of the log tells of another one.
  const settled = asDecided(now, decided, 0)
  if (toJson(settled) === toJson(now)) return
  putReview(sql, product, settled)
  team.restated.add(product)
}

/** Those that the team knows of, with the clocks that they had; and those from before. */
function addExceptions({ db }: Book, team: TeamFile, now: number): void {
  for (const known of newestExceptions(team)) putWaiting(team, known)
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

/** Some items of the next entry; how many, null: there is no entry. */
function collectEntry(book: Book, team: TeamFile, now: number): number | null {
  const cursor = readFact(team, 'cursor') ?? lastEntry(book)
  const entry = book.db
    .prepare("SELECT * FROM log WHERE number > ? AND kind <> 'team' ORDER BY number LIMIT 1")
    .get(cursor.number) as EntryRow | undefined
  if (entry === undefined) return null
  const { number, at, reviewer } = entry
  const items = book.db
    .prepare(
      `SELECT product, rule, before, after FROM log_item WHERE entry = ? AND product > ?
       ORDER BY product, rule LIMIT ${atOnce}`
    )
    .all(number, readFact(team, 'through') ?? '') as unknown as ItemRow[]
  for (const item of items) collectItem(book, team, entry, item, now)
  const last = items.length < atOnce ? undefined : items.at(-1)
  writeFact(team, 'through', last?.product ?? null)
  if (last === undefined) writeFact(team, 'cursor', { number, at, reviewer })
  return items.length
}

function collectItem(book: Book, team: TeamFile, entry: EntryRow, item: ItemRow, now: number): void {
  const { product, rule } = item
  const by = entry.reviewer
  if (rule !== '') {
    const { reason, reviewer } = exceptionFrom(item.after) ?? { reason: null, reviewer: by }
    addOperation(
      team,
      { by, product, act: { exception: { rule, reason, by: reviewer } } },
      bounded(entry.at, now)
    )
    return
  }
  const before = sharedFrom(reviewFrom(item.before), null)
  const after = sharedNow(book, product, reviewFrom(item.after), now)
  const { note } = after
  // Taken back, or put back, though somebody else has marked the product since: the review is theirs all the time.
  const isGivenUp = entry.undoes !== null && item.before === item.after
  const mark = (isGivenUp ? putBackBeneath(book, entry, product) : null) ?? after.mark
  const isOther = JSON.stringify({ ...mark, content: null }) !== JSON.stringify(before.mark)
  if (mark !== null && (isOther || isGivenUp)) {
    // What a file has brought its author says, and nobody takes anything back with it.
    const who = entry.kind === 'merge' ? mark.by : by
    const act = { mark, ...undoneOf(book, entry, product) }
    let decided = addOperation(team, { by: who, product, act }, decidedAt(mark))
    if (entry.undoes !== null) decided = tellWordBefore(book, team, entry, product, mark.by) ?? decided
    settleLast({ book, team }, entry, item, decided)
  }
  const had = new Set([...before.note.texts.map(({ id }) => id), ...before.note.replaced])
  const texts = note.texts.filter(({ id }) => !had.has(id))
  const replaced = note.replaced.filter((id) => !before.note.replaced.includes(id))
  if (texts.length + replaced.length > 0)
    addOperation(team, { by, product, act: { note: { texts, replaced } } }, bounded(entry.at, now))
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
  if (by === holder || (root.kind === 'mark' && isRedo(sql, entry))) return null
  const said = saidBefore(sql, product, { entry: root.number, by })
  const mark = said === null ? null : sharedFrom(said, null).mark
  if (mark === null || mark.mark === 'unreviewed') return null
  return addOperation(team, { by, product, act: { mark } }, decidedAt(mark))
}

/**
 * Gives a product the mark that holds, once it is told what an entry did to it that is the last here: what is put back, or was brought by a
 * file, may not be the newest. Where a merged file is taken back, what it brought stays its authors'.
 */
function settleLast(books: TeamBooks, entry: EntryRow, item: ItemRow, decided: readonly Decided[]): void {
  const { sql } = books.book
  if (entry.kind === 'mark' || (entry.undoes !== null && rootOf(sql, entry).kind === 'merge')) return
  const isLast = toJson(reviewOf(sql, item.product)) === item.after
  if (isLast) settleMark(books, item.product, decided)
}

/** The mark of a colleague that an owner of the team put back beneath a newer one; null: the entry did something else. */
function putBackBeneath({ sql }: Book, entry: EntryRow, product: string): SharedMark | null {
  const root = rootOf(sql, entry)
  if (root.kind !== 'team' || !isRedo(sql, entry)) return null
  const made = sql.item.get(root.number, product) as ItemRow | undefined
  const { mark } = sharedFrom(reviewFrom(made?.after ?? null), null)
  return mark && { ...mark, putBackAt: null }
}

/** Whose mark an entry takes back, where it is a colleague's. */
function undoneOf({ sql }: Book, entry: EntryRow, product: string): { undoes?: string } {
  if (entry.undoes === null) return {}
  const root = rootOf(sql, entry)
  const reviewer = undoneReviewer(sql, root, product)
  return root.kind === 'team' && reviewer !== entry.reviewer ? { undoes: reviewer } : {}
}

/**
 * A review as it is shared. One of a time that has not come, since the clock was wrong when it was made, counts as of now, here as
 * at colleagues (fault 142).
 */
function sharedNow(book: Book, product: string, row: ReviewRow, now: number): SharedReview {
  const saved = row.seen === null ? undefined : book.sql.content.get(row.seen)?.content
  const isShort = typeof saved === 'string' && saved.length <= maxContent
  const shared = sharedFrom(row, isShort ? (JSON.parse(saved) as FingerprintedContent) : null)
  const told = withoutTimesAhead(shared, now)
  if (told === shared) return shared
  const current = reviewOf(book.sql, product)
  putReview(book.sql, product, rowFrom(current, withoutTimesAhead(sharedFrom(current, null), now)))
  return told
}

function bounded(at: number, now: number): number {
  return Math.min(at, now + mostAhead)
}

/** What is known of a product before something is done to it: by which device, and what was decided. */
interface Known {
  device: string
  decided: readonly Decided[]
}

/**
 * Notes what was done here, for the next segment.
 *
 * @param wall when it was done, ms since 1970
 * @returns what is decided of the product now
 */
export function addOperation(
  team: TeamFile,
  done: { by: string; product: string; act: Act },
  wall: number,
  known: Known = {
    device: membershipOf(team).device,
    decided: isOfTeam(done.act) ? [] : decidedOf(team, done.product)
  }
): readonly Decided[] {
  const { device, decided } = known
  // After all that was known of the same; the rest needs no order.
  const now = decisionsOf(done, device).filter(({ saidAt }) => saidAt === undefined)
  const clock = now.reduce<Clock>(
    (latest, decision) => {
      const last = isOfTeam(done.act) ? clockBefore(team, decision) : decisionIn(decided, decision)
      return last === undefined || last.wall < latest.wall ? latest : tick(last, latest.wall, device)
    },
    tick(null, Math.max(0, wall), device)
  )
  const operation: Unnumbered = { ...done, clock }
  putWaiting(team, operation)
  return keepNewest(team, operation, decided)
}

/** Lets an operation wait for the next segment. */
export function putWaiting(team: TeamFile, operation: Unnumbered): void {
  team.sql.wait.run(lineOf(operation))
}
