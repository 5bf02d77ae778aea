import { describe, expect, it } from 'vitest'
import type { Filters } from '../../../../../electron/contract/product-query'
import { chipsOf, knownLabel, partlyKnownLabel } from '../../../../../renderer/features/catalog/filter-labels'
import { emptyQuery, noFilters } from '../../../../../electron/contract/empty-query'

const style = { currency: 'EUR', locale: 'de-DE' }
const words = (filters: Partial<Filters>, search = ''): string[] =>
  chipsOf(
    { ...emptyQuery, search, filters: { ...noFilters, ...filters } },
    { style, runs: [], now: Date.now() }
  ).map((chip) => chip.words)

describe('the words of a filter', () => {
  it.each<[Partial<Filters>, string]>([
    [{ priceFrom: 10.5 }, 'Price from 10,50\u00a0€'],
    [{ priceTo: 0 }, 'Price up to 0,00\u00a0€'],
    [{ priceFrom: -1, priceTo: 2 }, 'Price −1,00\u00a0€ to 2,00\u00a0€'],
    [{ price: 'known' }, 'Price known'],
    [{ price: 'unknown' }, 'Price missing'],
    [{ picture: 'with' }, 'With picture'],
    [{ picture: 'without' }, 'Without picture'],
    [{ pictureState: 'broken' }, 'Broken pictures'],
    [{ pictureState: 'unchecked' }, 'Pictures not checked yet'],
    [{ pictureBelow: 1000 }, 'Pictures smaller than 1.000 px'],
    [{ samePicture: { id: 'p-7', name: '{x} | bowl' } }, 'Same or similar picture as “{x} | bowl”'],
    [{ samePicture: { id: 'p-7', name: ' ' } }, 'Same or similar picture as product p-7'],
    [{ description: 'with' }, 'With description'],
    [{ description: 'without' }, 'Without description'],
    [{ review: ['unreviewed', 'changed'] }, 'Review: Unreviewed, Re-review'],
    [{ note: 'with' }, 'With note'],
    [{ note: 'without' }, 'Without note'],
    [{ finding: 'description-short' }, 'Finding: Description too short'],
    [{ finding: 'any' }, 'With quality findings'],
    [{ change: { kind: 'new', since: 'last' } }, 'New since the last sync'],
    [{ change: { kind: 'changed', since: 'last' } }, 'Changed since the last sync'],
    [{ change: { kind: 'gone', since: 12 } }, 'Gone since sync 12'],
    [{ setAside: true }, 'Could not be read']
  ])('of %o', (filters, text) => {
    expect(words(filters)).toEqual([text])
  })

  it('come after the search, which is told as it is looked for', () => {
    expect(words({ picture: 'with' }, '  two words ')).toEqual(['“two words”', 'With picture'])
    expect(words({}, '   ')).toEqual([])
  })

  it('leave markup and braces in a search alone', () => {
    expect(words({}, '<b> {text} | @:x')).toEqual(['“<b> {text} | @:x”'])
  })
})

describe('how much filters of pictures know', () => {
  it('is told in the numbers of the connection, and in full where all is known', () => {
    expect(knownLabel({ known: 1020, total: 1240 }, 'en')).toBe('Known for 1,020 of 1,240 pictures.')
    expect(knownLabel({ known: 0, total: 1 }, 'en')).toBe('Known for 0 of 1 picture.')
    expect(knownLabel({ known: 1240, total: 1240 }, 'en')).toBe('All pictures are checked.')
    expect(partlyKnownLabel({ known: 1020, total: 1240 }, 'de-DE')).toBe('known for 1.020 of 1.240 pictures')
    expect(partlyKnownLabel({ known: 1240, total: 1240 }, 'en')).toBe('')
  })

  it('is not told while nobody knows how many pictures there are', () => {
    for (const looked of [null, { known: 0, total: 0 }]) {
      expect(knownLabel(looked, 'en')).toBe('')
      expect(partlyKnownLabel(looked, 'en')).toBe('')
    }
  })
})
