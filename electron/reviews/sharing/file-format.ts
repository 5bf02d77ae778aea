import { z } from 'zod'
import { productIdSchema } from '../../contract/review'
import { mostAhead, timeSchema } from '../../team/clock'
import { nameSchema, sharedMarkSchema, sharedNoteSchema } from '../../team/operation'
import type { SharedNote, SharedReview } from './merge'

/**
 * A file of reviews is JSON lines: a heading, a line for each product, and an end, without which the file was cut off. What a
 * later version writes otherwise has another number.
 */
export const fileVersion = 1
export const fileExtension = 'vitrine-reviews'
/** The longest line, in bytes of UTF-8: a product's content, and notes of many people. */
export const maxLine = 4_000_000
/** Products in one file. */
export const maxProducts = 5_000_000
/** Of one product's note: texts that it is put together of, their UTF-16 units, and texts that were replaced. A line holds them. */
const maxTexts = 200
const maxTextUnits = 500_000
const maxReplaced = 20_000

const headingSchema = z.object({
  vitrine: z.literal('reviews'),
  version: z.number().int().min(1),
  /** Of which store; for people, and to warn who merges it into another's. */
  store: z.object({ baseUrl: z.string().max(2048), apiPath: z.string().max(2048) }).nullable(),
  at: timeSchema,
  by: nameSchema
})
export type Heading = z.infer<typeof headingSchema>

const productSchema = z.object({
  product: productIdSchema,
  mark: sharedMarkSchema.nullable(),
  note: sharedNoteSchema
})
export type ProductLine = z.infer<typeof productSchema> & SharedReview

const endSchema = z.object({ end: z.number().int().min(0) })

/** One line of a file, as it was understood. */
export type ReadLine =
  | { kind: 'heading'; heading: Heading }
  | { kind: 'product'; product: ProductLine }
  | { kind: 'end'; count: number }

/**
 * What is wrong with a file. `newer`: a later version of Vitrine wrote it; `ahead`: it tells of a time that has not come;
 * `long-note`: with it a note would have more than is kept of one; `changed`: somebody wrote to it while it was read.
 */
export type FileProblem =
  'not-reviews' | 'newer' | 'damaged' | 'cut-off' | 'too-large' | 'ahead' | 'long-note' | 'changed'

/** Reads a line; `first` of a file or not. A problem where it does not belong there. */
export function readLine(text: string, first: boolean): ReadLine | FileProblem {
  const value = parseJson(text)
  if (first) {
    const heading = headingSchema.safeParse(value)
    if (!heading.success) return 'not-reviews'
    return heading.data.version > fileVersion ? 'newer' : { kind: 'heading', heading: heading.data }
  }
  const product = productSchema.safeParse(value)
  if (product.success) return { kind: 'product', product: product.data }
  const end = endSchema.safeParse(value)
  return end.success ? { kind: 'end', count: end.data.end } : 'damaged'
}

export function headingLine(heading: Omit<Heading, 'vitrine' | 'version'>): string {
  return line({ vitrine: 'reviews', version: fileVersion, ...heading })
}

export function productLine(product: ProductLine): string {
  return line(product)
}

export function endLine(count: number): string {
  return line({ end: count })
}

/** The latest time that is told of a product; 0: none is. */
export function latestTime({ mark, note }: SharedReview): number {
  const marked = mark === null ? 0 : Math.max(mark.at, mark.putBackAt ?? 0)
  return note.texts.reduce((latest, { at }) => Math.max(latest, at), marked)
}

/**
 * The review with times as a file of this moment may have them: those further ahead are of a clock that was wrong, and count as
 * of now. @param at ms since 1970, when the file is written
 */
export function withoutTimesAhead(review: SharedReview, at: number): SharedReview {
  const latest = at + mostAhead
  if (latestTime(review) <= latest) return review
  const bounded = (told: number): number => (told > latest ? at : told)
  const { mark, note } = review
  const putBackAt = mark?.putBackAt ?? null
  return {
    mark: mark && {
      ...mark,
      at: bounded(mark.at),
      putBackAt: putBackAt === null ? null : bounded(putBackAt)
    },
    note: { ...note, texts: note.texts.map((text) => ({ ...text, at: bounded(text.at) })) }
  }
}

/** Whether a note has no more than a line of a file holds, whatever is written in it. */
export function fitsLine({ texts, replaced }: SharedNote): boolean {
  const units = texts.reduce((sum, { note }) => sum + note.length, 0)
  return texts.length <= maxTexts && units <= maxTextUnits && replaced.length <= maxReplaced
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
