import { isDeepStrictEqual } from 'node:util'
import type { LogEntry, LogKind } from '../../contract/review'
import { noteInLists, reviewMarks } from '../../contract/review-state'
import type { MarkDeed } from '../../team/operation'
import type { Statements } from '../db/open-reviews'
import { deedFrom, exceptionFrom, markOf, reviewFrom, unreviewed, type ReviewRow } from '../db/review-row'
import { chainOf, isRedo, rootOf, type EntryRow, type ItemRow } from '../write/log-chain'
import { isTakingBack, markChangeOf, reviewerOf } from '../write/taken-back'

/** What took back a taking back did something again, also where it is one of many in a row. */
function kindOf(sql: Statements, row: EntryRow): LogKind {
  const undos = chainOf(sql, row).filter(({ kind }) => kind === 'undo').length
  return undos === 0 ? (row.kind as LogKind) : undos % 2 === 0 ? 'redo' : 'undo'
}

/** Who did what. */
export type Told = Pick<LogEntry, 'by' | 'kind'> & Texts

/** What an entry did to a product; undefined: nothing. Of the log of all products: to the first. */
export type ItemOf = (entry: number) => ItemRow | undefined

/** What was done on this computer. */
export function toldHere(sql: Statements, row: EntryRow, itemOf: ItemOf): Told {
  const root = rootOf(sql, row)
  const kind = kindOf(sql, row)
  const done = doneBy(root, itemOf(root.number))
  return { by: row.reviewer, kind, ...(root === row ? done : turned(itemOf(row.number), done, kind)) }
}

/** Of many products that were marked here, or by a colleague: the mark that all of them got, or had until it was taken back. */
export function sameHere(sql: Statements, row: EntryRow, itemOf: ItemOf): Told {
  const { by, kind, ...texts } = toldHere(sql, row, itemOf)
  const root = rootOf(sql, row)
  if (root.kind === 'mark' && texts.of === 'mark') return { by, kind, ...sideOf(kind, texts) }
  const done = root.kind === 'team' ? sameByTeam(sql, root) : null
  if (done?.kind !== 'team' || done.of !== 'mark') return { by, kind, ...noTexts }
  return { ...(kind === 'undo' ? takenBack(done) : done), by, kind }
}

/** What all products have in common that the same was done to: what each had before it, or since it was taken back, may be somebody else's. */
function sideOf(kind: LogKind, texts: Texts): Texts {
  const { before, beforeBy, reasonBefore, after, afterBy, reason } = texts
  const side = kind === 'undo' ? { before, beforeBy, reasonBefore } : { after, afterBy, reason }
  return { ...noTexts, of: 'mark', ...side }
}

/** What a taking back tells of what was done. */
function takenBack({ after, afterBy, reason }: Texts): Texts {
  return { ...noTexts, of: 'mark', before: after, beforeBy: afterBy, reasonBefore: reason }
}

/** What came from the team to a product, as it is told where it was done. */
export function toldByTeam(_: Statements, row: EntryRow, itemOf: ItemOf): Told {
  const item = itemOf(row.number)
  if (item === undefined) return { by: row.reviewer, kind: 'team', ...noTexts }
  const deed = deedFrom(item.deed)
  return deed === null ? asDoneThere(row, item) : turnedThere(row, item, deed)
}

function turnedThere(
  { reviewer }: EntryRow,
  item: ItemRow,
  { kind, of, who: by = reviewer }: MarkDeed
): Told {
  if (kind === 'clear') return { by, kind: 'team', ...cleared }
  const texts = textsOf(item)
  if (kind !== 'mark' && of === null && texts.of === 'note') return { by, kind, ...texts }
  const { mark = null, by: decider = null, reason = null } = of ?? {}
  const done: Texts = { ...noTexts, of: 'mark', after: mark, afterBy: decider, reason }
  return kind === 'mark' ? { by, kind: 'team', ...done } : { by, kind, ...turned(item, done, kind) }
}

/**
 * What an earlier version tells: a taking back as such, and nobody's mark as what somebody else did. That one is put back where a taking back is
 * taken back, or is read before what took its place.
 */
function asDoneThere({ number, reviewer: by }: EntryRow, item: ItemRow): Told {
  const told: Told = { by, kind: 'team', ...textsOf(item) }
  if (told.of !== 'mark') return told
  const change = markChangeOf(number, by, item)
  const { before, after } = change
  if (!isTakingBack(change)) return { ...told, by: reviewerOf(change) }
  // Done and taken back before an exchange: of that nothing is known.
  const isSame = before.markedBy === after.markedBy && before.markedAt === after.markedAt
  return { ...told, kind: 'undo', ...(isSame ? { before: null, beforeBy: null, reasonBefore: null } : {}) }
}

/** What was done, in words. */
export type Texts = Pick<
  LogEntry,
  'of' | 'before' | 'after' | 'beforeBy' | 'afterBy' | 'reasonBefore' | 'reason'
>

