import type { DatabaseSync } from 'node:sqlite'
import { ok, type Result } from '../../contract/failure'
import type { Serving } from '../../database/thread-protocol'
import { orClose, versionOf } from '../../database/open-database'
import { toOpenCache, write, type OpenCache } from './open-cache'
import type { CacheUsage, CacheMethods } from './protocol'
import { readPictures, tokenBytes } from './read'
import { evictOnFullDisk, dropWhenUnreferenced, forgetOldFailures, evict, writeTouched } from './eviction'
import { linkAddress, saveStatus, saveArrivals } from './save'
import { openCache, rebuildCache } from './database'

/** Free database pages that one idle step returns to the disk. */
const pagesAStep = 512

export interface CacheSide {
  methods: Serving<CacheMethods>
  /** One step of idle work; returns whether more is left. */
  idle: () => boolean
}

/** The thread's side of `CacheMethods`, over one file. */
export function createCacheSide(): CacheSide {
  let open: OpenCache | null = null

  const usage = ({ used, pictures, losses }: OpenCache): CacheUsage => ({ used, pictures, losses })
  const shut = (): void => {
    open?.db.close()
    open = null
  }
  const current = (): OpenCache => {
    if (open === null) throw new Error('the file of pictures is not open')
    return open
  }
  const change = (work: (cache: OpenCache) => void): Result<CacheUsage> => {
    const cache = current()
    write(cache, () => work(cache))
    return ok(usage(cache))
  }
  const free = (work: (cache: OpenCache) => void): Result<CacheUsage> => {
    const cache = current()
    evictOnFullDisk(cache, () => work(cache))
    return ok(usage(cache))
  }
  const begin = (cache: OpenCache): Result<CacheUsage> => {
    open = cache
    return free(evict)
  }
  const take = (db: DatabaseSync, limit: number, losses: number): Result<CacheUsage> =>
    begin(orClose(db, () => toOpenCache(db, limit, losses)))

  return {
    methods: {
      open(_, { folder, limit }) {
        shut()
        const opened = openCache(folder)
        return opened.ok ? take(opened.value.db, limit, Number(opened.value.isAnew)) : opened
      },
      rebuild(_, { folder, limit }) {
        shut()
        return take(rebuildCache(folder), limit, 1)
      },
      read: (_, { questions, now }) => ok(readPictures(current(), questions, now)),
      link: (_, { links }) => {
        const cache = current()
        return ok(write(cache, () => links.map((link) => linkAddress(cache, link))))
      },
      save: (_, { arrivals, now }) => change((cache) => saveArrivals(cache, arrivals, now)),
      note: (_, { notes }) =>
        change((cache) => {
          for (const { status, isGone, ...name } of notes) saveStatus(cache, name, status, isGone)
          forgetOldFailures(cache)
        }),
      clearFailures: (_, { connectionId, token, codes }) =>
        change((cache) => {
          if (token === null) clearFailuresOf(cache, connectionId, codes)
          else clearFailure(cache, connectionId, token)
        }),
      setLimit: (_, { limit }) =>
        free((cache) => {
          cache.limit = limit
          cache.shrinks = true
          evict(cache)
        }),
      probe: () => change(touchFile),
      clear: () => {
        const cache = current()
        change(clear)
        // Rewriting an empty file takes no time and returns its space at once.
        cache.db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
        return ok(usage(cache))
      },
      forget: (_, { connectionId }) =>
        free((cache) => {
          forget(cache, connectionId)
          cache.shrinks = true
        }),
      close() {
        if (open !== null && open.touched.size > 0) change(writeTouched)
        shut()
        return ok(null)
      }
    },
    idle: () => open !== null && takeStep(open)
  }
}

/** Writes the times of use, or returns some free pages. */
function takeStep(cache: OpenCache): boolean {
  if (cache.touched.size > 0) write(cache, () => writeTouched(cache))
  if (!cache.shrinks) return false
  cache.db.exec(`PRAGMA incremental_vacuum(${pagesAStep})`)
  cache.shrinks = Number(cache.db.prepare('PRAGMA freelist_count').get()?.freelist_count) > 0
  if (!cache.shrinks) cache.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return cache.shrinks
}

/** Writes the version again: one page, and no change. */
function touchFile({ db }: OpenCache): void {
  db.exec(`PRAGMA user_version = ${versionOf(db)}`)
}

function clear(cache: OpenCache): void {
  cache.db.exec('DELETE FROM address; DELETE FROM raster; DELETE FROM content')
  cache.touched.clear()
  cache.used = 0
  cache.pictures = 0
}

function forget(cache: OpenCache, connectionId: string): void {
  const rows = cache.db
    .prepare('DELETE FROM address WHERE connection = ? RETURNING content')
    .all(connectionId) as { content: number | null }[]
  const contents = new Set(rows.flatMap(({ content }) => content ?? []))
  for (const content of contents) dropWhenUnreferenced(cache, content)
}

/** An address without a picture becomes unknown; one with a picture is requested again when it is next shown. */
function clearFailure({ db }: OpenCache, connectionId: string, token: string): void {
  const name = [connectionId, tokenBytes(token)] as const
  db.prepare('DELETE FROM address WHERE connection = ? AND token = ? AND content IS NULL').run(...name)
  db.prepare('UPDATE address SET until = 0, tries = 0 WHERE connection = ? AND token = ?').run(...name)
}

/** Scans the connection's addresses; rare. */
function clearFailuresOf({ db }: OpenCache, connectionId: string, codes: readonly string[]): void {
  db.prepare(
    `DELETE FROM address WHERE connection = ? AND content IS NULL
     AND failure ->> '$.code' IN (SELECT value FROM json_each(?))`
  ).run(connectionId, JSON.stringify(codes))
}
