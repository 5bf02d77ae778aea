import { pictureUrl, type PictureSize } from '../../../electron/contract/picture-values'

/** The largest of a picture that can be had, as it is shown. */
const sizes: readonly PictureSize[] = ['preview', 'tile', 'thumbnail-2x']

async function fetched(connectionId: string, token: string): Promise<Blob> {
  for (const size of sizes) {
    const answer = await fetch(pictureUrl(connectionId, token, size)).catch(() => null)
    // An answer that begins well may still break off.
    const blob = answer?.ok ? await answer.blob().catch(() => null) : null
    if (blob !== null) return blob
  }
  throw new Error('no picture')
}

/** A picture as it is shown, as PNG: the one format of pictures that every clipboard takes. Rejects when there is none. */
export async function pictureAsPng(connectionId: string, token: string): Promise<Blob> {
  const bitmap = await createImageBitmap(await fetched(connectionId, token))
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/png' })
}
