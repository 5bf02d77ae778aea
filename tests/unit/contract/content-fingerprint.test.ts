import { describe, expect, it } from 'vitest'
import { fullerSeen, isSamePicture, isSameSeen, lookIn, textsOf } from '../../../electron/contract/content-fingerprint'
import { seenOf, standsFor } from '../../../electron/reviews/content-fingerprint'

const lamp = { name: 'Lamp', price: 10, description: null, image: 'https://x/1.png' }
const texts = seenOf(lamp)
const look = 'f0f0f0f0aaaa5555'

describe('what was seen of a product', () => {
  it('is the same when the picture was saved anew, which changes few bits of how it looks', () => {
    expect(isSameSeen(seenOf(lamp, look), seenOf(lamp, look))).toBe(true)
    // Four bits in all, in both halves.
    expect(isSameSeen(seenOf(lamp, look), seenOf(lamp, 'f0f0f0f3aaaa5556'))).toBe(true)
  })

  it('is another when another photo stands under the same address', () => {
    expect(isSameSeen(seenOf(lamp, look), seenOf(lamp, 'f0f0f0f3aaaa555a'))).toBe(false)
    expect(isSameSeen(seenOf(lamp, look), seenOf(lamp, '0f0f0f0f5555aaaa'))).toBe(false)
    expect(isSamePicture(seenOf(lamp, look), seenOf(lamp, '0f0f0f0f5555aaaa'))).toBe(false)
  })

  it('is another when a text, the price or the address is, however the picture looks', () => {
    for (const other of [
      { name: 'Lump' },
      { price: 11 },
      { image: 'https://x/2.png' },
      { description: 'New' }
    ]) {
      expect(isSameSeen(seenOf(lamp, look), seenOf({ ...lamp, ...other }, look))).toBe(false)
      expect(isSamePicture(seenOf(lamp, look), seenOf({ ...lamp, ...other }, look))).toBe(true)
    }
  })

  it('holds where one side does not know the picture, or knows it by another way of looking', () => {
    const known = seenOf(lamp, look)
    for (const then of [
      texts,
      `${texts}.2.0f0f0f0f5555aaaa`,
      `${texts}.1.damaged`,
      `${texts}.1.0000000000000000`
    ]) {
      expect(isSameSeen(then, known)).toBe(true)
      expect(isSameSeen(known, then)).toBe(true)
    }
  })

  it('stands for its texts with and without a look', () => {
    expect(textsOf(seenOf(lamp, look))).toBe(texts)
    expect(lookIn(seenOf(lamp, look))).toEqual([0xf0f0f0f0, 0xaaaa5555])
    expect(standsFor(seenOf(lamp, look), lamp)).toBe(true)
    expect(standsFor(seenOf(lamp, look), { ...lamp, price: 11 })).toBe(false)
  })

  it('is told by 128 bits, and by 64 where the first version wrote it', () => {
    expect(texts).toMatch(/^[0-9a-f]{32}$/)
    const old = texts.slice(0, 16)
    const [other, otherOld] = [
      `${old}${'0'.repeat(16)}`,
      `${texts.slice(0, 15)}${texts[15] === '0' ? '1' : '0'}`
    ]
    expect(isSameSeen(other, texts)).toBe(false)
    for (const then of [old, `${old}.1.${look}`]) {
      expect(isSameSeen(then, seenOf(lamp, look))).toBe(true)
      expect(isSameSeen(seenOf(lamp, look), then)).toBe(true)
      expect(standsFor(then, lamp)).toBe(true)
    }
    expect(isSameSeen(otherOld, texts)).toBe(false)
    // What damage or another app wrote stands for nothing.
    expect(isSameSeen('', texts)).toBe(false)
    expect(isSameSeen(texts.slice(0, 20), texts)).toBe(false)
  })

  it('is kept with what the copy knows of the picture by now, and never with less', () => {
    expect(fullerSeen(texts, seenOf(lamp, look))).toBe(seenOf(lamp, look))
    expect(fullerSeen(seenOf(lamp, look), texts)).toBe(seenOf(lamp, look))
    expect(fullerSeen(seenOf(lamp, look), seenOf(lamp, 'f0f0f0f0aaaa5554'))).toContain('5554')
  })
})
