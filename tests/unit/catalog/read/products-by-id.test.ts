import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '../../../../electron/catalog/content-fingerprint'
import { createIdLookup } from '../../../../electron/catalog/read/products-by-id'
import type { CatalogProduct } from '../../../../electron/catalog/types'
import { runAtOnce } from '../../../../electron/database/cooperative'
import { fillCopy, plain, type FilledCopy } from '../support/filled-copy'

/** The products that are found, in order of their ids. */
async function found(copy: FilledCopy, ...ids: string[]): Promise<CatalogProduct[]> {
  const products = await copy.reader.products(ids)
  return products.sort((one, other) => (one.id < other.id ? -1 : 1))
}

const placesOf = (products: CatalogProduct[]): unknown[] => products.map(({ id, position }) => [id, position])

describe('products by their ids', () => {
  it.each(['before', 'after'])('are found %s the index of ids is built', async (when) => {
    const copy = fillCopy([{ id: 'a' }, { id: 'b' }, { id: '__proto__' }])
    if (when === 'after') copy.db.exec('CREATE UNIQUE INDEX product_id ON product (id)')
    expect(placesOf(await found(copy, 'b', 'nobody', '__proto__', 'b'))).toEqual([
      ['__proto__', 3],
      ['b', 2]
    ])
    copy.add({ id: 'c' })
    copy.setPlaces([4, 1, 2, 2])
    expect(placesOf(await found(copy, 'b', 'c', '__proto__'))).toEqual([
      ['__proto__', null],
      ['b', 3],
      ['c', 1]
    ])
  })

  it('are found where the index is built, and used by another question, while their ids are read', () => {
    const { db } = fillCopy([{ id: 'a' }, { id: 'b' }])
    const lookup = createIdLookup(db)
    const begun = lookup.current()
    expect(begun.next().done).toBe(false)
    db.exec('CREATE UNIQUE INDEX product_id ON product (id)')
    expect(lookup.current().next().done).toBe(true)
    const keyOf = runAtOnce(begun)
    expect(['a', 'b', 'nobody'].map(keyOf)).toEqual([1, 2, 0])
  })

  it('have the places of now, whether they are in memory or not', async () => {
    const copy = fillCopy([{ id: 'a' }, { id: 'b' }])
    await copy.read({ sort: { by: 'price', descending: false } })
    expect(placesOf(await found(copy, 'a', 'b'))).toEqual([
      ['a', 1],
      ['b', 2]
    ])
    copy.setPlaces([2, 1])
    expect(placesOf(await found(copy, 'a', 'b'))).toEqual([
      ['a', 2],
      ['b', 1]
    ])
  })

  it('tell what stands for what they are, also where a later place of one says something else of it', async () => {
    const copy = fillCopy([{ id: 'a', name: 'Lamp' }])
    copy.setPlaces([1, 1])
    const other = { id: 'a', name: 'Shade', price: 2, description: null, image: null, flags: [] }
    copy.db.prepare('UPDATE place SET duplicate = ? WHERE position = 2').run(JSON.stringify(other))
    const contentFingerprint = fingerprintOf({ ...plain, name: 'Lamp' })
    expect(await found(copy, 'a')).toMatchObject([{ name: 'Lamp', contentFingerprint }])
    const { items } = await copy.read({})
    expect(items).toMatchObject([
      { name: 'Lamp', contentFingerprint },
      { name: 'Shade', contentFingerprint }
    ])
  })
})
