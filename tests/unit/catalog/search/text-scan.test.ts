import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasUnspaced } from '../../../../electron/catalog/search/text-scan'
import { fold, isUnspaced, searchTerms } from '../../../../electron/contract/fold'

/** Characters that fold to others, stand beside marks, are dropped, or are put into another order, and plain ones. */
const characters = [
  ...Array.from('かがハバーゝヾ・ゟヿｶﾊﾞﾟ東京都㍿㈱〸'),
  ...Array.from('กตาำําฺุู่้็ລໍາຳ'),
  ...Array.from('aÀ①Ａ ½한글'),
  '\u3099',
  '\u0301',
  '\u00ad',
  '\u200b',
  '\ufe0f',
  '\ufa10',
  '\u1112',
  '\u{20bb7}',
  '\ud842'
]
const text = fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((parts) => parts.join(''))

it('a word of writing without spaces is in a text as it is in the folded text, however that is written', () => {
  fc.assert(
    fc.property(text, text, text, (before, search, after) => {
      const whole = before + search + after
      for (const term of [...searchTerms(search), ...searchTerms(search + after)].filter(isUnspaced)) {
        for (const some of [whole, before, after + search, before + after]) {
          expect(hasUnspaced(some, term)).toBe(fold(some).includes(term))
        }
      }
    }),
    { numRuns: 1000 }
  )
})
