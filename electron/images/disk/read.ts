import { failureCodes, type Failure } from '../../contract/failure'
import type { Original, FetchStatus, StoredImage, ReadQuestion } from './protocol'
import { crc32 } from 'node:zlib'
import { pictureSizes } from '../../contract/picture-values'
import { inOneReading } from '../../database/transaction'
import { isDamage, isStorageFailure } from '../../database/sqlite-errors'
import { write, type OpenCache } from './open-cache'
import { bitOf, placeOf, rasterKeys, sizesOf } from './database'

/** An address with its content, as `Statements.address` gives it. */
export interface AddressRow {
  content: number | null
  checked_at: number
  until: number
  tries: number
  denials: number
  failure: string | null
  etag: string | null
  last_modified: string | null
  validated: Uint8Array | null
  /** null: the address leads to no content. */
  key: number | null
  hash: Uint8Array
  width: number
  height: number
  format: string
  bytes: number
  look: Uint8Array
  animated: number
  rasters: number
  size: number
  used: number
}

function statusOf(row: AddressRow): FetchStatus {
  const { checked_at: checkedAt, until, tries, denials, failure, validated } = row
  const { etag, last_modified: lastModified } = row
  return {
    checkedAt,
    until,
    tries,
    denials,
    failure: failure === null ? null : readFailure(failure),
    validators: validated === null ? null : { etag, lastModified, from: tokenText(validated) }
  }
}

/** A row that a damaged disk changed counts as unknown, so that the picture is requested again. */
function readFailure(text: string): Failure | null {
  try {
    const failure = JSON.parse(text) as Failure
    return failureCodes.includes(failure.code) ? failure : null
  } catch {
    return null
  }
}

function originalOf(row: AddressRow): Original | null {
  if (row.key === null) return null
  const { hash, width, height, format, bytes, look, animated } = row
  return {
    hash: Buffer.from(hash).toString('hex'),
    width,
    height,
    format,
    bytes,
    // SQLite's 64-bit integers are returned as numbers, which have 53 bits.
    look: look.byteLength === 0 ? null : Buffer.from(look).readBigInt64BE(),
    animated: animated !== 0
  }
}

export function lookBytes(look: bigint | null): Buffer {
  if (look === null) return Buffer.alloc(0)
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(look)
  return bytes
}

export const tokenBytes = (token: string): Buffer => Buffer.from(token, 'base64url')
const tokenText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
export const hashBytes = (hash: string): Buffer => Buffer.from(hash, 'hex')

/** ms within which a repeated use is not recorded: most reads write nothing. */
const usedEvery = 60_000

interface RasterRow {
  crc: number
  bytes: Uint8Array<ArrayBuffer>
}

/** A raster whose bytes do not match their checksum. */
interface Damaged {
  content: number
  key: number
  bit: number
}

/**
 * The known pictures, each with its raster if requested; null: unknown. In one transaction: one per picture would take twice as long.
 * Damaged rasters are deleted as if they had never been stored (fault 70). `now`: ms since 1970.
 */
export function readPictures(
  cache: OpenCache,
  questions: readonly ReadQuestion[],
  now: number
): (StoredImage | null)[] {
  const damaged: Damaged[] = []
  const pictures = inOneReading(cache.db, () =>
    questions.map((question) => readPicture(cache, question, now, damaged))
  )
  for (const raster of damaged) dropRaster(cache, raster)
  return pictures
}

function readPicture(
  cache: OpenCache,
  { connectionId, token, size }: ReadQuestion,
  now: number,
  damaged: Damaged[]
): StoredImage | null {
  const row = cache.sql.address.get(connectionId, tokenBytes(token)) as AddressRow | undefined
  if (row === undefined) return null
  const raster = size === null ? null : readRaster(cache, row, placeOf(size), damaged)
  if (row.key !== null && size !== null && now - row.used >= usedEvery) cache.touched.set(row.key, now)
  return {
    status: statusOf(row),
    original: originalOf(row),
    raster,
    sizes: row.key === null ? [] : sizesOf(row.rasters)
  }
}

/** The raster in this size or the next larger one. */
function readRaster(
  cache: OpenCache,
  row: AddressRow,
  from: number,
  damaged: Damaged[]
): StoredImage['raster'] {
  if (row.key === null) return null
  for (const size of pictureSizes.slice(from)) {
    const bit = bitOf(size)
    if ((row.rasters & bit) === 0) continue
    const key = row.key * rasterKeys + placeOf(size)
    const found = cache.sql.raster.get(key) as RasterRow | undefined
    if (found !== undefined && isSound(found)) return { size, bytes: found.bytes }
    damaged.push({ content: row.key, key, bit })
    row.rasters &= ~bit
  }
  return null
}

const isSound = ({ bytes, crc }: RasterRow): boolean => crc32(bytes) === crc

function dropRaster(cache: OpenCache, { content, key, bit }: Damaged): void {
  try {
    write(cache, () => {
      const length = Number(cache.sql.dropRaster.get(key)?.length ?? 0)
      cache.sql.shrinkContent.run(bit, length, content)
      cache.used -= length
    })
  } catch (error) {
    // On a full disk it stays, and is found damaged again.
    if (isDamage(error) || !isStorageFailure(error)) throw error
  }
}
