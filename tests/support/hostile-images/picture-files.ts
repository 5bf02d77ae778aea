import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** A smooth color gradient, so that every format has something to compress. */
function gradient(width: number, height: number, hue = 0): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at += 1) {
    pixels[at * 3] = (at % width) & 255
    pixels[at * 3 + 1] = (Math.floor(at / width) + hue) & 255
    pixels[at * 3 + 2] = hue & 255
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** A JPEG with large and small shapes in it, as a photograph has; each seed gives another. */
export function photo(seed: number, width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  const wave = (x: number, y: number, n: number): number =>
    Math.sin(x * ((seed * 7 + n * 5) % 11) + n) * Math.cos(y * ((seed * 3 + n * 7) % 13) + seed)
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height]
    const light = 128 + 60 * wave(x, y, 1) + 40 * wave(x, y, 2) + 12 * Math.sin(at * 12.9898)
    for (const channel of [0, 1, 2]) pixels[at * 3 + channel] = light + 15 * wave(x, y, 3 + channel)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 84 })
    .toBuffer()
}

export const jpegFile = (width = 300, height = 200): Promise<Buffer> =>
  gradient(width, height).jpeg().toBuffer()
export const pngFile = (width = 120, height = 80): Promise<Buffer> => gradient(width, height).png().toBuffer()
export const gifFile = (): Promise<Buffer> => gradient(60, 40).gif().toBuffer()
export const webpFile = (): Promise<Buffer> => gradient(60, 40).webp().toBuffer()
export const avifFile = (): Promise<Buffer> => gradient(60, 40).avif({ effort: 0 }).toBuffer()
export const tiffFile = (): Promise<Buffer> => gradient(60, 40).tiff().toBuffer()
/** A JPEG stored lying on its side, with a camera's place and time in its EXIF data. */
export function sidewaysJpeg(): Promise<Buffer> {
  const exif = { IFD0: { Copyright: 'canary-of-metadata' } }
  return gradient(300, 200).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
}

/** `count` frames of one color each; the first is red, the others blue. */
export function animation(format: 'gif' | 'webp', count: number): Promise<Buffer> {
  const frame = (background: string): Promise<Buffer> =>
    sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .png()
      .toBuffer()
  const frames = Promise.all(Array.from({ length: count }, (_, at) => frame(at === 0 ? '#f00' : '#00f')))
  return frames.then((pictures) =>
    sharp(pictures, { join: { animated: true } })
      [format]()
      .toBuffer()
  )
}

/** A small PNG whose header claims other dimensions, and another way to keep the pixels, with the checksum put right. */
export async function lyingPng(
  width: number,
  height: number,
  { bits = 8, hasAlpha = false, interlaced = false } = {}
): Promise<Buffer> {
  const file = await pngFile()
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  file.set([bits, hasAlpha ? 6 : 2, 0, 0, Number(interlaced)], 24)
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29)
  return file
}

/** The first part of a file. */
export function truncated(file: Buffer, part = 0.5): Buffer {
  return file.subarray(0, Math.floor(file.length * part))
}

export const svgFile = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="9" height="9"/></svg>'
)
export const htmlFile = Buffer.from(
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body></body></html>'
)
