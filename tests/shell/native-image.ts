import { readFileSync } from 'node:fs'
import type { NativeImage, Size } from 'electron'
import { missing, strict } from './strict.ts'

type Part = Pick<NativeImage, 'toPNG' | 'toDataURL' | 'getSize' | 'isEmpty'>

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** An image of PNG bytes (none: an empty image); other formats throw. */
export function imageOf(png: Buffer): Part {
  const isEmpty = png.length === 0
  if (!isEmpty && !png.subarray(0, 8).equals(signature)) throw missing('nativeImage of anything but a PNG')
  const size: Size = isEmpty
    ? { width: 0, height: 0 }
    : { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
  return strict('NativeImage', {
    isEmpty: () => isEmpty,
    getSize: () => size,
    toPNG: () => png,
    toDataURL: () => `data:image/png;base64,${png.toString('base64')}`
  })
}

/** Electron's `nativeImage`. */
export const nativeImage = strict('nativeImage', {
  createEmpty: () => imageOf(Buffer.alloc(0)),
  createFromBuffer: imageOf,
  createFromPath: (path: string) => {
    try {
      return imageOf(readFileSync(path))
    } catch (error) {
      // Electron's image of a file that is not there is empty.
      if (error instanceof Error && 'code' in error) return imageOf(Buffer.alloc(0))
      throw error
    }
  }
})
