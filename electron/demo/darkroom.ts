import sharp from 'sharp'
import type { StoredPicture } from './catalog'
import { drawings } from './drawings'
import { brightness, colours } from './drawings/colours'
import { photograph } from './drawings/studio'
import type { PictureFormat, PictureSpec } from './item'

export interface DevelopedPicture {
  bytes: Buffer
  /** The content type that the server claims. */
  type: string
}

const types: Record<PictureFormat, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

function draw(spec: PictureSpec): string {
  const { width, height } = spec
  // A pale thing cut out would vanish on a white page, a black one on a dark page.
  const lightness = brightness(colours[spec.main])
  const cutOut = spec.format === 'png' && lightness > 0.2 && lightness < 0.75
  const staging = { width, height, cutOut }
  return photograph(drawings[spec.drawing], spec.main, spec.second, spec.seed, staging)
}

function raster(spec: PictureSpec, format: PictureFormat): Promise<Buffer> {
  const drawn = sharp(Buffer.from(draw(spec)))
  if (format === 'jpg') return drawn.jpeg({ quality: 84 }).toBuffer()
  // Little effort: a picture is made while a person waits, and goes over loopback.
  if (format === 'webp') return drawn.webp({ quality: 84, effort: 1 }).toBuffer()
  return drawn.png({ compressionLevel: 4 }).toBuffer()
}

async function develop({ spec, trouble }: StoredPicture): Promise<DevelopedPicture> {
  switch (trouble) {
    case null:
      return { bytes: await raster(spec, spec.format), type: types[spec.format] }
    case 'truncated': {
      const whole = await raster(spec, 'jpg')
      return { bytes: whole.subarray(0, Math.floor(whole.length * 0.4)), type: types.jpg }
    }
    case 'tiny':
      return {
        bytes: await sharp(await raster(spec, 'png'))
          .resize(40, 40)
          .png()
          .toBuffer(),
        type: types.png
      }
    case 'svg':
      return { bytes: Buffer.from(draw(spec)), type: 'image/svg+xml' }
    case 'html':
      return { bytes: Buffer.from(errorPage), type: types.jpg }
  }
}

const errorPage =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>\n'

/**
 * Makes pictures when they are asked for, and keeps the last ones. Two questions for the same picture share the
 * work. `room` is in bytes; a picture has 10 to 160 KB.
 */
export class Darkroom {
  readonly #room: number
  readonly #shelf = new Map<string, { picture: Promise<DevelopedPicture>; size: number }>()
  #taken = 0

  constructor(room = 16_000_000) {
    this.#room = room
  }

  picture(path: string, stored: StoredPicture): Promise<DevelopedPicture> {
    const kept = this.#shelf.get(path)
    if (kept !== undefined) return kept.picture
    const place = { picture: this.#develop(path, stored), size: 0 }
    this.#shelf.set(path, place)
    return place.picture
  }

  async #develop(path: string, stored: StoredPicture): Promise<DevelopedPicture> {
    try {
      const developed = await develop(stored)
      this.#keep(path, developed.bytes.length)
      return developed
    } catch (error) {
      this.#shelf.delete(path)
      throw error
    }
  }

  /** Notes a finished picture's size and lets go of the oldest finished ones that there is no room for. */
  #keep(path: string, size: number): void {
    const place = this.#shelf.get(path)
    if (place === undefined) return
    place.size = size
    this.#taken += size
    for (const [oldest, { size: given }] of this.#shelf) {
      if (this.#taken <= this.#room) return
      if (given === 0) continue
      this.#shelf.delete(oldest)
      this.#taken -= given
    }
  }
}
