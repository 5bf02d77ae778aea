import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import type { Result } from '../../../../electron/contract/failure'
import type { PictureSize } from '../../../../electron/contract/picture-values'
import type { Arrival, CacheUsage, StoredImage, FetchStatus } from '../../../../electron/images/disk/protocol'
import { createCacheSide, type CacheSide } from '../../../../electron/images/disk/methods'

/** The thread's side without its thread, over a real file. */
export interface OpenSide extends CacheSide {
  file: string
  save(...arrivals: Arrival[]): CacheUsage
  read(address: string, size?: PictureSize | null, connectionId?: string): StoredImage | null
  /** The bytes of the raster of exactly this size, as a text; null: it is not there. */
  raster(address: string, size?: PictureSize, connectionId?: string): string | null
  /** What the file itself holds, seen by another connection. */
  look<T>(sql: string, ...values: (string | number)[]): T[]
  /** ms since 1970. */
  clock: number
}

export function openSide(folder: string, limit = 1_000_000): OpenSide {
  const { methods, idle } = createCacheSide()
  valueOf(methods.open('', { folder, limit }))
  onTestFinished(() => void methods.close('', null))
  const file = join(folder, 'pictures.sqlite')
  const side: OpenSide = {
    methods,
    idle,
    file,
    clock: 1_700_000_000_000,
    save: (...arrivals) => valueOf(methods.save('', { arrivals, now: side.clock })),
    read(address, size = 'thumbnail', connectionId = 'shop') {
      const questions = [{ connectionId, token: tokenOf(address), size }]
      const [answer = null] = valueOf(methods.read('', { questions, now: side.clock }))
      return answer
    },
    raster(address, size = 'thumbnail', connectionId = 'shop') {
      const raster = side.read(address, size, connectionId)?.raster
      return raster?.size === size ? Buffer.from(raster.bytes).toString() : null
    },
    look<T>(sql: string, ...values: (string | number)[]) {
      const db = new DatabaseSync(file)
      try {
        return db.prepare(sql).all(...values) as T[]
      } finally {
        db.close()
      }
    }
  }
  return side
}

export function valueOf<T>(result: Result<T> | Promise<Result<T>>): T {
  if (result instanceof Promise) throw new Error('the side answers at once')
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.value
}

export const tokenOf = (address: string): string => createHash('sha256').update(address).digest('base64url')

export function status(more: Partial<FetchStatus> = {}): FetchStatus {
  return { checkedAt: 1, until: 2, tries: 0, denials: 0, failure: null, validators: null, ...more }
}

/** A picture that came from an address: its content's name, and its rasters' bytes by size. */
export function arrival(
  address: string,
  content = address,
  rasters: Partial<Record<PictureSize, string>> = { thumbnail: `48 px of ${content}` },
  connectionId = 'shop'
): Arrival {
  const bytes = Object.entries(rasters).map(([size, text]) => [size, new Uint8Array(Buffer.from(text))])
  return {
    connectionId,
    token: tokenOf(address),
    status: status(),
    original: {
      hash: createHash('sha256').update(content).digest('hex'),
      width: 300,
      height: 200,
      format: 'jpeg',
      bytes: 1234,
      look: -2n,
      animated: false
    },
    rasters: Object.fromEntries(bytes) as Arrival['rasters']
  }
}
