import { basename } from 'node:path'
import { fail, ok, type Result } from '../contract/failure'
import type { SavedPicture } from '../contract/picture'
import type { PictureSize } from '../contract/picture-values'
import { fileNameOf } from '../files/file-name'
import { writeFileWhole } from '../files/held-files'
import type { PictureDecoder } from './decode/decoder-port'
import type { ImageService } from './image-service'

export interface SavePictureDeps {
  pictures: Pick<ImageService, 'original' | 'raster'>
  /** Asks the person where to save, and offers a name; null: they changed their mind. */
  askWhere: (fileName: string) => Promise<string | null>
}

/** A picture of a product, and the product's name. */
interface PictureToSave {
  connectionId: string
  token: string
  name: string
}

interface Found {
  bytes: Uint8Array
  format: string
  isPreview: boolean
}

/**
 * Saves a picture where the person says: as its server sends it, or, where that cannot be had, its preview. The file is
 * there whole or not at all. Fails as the picture does when there is neither, and with `storage-failed`.
 */
export async function savePicture(
  { pictures, askWhere }: SavePictureDeps,
  { connectionId, token, name }: PictureToSave
): Promise<Result<SavedPicture>> {
  const found = await find(pictures, connectionId, token)
  if (!found.ok) return found
  const { bytes, format, isPreview } = found.value
  const path = await askWhere(pictureFileName(name, format))
  if (path === null) return ok({ file: null, isPreview })
  try {
    await writeFileWhole(path, bytes)
    return ok({ file: basename(path), isPreview })
  } catch (error) {
    return fail('storage-failed', { reason: `The picture cannot be written there (${codeOf(error)}).` })
  }
}

async function find(
  pictures: SavePictureDeps['pictures'],
  connectionId: string,
  token: string
): Promise<Result<Found>> {
  const original = await pictures.original(connectionId, token)
  if (original.ok) return ok({ ...original.value, isPreview: false })
  const preview = await pictures.raster(connectionId, token, 'preview')
  // Why the original cannot be had is what the person can do something about.
  if (!preview.ok) return original
  return ok({ bytes: preview.value.bytes, format: 'webp', isPreview: true })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
}

/** Endings of formats whose name is not their ending. */
const endings: Partial<Record<string, string>> = { jpeg: 'jpg' }

/**
 * The file name under which a product's picture is offered: the product's name, which may be anything, made into one that
 * Windows, macOS and Linux take, with the ending of the picture's decoded format.
 */
export function pictureFileName(productName: string, format: string): string {
  const known = /^[a-z0-9]{1,8}$/.test(format) ? format : 'img'
  return `${fileNameOf(productName, 'picture')}.${endings[known] ?? known}`
}

/** A picture as files of other programs take it: JPEG on a white ground. */
interface FilePicture {
  bytes: Uint8Array<ArrayBuffer>
  /** Pixels, or others in the same proportion. */
  width: number
  height: number
}

/** A product's picture, by its untrusted address and the product's key in the catalog. */
interface PictureOfProduct {
  address: string
  product: number
}

/**
 * Comes back with a picture for a file: from what is kept or, where that is possible, from its server; null when it cannot be
 * had, or the signal says that nobody wants it anymore.
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
