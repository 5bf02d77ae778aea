import { describe, expect, it } from 'vitest'
import type { Filters } from '../../../../electron/contract/narrowing'
import { chipsOf } from '../../../../renderer/components/narrowing/filter-words'
import { everything, noFilters } from '../../../../renderer/stores/narrowing'

const style = { currency: 'EUR', locale: 'de-DE' }
const words = (filters: Partial<Filters>, search = ''): string[] =>
  chipsOf(
    { ...everything, search, filters: { ...noFilters, ...filters } },
    { style, runs: [], now: Date.now() }
  ).map((chip) => chip.words)

describe('the words of a filter', () => {
  it.each<[Partial<Filters>, string]>([
    [{ priceFrom: 10.5 }, 'Price from 10,50\u00a0€'],
    [{ priceTo: 0 }, 'Price up to 0,00\u00a0€'],
    [{ priceFrom: -1, priceTo: 2 }, 'Price -1,00\u00a0€ to 2,00\u00a0€'],
    [{ price: 'known' }, 'Price known'],
    [{ price: 'unknown' }, 'Price unknown'],
    [{ picture: 'with' }, 'With picture'],
    [{ picture: 'without' }, 'Without picture'],
    [{ description: 'with' }, 'With description'],
    [{ description: 'without' }, 'Without description'],
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
