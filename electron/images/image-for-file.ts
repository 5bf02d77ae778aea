import type { PictureSize } from '../contract/picture'
import type { PictureDecoder } from './decode/decoder-port'
import type { ImageService } from './image-service'

/** A picture as files of other programs take it: JPEG on a white ground. */
export interface FilePicture {
  bytes: Uint8Array<ArrayBuffer>
  /** Pixels, or others in the same proportion. */
  width: number
  height: number
}

/** A product's picture, by its untrusted address and the product's key in the catalog. */
export interface PictureOfProduct {
  address: string
  product: number
}

/**
 * Comes back with a picture for a file: from what is kept or, where that is possible, from its server; null when it cannot be
 * had, or the signal says that nobody wants it any more.
 */
export type GetFilePicture = (
  connectionId: string,
  picture: PictureOfProduct,
  size: PictureSize,
  signal: AbortSignal
) => Promise<FilePicture | null>

export function createFilePictures(deps: {
  pictures: Pick<ImageService, 'register' | 'raster'>
  decoder: Pick<PictureDecoder, 'decode'>
}): GetFilePicture {
  const { pictures, decoder } = deps
  return async (connectionId, { address, product }, size, signal) => {
    const { token } = pictures.register(connectionId, address, product)
    const raster = await pictures.raster(connectionId, token, size, signal)
    if (!raster.ok) return null
    // Somebody may be looking at pictures meanwhile.
    const made = await decoder.decode(raster.value.bytes, [size], { signal, priority: 'later', as: 'jpeg' })
    const bytes = made.ok ? made.value.rasters[size] : undefined
    return made.ok && bytes ? { bytes, width: made.value.width, height: made.value.height } : null
  }
}
