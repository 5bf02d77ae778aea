import sharp, { type Sharp } from 'sharp'
import { drawings } from './drawings/index.ts'
import { photograph } from './drawings/studio.ts'
import type { PictureFormat, PictureSpec } from './item.ts'
import type { ShopPicture } from './shop.ts'

/** Of the drawing's sides: a third fewer bytes, and still more pixels than Quality asks for. */
const scale = 0.8

function rasterized(spec: PictureSpec, format: PictureFormat): Sharp {
  const cutOut = format === 'png' && spec.format === 'png'
  const drawing = photograph(drawings[spec.drawing], spec.main, spec.second, spec.seed, { ...spec, cutOut })
  const picture = sharp(Buffer.from(drawing)).resize(spec.width * scale, spec.height * scale)
  if (format === 'jpg') return picture.jpeg({ quality: 70, mozjpeg: true })
  if (format === 'webp') return picture.webp({ quality: 68, effort: 6 })
  return picture.png({ palette: true, colors: 64, effort: 10 })
}

/** The bytes that the demo store serves at the picture's address. */
export async function paint({ spec, trouble }: ShopPicture): Promise<Buffer> {
  switch (trouble) {
    case null:
      return rasterized(spec, spec.format).toBuffer()
    case 'truncated': {
      const whole = await rasterized(spec, 'jpg').toBuffer()
      return whole.subarray(0, Math.floor(whole.length * 0.4))
    }
    case 'tiny':
      return sharp(await rasterized(spec, 'png').toBuffer())
        .resize(40, 40)
        .png()
        .toBuffer()
    case 'svg':
      return Buffer.from(
        photograph(drawings[spec.drawing], spec.main, spec.second, spec.seed, { ...spec, cutOut: false })
      )
    case 'html':
      return Buffer.from(errorPage)
  }
}

const errorPage =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>\n'
