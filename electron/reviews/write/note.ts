import { joinedNote, keptBoth } from '../../contract/review-state'
import { inEntry, exceptionOf, laterThan, reviewOf, type Book, type Written } from './entry'
import type { Draft } from '../protocol'
import type { Statements } from '../db/open-reviews'
import { hash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { noteOf, type NoteText, type SharedNote } from '../sharing/merge'
import type { ReviewRow } from '../db/review-row'

/** Who writes of which product, and when (ms since 1970). */
export interface Writing {
  product: string
  by: string
  at: number
}

/** The note that is to be saved for a text: with what anybody has saved since its writer read the note, which was `over` then. */
export function noteToWrite({ sql }: Book, product: string, note: string, over: string | undefined): string {
  return over === undefined ? note : keptBoth(reviewOf(sql, product).note, note, over)
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
export function keepDraft(sql: Statements, { product, draft, begunOn, joins, at }: Draft): void {
  if (draft === null) {
    sql.dropDraft.run(product)
    return
  }
  if (!joins) {
    sql.putDraft.run(product, draft, at, begunOn ?? null)
    return
  }
  const saved = reviewOf(sql, product).note
  const before = sql.draft.get(product) ?? { note: saved, begunOn: saved }
  sql.putDraft.run(product, joinedNote(String(before.note), draft), at, before.begunOn ?? null)
}

/** Excepts a product from a rule; `reason` null: not anymore. */
export function writeException(
  book: Book,
  { product, by, at }: Writing,
  rule: string,
  reason: string | null
): Written<void> {
  return inEntry(book, { at, by, kind: 'excuse' }, (entry) => {
    const before = exceptionOf(book.sql, product, rule)
    if ((before?.reason ?? null) === reason) return
    entry.except(product, rule, before, reason === null ? null : { reason, reviewer: by, at })
  })
}

type NotePart = Pick<ReviewRow, 'note' | 'notedAt' | 'notedBy' | 'noteHistory'>

/** What a row keeps of its note beside the text. Ids stand for one writing of a text each. */
interface NoteHistory {
  /** Of the note, where it is one text. */
  id: string | null
  /** What it is put together of, where it is not. */
  texts: NoteText[]
  /** Texts that were replaced. */
  replaced: string[]
}

const historySchema: z.ZodType<NoteHistory> = z.object({
  id: z.string().nullable(),
  texts: z.array(z.object({ id: z.string(), at: z.number(), by: z.string(), note: z.string() })),
  replaced: z.array(z.string())
})

/** The history of a row whose note was just written anew, in place of all that it was. */
function rewritten(before: NotePart): string {
  const { texts, replaced } = noteFrom(before)
  const id = newId()
  const history: NoteHistory = {
    id,
    texts: [],
    replaced: [...replaced, ...texts.map((text) => text.id)].sort()
  }
  return JSON.stringify(history)
}

/**
 * The history of a note that takes the place of another again. Those who know the other know its own texts to be replaced: they
 * are written anew, with the times and names that they had.
 */
export function putBack(note: NotePart, other: NotePart): string {
  const [mine, theirs] = [noteFrom(note), noteFrom(other)]
  const gone = [...mine.texts, ...theirs.texts].map((text) => text.id)
  const replaced = new Set([...mine.replaced, ...theirs.replaced, ...gone])
  const texts = mine.texts.map((text) => ({ ...text, id: newId() }))
  return historyOf({ texts, replaced: [...replaced].sort() })
}

/** 64 random bits as 16 hexadecimal digits. */
function newId(): string {
  return randomBytes(8).toString('hex')
}

function stableId(text: Omit<NoteText, 'id'>): string {
  return hash('sha256', JSON.stringify([text.at, text.by, text.note]), 'hex').slice(0, 16)
}

function historyOf({ texts, replaced }: SharedNote): string {
  const [first] = texts
  const isOne = texts.length === 1 && first !== undefined
  const history: NoteHistory = { id: isOne ? first.id : null, texts: isOne ? [] : texts, replaced }
  return JSON.stringify(history)
}

/** What a row's note is put together of. */
export function noteFrom({ note, notedAt, notedBy, noteHistory }: NotePart): SharedNote {
  if (noteHistory === null) return { texts: [], replaced: [] }
  const history = readHistory(noteHistory)
  const own = { at: notedAt ?? 0, by: notedBy, note }
  // Damage made something else of it: the text stays, under an id that is the same each time it is read.
  if (history === null) return { texts: note === '' ? [] : [{ id: stableId(own), ...own }], replaced: [] }
  const { id, texts, replaced } = history
  if (id === null) return { texts, replaced }
  // A note that was taken away is no text, but what it replaced stays replaced.
  return { texts: note === '' ? [] : [{ id, ...own }], replaced }
}

/** A row's note as it is once it was put together. */
export function noteToRow(shared: SharedNote): NotePart {
  const last = shared.texts.at(-1)
  return {
    note: noteOf(shared),
    notedAt: last?.at ?? null,
    notedBy: last?.by ?? '',
    noteHistory: historyOf(shared)
  }
}

/** A row from a damaged file: where its history cannot be read, its text stays as if it had been written anew. */
export function withReadableHistory<Row extends NotePart>(row: Row): Row {
  if (row.noteHistory === null || isReadableHistory(row.noteHistory)) return row
  return { ...row, noteHistory: rewritten({ ...row, noteHistory: null }) }
}

/** Whether a text is the history of a note. */
export function isReadableHistory(text: string): boolean {
  return readHistory(text) !== null
}

/** The note that the texts in a history make up; undefined: it has no texts, as the note is one of its own, or cannot be read. */
export function noteIn(history: string | null | undefined): string | undefined {
  const read = readHistory(history ?? '')
  return read?.id === null ? noteOf(read) : undefined
}

/** null: it is none. */
function readHistory(text: string): NoteHistory | null {
  try {
    return historySchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
