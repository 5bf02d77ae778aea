import { describe, expect, it } from 'vitest'
import { testFolder } from '../../../support/folder'
import { item, items, openWriter, rawAnswer, rawPage, storePage, type WritingSide } from '../writing-side'

const abc = items('a', 'b', 'c', 'd', 'e', 'f')
const newest = (side: WritingSide): unknown =>
  side.rows('SELECT id, name, description, image FROM product ORDER BY key').at(-1)

describe('a page that a person looks at', () => {
  it('is saved at its places, with its products in full', () => {
    const side = openWriter(testFolder())
    side.save(storePage(rawPage(abc, 2, 2)), 1234)
    expect(side.rows('SELECT position, product FROM place')).toEqual([
      { position: 3, product: 1 },
      { position: 4, product: 2 }
    ])
    expect(side.rows('SELECT * FROM product WHERE key = 1')).toEqual([
      {
        key: 1,
        id: 'c',
        name: 'Name of c',
        price: 1,
        description: 'About c',
        image: 'https://i.example/c',
        flags: 0,
        added: 1,
        changed: null,
        gone: null
      }
    ])
    expect(side.rows('SELECT * FROM stretch')).toEqual([{ first: 3, last: 4, read_at: 1234, run: null }])
  })

  it('says which products it wrote, and whether places moved', () => {
    const side = openWriter(testFolder())
    const none = new Uint32Array(0)
    expect(side.save(storePage(rawPage(abc, 1, 3)))).toEqual({
      touched: Uint32Array.of(1, 2, 3),
      pictures: none,
      positionsMoved: true
    })
    expect(side.save(storePage(rawPage(abc, 1, 3)))).toEqual({
      touched: Uint32Array.of(),
      pictures: none,
      positionsMoved: false
    })
    const changed = [item('a'), item('b', { price: 2 }), item('c')]
    expect(side.save(storePage(rawPage(changed, 1, 3)))).toEqual({
      touched: Uint32Array.of(2),
      pictures: none,
      positionsMoved: false
    })
    const swapped = [item('b', { price: 2 }), item('a'), item('c')]
    expect(side.save(storePage(rawPage(swapped, 1, 3)))).toEqual({
      touched: Uint32Array.of(),
      pictures: none,
      positionsMoved: true
    })
  })

  it('cuts what pages of another size said of the same places', () => {
    const side = openWriter(testFolder())
    side.save(storePage(rawPage(abc, 1, 6)), 10)
    side.save(storePage(rawPage(abc, 2, 2)), 20)
    expect(side.rows('SELECT first, last, read_at FROM stretch ORDER BY first')).toEqual([
      { first: 1, last: 2, read_at: 10 },
      { first: 3, last: 4, read_at: 20 },
      { first: 5, last: 6, read_at: 10 }
    ])
    side.save(storePage(rawPage(abc, 1, 5)), 30)
    expect(side.rows('SELECT first, last, read_at FROM stretch ORDER BY first')).toEqual([
      { first: 1, last: 5, read_at: 30 },
      { first: 6, last: 6, read_at: 10 }
    ])
  })

  it('fault 42: goes to the places of the pages that the store really gives', () => {
    const side = openWriter(testFolder())
    const capped = (page: number): ReturnType<typeof storePage> => {
      const data = {
        items: abc.slice((page - 1) * 2, page * 2),
        currentPage: page,
        totalPages: 3,
        totalItems: 6
      }
      return storePage(rawAnswer({ status: 200, message: '', data }, page, 5))
    }
    side.save(capped(2))
    expect(side.rows('SELECT position FROM place')).toEqual([{ position: 3 }, { position: 4 }])
    expect(side.methods.facts('c', null)).toMatchObject({ value: { pageCap: 2, oddities: ['limit-capped'] } })
    side.save(storePage(rawPage(abc, 1, 5)))
    expect(side.methods.facts('c', null)).toMatchObject({ value: { pageCap: null } })
  })

  it('fault 41: an empty page, and a store that is suddenly empty, wipe nothing', async () => {
    const side = openWriter(testFolder())
    await side.sync(abc)
    side.save(storePage(rawPage([], 1, 2)))
    expect(side.list()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(side.rows('SELECT id FROM product WHERE gone IS NOT NULL')).toEqual([])
    expect(side.methods.facts('c', null)).toMatchObject({
      value: { coverage: { here: 6, total: 6, state: 'changed' } }
    })
  })

  it('fault 41: a list that lost more than half is not taken over by looking at it', async () => {
    const side = openWriter(testFolder())
    await side.sync(abc)
    side.save(storePage(rawPage(items('a', 'b'), 1, 2)))
    expect(side.methods.facts('c', null)).toMatchObject({
      value: { coverage: { here: 6, total: 6, state: 'changed' } }
    })
    side.save(storePage(rawPage(items('a', 'b', 'c', 'd'), 1, 2)))
    expect(side.methods.facts('c', null)).toMatchObject({ value: { coverage: { here: 6, total: 4 } } })
  })

  it('fault 45: the same id again keeps what it says at its own place', () => {
    const side = openWriter(testFolder())
    const twice = [item('a'), item('b'), item('a'), item('a', { name: 'Other' })]
    side.save(storePage(rawPage(twice, 1, 4)))
    expect(side.list()).toEqual(['a', 'b', 'a', 'a=Other'])
    expect(side.rows('SELECT id, name, flags FROM product')).toEqual([
      { id: 'a', name: 'Name of a', flags: 0 },
      { id: 'b', name: 'Name of b', flags: 0 }
    ])
    expect(side.methods.facts('c', null)).toMatchObject({ value: { coverage: { here: 4 } } })
    // Only the page with the repetition is read again.
    side.save(storePage(rawPage(twice, 2, 2)))
    expect(side.list()).toEqual(['a', 'b', 'a', 'a=Other'])
  })

  it('fault 46: an item without an id has its place, its reason, and no product', () => {
    const side = openWriter(testFolder())
    side.save(storePage(rawPage([item('a'), { name: 'No id' }, item('b'), null], 1, 4)))
    expect(side.list()).toEqual(['a', '!id-missing', 'b', '!not-an-object'])
    expect(side.rows('SELECT * FROM set_aside')).toEqual([
      { position: 2, reason: 'id-missing', id: '', name: 'No id' },
      { position: 4, reason: 'not-an-object', id: '', name: '' }
    ])
    side.save(storePage(rawPage(items('a', 'x', 'b', 'y'), 1, 4)))
    expect(side.list()).toEqual(['a', 'x', 'b', 'y'])
    expect(side.rows('SELECT * FROM set_aside')).toEqual([])
  })

  it('fault 49, 50: ids that mean something to JavaScript, SQL or a disk are ids like any other', () => {
    const side = openWriter(testFolder())
    const ids = [
      '__proto__',
      'constructor',
      '../x',
      'CON',
      "'; DROP TABLE product; --",
      'NULL',
      'ä',
      'a\u0301',
      '?1'
    ]
    side.save(storePage(rawPage(items(...ids), 1, 20)))
    side.save(storePage(rawPage(items(...ids), 1, 20)))
    expect(side.list()).toEqual(ids)
    expect(side.rows('SELECT count(*) AS products FROM product')).toEqual([{ products: ids.length }])
  })

  it('in the short form leaves the description and the picture that are known', async () => {
    const side = openWriter(testFolder())
    const long = 'x'.repeat(30_000)
    await side.sync([item('a', { description: long })])
    const known = newest(side)
    const { flags } = side.rows('SELECT flags FROM product')[0] ?? {}
    side.save(storePage(rawPage([{ id: 'a', name: 'Name of a', price: 1 }], 1, 2, 'short')))
    expect(newest(side)).toEqual(known)
    expect(side.rows('SELECT flags FROM product')).toEqual([{ flags }])
    expect(side.rows('SELECT * FROM change')).toEqual([])
    side.save(storePage(rawPage([{ id: 'a', name: 'New', price: 1 }], 1, 2, 'short')))
    expect(newest(side)).toEqual({ ...(known as object), name: 'New' })
    expect(side.methods.facts('c', null)).toMatchObject({ value: { form: 'full' } })
  })

  it('in the full form a description that is not there anymore is none', async () => {
    const side = openWriter(testFolder())
    await side.sync([item('a'), item('b')])
    side.save(storePage(rawPage([{ id: 'a', name: 'Name of a', price: 1 }, item('b')], 1, 2)))
    expect(side.rows("SELECT description, image FROM product WHERE id = 'a'")).toEqual([
      { description: null, image: null }
    ])
  })
})

describe('the first fill', () => {
  it('finds products before and after the index of ids is built, also after a restart', async () => {
    const side = openWriter(testFolder())
    const many = Array.from({ length: 3000 }, (_, n) => item(`id ${n}`))
    const { run } = side.begin()
    side.commit(run, [rawPage(many, 1, 3000)])
    side.reopen()
    const moved = many.toReversed()
    side.commit(run, [rawPage(moved, 1, 1000), rawPage(moved, 2, 1000), rawPage(moved, 3, 1000)])
    await side.finish(run, { total: 3000 })
    expect(side.rows('SELECT count(*) AS products FROM product')).toEqual([{ products: 3000 }])
    expect(side.list()).toEqual(moved.map((entry) => entry?.id))
    await side.sync(many, 500)
    expect(side.rows('SELECT count(*) AS products FROM product')).toEqual([{ products: 3000 }])
    expect(side.list()).toEqual(many.map((entry) => entry?.id))
  })
})
