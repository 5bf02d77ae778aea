import type { DatabaseSync } from 'node:sqlite'
import { ok, type Result } from '../../contract/failure'
import type { Serving } from '../../database/thread-protocol'
import { orClose, versionOf } from '../../database/open-database'
import { toOpenStore, write, type OpenStore } from './open-store'
import type { StoreUsage, StoreMethods } from './protocol'
import { readPictures, tokenBytes } from './read'
import { evictOnFullDisk, dropWhenUnreferenced, forgetOldFailures, evict, writeTouched } from './eviction'
import { linkAddress, saveStatus, saveArrivals } from './save'
import { openStore, rebuildStore } from './database'

/** Free database pages that one idle step returns to the disk. */
const pagesAStep = 512

export interface StoreSide {
  methods: Serving<StoreMethods>
  /** One step of idle work; returns whether more is left. */
  idle: () => boolean
}

/** The thread's side of `StoreMethods`, over one file. */
export function createStoreSide(): StoreSide {
  let open: OpenStore | null = null

  const usage = ({ used, pictures, losses }: OpenStore): StoreUsage => ({ used, pictures, losses })
  const shut = (): void => {
    open?.db.close()
    open = null
  }
  const current = (): OpenStore => {
    if (open === null) throw new Error('the file of pictures is not open')
    return open
  }
  const change = (work: (store: OpenStore) => void): Result<StoreUsage> => {
    const store = current()
    write(store, () => work(store))
    return ok(usage(store))
  }
  const free = (work: (store: OpenStore) => void): Result<StoreUsage> => {
    const store = current()
    evictOnFullDisk(store, () => work(store))
    return ok(usage(store))
  }
  const begin = (store: OpenStore): Result<StoreUsage> => {
    open = store
    return free(evict)
  }
  const take = (db: DatabaseSync, limit: number, losses: number): Result<StoreUsage> =>
    begin(orClose(db, () => toOpenStore(db, limit, losses)))

  return {
    methods: {
      open(_, { folder, limit }) {
        shut()
        const opened = openStore(folder)
        return opened.ok ? take(opened.value.db, limit, Number(opened.value.isAnew)) : opened
      },
      rebuild(_, { folder, limit }) {
        shut()
        return take(rebuildStore(folder), limit, 1)
      },
      read: (_, { questions, now }) => ok(readPictures(current(), questions, now)),
      link: (_, { links }) => {
        const store = current()
        return ok(write(store, () => links.map((link) => linkAddress(store, link))))
      },
      save: (_, { arrivals, now }) => change((store) => saveArrivals(store, arrivals, now)),
      note: (_, { notes }) =>
        change((store) => {
          for (const { status, drop, ...name } of notes) saveStatus(store, name, status, drop)
          forgetOldFailures(store)
        }),
      clearFailures: (_, { connectionId, token, codes }) =>
        change((store) => {
          if (token === null) clearFailuresOf(store, connectionId, codes)
          else clearFailure(store, connectionId, token)
        }),
      setLimit: (_, { limit }) =>
        free((store) => {
          store.limit = limit
          store.shrinks = true
          evict(store)
        }),
      probe: () => change(touchFile),
      clear: () => {
        const store = current()
        change(clear)
        // Rewriting an empty file takes no time and returns its space at once.
        store.db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
        return ok(usage(store))
      },
      forget: (_, { connectionId }) =>
        free((store) => {
          forget(store, connectionId)
          store.shrinks = true
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
function takeStep(store: OpenStore): boolean {
  if (store.touched.size > 0) write(store, () => writeTouched(store))
  if (!store.shrinks) return false
  store.db.exec(`PRAGMA incremental_vacuum(${pagesAStep})`)
  store.shrinks = Number(store.db.prepare('PRAGMA freelist_count').get()?.freelist_count) > 0
  if (!store.shrinks) store.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return store.shrinks
}

/** Writes the version again: one page, and no change. */
function touchFile({ db }: OpenStore): void {
  db.exec(`PRAGMA user_version = ${versionOf(db)}`)
}

function clear(store: OpenStore): void {
  store.db.exec('DELETE FROM address; DELETE FROM raster; DELETE FROM content')
  store.touched.clear()
  store.used = 0
  store.pictures = 0
}

function forget(store: OpenStore, connectionId: string): void {
  const rows = store.db
    .prepare('DELETE FROM address WHERE connection = ? RETURNING content')
    .all(connectionId) as { content: number | null }[]
  const contents = new Set(rows.flatMap(({ content }) => content ?? []))
  for (const content of contents) dropWhenUnreferenced(store, content)
}

/** An address without a picture becomes unknown; one with a picture is requested again when it is next shown. */
function clearFailure({ db }: OpenStore, connectionId: string, token: string): void {
  const name = [connectionId, tokenBytes(token)] as const
  db.prepare('DELETE FROM address WHERE connection = ? AND token = ? AND content IS NULL').run(...name)
  db.prepare('UPDATE address SET until = 0, tries = 0 WHERE connection = ? AND token = ?').run(...name)
}

/** Scans the connection's addresses; rare. */
function clearFailuresOf({ db }: OpenStore, connectionId: string, codes: readonly string[]): void {
  db.prepare(
    `DELETE FROM address WHERE connection = ? AND content IS NULL
     AND failure ->> '$.code' IN (SELECT value FROM json_each(?))`
  ).run(connectionId, JSON.stringify(codes))
}
