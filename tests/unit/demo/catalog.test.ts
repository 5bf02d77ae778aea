import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openStoreFiles } from '../../../electron/demo/listing'
import { flaws } from '../../../scripts/demo-store/flaws'
import { demoCatalogSize, demoShop } from '../../../scripts/demo-store/shop'
import { demoFolder } from './shop'

const { items } = demoShop()
const flawed = new Set(flaws.map(({ place }) => place))
const sound = items.filter((_, index) => !flawed.has(index + 1))

describe('the sample catalog', () => {
  it('is the same every time', () => {
    expect(demoShop().items).toEqual(items)
  })

  it('is the same on every machine', () => {
    // Changes with every change of a word or a price; that is its purpose: then take the new value.
    const digest = createHash('sha256').update(JSON.stringify(items)).digest('hex')
    expect(digest).toMatchInlineSnapshot(`"1e9e245a43ec84eff04fe1624bd5f576c11000240bc39c62f4d75a13d2f9c205"`)
  })

  it('is what the app ships', async () => {
    expect(await openStoreFiles(demoFolder).items()).toEqual(items)
  })

  it('holds 1,240 products, each with an id and a name of its own where no flaw says otherwise', () => {
    expect(items).toHaveLength(demoCatalogSize)
    expect(new Set(sound.map(({ id }) => id)).size).toBe(sound.length)
    expect(new Set(sound.map(({ name }) => name)).size).toBe(sound.length)
    for (const { id } of sound) expect(id).toMatch(/^VT-\d{5}$/)
  })

  it('has whole texts: no placeholder is left, no double space, every sentence ends', () => {
    for (const { name = '', description = '' } of sound) {
      expect(`${name} ${description}`).not.toMatch(/[{}<>]|undefined|NaN| {2}/)
      expect(name).toBe(name.trim())
      expect(description.length).toBeGreaterThan(20)
      expect(description).toMatch(/[.。।؟!)）]$|[\u0E00-\u0E7F]$/u)
    }
  })

  it('asks prices that a shop would print', () => {
    for (const { price = 0 } of sound) {
      expect(price).toBeGreaterThanOrEqual(2)
      expect(price).toBeLessThan(4000)
      expect(Math.abs(price * 100 - Math.round(price * 100))).toBeLessThan(1e-6)
    }
  })

  it('speaks more than one script', () => {
    const names = items.map(({ name }) => name).join('\n')
    for (const script of [
      'Han',
      'Hangul',
      'Hiragana',
      'Arabic',
      'Hebrew',
      'Cyrillic',
      'Greek',
      'Devanagari'
    ]) {
      expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'))
    }
  })

  it('shows no two products of one kind in a row on its first pages', () => {
    const kinds = items.slice(0, 200).map(({ description }) => description)
    expect(kinds.filter((text, index) => index > 0 && text === kinds[index - 1])).toEqual([])
  })
})
