import { describe, expect, it } from 'vitest'
import { indexWords } from '../../../../electron/catalog/search/word-index'
import { createCollector } from '../../../../electron/catalog/search/segment-collector'
import { lines } from '../../../../electron/catalog/search/posting-lists'
import { addSegment, listSegments } from '../../../../electron/catalog/search/segment-store'
import { writeOrderings } from '../../../../electron/catalog/sort/sort-index'
import { fillCopy, idsOf } from '../support/filled-copy'

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `Lamp ${at % 7}`, description: 'Oak' }))

describe('the word index', () => {
  it('is made in steps, and says when nothing is left', () => {
    const copy = fillCopy(many(5))
    expect([2, 2, 2].map((limit) => indexWords(copy.db, limit))).toEqual([true, true, false])
    expect(listSegments(copy.db).map(({ products }) => products)).toEqual([2, 2, 1])
    expect(indexWords(copy.db, 2)).toBe(false)
  })

  it('merges small segments, and never gives a number twice', () => {
    const copy = fillCopy(many(40))
    copy.index(2)
    const numbers = listSegments(copy.db).map(({ number }) => number)
    expect(numbers.length).toBeLessThan(8)
    expect(Math.min(...numbers)).toBeGreaterThan(8)
  })

  it('finds the same after merging, for a reader that looked before and one that did not', async () => {
    const copy = fillCopy(many(40))
    copy.index(3)
    const before = idsOf(await copy.read({ search: 'lamp 3 oak' }))
    expect(before).toEqual(['p4', 'p11', 'p18', 'p25', 'p32', 'p39'])
    for (const key of [1, 2, 3]) copy.change(key, { name: 'Lamp 3' })
    copy.index(1)
    const after = idsOf(await copy.read({ search: 'lamp 3 oak' }))
    expect(after).toEqual(['p1', 'p2', 'p3', ...before])
    expect(idsOf(await copy.readAnew({ search: 'lamp 3 oak' }))).toEqual(after)
  })

  it('does not grow without end when the same products change again and again', async () => {
    const copy = fillCopy(many(30))
    copy.index()
    for (let round = 0; round < 12; round++) {
      for (let key = 1; key <= 30; key++) copy.change(key, { name: `Lamp round${round}` })
      copy.index()
    }
    const held = listSegments(copy.db).reduce((sum, { products }) => sum + products, 0)
    expect(held).toBeLessThanOrEqual(45)
    expect((await copy.read({ search: 'round11' })).count).toBe(30)
    expect((await copy.read({ search: 'round10' })).count).toBe(0)
  })

  it('fault 86: finds writing without spaces where pairs of characters have no places, as earlier versions wrote them', async () => {
    const names = ['东京与京都', '东京都地图', '大东京都', '东京 京都']
    const copy = fillCopy(names.map((name) => ({ name, description: name })))
    const collector = createCollector()
    const pairs = [
      ['东京', '京与', '与京', '京都', '都'],
      ['东京', '京都', '都地', '地图', '图'],
      ['大东', '东京', '京都', '都'],
      ['东京', '京', '京都', '都']
    ]
    for (const [number, words] of pairs.entries()) {
      for (const [at, pair] of words.entries()) {
        collector.add((at === 0 ? 'f' : 'n').charCodeAt(0), pair, 0, pair.length, number)
        collector.add('d'.charCodeAt(0), pair, 0, pair.length, number)
      }
    }
    const ids = lines(['p1', 'p2', 'p3', 'p4'])
    addSegment(copy.db, { keys: Uint32Array.of(1, 2, 3, 4), ids, ...collector.finish() })
    const found = async (search: string): Promise<string[]> => idsOf(await copy.readAnew({ search }))
    const expectFound = async (): Promise<void> => {
      expect(await found('京都')).toEqual(['p1', 'p2', 'p3', 'p4'])
      expect(await found('东京都')).toEqual(['p2', 'p3'])
      expect(await found('与')).toEqual(['p1'])
    }
    await expectFound()
    copy.change(3, { name: '京都', description: '大东京都大' })
    await expectFound()
    // Merged with segments that have places.
    for (let key = 5; key <= 20; key++) copy.add({ name: '茶' })
    copy.index(1)
    expect(listSegments(copy.db).length).toBeLessThan(10)
    await expectFound()
    expect(await found('茶')).toHaveLength(16)
  })

  it('finds writing without spaces in texts with more places than it tells apart', async () => {
    const long = '茶 '.repeat(3000)
    const copy = fillCopy([
      { description: `${long}东京与京都` },
      { description: `${long}东京都` },
      { name: '东京都' }
    ])
    for (const step of ['waiting', 'taken in']) {
      if (step === 'taken in') copy.index()
      expect(idsOf(await copy.read({ search: '东京都' }))).toEqual(['p3', 'p2'])
      expect((await copy.read({ search: '京都' })).count).toBe(3)
      expect((await copy.read({ search: '茶' })).count).toBe(2)
    }
  })

  it('rolls back with the transaction that it is part of', () => {
    const copy = fillCopy(many(3))
    copy.db.exec('BEGIN')
    indexWords(copy.db, 10)
    copy.db.exec('ROLLBACK')
    expect(listSegments(copy.db)).toEqual([])
  })
})

describe('the orders that are kept', () => {
  it('serve the next start, with what changed since sorted in', async () => {
    const copy = fillCopy([{ name: 'Vase' }, { name: 'Cup' }, { name: 'Mug' }])
    writeOrderings(copy.db)
    copy.change(1, { name: 'Apple' })
    copy.change(3, { name: '' })
    copy.add({ name: 'Bowl' })
    const sort = { by: 'name' as const, descending: false }
    expect(idsOf(await copy.readAnew({ sort }))).toEqual(['p1', 'p4', 'p2', 'p3'])
    writeOrderings(copy.db)
    expect(copy.db.prepare('SELECT count(*) AS n FROM order_waiting').get()).toMatchObject({ n: 0 })
    expect(idsOf(await copy.readAnew({ sort }))).toEqual(['p1', 'p4', 'p2', 'p3'])
  })

  it('are not written again when nothing changed', () => {
    const copy = fillCopy([{ name: 'Vase' }])
    writeOrderings(copy.db)
    copy.db.exec("UPDATE ordering SET keys = x'' WHERE name = 'name'")
    writeOrderings(copy.db)
    expect(copy.db.prepare("SELECT length(keys) AS n FROM ordering WHERE name = 'name'").get()).toMatchObject(
      { n: 0 }
    )
  })
})
