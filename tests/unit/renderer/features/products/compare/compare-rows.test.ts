import { describe, expect, it } from 'vitest'
import type { PictureFacts } from '../../../../../../electron/contract/picture'
import { compareRows, type Compared } from '../../../../../../renderer/features/products/compare/compare-rows'
import { productPage } from '../table/builders'

const style = { currency: 'EUR', locale: 'en', kind: 'store', baseUrl: 'https://shop.example' } as const
const facts: PictureFacts = {
  width: 800,
  height: 600,
  bytes: 48_000,
  format: 'jpeg',
  host: 'pictures.example',
  checkedAt: 0,
  animated: false
}

function one(changes: Partial<Compared['product']>, picture: PictureFacts | null = facts): Compared {
  const [item] = productPage({ page: 1 }).items
  if (!item) throw new Error('A page has products.')
  return { product: { ...item, ...changes }, facts: picture }
}

function cells(key: string, compared: Compared[]): string[] {
  const row = compareRows(compared, style).find((each) => each.key === key)
  return (row?.cells ?? []).map(({ text, differs, difference }) =>
    [text, differs ? 'differs' : '', difference].filter(Boolean).join(' | ')
  )
}

describe('compared products', () => {
  it('say how their prices differ from the first one', () => {
    const compared = [one({ price: 0.3 }), one({ price: 0.1 }), one({ price: 10.3 }), one({ price: 0.3 })]
    expect(cells('price', compared)).toEqual([
      '€0.30',
      '€0.10 | differs | €0.20 less',
      '€10.30 | differs | €10.00 more',
      '€0.30'
    ])
  })

  it('whose price is unknown differ from those with one, and by nothing that could be told', () => {
    expect(cells('price', [one({ price: null }), one({ price: 2 })])).toEqual(['', '€2.00 | differs'])
    expect(cells('price', [one({ price: 2 }), one({ price: null })])).toEqual(['€2.00', 'differs'])
    expect(cells('price', [one({ price: null }), one({ price: null })])).toEqual(['', ''])
  })

  it('are told apart by their descriptions and pictures, not by their ids', () => {
    const compared = [
      one({ id: 'a', description: 'Red' }),
      one({ id: 'b', description: 'Blue' }, { ...facts, width: 400 })
    ]
    expect(cells('description', compared)).toEqual(['Red', 'Blue | differs'])
    expect(cells('dimensions', compared)).toEqual(['800 × 600 pixels', '400 × 600 pixels | differs'])
    expect(cells('format', compared)).toEqual(['JPEG', 'JPEG'])
    expect(cells('id', compared)).toEqual(['a', 'b'])
  })

  it('do not differ in what is not known of a picture', () => {
    expect(cells('size', [one({}), one({}, null)])).toEqual(['48 kB', ''])
    expect(cells('size', [one({}, null), one({})])).toEqual(['', '48 kB'])
  })

  it('say of pictures of the demo store that they are inside the app: its address is another one at each start', () => {
    const demo = { ...style, kind: 'demo', baseUrl: 'http://127.0.0.1:35819' } as const
    const compared = [one({}, { ...facts, host: '127.0.0.1:35819' }), one({})]
    const row = compareRows(compared, demo).find(({ key }) => key === 'host')
    expect(row?.cells.map(({ text }) => text)).toEqual(['Inside the app', 'pictures.example'])
  })

  it('leave out what none of them has', () => {
    const rows = compareRows([one({ description: null }, null), one({ description: '' }, null)], style)
    expect(rows.map(({ key }) => key)).toEqual(['price', 'id'])
  })
})
