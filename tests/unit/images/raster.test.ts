import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PictureSize } from '../../../electron/contract/product'
import type { DecodedPicture } from '../../../electron/images/decoder-protocol'
import { makeRaster, prepareSharp } from '../../../electron/images/raster'
import * as files from '../../support/hostile-images/picture-files'

beforeAll(prepareSharp)

async function decoded(file: Buffer, size: PictureSize = 'thumbnail'): Promise<DecodedPicture> {
  const result = await makeRaster(file, size)
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.value
}

async function codeOf(file: Buffer, size: PictureSize = 'thumbnail'): Promise<string> {
  const result = await makeRaster(file, size)
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
    ['thumbnail', 48],
    ['thumbnail-2x', 96]
  ] as const)('are WebP squares for a list: the %s has %i pixels a side', async (size, side) => {
    const { raster } = await decoded(await files.jpegFile(300, 200), size)
    expect(await sharp(raster).metadata()).toMatchObject({ format: 'webp', width: side, height: side })
  })

  it('show the whole picture, with nothing to see above and below it', async () => {
    const { raster } = await decoded(await files.jpegFile(400, 100))
    const { data } = await sharp(raster).raw().toBuffer({ resolveWithObject: true })
    const opacityAt = (x: number, y: number): number | undefined => data[(y * 48 + x) * 4 + 3]
    expect([opacityAt(24, 2), opacityAt(24, 45)]).toEqual([0, 0])
    expect([opacityAt(0, 24), opacityAt(24, 24), opacityAt(47, 24)]).toEqual([255, 255, 255])
  })

  it('are never enlarged', async () => {
    const tiny = await files.pngFile(10, 8)
    const thumbnail = (await decoded(tiny)).raster
    const { info } = await sharp(thumbnail).trim().raw().toBuffer({ resolveWithObject: true })
    expect(info.width).toBeLessThanOrEqual(12)
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

  it.each(['jpeg', 'png', 'gif', 'webp', 'avif', 'tiff'] as const)('are made of %s', async (format) => {
    const file = await files[`${format}File`]()
    expect((await decoded(file)).format).toBe(format)
  })
})

describe('bytes that give no raster', () => {
  it('fault 63: an SVG is refused', async () => {
    expect(await codeOf(files.svgFile)).toBe('picture-not-a-picture')
  })

  it('fault 63: libvips itself would not load one either', async () => {
    await expect(sharp(files.svgFile).png().toBuffer()).rejects.toThrow()
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

  it.each(['jpeg', 'png', 'gif', 'webp', 'avif', 'tiff'] as const)(
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
      const { width, height, raster } = await decoded(await files.animation(format, 60), 'preview')
      expect([width, height]).toEqual([40, 40])
      const [red = 0, green = 0, blue = 0, opacity] = await middleOf(raster)
      expect(red).toBeGreaterThan(220)
      expect(green + blue).toBeLessThan(60)
      expect(opacity).toBe(255)
    }
  )
})
