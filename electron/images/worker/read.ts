import { crc32 } from 'node:zlib'
import { pictureSizes } from '../../contract/picture-url'
import { isDamage, isStorageFailure } from '../../threads/worker/sqlite-errors'
import { write, type OpenStore } from './open-store'
import type { ReadPicture, ReadQuestion } from './protocol'
import { originalOf, standingOf, tokenBytes, type AddressRow } from './rows'
import { bitOf, placeOf, rasterKeys, sizesOf } from './schema'

/** ms within which a content that is used again counts as used then: most readings write nothing. */
const usedEvery = 60_000

interface RasterRow {
  crc: number
  bytes: Uint8Array<ArrayBuffer>
}

/** What is known of a picture, with its raster where one is asked for; null: nothing. `now`: ms since 1970. */
export function readPicture(store: OpenStore, question: ReadQuestion, now: number): ReadPicture | null {
  const { connectionId, token, size } = question
  const row = store.sql.address.get(connectionId, tokenBytes(token)) as AddressRow | undefined
  if (row === undefined) return null
  const raster = size === null ? null : readRaster(store, row, placeOf(size))
  if (row.key !== null && size !== null && now - row.used >= usedEvery) store.touched.set(row.key, now)
  return {
    standing: standingOf(row),
    original: originalOf(row),
    raster,
    sizes: row.key === null ? [] : sizesOf(row.rasters)
  }
}

/** The raster in this size or the next larger one. A damaged one is thrown away, as if it had never been there (70). */
function readRaster(store: OpenStore, row: AddressRow, from: number): ReadPicture['raster'] {
  if (row.key === null) return null
  for (const size of pictureSizes.slice(from)) {
    if ((row.rasters & bitOf(size)) === 0) continue
    const key = row.key * rasterKeys + placeOf(size)
    const found = store.sql.raster.get(key) as RasterRow | undefined
    if (found !== undefined && isSound(found)) return { size, bytes: found.bytes }
    dropRaster(store, row.key, key, bitOf(size))
    row.rasters &= ~bitOf(size)
  }
  return null
}

const isSound = ({ bytes, crc }: RasterRow): boolean => crc32(bytes) === crc

function dropRaster(store: OpenStore, content: number, key: number, bit: number): void {
  try {
    write(store, () => {
      const length = Number(store.sql.dropRaster.get(key)?.length ?? 0)
      store.sql.shrinkContent.run(bit, length, content)
      store.used -= length
    })
  } catch (error) {
    // On a full disk it stays, and is found damaged again.
    if (isDamage(error) || !isStorageFailure(error)) throw error
  }
}
