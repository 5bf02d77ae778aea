import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ByteCache } from '../../../electron/images/memory-cache'

describe('the cache of rasters', () => {
  it('gives up the longest unused first', () => {
    const cache = new ByteCache(30)
    for (const key of ['a', 'b', 'c']) cache.set(key, new Uint8Array(10))
    cache.get('a')
    cache.set('d', new Uint8Array(10))
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined)).toEqual(['a', 'c', 'd'])
  })

  it('keeps nothing that is larger than all of it, and nothing old in its place', () => {
    const cache = new ByteCache(10)
    cache.set('a', new Uint8Array(10))
    cache.set('a', new Uint8Array(11))
    expect(cache.get('a')).toBeUndefined()
  })

  it('forgets by the beginning of the key', () => {
    const cache = new ByteCache(100)
    for (const key of ['a/1', 'a/2', 'ab/1']) cache.set(key, new Uint8Array(1))
    cache.deleteAll('a/')
    expect(['a/1', 'a/2', 'ab/1'].map((key) => cache.get(key) !== undefined)).toEqual([false, false, true])
  })

  it('never holds more than its limit, whatever comes', () => {
    const entry = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 0, max: 120 }))
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const cache = new ByteCache(100)
        for (const [key, size] of entries) {
          cache.set(key, new Uint8Array(size))
          const sizes = ['a', 'b', 'c', 'd', 'e'].map((kept) => cache.get(kept)?.byteLength ?? 0)
          expect(sizes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(100)
        }
      })
    )
  })
})
