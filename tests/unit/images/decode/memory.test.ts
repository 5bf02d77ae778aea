import { describe, expect, it } from 'vitest'
import { decodingBytes, roomFor, type PictureHeader } from '../../../../electron/images/decode/raster'

const header = (changes: Partial<PictureHeader>): PictureHeader => ({
  ...{ format: 'jpeg', width: 8000, height: 8000, channels: 3, depth: 'uchar', isProgressive: false },
  ...changes
})
const square = (side: number): Partial<PictureHeader> => ({ width: side, height: side })

describe('fault 117: memory of decoding', () => {
  it.each([
    ['a plain JPEG', {}, 0],
    ['a progressive JPEG', { isProgressive: true, chromaSubsampling: '4:2:0' }, 3],
    ['one with all its colors', { isProgressive: true, chromaSubsampling: '4:4:4' }, 6],
    ['a plain PNG of 16 bits', { format: 'png', channels: 4, depth: 'ushort' }, 0],
    ['an interlaced PNG', { format: 'png', isProgressive: true }, 3],
    ['one of 16 bits', { format: 'png', isProgressive: true, channels: 4, depth: 'ushort' }, 8],
    ['a GIF', { format: 'gif' }, 5],
    ['a WebP', { format: 'webp' }, 4],
    ['an animated WebP', { format: 'webp', pages: 2 }, 12],
    ['an AVIF', { format: 'heif' }, 18]
  ] as const)('of %s is told by its header', (_, changes, perPixel) => {
    expect(decodingBytes(header({ ...changes, width: 1000, height: 500 }))).toBe(perPixel * 500_000)
  })

  it('is enough for whatever a camera saves as a JPEG', () => {
    expect(roomFor(header({}))).toBe('beside')
    expect(roomFor(header({ isProgressive: true, chromaSubsampling: '4:4:4' }))).toBe('alone')
  })

  it('is refused above that, and shared with nobody where four at once would be more', () => {
    expect(roomFor(header({ format: 'heif', ...square(4700) }))).toBe('refused')
    expect(roomFor(header({ format: 'heif', ...square(4600) }))).toBe('alone')
    expect(roomFor(header({ format: 'heif', ...square(2400) }))).toBe('alone')
    expect(roomFor(header({ format: 'heif', ...square(2300) }))).toBe('beside')
    const interlaced = { format: 'png', isProgressive: true, channels: 4, depth: 'ushort' }
    expect(roomFor(header(interlaced))).toBe('refused')
  })
})
