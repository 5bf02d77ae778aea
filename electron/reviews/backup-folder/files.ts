import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { StoreAddress } from '../../api/types'
import { fail, ok, type Result } from '../../contract/failure'
import type { ReviewBackup } from '../../contract/review-backup'
import { storageFailure, systemCodeOf } from '../../files/disk-problem'
import { newestFirst, part, readKept, writeKept, type KeptBackup, type KeptBackups } from './index-file'
import { outdatedBackups, readBackupName } from '../recovery/backups'

/** The backups of a connection on this computer. */
export interface OwnBackups {
  /** Which store they are of. */
  store: StoreAddress
  /** The folder that they are in. */
  from: string
  /** All of them, newest first. */
  backups: readonly ReviewBackup[]
  /** Whether one is what it was when it was made: damage is not carried on (fault 106). */
  isSound: (name: string) => Promise<boolean>
}

/** Of all stores, beside whatever else is in the folder. */
const ownName = 'Vitrine backups'
const markerName = 'About this folder.txt'
const markerText = [
  'Vitrine keeps second copies of backups here.',
  'Leave this file where it is: without it, Vitrine takes the disk for one that is not connected.',
  ''
].join('\n')

/**
 * Gets a folder ready that was just chosen: leaves a file that shows later that the disk is there, and not the empty folder that it
 * is mounted on. Throws the disk's errors.
 */
export async function markFolder(root: string): Promise<void> {
  await stat(root)
  await mkdir(join(root, ownName), { recursive: true })
  await writeFile(join(root, ownName, markerName), markerText)
}

/** Throws `ENOENT` where the disk is not there. */
async function requireMarked(root: string): Promise<void> {
  await stat(join(root, ownName, markerName))
}

/** The failure of the disk that an error stands for. The reason names no path. */
export function folderFailure(error: unknown): Result<never> {
  const code = systemCodeOf(error)
  if (code === null) return fail('storage-failed', { reason: String(error) })
  return storageFailure(code, `The folder cannot be used (${code}).`)
}

/**
 * Copies what is missing, and deletes what is not kept anymore. Answers when the newest backup that is there now was made; null:
 * none is. Fails with `storage-failed`, reason `newer`, where a newer version keeps its backups there. Throws the disk's errors.
 */
export async function copyOwn(
  root: string,
  connectionId: string,
  own: OwnBackups
): Promise<Result<number | null>> {
  await requireMarked(root)
  const folder = join(root, ownName, nameOf(connectionId, own.store))
  await mkdir(folder, { recursive: true })
  const before = await readKept(folder)
  if (before.isNewer) return fail('storage-failed', { reason: 'newer' })
  for (const name of await readdir(folder)) {
    if (name.endsWith(part)) await rm(join(folder, name), { force: true })
  }
  const { kept, outdated } = await copyMissing(folder, before, own)
  await writeKept(folder, own.store, kept)
  for (const { name } of outdated) await rm(join(folder, name), { force: true })
  return ok(kept[0]?.at ?? null)
}

async function copyMissing(
  folder: string,
  before: KeptBackups,
  { from, backups, isSound }: OwnBackups
): Promise<{ kept: KeptBackup[]; outdated: KeptBackup[] }> {
  const here = new Map(backups.map((backup) => [backup.name, backup]))
  const there = before.backups.map((backup) => ({
    ...backup,
    reviews: backup.reviews === 'unknown' ? (here.get(backup.name)?.reviews ?? 'unknown') : backup.reviews
  }))
  const names = new Set(there.map(({ name }) => name))
  // One that cannot be read is not carried on.
  const missing = backups.flatMap(({ name, bytes, reviews }): KeptBackup[] => {
    const named = names.has(name) || reviews === null ? null : readBackupName(name)
    return named === null ? [] : [{ ...named, bytes, reviews }]
  })
  const all = [...there, ...missing].sort(newestFirst)
  // The last one is kept also where the clock was ahead when others were made (fault 93).
  const last = backups.find(({ reviews }) => reviews !== null)?.name
  const outdated = outdatedBackups(all).filter(({ name }) => name !== last)
  const kept: KeptBackup[] = []
  for (const backup of all) {
    if (outdated.includes(backup)) continue
    const { name } = backup
    const isThere = names.has(name)
    if (isThere || ((await isSound(name)) && (await copyWhole(join(from, name), join(folder, name)))))
      kept.push(backup)
  }
  return { kept, outdated }
}

/** The backups of a store, whichever computer they are from, newest first, each with its file. Throws the disk's errors. */
export async function listCopies(
  root: string,
  { baseUrl, apiPath }: StoreAddress
): Promise<{ file: string; backup: ReviewBackup }[]> {
  await requireMarked(root)
  const found: { file: string; backup: ReviewBackup }[] = []
  // One after another: where the disk does not answer, each question takes one of the few threads that ask the disks.
  for (const entry of await readdir(join(root, ownName), { withFileTypes: true })) {
    const folder = join(root, ownName, entry.name)
    const { store, backups } = entry.isDirectory() ? await readAllowed(folder) : nothing
    if (store?.baseUrl !== baseUrl || store.apiPath !== apiPath) continue
    for (const { name, at, reason, bytes, reviews } of backups) {
      const backup = { name: `${entry.name}/${name}`, place: 'second' as const, at, reason, bytes, reviews }
      found.push({ file: join(folder, name), backup })
    }
  }
  return found.sort((one, other) => other.backup.at - one.backup.at)
}

const nothing: KeptBackups = { store: null, backups: [], isNewer: false }

/** A folder that belongs to somebody else alone, or goes just now, does not hide the others. */
async function readAllowed(folder: string): Promise<KeptBackups> {
  try {
    return await readKept(folder)
  } catch (error) {
    if (['EACCES', 'EPERM', 'ENOENT'].includes(systemCodeOf(error) ?? '')) return nothing
    throw error
  }
}

/** A folder of its own for each connection: people who share a folder do not meet in it. */
function nameOf(connectionId: string, { baseUrl }: StoreAddress): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : 'store'
  return `${host.replaceAll(/[^a-z0-9.-]/g, '_').slice(0, 60)} ${connectionId.slice(0, 8)}`
}

/** Whether it was there to be copied: an old one may have gone meanwhile. The copy is whole, or not there under its name. */
async function copyWhole(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to + part, constants.COPYFILE_FICLONE)
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT' && !(await exists(from))) return false
    throw error
  }
  await bringToDisk(to + part)
  if ((await hashOf(from)) !== (await hashOf(to + part))) {
    await rm(to + part, { force: true })
    throw new Error('The copy is not what was copied.')
  }
  await rename(to + part, to)
  return true
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64')
}

async function bringToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false
  )
}
