/** Bare pixels, 8 bits a channel: grey, grey with alpha, RGB or RGBA. */
interface PixelInfo {
  width: number
  height: number
  channels: number
}

/** Columns are one more than the bits of a row: each bit compares two neighbours. */
const columns = 9
const rows = 8

/**
 * The difference hash (dHash) of a picture, 64 bits, signed: brightness averaged over 9 × 8 fields of equal size, on white
 * where it is transparent; a bit, from the top left, is 1 where a field is brighter than the one to its right. Size, format,
 * compression and brightness hardly change it: pictures that look alike differ in few bits (up to about 10), others in some 32.
 */
export function lookOf(pixels: Uint8Array, info: PixelInfo): bigint {
  const fields = averages(pixels, info)
  let look = 0n
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns - 1; column += 1) {
      const at = row * columns + column
      look = (look << 1n) | ((fields[at] ?? 0) > (fields[at + 1] ?? 0) ? 1n : 0n)
    }
  }
  return BigInt.asIntN(64, look)
}

/** A pixel counts for the field that its middle lies in; a picture with fewer pixels than fields lends them to several. */
function averages(pixels: Uint8Array, { width, height, channels }: PixelInfo): Float64Array {
  const fields = new Float64Array(columns * rows)
  for (let row = 0; row < rows; row += 1) {
    const [top, bottom] = stretch(row, rows, height)
    for (let column = 0; column < columns; column += 1) {
      const [left, right] = stretch(column, columns, width)
      let sum = 0
      for (let y = top; y < bottom; y += 1) {
        for (let x = left; x < right; x += 1) sum += brightness(pixels, (y * width + x) * channels, channels)
      }
      // Whole steps, so that rounding in a decoder does not decide between equal fields.
      fields[row * columns + column] = Math.round(sum / ((bottom - top) * (right - left)))
    }
  }
  return fields
}

/** From and to (exclusive) of the pixels of one of so many equal parts; at least one pixel. */
function stretch(part: number, parts: number, length: number): [number, number] {
  const from = Math.min(length - 1, Math.floor((part * length) / parts))
  return [from, Math.max(from + 1, Math.floor(((part + 1) * length) / parts))]
}

function brightness(pixels: Uint8Array, at: number, channels: number): number {
  const first = pixels[at] ?? 0
  const isGrey = channels < 3
  const light = isGrey ? first : 0.299 * first + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0)
  if (channels % 2 === 1) return light
  const alpha = (pixels[at + channels - 1] ?? 255) / 255
  return light * alpha + 255 * (1 - alpha)
}
