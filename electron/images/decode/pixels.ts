/** Bare pixels, 8 bits a channel: gray, gray with alpha, RGB or RGBA. */
export interface PixelInfo {
  width: number
  height: number
  channels: number
}

/** The brightness on white of the pixel that begins at `at`, from 0 to 255. */
export function brightness(pixels: Uint8Array, at: number, channels: number): number {
  const first = pixels[at] ?? 0
  const isGray = channels < 3
  const light = isGray ? first : 0.299 * first + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0)
  if (channels % 2 === 1) return light
  const alpha = (pixels[at + channels - 1] ?? 255) / 255
  return light * alpha + 255 * (1 - alpha)
}
