import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { mostDifferentBits } from '../../../../electron/contract/content-fingerprint'
import { fail, type Result } from '../../../../electron/contract/failure'
import type { PictureSize } from '../../../../electron/contract/picture-values'
import type { DecodedPicture } from '../../../../electron/images/decode/protocol'
import { makeRasters, openPicture, prepareSharp } from '../../../../electron/images/decode/raster'
import * as files from '../../../support/hostile-images/picture-files'

beforeAll(prepareSharp)

async function rastersOf(file: Buffer, sizes: PictureSize[]): Promise<Result<DecodedPicture>> {
  const opened = await openPicture(file)
  return opened.ok ? makeRasters(opened.value, sizes) : opened
}

async function decoded(
  file: Buffer,
  size: PictureSize = 'thumbnail'
): Promise<DecodedPicture & { raster: Uint8Array }> {
  const result = await rastersOf(file, [size])
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  const { [size]: raster } = result.value.rasters
  if (raster === undefined) throw new Error('no raster')
  return { ...result.value, raster }
}

async function codeOf(file: Buffer, size: PictureSize = 'thumbnail'): Promise<string> {
  const result = await rastersOf(file, [size])
  return result.ok ? 'ok' : result.failure.code
}

/** Red, green, blue and opacity at the middle of a raster. */
async function middleOf(bytes: Uint8Array): Promise<number[]> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4
  return [...data.subarray(at, at + 4)]
}

describe('rasters', () => {
  it.each([
    ['thumbnail', 48, 32],
    ['thumbnail-2x', 96, 64]
  ] as const)(
    'are WebP for a list: the %s is %i × %i pixels of the whole picture',
    async (size, width, height) => {
      const { raster } = await decoded(await files.jpegFile(300, 200), size)
      expect(await sharp(raster).metadata()).toMatchObject({ format: 'webp', width, height, hasAlpha: false })
    }
  )

  it('are never enlarged', async () => {
    const tiny = await files.pngFile(10, 8)
    const thumbnail = (await decoded(tiny)).raster
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 10, height: 8 })
    const preview = (await decoded(tiny, 'preview')).raster
    expect(await sharp(preview).metadata()).toMatchObject({ width: 10, height: 8 })
  })

  it('are at most 1600 pixels for the preview', async () => {
    const { width, height, raster } = await decoded(await files.jpegFile(2400, 1200), 'preview')
    expect([width, height]).toEqual([2400, 1200])
    expect(await sharp(raster).metadata()).toMatchObject({
      format: 'webp',
      width: 1600,
      height: 800
    })
  })

  it('stand upright as the camera held them, and carry nothing that it noted', async () => {
    const file = await files.sidewaysJpeg()
    expect(file.includes('canary-of-metadata')).toBe(true)
    const { width, height, raster } = await decoded(file, 'preview')
    expect([width, height]).toEqual([200, 300])
    const metadata = await sharp(raster).metadata()
    expect([metadata.width, metadata.height]).toEqual([200, 300])
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual(
      Array(4).fill(undefined)
    )
  })

  it('are at most 512 pixels for the gallery', async () => {
    const { raster } = await decoded(await files.jpegFile(2400, 1200), 'tile')
    expect(await sharp(raster).metadata()).toMatchObject({ format: 'webp', width: 512, height: 256 })
  })

  it('are made in several sizes of one decoding', async () => {
    const result = await rastersOf(await files.jpegFile(800, 1000), ['thumbnail', 'preview', 'tile'])
    if (!result.ok) throw new Error(result.failure.code)
    const { rasters } = result.value
    expect(Object.keys(rasters).sort()).toEqual(['preview', 'thumbnail', 'tile'])
    const sizes = await Promise.all(Object.values(rasters).map((raster) => sharp(raster).metadata()))
    expect(sizes.map(({ width, height }) => [width, height]).sort(([a = 0], [b = 0]) => a - b)).toEqual([
      [38, 48],
      [410, 512],
      [800, 1000]
    ])
  })

  it('keep what is transparent so', async () => {
    const hole = { create: { width: 60, height: 60, channels: 4, background: '#0f08' } } as const
    const { raster } = await decoded(await sharp(hole).png().toBuffer(), 'preview')
    expect((await middleOf(raster))[3]).toBeCloseTo(136, -1)
  })

  it.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('are made of %s', async (format) => {
    const file = await files[`${format}File`]()
    expect((await decoded(file)).format).toBe(format)
  })
})

