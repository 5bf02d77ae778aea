import { crc32 } from 'node:zlib'
import { pictureSizes } from '../../contract/picture-values'
import type { OpenCache } from './open-cache'
import type { Rasters } from '../decode/protocol'
import type { Arrival, Link, Original, ImageName, FetchStatus } from './protocol'
import { dropWhenUnreferenced, evict } from './eviction'
import { hashBytes, lookBytes, tokenBytes, type AddressRow } from './read'
import { bitOf, placeOf, rasterKeys } from './database'

/** Stores pictures and evicts others for them. Within a transaction. `now`: ms since 1970. */
export function saveArrivals(cache: OpenCache, arrivals: readonly Arrival[], now: number): void {
  for (const { connectionId, token, status, original, rasters } of arrivals) {
    const content = saveContent(cache, original, rasters, now)
    saveAddress(cache, { connectionId, token }, status, content)
  }
  evict(cache)
}

/** Links an address to a content that is stored in all these sizes; returns whether it is. Within a transaction. */
export function linkAddress(cache: OpenCache, { hash, sizes, status, ...name }: Link): boolean {
  const found = cache.sql.byHash.get(hashBytes(hash)) as { key: number; rasters: number } | undefined
  if (found === undefined || !sizes.every((size) => (found.rasters & bitOf(size)) !== 0)) return false
  saveAddress(cache, name, status, found.key)
  return true
}

/** Records the outcome of a request. Within a transaction. `isGone`: the address leads to no picture anymore. */
export function saveStatus(cache: OpenCache, name: ImageName, status: FetchStatus, isGone: boolean): void {
  const before = addressRow(cache, name)
  saveAddress(cache, name, status, isGone ? null : (before?.content ?? null), before)
}

function saveContent(cache: OpenCache, original: Original, rasters: Rasters, now: number): number {
  const { sql } = cache
  const hash = hashBytes(original.hash)
  const found = sql.byHash.get(hash) as { key: number; rasters: number } | undefined
  const key = found?.key ?? insertContent(cache, hash, original, now)
  if (found !== undefined && original.look !== null) sql.setLook.run(lookBytes(original.look), key)
  let bits = 0
  let size = 0
  for (const name of pictureSizes) {
    const bytes = rasters[name]
    if (bytes === undefined || ((found?.rasters ?? 0) & bitOf(name)) !== 0) continue
    sql.putRaster.run(key * rasterKeys + placeOf(name), crc32(bytes), bytes)
    bits |= bitOf(name)
    size += bytes.byteLength
  }
  sql.growContent.run(bits, size, now, key)
  cache.touched.delete(key)
  cache.used += size
  return key
}

function insertContent(cache: OpenCache, hash: Buffer, original: Original, now: number): number {
  const { width, height, format, bytes, look, animated } = original
  const { lastInsertRowid } = cache.sql.insertContent.run(
    hash,
    width,
    height,
    format,
    bytes,
    lookBytes(look),
    Number(animated),
    now
  )
  cache.pictures += 1
  return Number(lastInsertRowid)
}

function addressRow(cache: OpenCache, { connectionId, token }: ImageName): AddressRow | undefined {
  return cache.sql.address.get(connectionId, tokenBytes(token)) as AddressRow | undefined
}

function saveAddress(
  cache: OpenCache,
  name: ImageName,
  status: FetchStatus,
  content: number | null,
  before = addressRow(cache, name)
): void {
  const { checkedAt, until, tries, denials, failure, validators } = status
  cache.sql.putAddress.run(
    name.connectionId,
    tokenBytes(name.token),
    content,
    checkedAt,
    until,
    tries,
    denials,
    failure === null ? null : JSON.stringify(failure),
    validators?.etag ?? null,
    validators?.lastModified ?? null,
    validators === null ? null : tokenBytes(validators.from)
  )
  const left = before?.content ?? null
  if (left !== null && left !== content) dropWhenUnreferenced(cache, left)
}