/** It cannot be said. */
export const noTexts: Texts = {
  ...{ of: null, before: null, after: null, beforeBy: null, afterBy: null },
  ...{ reasonBefore: null, reason: null }
}

/** Of who cleared theirs where a colleague's was left: they have not said what the product has since. */
const cleared: Texts = { ...noTexts, of: 'mark', after: 'unreviewed' }

/** What it was and became, in words. */
function textsOf(item: ItemRow): Texts {
  if (item.rule !== '') {
    const [before, after] = [exceptionFrom(item.before)?.reason, exceptionFrom(item.after)?.reason]
    return { ...noTexts, of: 'exception', before: before ?? null, after: after ?? null }
  }
  const [before, after] = [reviewFrom(item.before), reviewFrom(item.after)]
  if (before.markEntry !== after.markEntry) {
    const reasons = { reasonBefore: before.markReason, reason: after.markReason }
    const people = { beforeBy: deciderOf(before), afterBy: deciderOf(after) }
    return { of: 'mark', before: markOf(before), after: markOf(after), ...people, ...reasons }
  }
  const [was, is] = [before.note.slice(0, noteInLists), after.note.slice(0, noteInLists)]
  return { ...noTexts, of: 'note', before: was, after: is }
}

/** Who decided what a product is; null: nobody did, or it is not known. */
function deciderOf({ mark, markedBy }: ReviewRow): string | null {
  return mark === unreviewed || markedBy === '' ? null : markedBy
}

/** What was done by an entry that takes nothing back, in words. */
function doneBy(entry: EntryRow, item: ItemRow | undefined): Texts {
  if (item === undefined) return noTexts
  return item.rule === '' && hasLeft(entry, reviewFrom(item.after).markedBy) ? cleared : textsOf(item)
}

/** Whether somebody cleared their mark where a colleague's was left. @param markedBy whose mark the product has since */
function hasLeft({ kind, reviewer }: EntryRow, markedBy: string): boolean {
  return kind === 'mark' && markedBy !== '' && markedBy !== reviewer
}

/**
 * What an entry did to a product's mark, for colleagues to tell; undefined: the mark that they are told says it all.
 *
 * @param markedBy whose mark that is
 */
export function deedToTell(
  sql: Statements,
  entry: EntryRow,
  product: string,
  markedBy: string
): Omit<MarkDeed, 'at'> | undefined {
  if (hasLeft(entry, markedBy)) return { kind: 'clear', of: null }
  if (entry.undoes === null) return undefined
  const root = rootOf(sql, entry)
  const { after, afterBy, reason } = doneBy(root, sql.item.get(root.number, product) as ItemRow | undefined)
  const mark = reviewMarks.find((name) => name === after)
  const of = mark === undefined ? null : { mark, by: afterBy, reason }
  // What a file brought is its authors', also where it goes again.
  const who = root.kind === 'merge' ? { who: entry.reviewer } : {}
  return { kind: isRedo(sql, entry) ? 'redo' : 'undo', of, ...who }
}

/**
 * What an undo or redo is told as: by the deed that it takes back or does again, whatever colleagues have done to the product in between, and by
 * what the product became, or was.
 */
function turned(item: ItemRow | undefined, deed: Texts, kind: LogKind): Texts {
  if (item === undefined) return noTexts
  if (deed.of !== 'mark') return textsOf(item)
  const [before, after] = [reviewFrom(item.before), reviewFrom(item.after)]
  if (kind === 'undo') {
    const is = { after: markOf(after), afterBy: deciderOf(after), reason: after.markReason }
    return { ...takenBack(deed), ...is }
  }
  const done: Texts = {
    ...noTexts,
    of: 'mark',
    after: deed.after,
    afterBy: deed.afterBy,
    reason: deed.reason
  }
  // Whoever clears theirs again has not said what the product had.
  if (deed.after === null || deed.after === 'unreviewed') return done
  return { ...done, before: markOf(before), beforeBy: deciderOf(before), reasonBefore: before.markReason }
}

/** Products of an entry from the team whose marks are compared where the log of all products is read. */
const mostCompared = 500

/** Of many products that a colleague did the same to: that; nothing where it is not all that the entry tells of. */
export function sameByTeam(sql: Statements, row: EntryRow): Told {
  const first = sql.items.get(row.number) as ItemRow | undefined
  const by = deedFrom(first?.deed ?? null)?.who ?? row.reviewer
  const unknown: Told = { by, kind: 'team', ...noTexts }
  if (row.count > mostCompared) return unknown
  let all: Told | null = null
  for (const item of sql.items.iterate(row.number) as unknown as Iterable<ItemRow>) {
    const told = toldByTeam(sql, row, () => item)
    if (told.of !== 'mark' || told.by !== by) return unknown
    const same = { by, kind: told.kind, ...sideOf(told.kind, told) }
    if (all !== null && !isDeepStrictEqual(all, same)) return unknown
    all = same
  }
  return all ?? unknown
}
