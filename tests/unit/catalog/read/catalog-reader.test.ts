import { productQuerySchema } from '../../../../electron/contract/product-query'
import { markSeen } from '../../../../electron/catalog/db/seen-changes'
import { describe, expect, it } from 'vitest'
import { emptyQuery } from '../../../../electron/contract/empty-query'
import type { CatalogReader } from '../../../../electron/catalog/read/catalog-reader'
import { matchRanges } from '../../../../electron/contract/fold'
import { fillCopy, idsOf } from '../support/filled-copy'

const named = (...names: string[]) => names.map((name) => ({ name }))

describe('searching', () => {
  it('finds words, their beginnings and parts of them, in any case and accent', async () => {
    const copy = fillCopy(named('Étagère', 'Lampshade', 'LAMP', 'Blamp'))
    expect(idsOf(await copy.read({ search: 'etagere' }))).toEqual(['p1'])
    expect(idsOf(await copy.read({ search: 'lamp' }))).toEqual(['p3', 'p2', 'p4'])
    expect(idsOf(await copy.read({ search: 'AMPSH' }))).toEqual(['p2'])
  })

  it('wants all words, wherever each of them stands', async () => {
    const copy = fillCopy([
      { name: 'Oak table', description: 'With a drawer' },
      { name: 'Oak chair' },
      { name: 'Drawer', id: 'oak-1' }
    ])
    expect(idsOf(await copy.read({ search: 'drawer oak' }))).toEqual(['oak-1', 'p1'])
  })

  it('finds one and two characters of writing without spaces', async () => {
    const copy = fillCopy([...named('北京手机壳', 'ตู้เย็น'), { description: '新款的灯具' }])
    for (const search of ['手', '手机', '京手机', '壳'])
      expect(idsOf(await copy.read({ search }))).toEqual(['p1'])
    expect(idsOf(await copy.read({ search: 'เย็น' }))).toEqual(['p2'])
    expect(idsOf(await copy.read({ search: '灯' }))).toEqual(['p3'])
    expect((await copy.read({ search: '北壳' })).count).toBe(0)
  })

  it('finds one Korean syllable inside of a word', async () => {
    const copy = fillCopy([
      ...named('한글 셔츠', 'ㅎㅏㄴ 한강'),
      { description: '우리한글책' },
      { id: '책-한글' }
    ])
    const found = async (search: string): Promise<string[]> => idsOf(await copy.read({ search }))
    expect(await found('글')).toEqual(['p1', '책-한글', 'p3'])
    expect(await found('한글')).toEqual(['p1', '책-한글', 'p3'])
    expect(await found('글책')).toEqual(['p3'])
    expect(await found('츠')).toEqual(['p1'])
    expect(await found('강')).toEqual(['p2'])
    expect(await found('그')).toEqual([])
    for (const { name, description, id } of (await copy.read({ search: '글' })).items) {
      expect(matchRanges(`${name} ${description ?? ''} ${id}`, ['글'], 3)).toHaveLength(1)
    }
  })

  it('finds more characters of writing without spaces only where they stand beside each other', async () => {
    const texts = [
      '东京与京都 T恤',
      '东京都地图',
      'コーヒー色スカート',
      'ダッフルｺｰﾄ',
      'ตาตากลม',
      'ขวดน้ำตาล',
      'ขวดน้​ําตาล'
    ]
    const copy = fillCopy([...named(...texts), ...texts.map((description) => ({ description }))])
    const expected = {
      东京都: ['p2', 'p9'],
      コート: ['p4', 'p11'],
      ヒー色スカート: ['p3', 'p10'],
      ตากลม: ['p5', 'p12'],
      ตาตาก: ['p5', 'p12'],
      ากตา: [],
      น้ำตาล: ['p6', 'p7', 'p13', 'p14']
    }
    const expectFound = async (): Promise<void> => {
      for (const [search, found] of Object.entries(expected)) {
        const answer = await copy.read({ search })
        expect(idsOf(answer)).toEqual(found)
        expect(answer.count).toBe(found.length)
        for (const { name, description } of answer.items) {
          expect(matchRanges(`${name} ${description ?? ''}`, answer.terms)).toHaveLength(1)
        }
      }
    }
    await expectFound()
    copy.index()
    await expectFound()
    copy.change(1, { name: '东京都' })
    copy.change(2, { name: '东京 都' })
    expect(idsOf(await copy.read({ search: '东京都' }))).toEqual(['p1', 'p9'])
  })

  it('ranks an id that was typed in full above all, then names, then descriptions', async () => {
    const copy = fillCopy([
      { name: 'Vase', description: 'A sku-12-b holder' },
      { name: 'Sku 12 b stand' },
      { name: 'Cup', id: 'SKU-12-B' },
      { name: 'Plate', id: 'SKU-12-BX' }
    ])
    const answer = await copy.read({ search: 'sku-12-b' })
    expect(idsOf(answer)).toEqual(['SKU-12-B', 'p2', 'SKU-12-BX', 'p1'])
    expect(answer).toMatchObject({ order: 'relevance', terms: ['sku', '12', 'b'], count: 4 })
  })

  it('fault 58: takes quotes and operators as text, and signs without words as signs', async () => {
    const copy = fillCopy(named('Near or not', 'Lamp (old)', '100% "wool"'))
    expect(idsOf(await copy.read({ search: '"NEAR" OR not*' }))).toEqual(['p1'])
    expect(idsOf(await copy.read({ search: '(old' }))).toEqual(['p2'])
    expect(idsOf(await copy.read({ search: '%' }))).toEqual(['p3'])
    expect(idsOf(await copy.read({ search: '%_' }))).toEqual([])
    expect(await copy.read({ search: ' " %' })).toMatchObject({ count: 1, terms: ['"', '%'] })
    expect(idsOf(await copy.read({ search: '  ', sort: { by: 'name', descending: false } }))).toHaveLength(3)
  })

  it('finds signs wherever they stand and however they are written, those in names first, also in what just changed', async () => {
    const copy = fillCopy([
      { name: 'Cup', description: '50 % off' },
      { name: '100% wool', description: null },
      { name: '６０％', description: null },
      { name: 'Wait…', id: 'a--1' },
      { name: '<b>Plate</b>', description: null }
    ])
    copy.index()
    expect(idsOf(await copy.read({ search: '%' }))).toEqual(['p2', 'p3', 'p1'])
    expect(idsOf(await copy.read({ search: '％' }))).toEqual(['p2', 'p3', 'p1'])
    expect(idsOf(await copy.read({ search: '...' }))).toEqual(['a--1'])
    expect(idsOf(await copy.read({ search: '--' }))).toEqual(['a--1'])
    expect(idsOf(await copy.read({ search: '</ >' }))).toEqual(['p5'])
    copy.change(1, { description: 'Half off' })
    expect(idsOf(await copy.read({ search: '%' }))).toEqual(['p2', 'p3'])
  })

  it('fault 48, 49, 50: finds ids of any kind', async () => {
    const ids = ['__proto__', '../x', 'CON', 'x'.repeat(512), 'a\nb']
    const copy = fillCopy(ids.map((id) => ({ id })))
    for (const indexed of [false, true]) {
      if (indexed) copy.index()
      expect(idsOf(await copy.read({ search: '__proto__' }))).toEqual(['__proto__'])
      expect(idsOf(await copy.read({ search: 'con' }))).toEqual(['CON'])
      expect(idsOf(await copy.read({ search: 'x'.repeat(200) }))).toEqual(['x'.repeat(512)])
      expect(idsOf(await copy.read({ search: 'a b' }))).toContain('a\nb')
    }
  })

  it('fault 54, 55, 56: finds words among markup, invisible and replaced characters', async () => {
    const copy = fillCopy(named('<b>Bold</b>vase', 'La\u200bmp \u202eright', 'Cup\ufffd mug'))
    expect(idsOf(await copy.read({ search: 'bold' }))).toEqual(['p1'])
    expect(idsOf(await copy.read({ search: 'lamp right' }))).toEqual(['p2'])
    expect(idsOf(await copy.read({ search: 'mug \ud800' }))).toEqual(['p3'])
  })

  it('finds a size however it is written, in names, descriptions and ids', async () => {
    const copy = fillCopy([
      ...named('Towel 50 × 70 cm', 'Towel 50x70 cm', 'Towel 50 X 70 cm', 'Towel 50×70 cm'),
      { name: 'Towel', description: 'Measures 50x70.' },
      { name: 'Towel', description: 'Measures 50 × 70.' },
      { name: 'Towel', id: 'towel-50x70' },
      ...named('Towel 50 × 100 cm', 'Beam 2 × 4', 'Beam 2x4')
    ])
    const found = async (search: string): Promise<string[]> => idsOf(await copy.read({ search })).sort()
    for (const size of ['50 × 70', '50×70', '50 x 70', '50x70', '50 X 70'])
      expect(await found(`towel ${size}`)).toEqual(['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'towel-50x70'])
    expect(await found('2 x 4')).toEqual(['p10', 'p9'])
    copy.setPlaces([null])
    for (const unreadable of ['50 × 70', '50x70']) {
      copy.db.prepare('UPDATE set_aside SET name = ?').run(`Rug ${unreadable}`)
      const { setAside } = await copy.readAnew({ search: '50 x 70', filters: { setAside: true } })
      expect(setAside).toHaveLength(1)
    }
  })

  it('finds what was written a moment ago, before and after it is in the index', async () => {
    const copy = fillCopy(named('Lamp', 'Vase'))
    copy.index()
    expect((await copy.read({ search: 'lamp' })).count).toBe(1)
    copy.change(2, { name: 'Lamp too' })
    copy.add({ name: 'Third lamp' })
    expect(idsOf(await copy.read({ search: 'lamp' }))).toEqual(['p1', 'p2', 'p3'])
    copy.change(1, { name: 'Candle' })
    copy.index()
    expect(idsOf(await copy.read({ search: 'lamp' }))).toEqual(['p2', 'p3'])
    expect(idsOf(await copy.readAnew({ search: 'lamp' }))).toEqual(['p2', 'p3'])
  })
})

describe('sorting', () => {
  it('by name takes numbers as numbers, and neither case nor accents nor punctuation for a difference', async () => {
    const copy = fillCopy(named('lamp 10', 'Lamp 2', '«Étui»', 'zebra', '', 'Lamp 002b', 'lamp-2'))
    const answer = await copy.read({ sort: { by: 'name', descending: false } })
    expect(answer.items.map(({ name }) => name)).toEqual([
      '«Étui»',
      'Lamp 2',
      'lamp-2',
      'Lamp 002b',
      'lamp 10',
      'zebra',
      ''
    ])
    expect(answer.order).toBe('sorted')
  })

  it('keeps the store order of equals in both directions, also after the list moved', async () => {
    const copy = fillCopy([{ price: 5 }, { price: null }, { price: 5 }, { price: 9 }])
    const down = { sort: { by: 'price' as const, descending: true } }
    expect(idsOf(await copy.read(down))).toEqual(['p4', 'p1', 'p3', 'p2'])
    copy.setPlaces([3, 4, 2, 1])
    expect(idsOf(await copy.read(down))).toEqual(['p4', 'p3', 'p1', 'p2'])
    expect(idsOf(await copy.read({ sort: { by: 'price', descending: false } }))).toEqual([
      'p3',
      'p1',
      'p4',
      'p2'
    ])
  })

  it('tells long names apart that begin alike', async () => {
    const long = 'Very long name of a product that goes on and on, for many words more than fit anywhere '
    const copy = fillCopy(named(`${long}c`, `${long}a`, long, `${long}a`, `${long}北`, long.slice(0, 40)))
    const answer = await copy.read({ sort: { by: 'name', descending: false } })
    expect(idsOf(answer)).toEqual(['p6', 'p3', 'p2', 'p4', 'p1', 'p5'])
  })
})

describe('the whole list in the order of the store', () => {
  it('has its places: items set aside, ids that come again, and gaps told', async () => {
    const copy = fillCopy(named('A', 'B'))
    copy.setPlaces([1, null, 2, 1])
    copy.db.prepare("INSERT INTO fact VALUES ('total', '6')").run()
    const answer = await copy.read()
    expect(answer.items.map(({ id, position, flags }) => [id, position, flags])).toEqual([
      ['p1', 1, []],
      ['p2', 3, []],
      ['p1', 4, ['duplicate-id']]
    ])
    expect(answer.setAside).toEqual([{ position: 2, reason: 'id-missing', id: '', name: 'Odd one' }])
    expect(answer).toMatchObject({ count: 4, hasGaps: true, readAt: 1000, order: 'store' })
    expect((await copy.read({}, 0, 4)).hasGaps).toBe(false)
    const places = ['p1', 'p2', 'nobody'].map((id) => copy.reader.place(emptyQuery, id))
    expect(await Promise.all(places)).toEqual([1, 3, null])
  })

  it('is known by its places also where some of them were not read', async () => {
    const copy = fillCopy(named('A', 'B', 'C'))
    copy.setPlaces([3, 1, null, 3, 2])
    copy.db.exec('DELETE FROM place WHERE position = 2')
    copy.reader.changed({ touched: new Uint32Array(0), pictures: new Uint32Array(0), positionsMoved: true })
    const answer = await copy.read({ sort: { by: 'place', descending: true } })
    expect(answer.items.map(({ id, position }) => [id, position])).toEqual([
      ['p2', 5],
      ['p3', 1],
      ['p1', null]
    ])
  })

  it('fault 45: shows what a place says of its own where an id comes again with other content', async () => {
    const copy = fillCopy(named('A'))
    copy.setPlaces([1, 1])
    const other = {
      id: 'p1',
      name: 'Other',
      price: 2,
      description: null,
      image: null,
      flags: ['duplicate-id']
    }
    copy.db.prepare('UPDATE place SET duplicate = ? WHERE position = 2').run(JSON.stringify(other))
    const { items } = await copy.read()
    expect(items.map(({ name, price, position }) => [name, price, position])).toEqual([
      ['A', 1, 1],
      ['Other', 2, 2]
    ])
    expect((await copy.read({ search: 'other' })).count).toBe(0)
  })
})

describe('what is brought into memory while nobody asks', () => {
  const work = (reader: CatalogReader): number => {
    let steps = 0
    while (reader.prepare()) steps++
    return steps
  }

  it('is answered from as what is read when it is asked for, also after changes and in the middle', async () => {
    const copy = fillCopy([...named('Lamp 2', 'Lamp 10', ''), { price: null }])
    await copy.read()
    expect(work(copy.reader)).toBeGreaterThan(2)
    expect(work(copy.reader)).toBe(0)
    copy.change(1, { name: 'Vase', price: 7 })
    copy.add({ name: 'A lamp', price: 3 })
    copy.setPlaces([5, 4, 3, 2, 1])
    expect(copy.reader.prepare()).toBe(true)
    expect(idsOf(await copy.read({ sort: { by: 'name', descending: false } }))).toEqual([
      'p5',
      'p4',
      'p2',
      'p1',
      'p3'
    ])
    expect(idsOf(await copy.read({ sort: { by: 'price', descending: true } }))).toEqual([
      'p1',
      'p5',
      'p3',
      'p2',
      'p4'
    ])
    expect(idsOf(await copy.read({ search: 'lamp' }))).toEqual(['p4', 'p2', 'p5'])
  })

  it('is nothing of a copy that nobody looked at, and while a run is under way', async () => {
    const copy = fillCopy(named('Lamp'))
    expect(work(copy.reader)).toBe(0)
    await copy.read()
    copy.db.exec('INSERT INTO run (number, started_at) VALUES (1, 0)')
    expect(work(copy.reader)).toBe(0)
    copy.endRun(1)
    expect(work(copy.reader)).toBeGreaterThan(2)
  })
})

describe('what changed', () => {
  it('is told until somebody has seen it, also after a sync that found nothing', async () => {
    const copy = fillCopy([{ added: 2 }, { changed: 2 }, { changed: 3 }])
    for (const run of [1, 2, 3, 4]) copy.endRun(run)
    copy.db.exec(
      `INSERT INTO change (number, run, at, product, kind, field, before, after)
       SELECT 1, 2, 0, key, 'new', NULL, NULL, NULL FROM product WHERE id = 'p1'
       UNION ALL SELECT 2, 2, 0, key, 'changed', 'price', '80', '20' FROM product WHERE id = 'p2'
       UNION ALL SELECT 3, 3, 0, key, 'changed', 'name', 'a', 'b' FROM product WHERE id = 'p3'`
    )
    const told = async (): Promise<[unknown, unknown][]> =>
      (await copy.read()).items.map(({ change, pricePercent }) => [change, pricePercent])
    expect(await told()).toEqual([
      ['new', null],
      ['changed', -75],
      ['changed', null]
    ])
    markSeen(copy.db, [[2, 2]], true)
    expect((await told()).map(([change]) => change)).toEqual(['new', null, 'changed'])
    markSeen(copy.db, [[1, 3]], true)
    expect((await told()).map(([change]) => change)).toEqual([null, null, null])
    markSeen(copy.db, [[3, 3]], false)
    expect((await told()).map(([change]) => change)).toEqual([null, null, 'changed'])
  })

  it('is told of each product by the last run that ended; gone ones are listed when they are asked for', async () => {
    const copy = fillCopy([{ added: 1 }, { added: 2 }, { changed: 2 }, { gone: 1 }, { added: 3 }])
    copy.endRun(1)
    copy.endRun(2)
    const all = await copy.read({ filters: { price: 'known' } })
    expect(all.items.map(({ change }) => change)).toEqual([null, 'new', 'changed', null])
    const p3 = "(SELECT key FROM product WHERE id = 'p3')"
    copy.db.exec(
      `INSERT INTO change (run, at, product, kind, field, before, after)
       VALUES (1, 0, ${p3}, 'changed', 'description', 'a', 'b'), (2, 0, ${p3}, 'changed', 'name', 'a', 'b'),
         (2, 0, ${p3}, 'changed', 'price', '80', '20')`
    )
    for (const page of [await copy.read({ filters: { price: 'known' } }), await copy.read()]) {
      expect(page.items.find(({ id }) => id === 'p3')?.changedFields).toEqual(['price', 'name'])
      expect(page.items.find(({ id }) => id === 'p3')?.pricePercent).toBe(-75)
      expect(page.items.find(({ id }) => id === 'p1')).toMatchObject({
        changedFields: [],
        pricePercent: null
      })
    }
    const since = (kind: 'new' | 'changed' | 'gone', run: number | 'last') =>
      copy.read({ filters: { change: { kind, since: run } } }).then(idsOf)
    expect(await since('new', 'last')).toEqual(['p2', 'p5'])
    expect(await since('changed', 1)).toEqual(['p3'])
    expect(await since('gone', 'last')).toEqual([])
    expect(await since('gone', 1)).toEqual(['p4'])
  })

  it.each(['stopped', 'failed', 'declined'] as const)(
    'is still told after a run that %s',
    async (outcome) => {
      const copy = fillCopy([{ added: 1 }, { added: 2 }, { changed: 2 }, { added: 3 }])
      copy.endRun(1)
      copy.endRun(2, 'partial')
      copy.endRun(3, outcome)
      const all = await copy.read({ filters: { price: 'known' } })
      expect(all.items.map(({ change }) => change)).toEqual([null, 'new', 'changed', null])
      const since = (kind: 'new' | 'changed') =>
        copy.read({ filters: { change: { kind, since: 'last' } } }).then(idsOf)
      // What the run brought that did not end is new as well.
      expect(await since('new')).toEqual(['p2', 'p4'])
      expect(await since('changed')).toEqual(['p3'])
    }
  )

  it('is nothing before the first run ended', async () => {
    const copy = fillCopy([{ added: 2, changed: 3 }])
    expect((await copy.read({ filters: { change: { kind: 'new', since: 'last' } } })).count).toBe(0)
  })
})

describe('items set aside', () => {
  it('are listed in place of products, narrowed by the search and sorted by what is known of them', async () => {
    const copy = fillCopy(named('Lamp'))
    copy.setPlaces([null, 1, null])
    copy.db.exec("UPDATE set_aside SET name = 'Another' WHERE position = 3")
    const aside = { setAside: true, picture: 'with' as const }
    expect(await copy.read({ filters: aside })).toMatchObject({ items: [], count: 2, order: 'store' })
    const found = await copy.read({ filters: aside, search: 'ODD' })
    expect(found.setAside.map(({ position }) => position)).toEqual([1])
    expect((await copy.read({ filters: aside, search: '%' })).count).toBe(0)
    const queries = ['', 'ODD', '%'].map((search) => productQuerySchema.parse({ filters: aside, search }))
    expect(await copy.reader.sizes(queries)).toEqual([2, 1, 0])
    const sorted = await copy.read({ filters: aside, sort: { by: 'name', descending: false } })
    expect(sorted.setAside.map(({ name }) => name)).toEqual(['Another', 'Odd one'])
  })
})

describe('a reader whose database is written meanwhile', () => {
  it('answers many questions at once, each wholly of one state', async () => {
    const copy = fillCopy(Array.from({ length: 300 }, (_, at) => ({ name: `Lamp ${at}` })))
    const asked = Array.from({ length: 20 }, (_, at) => {
      copy.add({ name: 'Lamp new' })
      if (at % 3 === 0) copy.index(50)
      return copy.read(
        { search: 'lamp', sort: { by: at % 2 === 0 ? 'name' : 'price', descending: false } },
        0,
        500
      )
    })
    for (const answer of await Promise.all(asked)) {
      expect(answer.items.length).toBe(answer.count)
      expect(new Set(idsOf(answer)).size).toBe(answer.count)
    }
    expect((await copy.read({ search: 'lamp' })).count).toBe(320)
  })
})
