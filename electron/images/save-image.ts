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
  /** Asks the person where to save, and offers a name; null: the person canceled. */
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
 * Saves a picture where the person says: as its server sends it, or else its preview. The file is written whole or not at
 * all. Fails with `storage-failed`, or as the picture does if there is neither.
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
  // The person can do something about the failure of the original.
  if (!preview.ok) return original
  return ok({ bytes: preview.value.bytes, format: 'webp', isPreview: true })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
}

/** File extensions of formats whose name is not their extension. */
const endings: Partial<Record<string, string>> = { jpeg: 'jpg' }

/**
 * The file name that is offered for a product's picture: the product's name without what Windows, macOS or Linux do not allow,
 * with the extension of the picture's decoded format.
 */
export function pictureFileName(productName: string, format: string): string {
  const known = /^[a-z0-9]{1,8}$/.test(format) ? format : 'img'
  return `${fileNameOf(productName, 'picture')}.${endings[known] ?? known}`
}

/** A picture for files of other programs: JPEG on a white background. */
interface FilePicture {
  bytes: Uint8Array<ArrayBuffer>
  /** In pixels, or in the same proportion. */
  width: number
  height: number
}

/** A product's picture, by its untrusted address and the product's key in the catalog. */
interface PictureOfProduct {
  address: string
  product: number
}

/**
 * Returns a picture for a file, from the disk or else from its server; null if there is none, or the signal aborts.
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
