import { describe, expect, it } from 'vitest'
import { itemLimits } from '../../../electron/api/parse-item'
import type { StorePage } from '../../../electron/api/types'
import type { ScenarioName } from '../../support/faulty-store'
import { failureOf, pageOf, startBench } from './fixture'

async function played(scenario: ScenarioName): Promise<StorePage> {
  const { ask, store } = await startBench()
  store.scenario(scenario)
  return pageOf(await ask({ limit: 10 }))
}

describe('single items', () => {
  it('fault 45: the same id twice keeps both, the later one flagged', async () => {
    const { items } = await played('duplicate-ids')
    expect(items).toHaveLength(10)
    expect(items.slice(0, 3).map(({ id, flags }) => [id, flags])).toEqual([
      ['A', []],
      ['P-00002', []],
      ['A', ['duplicate-id']]
    ])
  })

  it('fault 46: without an id an item is set aside with its place, name and reason; the others stay', async () => {
    const { items, setAside } = await played('ids-missing')
    expect(setAside).toEqual([
      { place: 1, reason: 'id-missing', id: '', name: 'Product 1' },
      { place: 2, reason: 'id-empty', id: '', name: 'Product 2' },
      { place: 3, reason: 'id-empty', id: '  ', name: 'Product 3' },
      { place: 4, reason: 'not-an-object', id: '', name: '' }
    ])
    expect(items).toHaveLength(6)
  })

  it('fault 47: a number is kept as text; one that JSON has rounded is set aside', async () => {
    const { items, setAside } = await played('ids-numbers')
    expect(items[0]).toMatchObject({ id: '4711', flags: ['id-was-number'] })
    expect(setAside.map(({ place, reason }) => [place, reason])).toEqual([
      [2, 'id-unsafe-number'],
      [3, 'id-unsafe-number']
    ])
  })

  it('fault 48: a very long id is set aside, cut; one at the bound is kept', async () => {
    const { items, setAside } = await played('ids-long')
    expect(items[0]?.id).toHaveLength(itemLimits.id)
    expect(setAside).toMatchObject([{ place: 2, reason: 'id-too-long', id: 'i'.repeat(200) }])
  })

  it('fault 49: the id __proto__ is an id like any other, and nothing is inherited from an answer', async () => {
    const { items } = await played('id-proto')
    expect(items[0]).toMatchObject({ id: 'P-9', price: null, flags: ['price-unknown'] })
    expect(items.slice(1, 3).map(({ id }) => id)).toEqual(['__proto__', 'constructor'])
    expect(items[1]?.price).toBe(5.37)
    expect({}).not.toHaveProperty('polluted')
  })

  it('fault 50: ids that look like paths are kept as texts', async () => {
    const { items } = await played('ids-paths')
    expect(items.slice(0, 3).map(({ id }) => id)).toEqual(['../../etc/passwd', 'CON', 'a\\b:c'])
  })

  it('fault 51: a price that is not a number is unknown and never 0', async () => {
    const { items } = await played('prices-unknown')
    expect(items.slice(0, 6).map(({ price }) => price)).toEqual([null, null, null, null, null, null])
    expect(items[0]?.flags).toEqual(['price-was-text', 'price-unknown'])
    for (const item of items.slice(1, 6)) expect(item.flags).toEqual(['price-unknown'])
    expect(items[6]).toMatchObject({ price: 0, flags: [] })
  })

  it('fault 52: 1e309 is an unknown price', async () => {
    const { items } = await played('price-infinite')
    expect(items[0]).toMatchObject({ id: 'P-00001', price: null, flags: ['price-unknown'] })
    expect(items).toHaveLength(10)
  })

  it('fault 52: NaN makes the answer something else than JSON', async () => {
    const { ask, store } = await startBench()
    store.scenario('price-nan')
    expect(failureOf(await ask()).code).toBe('answer-not-json')
  })

  it('fault 53: a negative price is kept and flagged; minus nothing is nothing', async () => {
    const { items } = await played('price-negative')
    expect(items[0]).toMatchObject({ price: -3.5, flags: ['price-negative'] })
    expect(items[1]?.price).toBe(0)
    expect(items[1]?.flags).toEqual([])
  })

  it('fault 54: markup stays the text that it is', async () => {
    const { items } = await played('markup')
    expect(items[0]?.name).toBe('<img src=x onerror="document.title=1">')
    expect(items[0]?.description).toBe('<script>document.title = 1</script>{{ 7 * 7 }}')
  })

  it('fault 55: bidi and zero-width characters are kept for the window to isolate', async () => {
    const { items } = await played('bidi')
    expect(items[0]).toMatchObject({
      name: 'Invoice \u202egpj.exe',
      description: 'a\u200bb\u2066c',
      flags: []
    })
  })

  it('fault 56: half characters and NULs are replaced and flagged; whole ones are not', async () => {
    const { items } = await played('broken-characters')
    expect(items[0]).toMatchObject({
      id: 'a\ufffdb',
      name: 'Teapot \ufffd',
      description: 'x',
      flags: ['characters-replaced']
    })
    expect(items[1]).toMatchObject({ name: 'Fine 🫖', flags: [] })
  })

  it('fault 57: a megabyte of name or description is shortened between two characters', async () => {
    const { items } = await played('name-megabyte')
    expect(items[0]?.flags).toEqual(['name-shortened', 'description-shortened'])
    expect(items[0]?.name).toBe('🫖'.repeat(itemLimits.name / 2))
    expect(items[0]?.description).toHaveLength(itemLimits.description)
  })

  it('fault 58: texts that look like patterns are texts', async () => {
    const { items } = await played('regex-like')
    expect(items[0]).toMatchObject({ id: '(a+)+$', name: '.*[%_]\\', description: '(?=x){1,99999}' })
  })
})
