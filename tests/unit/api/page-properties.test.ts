import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../electron/api/parse-answer'
import { parseJson } from '../../../electron/api/parse-item'
import { pageOf } from './fixture'

const oddValue = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(0, -0, Infinity, '', '0', '12.50', '\0', '\ud800', '__proto__', 2 ** 60)
)
const item = fc.record(
  { id: oddValue, name: oddValue, price: oddValue, description: oddValue, image: oddValue },
  { requiredKeys: [] }
)
const entries = fc.array(fc.oneof({ weight: 3, arbitrary: item }, { weight: 1, arbitrary: oddValue }))
const envelope = (items: unknown): fc.Arbitrary<unknown> =>
  fc.record(
    {
      status: oddValue,
      message: oddValue,
      data: fc.record(
        { items: fc.constant(items), totalPages: oddValue, totalItems: oddValue },
        { requiredKeys: ['items'] }
      )
    },
    { requiredKeys: ['data'] }
  )
const filled = entries.chain((list) => envelope(list).map((answer) => ({ list, answer })))
const asked = fc.record({
  page: fc.integer({ min: 1, max: 1_000_000 }),
  limit: fc.integer({ min: 1, max: 1000 }),
  status: fc.constant(200)
})

describe('reading any answer', () => {
  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), envelope([]), entries.chain(envelope)),
        asked,
        (answer, question) => {
          const result = readPage(answer, question)
          expect(typeof result.ok).toBe('boolean')
        }
      )
    )
  })

  it('accounts for every entry, in order and once', () => {
    fc.assert(
      fc.property(filled, asked, ({ list, answer }, question) => {
        const page = pageOf(readPage(answer, question))
        expect(page.items.length + page.setAside.length).toBe(list.length)
        const places = page.setAside.map(({ place }) => place)
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
        for (const place of places) expect(place).toBeGreaterThan(0)
        for (const place of places) expect(place).toBeLessThanOrEqual(list.length)
      })
    )
  })

  it('shows a price of 0 only where 0 was sent, and no price that is not a finite number', () => {
    fc.assert(
      fc.property(filled, asked, ({ list, answer }, question) => {
        const page = pageOf(readPage(answer, question))
        const aside = new Set(page.setAside.map(({ place }) => place))
        const kept = list.filter((_, index) => !aside.has(index + 1)) as { price?: unknown }[]
        page.items.forEach(({ price, flags }, index) => {
          const sent = kept[index]?.price
          if (price === 0) expect(sent === 0).toBe(true)
          if (price === null) expect(flags).toContain('price-unknown')
          else expect(Number.isFinite(price)).toBe(true)
        })
      })
    )
  })

  it('gives texts that are whole, bounded and without NUL, and ids that are not empty', () => {
    fc.assert(
      fc.property(filled, asked, ({ answer }, question) => {
        for (const { id, name, description } of pageOf(readPage(answer, question)).items) {
          expect(id.trim()).not.toBe('')
          for (const text of [id, name, description ?? '']) {
            expect(text.isWellFormed()).toBe(true)
            expect(text).not.toContain('\0')
          }
        }
      })
    )
  })

  it('gives totals that the page does not disprove, or says that they are not known', () => {
    fc.assert(
      fc.property(filled, asked, ({ list, answer }, question) => {
        const page = pageOf(readPage(answer, question))
        const { totalItems, totalPages } = page
        if (totalItems !== null) expect(totalItems).toBeGreaterThanOrEqual(list.length)
        if (totalPages !== null && list.length > 0) expect(totalPages).toBeGreaterThanOrEqual(question.page)
        expect(page.oddities.includes('totals-unknown')).toBe(totalItems === null || totalPages === null)
        expect(page.pageSize).toBeGreaterThan(0)
      })
    )
  })
})

describe('parsing bytes', () => {
  it('gives what JSON.parse gives, for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value)
        expect(parseJson(Buffer.from(text))).toEqual({ value: JSON.parse(text) as unknown })
      })
    )
  })

  it('never throws on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(parseJson(bytes)).toBeDefined()
      })
    )
  })

  it('counts brackets outside texts only', () => {
    const brackets = '['.repeat(1000)
    expect(parseJson(Buffer.from(JSON.stringify({ text: `"\\${brackets}` })))).toEqual({
      value: { text: `"\\${brackets}` }
    })
    expect(parseJson(Buffer.from(brackets))).toBe('too-complex')
  })
})
