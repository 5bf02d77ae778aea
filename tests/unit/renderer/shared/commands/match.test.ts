import { describe, expect, it } from 'vitest'
import { fitness } from '../../../../../renderer/shared/commands/match'

describe('what is typed', () => {
  it.each([
    ['', 'Anything'],
    ['sync', 'Sync catalog'],
    ['SYNC CAT', 'Sync catalog'],
    ['cafe', 'Café “Zür Linde”'],
    ['zur', 'Café “Zür Linde”'],
    ['cat sy', 'Sync catalog'],
    ['talog', 'Sync catalog'],
    ['exsel', 'Export selected products…'],
    ['瓷', '景德镇 白瓷花瓶'],
    ['50 x 70', 'Towels 50 × 70'],
    ['towels 50×70', 'Towels 50x70'],
    ['towels 70', 'Towels 50 × 70']
  ])('“%s” finds “%s”', (typed, text) => {
    expect(fitness(text, typed)).not.toBeNull()
  })

  it.each([
    ['tea', 'Take the tour again'],
    ['sync now', 'Sync catalog'],
    ['selex', 'Export selected products…']
  ])('“%s” does not find “%s”', (typed, text) => {
    expect(fitness(text, typed)).toBeNull()
  })

  it('fits best at the beginning, then words, then parts, then beginnings of several', () => {
    const fits = ['go', 'prod', 'rod', 'gp'].map((typed) => fitness('Go to Products', typed))
    expect(fits).toEqual([...fits].sort())
    expect(new Set(fits).size).toBe(4)
  })
})
