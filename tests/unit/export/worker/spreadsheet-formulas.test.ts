import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { harmless } from '../../../../electron/export/worker/csv-writer'

describe('a text for a spreadsheet', () => {
  it.each([
    '=1+1',
    '+1',
    '-1+1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    '＝1+1',
    '－1',
    '  =1+1',
    '"=1+1',
    "'=1+1",
    '\u200b=1+1',
    '\ufeff=cmd',
    '\u00a0@x'
  ])('fault 94: has an apostrophe before it where it would be run: %j', (text) => {
    expect(harmless(text)).toBe(`'${text}`)
  })

  it.each([
    ['Chairs;=1+1', "Chairs;'=1+1"],
    ['Line\r\n=cmd()', "Line\r\n'=cmd()"],
    ["a\n-2+3+cmd|' /C calc'!A0", "a\n'-2+3+cmd|' /C calc'!A0"],
    ['a,"=1+1', 'a,"\'=1+1'],
    ['a\t＋1|x', "a\t'＋1|x"]
  ])(
    'fault 94: is harmless also where another separator is taken for the end of a cell: %j',
    (text, safe) => {
      expect(harmless(text)).toBe(safe)
    }
  )

  it.each([
    '',
    'Oak chair',
    'a = b',
    'Price: 5 - 7',
    'Sizes:\n- small\n- large',
    'Keeps, -5 °C to 8 °C',
    'someone@example.org',
    '10 + 2'
  ])('comes back as it is where nothing runs it: %j', (text) => {
    expect(harmless(text)).toBe(text)
  })

  it.each([['\n'], [',+']])('fault 94: takes no time, also where a store gives nothing but %j', (part) => {
    const begun = performance.now()
    harmless(part.repeat(40_000))
    expect(performance.now() - begun).toBeLessThan(1000)
  })

  it('fault 94: never begins with what is run, and loses nothing, whatever it is', () => {
    const sign = fc.constantFrom(...Array.from('=+-@＝＋\t\r\n ;,"\'|(a1\u200b'))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: sign })), (text) => {
        const safe = harmless(text)
        expect(/^[\s"\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(safe)).toBe(false)
        expect(safe.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
      })
    )
  })
})
