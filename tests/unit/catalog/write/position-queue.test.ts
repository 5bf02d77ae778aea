import fc from 'fast-check'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PositionQueue, RowQueue } from '../../../../electron/catalog/write/statements'

type Place = [position: number, product: number | null, duplicate: string | null]

interface Desk {
  products: RowQueue
  places: PositionQueue
  read: () => Place[]
}

function open(): Desk {
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  db.exec(`CREATE TABLE product (key INTEGER PRIMARY KEY, id TEXT) STRICT;
    CREATE TABLE place (position INTEGER PRIMARY KEY, product INTEGER, duplicate TEXT) STRICT`)
  const products = new RowQueue(db, 'INSERT INTO product (id)', 1)
  const rows = db.prepare('SELECT position, product, duplicate FROM place ORDER BY position')
  rows.setReturnArrays(true)
  const read = (): Place[] => rows.all() as unknown as Place[]
  return { products, places: new PositionQueue(db, products), read }
}

/** Stretches of places: neighbors that move together, one alone, one that was set aside, one that repeats its product. */
const stretch = fc.record({
  position: fc.integer({ min: 1, max: 60 }),
  key: fc.integer({ min: 1, max: 30 }),
  count: fc.integer({ min: 1, max: 12 }),
  kind: fc.constantFrom('product', 'product', 'set-aside', 'again')
})

describe('places on their way into the table', () => {
  it('are there as they were written last, whatever stood there and whichever follow one another', () => {
    fc.assert(
      fc.property(fc.array(fc.array(stretch, { maxLength: 5 }), { maxLength: 5 }), (pages) => {
        const { products, places, read } = open()
        // Half of the products are still on their way themselves.
        for (let key = 1; key <= 45; key += 1) products.push([`id-${key}`])
        const model = new Map<number, Place>()
        for (const page of pages) {
          const written = new Set<number>()
          for (const { position, key, count, kind } of page) {
            for (let at = 0; at < count; at += 1) {
              // A page writes each of its places once.
              if (written.has(position + at)) continue
              written.add(position + at)
              const product = kind === 'set-aside' ? null : key + at
              const place: Place = [position + at, product, kind === 'again' ? '' : null]
              places.push(...place)
              model.set(position + at, place)
            }
          }
          places.flush()
          expect(read()).toEqual([...model.values()].sort(([a], [b]) => a - b))
        }
      })
    )
  })

  it('are forgotten when the transaction is undone', () => {
    const { products, places, read } = open()
    products.push(['a'])
    places.push(1, 1, null)
    places.push(5, null, null)
    places.drop()
    places.flush()
    expect(read()).toEqual([])
  })

  it('are not made up for products that are not there', () => {
    const { products, places } = open()
    for (const id of ['a', 'b', 'c', 'd']) products.push([id])
    for (let key = 1; key <= 5; key += 1) places.push(key, key, null)
    expect(() => places.flush()).toThrow('products 1 to 5 are not all there')
  })
})
