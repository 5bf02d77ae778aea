import { write, type OpenCache } from './open-cache'
import { rasterKeys } from './database'
import type { DatabaseSync } from 'node:sqlite'
import { isFull } from '../../database/sqlite-errors'

/** Eviction goes down to this part of the limit, so that not every further picture evicts again. */
const lowWater = 0.95
/** Contents per step of an eviction. */
const batch = 256
/** Most failed addresses without a picture: some 15 MB. The longest unused are deleted first, a tenth at a time. */
const mostFailures = 100_000

/** Writes when contents were last used. Within a transaction. */
export function writeTouched({ sql, touched }: OpenCache): void {
  for (const [key, at] of touched) sql.touch.run(at, key)
  touched.clear()
}

/** Deletes the least recently used contents, with the addresses that lead to them, when there are too many bytes. Within a transaction. */
export function evict(cache: OpenCache): void {
  if (cache.used <= cache.limit) return
  writeTouched(cache)
  cache.losses += 1
  while (cache.used > cache.limit * lowWater) {
    const oldest = cache.sql.oldest.all(batch) as { key: number; size: number }[]
    if (oldest.length === 0) return
    for (const { key } of oldest) {
      if (cache.used <= cache.limit * lowWater) return
      cache.sql.dropAddressesOf.run(key)
      dropContent(cache, key)
    }
  }
}

/** Deletes a content that no address leads to anymore. Within a transaction. */
export function dropWhenUnreferenced(cache: OpenCache, key: number): void {
  if (cache.sql.isReferenced.get(key) === undefined) dropContent(cache, key)
}

function dropContent(cache: OpenCache, key: number): void {
  cache.sql.dropRastersOf.run(key * rasterKeys, (key + 1) * rasterKeys - 1)
  cache.used -= Number(cache.sql.dropContent.get(key)?.size ?? 0)
  cache.pictures -= 1
  cache.touched.delete(key)
}

/** Limits the number of failed addresses. Within a transaction. */
export function forgetOldFailures({ sql }: OpenCache, most = mostFailures): void {
  const count = Number(sql.failures.get()?.count)
  if (count > most) sql.dropOldestFailures.run(count - Math.floor(most * 0.9))
}

/**
 * Runs work that frees space as one transaction. A full disk cannot take its log either: then it is done without a log, which frees the
 * space at once. If the computer stops just then, the file may be damaged and is built anew (fault 70). Throws SQLite's errors.
 */
export function evictOnFullDisk(cache: OpenCache, work: () => void): void {
  try {
    write(cache, work)
  } catch (error) {
    if (!isFull(error)) throw error
    withoutLog(cache.db, () => {
      write(cache, work)
      cache.db.exec('PRAGMA incremental_vacuum')
    })
  }
}

function withoutLog(db: DatabaseSync, work: () => void): void {
  db.exec('PRAGMA journal_mode = MEMORY')
  try {
    work()
  } finally {
    keepLog(db)
  }
}

/** A log needs some space. If there is none yet, logging starts again when the file is next opened. */
function keepLog(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA journal_mode = WAL')
  } catch (error) {
    if (!isFull(error)) throw error
  }
}