describe('bytes that give no raster', () => {
  it('fault 63: an SVG is refused', async () => {
    expect(await codeOf(files.svgFile)).toBe('picture-not-a-picture')
  })

  it('a TIFF, which stores do not send, is told of by its kind', async () => {
    expect(await rastersOf(await files.tiffFile(), ['thumbnail'])).toEqual(
      fail('picture-not-a-picture', { reason: 'The content is tiff.' })
    )
  })

  it.each(['SVG', 'TIFF'])('fault 63: libvips itself would not load an %s either', async (kind) => {
    const file = kind === 'SVG' ? files.svgFile : await files.tiffFile()
    await expect(sharp(file).png().toBuffer()).rejects.toThrow(/unsupported image format/)
  })

  it.each(['thumbnail', 'preview'] as const)(
    'fault 64: a picture that claims 60000×60000 is refused (%s)',
    async (size) => {
      expect(await codeOf(await files.lyingPng(60_000, 60_000), size)).toBe('picture-too-large')
    }
  )

  it('fault 64: a picture that claims a little less than the limit and has not the data is corrupt', async () => {
    expect(await codeOf(await files.lyingPng(7_999, 8_000))).toBe('picture-corrupt')
  })

  it('fault 117: a picture that would take half a gigabyte to decode is refused by its header', async () => {
    const wide = { interlaced: true, bits: 16, hasAlpha: true }
    expect(await codeOf(await files.lyingPng(8000, 8000, wide))).toBe('picture-too-large')
    // The same pixels row by row take next to nothing: that they are not there is found while reading.
    expect(await codeOf(await files.lyingPng(8000, 8000, { ...wide, interlaced: false }))).toBe(
      'picture-corrupt'
    )
  })

  it.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)(
    'fault 65: a truncated %s is refused, not shown by half',
    async (format) => {
      const half = files.truncated(await files[`${format}File`]())
      expect(await codeOf(half)).toBe('picture-corrupt')
      expect(await codeOf(half, 'preview')).toBe('picture-corrupt')
    }
  )

  it('fault 65: a file that ends within its header is refused', async () => {
    expect(await codeOf((await files.jpegFile()).subarray(0, 12))).toBe('picture-corrupt')
    expect(await codeOf((await files.pngFile()).subarray(0, 12))).toBe('picture-corrupt')
  })

  it('fault 66: HTML named .jpg is refused', async () => {
    expect(await codeOf(files.htmlFile)).toBe('picture-not-a-picture')
  })

  it.each(['gif', 'webp'] as const)(
    'fault 68: of an animated %s the first frame is shown',
    async (format) => {
      const { width, height, animated, raster } = await decoded(await files.animation(format, 60), 'preview')
      expect([width, height, animated]).toEqual([40, 40, true])
      expect((await sharp(raster).metadata()).pages ?? 1).toBe(1)
      const [red = 0, green = 0, blue = 0, opacity] = await middleOf(raster)
      expect(red).toBeGreaterThan(220)
      expect(green + blue).toBeLessThan(60)
      expect(opacity).toBe(255)
    }
  )
})

const demoPictures = join(import.meta.dirname, '../../../../electron/demo/files/images')

