import sharp, { type ResizeOptions } from 'sharp'
import { fail, ok, type Result } from '../contract/failure.ts'
import type { PictureSize } from '../contract/picture-url.ts'
import type { DecodedPicture } from './decoder-protocol.ts'
import { rasterFormats, sniff } from './sniff.ts'

/** Most pixels of an original: 8,000 × 8,000. A camera of 2026 stays below; a header that lies does not (64). */
const maxPixels = 64_000_000

/** Seconds after which libvips gives a slow picture up; below the client's deadline, which kills the process. */
const maxSeconds = 8

/** How a picture of each size stands in its frame, in pixels. */
const resizings: Record<PictureSize, ResizeOptions> = {
  thumbnail: squareOf(48),
  'thumbnail-2x': squareOf(96),
  preview: { width: 1600, height: 1600, fit: 'inside' }
}

function squareOf(side: number): ResizeOptions {
  return { width: side, height: side, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } }
}

/**
 * Sets sharp up for untrusted bytes: raster loaders only, so that no markup, document or camera format reaches
 * a parser. One libvips thread a picture with four pictures at a time is quickest (performance.md).
 */
export function prepareSharp(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadHeifBuffer',
      'VipsForeignLoadTiffBuffer'
    ]
  })
  sharp.concurrency(1)
  sharp.cache(false)
}

/**
 * Decodes an original and makes the raster of one size: a thumbnail stands whole in a transparent square of 48 or
 * 96 px, the preview is at most 1600 px on its longer side; nothing is enlarged. Of an animation the first frame.
 * Only the size asked for: a second thumbnail would cost a third of the decoding again, and a screen needs one.
 * Fails with `picture-not-a-picture`, `picture-too-large`, `picture-corrupt` or, too slow, `picture-decoder-failed`.
 */
export async function makeRaster(bytes: Uint8Array, size: PictureSize): Promise<Result<DecodedPicture>> {
  const format = sniff(bytes)
  if (!rasterFormats.has(format))
    return fail('picture-not-a-picture', { reason: `The content is ${format}.` })
  try {
    const original = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true })
    const { autoOrient } = await original.metadata()
    const raster = await original
      .resize({ ...resizings[size], withoutEnlargement: true })
      .timeout({ seconds: maxSeconds })
      .webp({ quality: 80, effort: 2 })
      .toBuffer()
    return ok({ ...autoOrient, format, raster: new Uint8Array(raster) })
  } catch (error) {
    return failureOf(error)
  }
}

/** Tells by libvips' words what is wrong; all of them mean that these bytes give no picture. */
function failureOf(error: unknown): ReturnType<typeof fail> {
  const message = error instanceof Error ? error.message : ''
  const [reason = ''] = message.slice(0, 200).split('\n')
  if (/pixel limit/i.test(message)) return fail('picture-too-large', { reason })
  if (/timeout/i.test(message)) return fail('picture-decoder-failed', { reason: 'Decoding took too long.' })
  return fail('picture-corrupt', { reason })
}
