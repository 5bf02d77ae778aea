import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp'
import { fail, ok, type Result } from '../../contract/failure.ts'
import { pictureSizes, type PictureSize } from '../../contract/picture-values.ts'
import { maxPixels, type DecodedPicture, type RasterFormat, type Rasters } from './protocol.ts'
import { perceptualHash } from './perceptual-hash.ts'
import { rasterFormats, sniff } from './sniff.ts'

/** Seconds after which libvips gives a slow picture up; below the client's deadline, which kills the process. */
const maxSeconds = 8

/**
 * Most pixels of the longer side. A thumbnail is not filled up to a square: the transparent rest would take WebP twice as
 * long as the picture (3.1 ms instead of 1.4), and the page gives it its place all the same.
 */
const sides: Record<PictureSize, number> = { thumbnail: 48, 'thumbnail-2x': 96, tile: 512, preview: 1600 }

/**
 * Pixels of the longer side of what the perceptual hash is made of, whatever rasters are: of 206 drawings of the demo store 6 had
 * hashes more than 4 bits apart when these were made of 96 and of 1600 px, and would have counted as changed; now none has.
 */
const lookSide = sides['thumbnail-2x']

/**
 * WebP rather than AVIF, by measurement (libvips 8.18, photographs of 1200 × 1200 px, bytes and ms of encoding): at 96 px
 * 1,370 bytes in 1.5 ms against 1,440 in 1.9 (AVIF quality 55, effort 0); at 512 px 13,600 in 11 against 12,700 in 18; at 1600
 * 39,100 in 45 against 36,200 in 88. More effort takes AVIF to 70 and 400 ms for nothing, and WebP at its effort of 4 twice the time for 5 %.
 */
const webp = { quality: 80, effort: 2 } as const

/** Of rasters that are made for print and spreadsheets, from WebP of the quality above. */
const jpeg = { quality: 82, mozjpeg: false } as const

/**
 * Sets sharp up for untrusted bytes: only loaders of what stores send, so that no markup, document, camera or paper format
 * reaches a parser. One libvips thread a picture with four pictures at a time is quickest.
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

/** A picture of which the header was read. */
interface OpenedPicture {
  original: Sharp
  header: Metadata
  format: string
  /** Decoding takes so much memory that nothing else is to be decoded meanwhile. */
  isLarge: boolean
}

/** Reads the header of an original. Fails with `picture-not-a-picture`, `picture-too-large` or `picture-corrupt`. */
export async function openPicture(bytes: Uint8Array): Promise<Result<OpenedPicture>> {
  const format = sniff(bytes)
  if (!rasterFormats.has(format)) return notAPicture(format)
  try {
    const original = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true })
    const header = await original.metadata()
    // HEIC goes by the same loader as AVIF.
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
 * Decodes an original once and makes the rasters of these sizes, the whole picture in each, at most 48, 96, 512 or 1600 px on
 * the longer side; nothing is enlarged. EXIF orientation is applied, all other metadata stays behind. Of an animation the first
 * frame. Fails with `picture-too-large`, `picture-corrupt` or, too slow, `picture-decoder-failed`.
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

/** At most `side` px on the longer side, as bare pixels, of which the smaller ones are made: decoding is most of the work. */
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

/** Tells by libvips' words what is wrong; all of them mean that these bytes give no picture. */
function failureOf(error: unknown): ReturnType<typeof fail> {
  const message = error instanceof Error ? error.message : ''
  const [reason = ''] = message.slice(0, 200).split('\n')
  if (/pixel limit/i.test(message)) return fail('picture-too-large', { reason })
  if (/timeout/i.test(message)) return fail('picture-decoder-failed', { reason: 'Decoding took too long.' })
  return fail('picture-corrupt', { reason })
}

/** What of a picture's header says how much memory decoding takes, as sharp names it. */
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
 * Most bytes that a picture may take while it is decoded. Pixels alone say little: of 64 megapixels, that a file of 1 KB may have, an
 * AVIF took 1.1 GB and an interlaced PNG 0.5, a plain JPEG 10 MB. A camera's JPEG passes however it was saved (64 megapixels × 6), and with
 * some 100 MB of its own the process stays below half a gigabyte.
 */
const most = 384_000_000

/** Pictures above it are decoded alone: so many others as the process has in hand at once stay below `most` together. */
const mostBeside = most / 4

/** `refused`: nothing is decoded of it. `alone`: only when the process has nothing else in hand. */
type Room = 'beside' | 'alone' | 'refused'

/** How a picture is to be decoded, by what its header claims. */
export function roomFor(header: PictureHeader): Room {
  const bytes = decodingBytes(header)
  if (bytes > most) return 'refused'
  return bytes > mostBeside ? 'alone' : 'beside'
}

/** Bytes that libvips has for the whole picture while it makes a raster of it; measured for each format, within a tenth. */
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
      // The frame's planes with their borders, and all pixels anew in RGB, more than once.
      return 18
    case 'gif':
      return 5
    case 'webp':
      // Lossless ones are whole before the first row comes; of an animation two canvases besides.
      return pages > 1 ? 12 : 4
    case 'jpeg':
      // All coefficients, of 16 bits each, until the last pass; else some rows.
      if (!isProgressive) return 0
      return channels * (chromaSubsampling === '4:2:0' ? 1 : 2)
    case 'png':
      return isProgressive ? channels * (depth === 'ushort' ? 2 : 1) : 0
    default:
      return 0
  }
}
