import { describe, expect, it } from 'vitest'
import type { FoundPicture } from '../../../../electron/catalog/types'
import type { PictureFinding } from '../../../../electron/contract/picture-values'
import { testFolder } from '../../../support/folder'
import { item, items, openWriter, rawPage, storePage, take, type WritingSide } from '../writing-side'

const shown: PictureFinding = {
  state: 'shown',
  width: 800,
  height: 600,
  bytes: 12_345,
  format: 'jpeg',
  content: -(1n << 63n),
  look: (1n << 63n) - 1n
}
const broken: PictureFinding = { state: 'broken', code: 'picture-corrupt' }
const addressOf = (id: string): string => `https://i.example/${id}`

function filled(): WritingSide {
  const side = openWriter(testFolder())
  side.save(storePage(rawPage(items('a', 'b', 'c'), 1, 3)))
  return side
}

function keep(side: WritingSide, found: FoundPicture[], at = 5000): number[] | 'all' {
  const answer = side.methods.savePictures('c', { found, at })
  if (answer instanceof Promise) throw new Error('it answers at once')
  const pictures = take(answer).written?.pictures ?? []
  return pictures === 'all' ? 'all' : Array.from(pictures)
}

/** What is known, by product, with numbers of 64 bits as text. */
function known(side: WritingSide): unknown[] {
  return side.rows(
    `SELECT product, broken, width, height, bytes, format, CAST(content AS TEXT) AS content,
     CAST(look AS TEXT) AS look, checked_at, kept_at FROM picture ORDER BY product`
  )
}

describe('what is known of pictures', () => {
  it('is kept with the product, all 64 bits of its hashes included', () => {
    const side = filled()
    const found = [
      { product: 1, address: addressOf('a'), finding: shown, isKept: true },
      { product: 3, address: addressOf('c'), finding: broken }
    ]
    expect(keep(side, found)).toEqual([1, 3])
    const nothing = { width: null, height: null, bytes: null, format: null, content: null, look: null }
    expect(known(side)).toEqual([
      {
        product: 1,
        broken: 0,
        width: 800,
        height: 600,
        bytes: 12_345,
        format: 'jpeg',
        content: '-9223372036854775808',
        look: '9223372036854775807',
        checked_at: 5000,
        kept_at: 5000
      },
      { product: 3, broken: 7, ...nothing, checked_at: 5000, kept_at: null }
    ])
  })

  it('is not taken for the picture that the product shows by now', () => {
    const side = filled()
    expect(keep(side, [{ product: 1, address: addressOf('older'), finding: shown }])).toEqual([])
    expect(keep(side, [{ product: 99, address: addressOf('a'), finding: shown }])).toEqual([])
    expect(known(side)).toEqual([])
  })

  it('goes when the product shows another picture, and stays when anything else changes', () => {
    const side = filled()
    const all = ['a', 'b', 'c'].map((id, at) => ({ product: at + 1, address: addressOf(id), finding: shown }))
    keep(side, all)
    const list = [item('a', { price: 7 }), item('b', { image: addressOf('new') }), item('c', { image: null })]
    const written = side.save(storePage(rawPage(list, 1, 3)))
    expect(written.pictures).toEqual(Uint32Array.of(2, 3))
    expect(side.rows('SELECT product FROM picture')).toEqual([{ product: 1 }])
  })

  it('stays where a page says nothing of pictures, and while the product is gone', async () => {
    const side = openWriter(testFolder())
    await side.sync(items('a', 'b', 'c'))
    keep(side, [{ product: 2, address: addressOf('b'), finding: shown, isKept: true }])
    await side.sync(items('a', 'b', 'c'), 2, 'short')
    await side.sync(items('a', 'c'))
    expect(side.rows('SELECT gone FROM product WHERE key = 2')).toEqual([{ gone: 3 }])
    await side.sync(items('a', 'b', 'c'))
    expect(side.rows('SELECT product, kept_at FROM picture')).toEqual([{ product: 2, kept_at: 5000 }])
  })

  it('is not written again each time somebody looks, and remembers that the disk holds it', () => {
    const side = filled()
    const found = { product: 1, address: addressOf('a'), finding: shown }
    keep(side, [{ ...found, isKept: true }], 1000)
    expect(keep(side, [found], 2000)).toEqual([])
    expect(keep(side, [{ ...found, isKept: true }], 3000)).toEqual([1])
    expect(keep(side, [{ ...found, finding: broken }], 4000)).toEqual([1])
    expect(keep(side, [{ ...found, finding: broken }], 4000 + 86_400_000)).toEqual([1])
    expect(side.rows('SELECT broken, checked_at, kept_at FROM picture')).toEqual([
      { broken: 7, checked_at: 86_404_000, kept_at: 3000 }
    ])
  })
})
