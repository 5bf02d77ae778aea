import { pictureSizes, type PictureSize } from '../../contract/picture-values'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { fail, ok, type Result } from '../../contract/failure'
import { stateOf } from '../../database/file-state'
import {
  buildDatabase,
  openDatabase,
  removeDatabase,
  type DatabasePolicy
} from '../../database/open-database'
import { isDamage } from '../../database/sqlite-errors'

/**
 * The tables, one migration a version; a released one is never changed.
 *
 * `content` has a row for each original by the SHA-256 of its bytes, however many addresses lead to it, with what is known of
 * it, its `rasters` (bits by size, see `bitOf`), their bytes (`size`) and when it was last used. `raster` holds them, by the
 * content's key and the size in one number, so that those of a content lie side by side. `address` says where each leads.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE content (
    key INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    format TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    look BLOB NOT NULL,
    animated INTEGER NOT NULL,
    rasters INTEGER NOT NULL,
    size INTEGER NOT NULL,
    used INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX content_used ON content (used, key, size);

  CREATE TABLE raster (
    key INTEGER PRIMARY KEY,
    crc INTEGER NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;

  CREATE TABLE address (
    connection TEXT NOT NULL,
    token BLOB NOT NULL,
    content INTEGER,
    checked_at INTEGER NOT NULL,
    until INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    failure TEXT,
    etag TEXT,
    last_modified TEXT,
    validated BLOB,
    PRIMARY KEY (connection, token)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX address_content ON address (content) WHERE content IS NOT NULL;
  CREATE INDEX address_failed ON address (checked_at) WHERE content IS NULL;
  `,
  `
  -- From here on the second version of perceptual hashes (content-fingerprint.ts). Pictures of before have none, as flat ones, until they are
  -- fetched again.
  UPDATE content SET look = zeroblob(8);
  `,
  `
  ALTER TABLE address ADD COLUMN denials INTEGER NOT NULL DEFAULT 0;
  -- It is not known which failures of a kept picture were denials.
  UPDATE address SET denials = tries WHERE content IS NULL;
  `,
  `
  -- From here on the third version. An empty hash is made anew from a raster when the picture is seen to next.
  UPDATE content SET look = x'';
  `
]

/** Keys of a content's rasters begin at `content * rasterKeys`. Room for sizes to come. */
export const rasterKeys = 16

/** A size's place among a content's rasters; from the smallest to the largest. */
export const placeOf = (size: PictureSize): number => pictureSizes.indexOf(size)
export const bitOf = (size: PictureSize): number => 1 << placeOf(size)
export const sizesOf = (bits: number): PictureSize[] =>
  pictureSizes.filter((size) => (bits & bitOf(size)) !== 0)

const storeName = 'pictures.sqlite'
const names = { name: storeName, buildName: 'pictures.new.sqlite' }

/**
 * A database page holds three thumbnails, or a fifth of a gallery picture. Repeated reads are served from the main process's memory, so a
 * larger cache would be of no use. Only virus scanners and backups open the file besides.
 */
const policyOf = (versions: readonly string[]): DatabasePolicy => ({
  migrations: versions,
  durability: 'rebuildable',
  pageSize: 8192,
  cacheSize: 4096,
  checkpointAfter: 1000,
  logLimit: 16 * 1024 * 1024,
  patience: 5000,
  probe: 'PRAGMA user_version'
})

interface OpenedFile {
  db: DatabaseSync
  /** It was built anew and is empty. */
  isAnew: boolean
}

/**
 * Opens the file in a folder, or builds one in place of a missing, empty (fault 84) or damaged one (fault 70). Nothing is set aside: a
 * damaged file holds nothing that could not be fetched, and would take as much of the disk again. A newer version's file
 * (fault 85) is left alone: fails with `storage-failed`. Throws SQLite's and the disk's errors.
 */
export function openCache(folder: string, versions = migrations): Result<OpenedFile> {
  mkdirSync(folder, { recursive: true })
  accessSync(folder, constants.W_OK)
  const file = join(folder, storeName)
  const state = stateOf(file, versions.length)
  if (state === 'newer') {
    return fail('storage-failed', { reason: 'The pictures on disk were written by a newer version.' })
  }
  const anew = (): Result<OpenedFile> => ok({ db: rebuildCache(folder, versions), isAnew: true })
  if (state !== 'sound') return anew()
  try {
    accessSync(file, constants.W_OK)
    return ok({ db: openDatabase(file, policyOf(versions)), isAnew: false })
  } catch (error) {
    if (isDamage(error)) return anew()
    throw error
  }
}

/** Builds a new file; nobody may have the old one open. The old one is deleted first, so that there need not be space for both. */
export function rebuildCache(folder: string, versions = migrations): DatabaseSync {
  removeDatabase(join(folder, storeName))
  return buildDatabase(folder, names, policyOf(versions), { prepare: 'PRAGMA auto_vacuum = INCREMENTAL' })
}
