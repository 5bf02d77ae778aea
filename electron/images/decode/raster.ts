import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp'
import { fail, ok, type Result } from '../../contract/failure.ts'
import { pictureSizes, type PictureSize } from '../../contract/picture-values.ts'
import { maxPixels, type DecodedPicture, type RasterFormat, type Rasters } from './protocol.ts'
import { perceptualHash } from './perceptual-hash.ts'
import { rasterFormats, sniff } from './sniff.ts'

/** Seconds after which libvips gives up on a slow picture; less than the client's deadline, which kills the process. */
const maxSeconds = 8

/**
 * Most pixels of the longer side. A thumbnail is not padded to a square: encoding the transparent rest would take twice as
 * long (3.1 ms instead of 1.4), and the page reserves a square for it anyway.
 */
const sides: Record<PictureSize, number> = { thumbnail: 48, 'thumbnail-2x': 96, tile: 512, preview: 1600 }

/**
 * Pixels of the longer side of the picture from which the perceptual hash is computed, whichever rasters are requested. Of 206 drawings of
 * the demo store, 6 had hashes from 96 px and from 1600 px that were more than 4 bits apart, and would have counted as changed.
 */
const lookSide = sides['thumbnail-2x']

/**
 * WebP rather than AVIF, as measured with libvips 8.18 on photographs of 1200 × 1200 px (AVIF of quality 55, effort 0): at 96 px
 * 1,370 bytes in 1.5 ms, AVIF 1,440 in 1.9; at 512 px 13,600 bytes in 11 ms, AVIF 12,700 in 18; at 1600 px 39,100 bytes in 45 ms, AVIF
 * 36,200 in 88. More effort takes AVIF 70 and 400 ms without smaller files; effort 4 takes WebP twice the time for 5 %.
 */
const webp = { quality: 80, effort: 2 } as const

/** For rasters in printed pages and spreadsheets, which are made from WebP of the quality above. */
const jpeg = { quality: 82, mozjpeg: false } as const

/**
 * Restricts sharp for untrusted bytes: it loads only the formats that stores send, so that no markup, document or camera format
 * reaches a parser. One libvips thread per picture is fastest with four pictures at a time.
 */
export function prepareSharp(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadHeifBuffer'
    ]
  })
  sharp.concurrency(1)
  sharp.cache(false)
}

/** A picture whose header was read. */
interface OpenedPicture {
  original: Sharp
  header: Metadata
  format: string
  /** Decoding needs so much memory that nothing else may be decoded meanwhile. */
  isLarge: boolean
}

/** Reads the header of an original. Fails with `picture-not-a-picture`, `picture-too-large` or `picture-corrupt`. */
export async function openPicture(bytes: Uint8Array): Promise<Result<OpenedPicture>> {
  const format = sniff(bytes)
  if (!rasterFormats.has(format)) return notAPicture(format)
  try {
    const original = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true })
    const header = await original.metadata()
    // HEIC has the same loader as AVIF.
    if (format === 'avif' && header.compression !== 'av1') return notAPicture(header.compression ?? 'unknown')
    const room = roomFor(header)
    if (room === 'refused')
      return fail('picture-too-large', { reason: 'Decoding it would take too much memory.' })
    return ok({ original, header, format, isLarge: room === 'alone' })
  } catch (error) {
    return failureOf(error)
  }
}

/**
 * Decodes an original once and makes the rasters of these sizes, each of the whole picture, with a longer side of at most 48, 96, 512 or
 * 1600 px; nothing is enlarged. EXIF orientation is applied, all other metadata is dropped. Only the first frame of an animation is used.
 * Fails with `picture-too-large`, `picture-corrupt` or, if it takes too long, `picture-decoder-failed`.
 */
export async function makeRasters(
  { original, header, format }: OpenedPicture,
  sizes: readonly PictureSize[],
  as: RasterFormat = 'webp'
): Promise<Result<DecodedPicture>> {
  try {
    const wanted = pictureSizes.filter((size) => sizes.includes(size)).reverse()
    const largest = await reduce(original, Math.max(lookSide, ...wanted.map((size) => sides[size])))
    const rasters = await encodeAll(largest, wanted, as)
    const seen = isLarger(largest, lookSide) ? await reduce(ofPixels(largest), lookSide) : largest
    const look = perceptualHash(seen.data, seen.info)
    return ok({ ...header.autoOrient, format, animated: (header.pages ?? 1) > 1, look, rasters })
  } catch (error) {
    return failureOf(error)
  }
}