describe('what a picture looks like', () => {
  const look = async (file: Buffer, size: PictureSize = 'thumbnail-2x'): Promise<bigint> =>
    (await decoded(file, size)).look

  /** Bits in which two looks differ. */
  const distance = (one: bigint, other: bigint): number =>
    BigInt.asUintN(64, one ^ other)
      .toString(2)
      .replaceAll('0', '').length

  it('hardly changes with its size, format and quality, nor with the raster that is made', async () => {
    const large = await files.photo(1, 900, 700)
    const looks = await Promise.all([
      look(await sharp(large).resize(300).webp({ quality: 50 }).toBuffer()),
      look(await sharp(large).resize(450).png().toBuffer()),
      look(await sharp(large).jpeg({ quality: 40 }).toBuffer(), 'preview'),
      look(await sharp(large).modulate({ brightness: 0.9 }).jpeg().toBuffer())
    ])
    const of = await look(large)
    for (const other of looks) expect(distance(of, other)).toBeLessThanOrEqual(6)
  })

  it('is another for another picture', async () => {
    const looks = await Promise.all([1, 2, 3, 4].map(async (seed) => look(await files.photo(seed, 400, 300))))
    looks.forEach((one, at) => {
      for (const other of looks.slice(at + 1)) expect(distance(one, other)).toBeGreaterThan(12)
    })
  })

  it('is another for the same thing in another color, and not for a brighter photo of it', async () => {
    const plain = (width: number, height: number, background: string) =>
      ({ create: { width, height, channels: 3, background } }) as const
    /** A box with a handle before a wall. */
    const cup = async (color: string): Promise<Sharp> => {
      const parts = [
        { input: plain(140, 150, color), left: 120, top: 90 },
        { input: plain(50, 24, color), left: 260, top: 150 }
      ]
      return sharp(
        await sharp(plain(400, 300, '#e8e0d8'))
          .composite(parts)
          .png()
          .toBuffer()
      )
    }
    const blue = await look(await (await cup('#2f6f8f')).png().toBuffer())
    const photo = (await cup('#2f6f8f')).modulate({ brightness: 1.1 }).jpeg({ quality: 60 })
    const same = await look(await photo.toBuffer())
    expect(distance(blue, same)).toBeLessThanOrEqual(mostDifferentBits)
    for (const color of ['#8f2f3f', '#3f8f3f', '#c08040']) {
      const other = await look(await (await cup(color)).png().toBuffer())
      expect(distance(blue, other)).toBeGreaterThan(mostDifferentBits)
    }
  })

  describe('of pictures of the demo store', () => {
    const picture = (name: string): Promise<Buffer> => readFile(join(demoPictures, name))

    it.each([
      ['a sea-blue and a petrol pan', '368.webp', '359.webp'],
      ['a sea-blue and a petrol casserole', '394.jpg', '427.png'],
      ['a pannier in black and in slate', '1137.webp', '1157.webp'],
      ['a lock in forest green and in black', '1169.webp', '1179.jpg'],
      ['a fig in a pot of clay pink and of sage', '436.webp', '480.png']
    ])('tells apart %s', async (_, one, other) => {
      const [first, second] = [await look(await picture(one)), await look(await picture(other))]
      expect(distance(first, second)).toBeGreaterThan(mostDifferentBits)
    })

    it.each([
      ['the same casserole at 3 and 5 liters', '358.webp', '403.webp'],
      ['the same pouch in two sizes', '613.webp', '645.webp'],
      ['the same pan of another diameter', '417.webp', '433.png']
    ])('does not tell apart %s', async (_, one, other) => {
      const [first, second] = [await look(await picture(one)), await look(await picture(other))]
      expect(distance(first, second)).toBeLessThanOrEqual(mostDifferentBits)
    })

    it('is the same whichever rasters it is made with: nothing shown in another size has changed', async () => {
      for (const name of ['730.png', '844.webp', '996.webp', '1085.webp', '1160.webp']) {
        const file = await picture(name)
        const of = await look(file, 'thumbnail-2x')
        for (const size of ['thumbnail', 'tile', 'preview'] as const)
          expect(distance(of, await look(file, size)), `${name} as ${size}`).toBeLessThanOrEqual(
            mostDifferentBits
          )
      }
    })

    it('is found again when they are compressed anew, in another format, or smaller', async () => {
      const names = [
        '368.webp',
        '359.webp',
        '1009.webp',
        '436.webp',
        '602.webp',
        '714.webp',
        '1218.webp',
        '17.webp'
      ]
      for (const name of names) {
        const file = await picture(name)
        const of = await look(file)
        const again = [
          await sharp(file).flatten({ background: '#fff' }).jpeg({ quality: 50 }).toBuffer(),
          await sharp(file).webp({ quality: 50 }).toBuffer(),
          await sharp(file).resize(320).webp({ quality: 80 }).toBuffer()
        ]
        for (const other of again)
          expect(distance(of, await look(other)), name).toBeLessThanOrEqual(mostDifferentBits)
      }
    })
  })

  it('is that on white of what is transparent, and of one pixel nothing at all', async () => {
    const clear = { create: { width: 30, height: 30, channels: 4, background: '#0000' } } as const
    expect(await look(await sharp(clear).png().toBuffer())).toBe(0n)
    expect(await look(await files.pngFile(1, 1))).toBe(0n)
  })
})
