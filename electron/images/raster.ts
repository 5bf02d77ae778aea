import sharp, { type Sharp } from 'sharp'
import { fail, ok, type Result } from '../contract/failure.ts'
import type { DecodedPicture, Raster, RasterKind } from './decoder-protocol.ts'
import { rasterFormats, sniff } from './sniff.ts'

/** Most pixels of an original: 8,000 × 8,000. A camera of 2026 stays below; a header that lies does not (64). */
export const maxPixels = 64_000_000

/** Seconds after which libvips gives a slow picture up; below the client's deadline, which kills the process. */
const maxSeconds = 8

/** Longer side of the preview, pixels. */
const previewSide = 1600

const transparent = { r: 0, g: 0, b: 0, alpha: 0 }

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
 * Decodes an original and makes its rasters: thumbnails stand whole in transparent squares of 48 and 96 px, the
 * preview is at most 1600 px on its longer side; nothing is enlarged. Of an animation the first frame. Fails
 * with `picture-not-a-picture`, `picture-too-large`, `picture-corrupt` or, too slow, `picture-decoder-failed`.
 */
export async function makeRasters(bytes: Uint8Array, kind: RasterKind): Promise<Result<DecodedPicture>> {
  const format = sniff(bytes)
  if (!rasterFormats.has(format))
    return fail('picture-not-a-picture', { reason: `The content is ${format}.` })
  try {
    const original = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true })
    const { autoOrient } = await original.metadata()
    const rasters = kind === 'preview' ? [await makePreview(original)] : await makeThumbnails(original)
    return ok({ ...autoOrient, format, rasters })
  } catch (error) {
    return failureOf(error)
  }
}

async function makePreview(original: Sharp): Promise<Raster> {
  const bytes = await original
    .resize(previewSide, previewSide, { fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: maxSeconds })
    .webp({ quality: 82, effort: 2 })
    .toBuffer()
  return { size: 'preview', bytes: new Uint8Array(bytes) }
}

/** Decodes once, down to 96 px, and makes both squares of those pixels. */
async function makeThumbnails(original: Sharp): Promise<Raster[]> {
  const { data, info } = await original
    .resize(96, 96, { fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: maxSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const square = async (size: Raster['size'], side: number): Promise<Raster> => {
    const bytes = await sharp(data, { raw: info })
      .resize(side, side, { fit: 'contain', background: transparent, withoutEnlargement: true })
      .webp({ quality: 80, effort: 2 })
      .toBuffer()
    return { size, bytes: new Uint8Array(bytes) }
  }
  return [await square('thumbnail', 48), await square('thumbnail-2x', 96)]
}

/** Tells by libvips' words what is wrong; all of them mean that these bytes give no picture. */
function failureOf(error: unknown): ReturnType<typeof fail> {
  const message = error instanceof Error ? error.message : ''
  const [reason = ''] = message.slice(0, 200).split('\n')
  if (/pixel limit/i.test(message)) return fail('picture-too-large', { reason })
  if (/timeout/i.test(message)) return fail('picture-decoder-failed', { reason: 'Decoding took too long.' })
  return fail('picture-corrupt', { reason })
}