const notAPicture = (content: string): ReturnType<typeof fail> =>
  fail('picture-not-a-picture', { reason: `The content is ${content}.` })

interface Pixels {
  data: Buffer
  info: OutputInfo
}

function isLarger({ info: { width, height } }: Pixels, side: number): boolean {
  return Math.max(width, height) > side
}

function ofPixels({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}

/** Uncompressed pixels with a longer side of at most `side` px. Smaller rasters are made from them: decoding is most of the work. */
function reduce(original: Sharp, side: number): Promise<Pixels> {
  return original
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: maxSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

async function encodeAll(largest: Pixels, sizes: readonly PictureSize[], as: RasterFormat): Promise<Rasters> {
  const rasters: Rasters = {}
  for (const size of sizes) {
    const raster = await encode(largest, size, as)
    rasters[size] = new Uint8Array(raster)
  }
  return rasters
}

function encode(largest: Pixels, size: PictureSize, as: RasterFormat): Promise<Buffer> {
  const side = sides[size]
  const pixels = ofPixels(largest)
  const resized = isLarger(largest, side)
    ? pixels.resize({ width: side, height: side, fit: 'inside' })
    : pixels
  const timed = resized.timeout({ seconds: maxSeconds })
  return (as === 'jpeg' ? timed.flatten({ background: '#fff' }).jpeg(jpeg) : timed.webp(webp)).toBuffer()
}

/** The failure that a message of libvips stands for. */
function failureOf(error: unknown): ReturnType<typeof fail> {
  const message = error instanceof Error ? error.message : ''
  const [reason = ''] = message.slice(0, 200).split('\n')
  if (/pixel limit/i.test(message)) return fail('picture-too-large', { reason })
  if (/timeout/i.test(message)) return fail('picture-decoder-failed', { reason: 'Decoding took too long.' })
  return fail('picture-corrupt', { reason })
}

/** The fields of a picture's header by which decoding memory is estimated, as sharp names them. */
export interface PictureHeader {
  /** AVIF is `heif`. */
  format: string
  width: number
  height: number
  channels: number
  /** `ushort`: 16 bits a channel. */
  depth: string
  isProgressive: boolean
  chromaSubsampling?: string | undefined
  pages?: number | undefined
}

/**
 * Most bytes that decoding a picture may need. The number of pixels says little: with 64 megapixels, which a file of 1 KB may have, an
 * AVIF took 1.1 GB, an interlaced PNG 0.5 GB, a plain JPEG 10 MB. Every camera's JPEG is accepted (64 megapixels × 6), and with some 100 MB
 * of its own the process stays below half a gigabyte.
 */
const most = 384_000_000

/** Pictures that need more are decoded alone: four of this size together stay below `most`. */
const mostBeside = most / 4

/** `refused`: it is not decoded. `alone`: it is decoded while no other is. */
type Room = 'beside' | 'alone' | 'refused'

/** Whether and how a picture may be decoded, according to its header. */
export function roomFor(header: PictureHeader): Room {
  const bytes = decodingBytes(header)
  if (bytes > most) return 'refused'
  return bytes > mostBeside ? 'alone' : 'beside'
}

/** Bytes that libvips needs for the whole picture while it makes a raster; measured for each format, to within 10%. */
export function decodingBytes(header: PictureHeader): number {
  return header.width * header.height * bytesPerPixel(header)
}

function bytesPerPixel({
  format,
  channels,
  depth,
  isProgressive,
  chromaSubsampling,
  pages = 1
}: PictureHeader): number {
  switch (format) {
    case 'heif':
      // The planes of the frame with their borders, and several copies of all pixels in RGB.
      return 18
    case 'gif':
      return 5
    case 'webp':
      // Lossless pictures are decoded whole before the first row; animations need two more canvases.
      return pages > 1 ? 12 : 4
    case 'jpeg':
      // Progressive: all coefficients, 16 bits each, until the last pass. Otherwise a few rows.
      if (!isProgressive) return 0
      return channels * (chromaSubsampling === '4:2:0' ? 1 : 2)
    case 'png':
      return isProgressive ? channels * (depth === 'ushort' ? 2 : 1) : 0
    default:
      return 0
  }
}
