import { describe, expect, it } from 'vitest'
import {
  fullerFingerprint,
  isSamePicture,
  isSameFingerprint,
  lookIn,
  textsOf
} from '../../../electron/contract/content-fingerprint'
import { fingerprintOf, standsFor } from '../../../electron/catalog/content-fingerprint'

const lamp = { name: 'Lamp', price: 10, description: null, image: 'https://x/1.png' }
const texts = fingerprintOf(lamp)
const look = 'f0f0f0f0aaaa5555'

describe('what was seen of a product', () => {
  it('is the same when the picture was saved anew, which changes few bits of how it looks', () => {
    expect(isSameFingerprint(fingerprintOf(lamp, look), fingerprintOf(lamp, look))).toBe(true)
    // Four bits in all, in both halves.
    expect(isSameFingerprint(fingerprintOf(lamp, look), fingerprintOf(lamp, 'f0f0f0f3aaaa5556'))).toBe(true)
  })

  it('is another when another photo stands under the same address', () => {
    expect(isSameFingerprint(fingerprintOf(lamp, look), fingerprintOf(lamp, 'f0f0f0f3aaaa555a'))).toBe(false)
    expect(isSameFingerprint(fingerprintOf(lamp, look), fingerprintOf(lamp, '0f0f0f0f5555aaaa'))).toBe(false)
    expect(isSamePicture(fingerprintOf(lamp, look), fingerprintOf(lamp, '0f0f0f0f5555aaaa'))).toBe(false)
  })

  it('is another when a text, the price or the address is, however the picture looks', () => {
    for (const other of [
      { name: 'Lump' },
      { price: 11 },
      { image: 'https://x/2.png' },
      { description: 'New' }
    ]) {
      expect(isSameFingerprint(fingerprintOf(lamp, look), fingerprintOf({ ...lamp, ...other }, look))).toBe(
        false
      )
      expect(isSamePicture(fingerprintOf(lamp, look), fingerprintOf({ ...lamp, ...other }, look))).toBe(true)
    }
  })

  it('holds where one side does not know the picture, or knows it by another way of looking', () => {
    const known = fingerprintOf(lamp, look)
    for (const then of [
      texts,
      `${texts}.2.0f0f0f0f5555aaaa`,
      `${texts}.3.damaged`,
      `${texts}.3.0000000000000000`
    ]) {
      expect(isSameFingerprint(then, known)).toBe(true)
      expect(isSameFingerprint(known, then)).toBe(true)
    }
  })

  it('stands for its texts with and without a look', () => {
    expect(textsOf(fingerprintOf(lamp, look))).toBe(texts)
    expect(lookIn(fingerprintOf(lamp, look))).toEqual([0xf0f0f0f0, 0xaaaa5555])
    expect(standsFor(fingerprintOf(lamp, look), lamp)).toBe(true)
    expect(standsFor(fingerprintOf(lamp, look), { ...lamp, price: 11 })).toBe(false)
  })

  it('is told by 128 bits, and by 64 where the first version wrote it', () => {
    expect(texts).toMatch(/^[0-9a-f]{32}$/)
    const old = texts.slice(0, 16)
    const [other, otherOld] = [
      `${old}${'0'.repeat(16)}`,
      `${texts.slice(0, 15)}${texts[15] === '0' ? '1' : '0'}`
    ]
    expect(isSameFingerprint(other, texts)).toBe(false)
    for (const then of [old, `${old}.3.${look}`]) {
      expect(isSameFingerprint(then, fingerprintOf(lamp, look))).toBe(true)
      expect(isSameFingerprint(fingerprintOf(lamp, look), then)).toBe(true)
      expect(standsFor(then, lamp)).toBe(true)
    }
    expect(isSameFingerprint(otherOld, texts)).toBe(false)
    // What damage or another app wrote stands for nothing.
    expect(isSameFingerprint('', texts)).toBe(false)
    expect(isSameFingerprint(texts.slice(0, 20), texts)).toBe(false)
  })

  it('is kept with what the copy knows of the picture by now, and never with less', () => {
    expect(fullerFingerprint(texts, fingerprintOf(lamp, look))).toBe(fingerprintOf(lamp, look))
    expect(fullerFingerprint(fingerprintOf(lamp, look), texts)).toBe(fingerprintOf(lamp, look))
    expect(fullerFingerprint(fingerprintOf(lamp, look), fingerprintOf(lamp, 'f0f0f0f0aaaa5554'))).toContain(
      '5554'
    )
  })
})
