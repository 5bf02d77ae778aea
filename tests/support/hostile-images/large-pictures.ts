import sharp from 'sharp'

/** A small file that has to be decoded whole: 3 bytes of memory a pixel. */
export function interlacedPng(side: number): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background: '#a53' } })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer()
}

/** A picture that no format makes small; each seed gives another. */
export function noise(seed: number, side = 900): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 3)
  let state = Math.imul(seed, 2_654_435_761)
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    pixels[at] = state >>> 24
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** The same picture at another width and in another format. */
export function otherEdition(picture: Buffer, width: number): Promise<Buffer> {
  return sharp(picture).resize(width).png().toBuffer()
}
