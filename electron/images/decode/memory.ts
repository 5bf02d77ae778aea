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
export type Room = 'beside' | 'alone' | 'refused'

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
