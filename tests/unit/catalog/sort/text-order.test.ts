import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createRows,
  keyMask,
  sameAsBefore,
  sortByText,
  sortedBytes
} from '../../../../electron/catalog/sort/text-order'
import { runAtOnce } from '../../../../electron/database/cooperative'

/** The order as comparing whole texts gives it: pairs of a text and whether it is equal to the one before. */
function naive(texts: readonly string[]): [string, boolean][] {
  const bytes = texts.map((text) => Buffer.from(text).subarray(0, sortedBytes)).sort((a, b) => a.compare(b))
  return bytes.map((one, at) => [one.toString('hex'), at > 0 && bytes[at - 1]?.equals(one) === true])
}

function sorted(texts: readonly string[]): [string, boolean][] {
  const rows = createRows(4)
  texts.forEach((text, at) => rows.add(at + 1, text))
  const order = runAtOnce(sortByText(rows.finish(), (key) => texts[key - 1] ?? ''))
  return Array.from(order, (marked) => [
    Buffer.from(texts[(marked & keyMask) - 1] ?? '')
      .subarray(0, sortedBytes)
      .toString('hex'),
    marked >= sameAsBefore
  ])
}

const part = fc.constantFrom(
  'a',
  'b',
  'ä',
  '中',
  'oak chair with arms ',
  'https://pictures.example/p/',
  '0',
  ' '
)
const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))

test('texts are sorted by their bytes, and equal ones marked, however long they begin alike', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), (texts) => {
      expect(sorted(texts)).toEqual(naive(texts))
    }),
    { numRuns: 500 }
  )
})

test('texts that differ only after what their place depends on count as equal', () => {
  const long = 'x'.repeat(sortedBytes)
  expect(sorted([`${long}b`, `${long}a`]).map(([, isEqual]) => isEqual)).toEqual([false, true])
})
