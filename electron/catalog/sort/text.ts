import { fold, wordsOf } from '../../contract/fold'

/** Columns whose order is by a text. */
export const textColumns = ['name', 'id', 'description', 'image'] as const
export type TextColumn = (typeof textColumns)[number]

/** Bytes of a text that its place in an order depends on. */
export const sortedBytes = 256

/** What is read of a product for an order; NULL where it has no value. */
export const sortExpressions: Record<TextColumn, string> = {
  name: "nullif(substr(name, 1, 300), '')",
  id: 'id',
  description: 'substr(description, 1, 64)',
  image: 'substr(image, 1, 300)'
}

const digits = /\d+/g
const asciiOnly = /^[\0-\x7f]*$/
const asciiGaps = /[^a-z0-9]+/g
const hasDigit = /\d/

/**
 * What a text is sorted by, compared byte by byte: its words, without case, accents and punctuation, with numbers as
 * numbers ("Lamp 2" before "Lamp 10"); letters in Unicode's order. Of a description its first 64 characters count, of other texts
 * the first 300. Addresses of pictures are sorted as they are written.
 */
export function sortTextOf(column: TextColumn, text: string): string {
  if (column === 'image') return text.replaceAll('\0', '')
  const folded = fold(text)
  const words = asciiOnly.test(folded) ? folded.replace(asciiGaps, ' ').trim() : wordsOf(folded).join(' ')
  return hasDigit.test(words) ? words.replace(digits, natural) : words
}

/** Digits after how many they are, so that a longer number comes later. */
function natural(number: string): string {
  const significant = number.replace(/^0+(?=\d)/, '')
  const { length } = significant
  return (length < 10 ? String(length) : `:${String(length).padStart(3, '0')}`) + significant
}
