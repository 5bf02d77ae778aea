import { z } from 'zod'
import { productIdSchema } from '../../contract/review'
import { maxNote, reviewMarks } from '../../contract/review-state'
import type { SharedReview } from './merge'

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
/** Texts that one note is put together of, and such as were replaced. */
const maxTexts = 200
const maxReplaced = 20_000

const time = z.number().int().min(0).max(8.64e15)
const name = z.string().max(200)
const noteId = z.string().regex(/^[0-9a-f]{16}$/)
const contentSchema = z.object({
  name: z.string(),
  price: z.number().nullable(),
  description: z.string().nullable(),
  image: z.string().nullable()
})

const headingSchema = z.object({
  vitrine: z.literal('reviews'),
  version: z.number().int().min(1),
  /** Of which store; for people, and to warn who merges it into another's. */
  store: z.object({ baseUrl: z.string().max(2048), apiPath: z.string().max(2048) }).nullable(),
  at: time,
  by: name
})
export type Heading = z.infer<typeof headingSchema>

const markSchema = z.object({
  mark: z.enum(reviewMarks),
  at: time,
  by: name,
  seen: z.string().max(64).nullable(),
  content: contentSchema.nullable()
})
const textSchema = z.object({ id: noteId, at: time, by: name, note: z.string().min(1).max(maxNote) })
const productSchema = z.object({
  product: productIdSchema,
  mark: markSchema.nullable(),
  note: z.object({
    texts: z.array(textSchema).max(maxTexts),
    replaced: z.array(noteId).max(maxReplaced)
  })
})
export type ProductLine = z.infer<typeof productSchema> & SharedReview

const endSchema = z.object({ end: z.number().int().min(0) })

/** One line of a file, as it was understood. */
export type ReadLine =
  | { kind: 'heading'; heading: Heading }
  | { kind: 'product'; product: ProductLine }
  | { kind: 'end'; count: number }

/** What is wrong with a file; `newer`: a later version of Vitrine wrote it. */
export type FileProblem = 'not-reviews' | 'newer' | 'damaged' | 'cut-off' | 'too-large'

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
