import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fold,
  isSigns,
  isUnspaced,
  matchRanges,
  searchTerms,
  sizeParts,
  wordsOf
} from '../../../electron/contract/fold'

/** Texts of any kind, lone surrogates included, with characters that fold in unusual ways more often than by chance. */
const odd = [
  'ß',
  'ﬁ',
  'ｶ',
  'ﾞ',
  '가',
  '각',
  'ᄀ',
  'ᅡ',
  'İ',
  'Σ',
  'é',
  '\u0301',
  '\u200d',
  '👩‍👩‍👧',
  '\ud800',
  '\udc00',
  '京',
  'ก',
  'ี',
  '½',
  '\0',
  '-'
]
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...odd),
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.string({ maxLength: 5 })
    ),
    {
      maxLength: 12
    }
  )
  .map((parts) => parts.join(''))

const marked = (text: string, search: string, part?: number): string[] =>
  matchRanges(text, searchTerms(search), part).map(({ start, end }) => text.slice(start, end))

describe('folding', () => {
  it.each([
    ['Ärger', 'arger'],
    ['STRAẞE', 'strasse'],
    ['Ｌａｍｐ ①', 'lamp 1'],
    ['İstanbul', 'istanbul'],
    ['ΌΔΟΣ', 'οδοσ'],
    ['Ёлка', 'елка'],
    ['ｶﾞﾗｽ', 'ガラス'],
    ['한국', '한국'],
    ['co\u00ADopera\u200Btion', 'cooperation'],
    ['Œuvre Øre Łódź', 'oeuvre ore lodz']
  ])('makes %s the same as %s', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it('keeps signs that make another letter', () => {
    expect(fold('が')).not.toBe(fold('か'))
    expect(fold('ปู')).not.toBe(fold('ปี'))
  })

  it('changes nothing the second time, whatever the text', () => {
    fc.assert(fc.property(anyText, (text) => fold(fold(text)) === fold(text)))
  })
})

describe('the words of a search', () => {
  it('are runs of letters and digits, each once', () => {
    expect(searchTerms('Lamp, SKU-12-b  lamp')).toEqual(['lamp', 'sku', '12', 'b'])
  })

  it('fault 58: take quotes and operators as text that separates words', () => {
    expect(searchTerms('"lamp* OR (NEAR -x ^y :z')).toEqual(['lamp', 'or', 'near', 'x', 'y', 'z'])
  })

  it('are signs where there is no word, those between spaces together', () => {
    expect(searchTerms(' "* ％  - -')).toEqual(['"*', '%', '-'])
    expect(searchTerms('100 %')).toEqual(['100'])
    expect(searchTerms(' \u00a0\u200b ')).toEqual([])
    expect(searchTerms('-'.repeat(300))).toEqual(['-'.repeat(64)])
  })

  it('part where a writing without spaces begins', () => {
    expect(searchTerms('iPhone手机壳 3个')).toEqual(['iphone', '手机壳', '3', '个'])
    expect(isUnspaced('ตู้เย็น')).toBe(true)
    expect(isUnspaced('한국')).toBe(false)
  })

  it('are one for a size, whatever stands between its numbers', () => {
    for (const size of ['50 × 70', '50×70', '50 x 70', '50x70', '50 X70', '50\u00a0×\u202f70'])
      expect(searchTerms(`Towel ${size} cm`)).toEqual(['towel', '50x70', 'cm'])
    expect(searchTerms('2 x 4×8')).toEqual(['2x4x8'])
    expect(searchTerms('٥٠ × ٧٠')).toEqual(['٥٠x٧٠'])
    expect(searchTerms('Xbox x 2 50 x')).toEqual(['xbox', 'x', '2', '50'])
  })

  it('count up to a length, and are cut between characters', () => {
    expect(searchTerms('x'.repeat(300))).toEqual(['x'.repeat(64)])
    expect(searchTerms('x'.repeat(63) + '𝒜𐐨𐐨')).toEqual(['x'.repeat(63) + 'a'])
    expect(searchTerms('x'.repeat(63) + '𐐨')).toEqual(['x'.repeat(63)])
  })

  it('are words of the folded text again, unless all are signs', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const terms = searchTerms(text)
        if (terms.every(isSigns)) return
        for (const term of terms) expect(wordsOf(term)).toEqual([term])
      })
    )
  })
})

describe('what is highlighted', () => {
  it('is the text as it is written, for words, prefixes and parts', () => {
    expect(marked('Crème brûlée torch', 'creme BRUL orc')).toEqual(['Crème', 'brûl', 'orc'])
    expect(marked('Straße', 'strasse')).toEqual(['Straße'])
    expect(marked('ﬁsh and ｶﾞﾗｽ', 'fish ガ')).toEqual(['ﬁsh', 'ｶﾞ'])
    expect(marked('北京的手机壳', '手机')).toEqual(['手机'])
    expect(marked('ตู้เย็นสีขาว', 'เย็น')).toEqual(['เย็น'])
    expect(marked('한국어', '국')).toEqual(['국'])
    expect(marked('한국어', '국어', 3)).toEqual(['국어'])
  })

  it('begins a word when it is one letter, or shorter than the parts that are looked for', () => {
    expect(marked('Blue bottle', 'b')).toEqual(['B', 'b'])
    expect(marked('Glass lamp', 'la')).toEqual(['la', 'la'])
    expect(marked('Glass lamp', 'la', 3)).toEqual(['la'])
    expect(marked('3个b', 'b')).toEqual(['b'])
  })

  it('is a size as it is written, and its numbers only where it is not', () => {
    for (const size of ['50 × 70', '50×70', '50 x 70', '50X70'])
      expect(marked(`Towel ${size} cm, 70 g`, '50 x 70')).toEqual([size])
    expect(marked('Towel 70 × 50 cm', '50x70')).toEqual(['70', '50'])
    expect(marked('VT-12505', '50x70'), 'half of it is nothing').toEqual([])
    expect(marked('Beam 2 × 4, 24', '2x4')).toEqual(['2 × 4'])
  })

  it('is a sign wherever it stands', () => {
    expect(marked('100% wool, 30 ％ silk', '%', 3)).toEqual(['%', '％'])
    expect(marked('a--b', '-')).toEqual(['--'])
  })

  it('is joined where words overlap or touch', () => {
    expect(matchRanges('lampshade', ['lamps', 'shade'])).toEqual([{ start: 0, end: 9 }])
  })

  it('never splits a character, leaves the text or overlaps, and folds to what was searched, whatever the texts', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, search) => {
        const terms = searchTerms(search)
        let last = -1
        for (const { start, end } of matchRanges(text, terms)) {
          expect(start).toBeGreaterThan(last)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(splitsPair(text, start) || splitsPair(text, end)).toBe(false)
          const shown = fold(text.slice(start, end))
          expect(terms.flatMap(sizeParts).some((term) => shown.includes(term))).toBe(true)
          last = end
        }
      })
    )
  })

  it('finds each term that the folded text has', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const term of searchTerms(text)) {
          expect(matchRanges(text, [term]).length).toBeGreaterThan(0)
        }
      })
    )
  })
})

function splitsPair(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
}
