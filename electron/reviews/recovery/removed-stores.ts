import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { fileNameOf } from '../../files/file-name'
import { moveFile, removeEmptyFolder, removeFile, removeFolder } from '../../database/file-operations'
import { backupsName } from '../db/file-names'
import { removeDatabase, stampOf } from '../db/disk'
import { isEmpty } from '../read/reviews'
import { reviewsName } from '../db/schema'

const tellName = 'store.json'

/** Which store reviews are of: what makes them the same when it is connected again. */
export const storeKeySchema = z.object({ baseUrl: z.string(), apiPath: z.string() })
export type StoreKey = z.infer<typeof storeKeySchema>

/** In a connection's own folder: its reviews are found by it when no settings know the connection any more. */
const ownedSchema = storeKeySchema.extend({ version: z.literal(1) })

const removedSchema = storeKeySchema.extend({
  version: z.literal(1),
  /** ISO 8601, for whoever reads it. */
  removedAt: z.iso.datetime()
})

/** Notes in a connection's folder which store its reviews are of. Throws the disk's errors. */
export function tellStore(folder: string, { baseUrl, apiPath }: StoreKey): void {
  const tell = `${JSON.stringify({ version: 1, baseUrl, apiPath }, null, 2)}\n`
  const file = join(folder, tellName)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== tell) writeFileSync(file, tell)
}

/**
 * Puts the reviews of connections away that nobody knows any more, as those of connections that are removed: their store has them again
 * when it is connected (100). What does not say which store it is of stays where it is. Returns the folders' names. Throws the disk's
 * errors.
 *
 * @param owners names of the folders that are somebody's
 */
export function putAwayOwnerless(
  connectionsFolder: string,
  removedFolder: string,
  owners: readonly string[],
  at: number
): string[] {
  if (!existsSync(connectionsFolder)) return []
  const others = readdirSync(connectionsFolder).filter((name) => !owners.includes(name))
  return others.filter((name) => {
    const folder = join(connectionsFolder, name)
    const store = readTell(join(folder, tellName), ownedSchema)
    if (store === null || !hasReviews(folder)) return false
    if (isEmpty(folder)) dropEmpty(folder)
    else putAway(folder, removedFolder, store, at)
    // The copy of its catalog, which stays, is found again by it.
    if (existsSync(folder)) tellStore(folder, store)
    return true
  })
}

/** Whether there is a file of reviews, or what is left of one. */
export function hasReviews(folder: string): boolean {
  return existsSync(join(folder, reviewsName)) || existsSync(join(folder, backupsName))
}

/** Moves all that stands in a connection's folder of its reviews out of it, to a folder of their own. Throws the disk's errors. */
export function putAway(folder: string, removedFolder: string, store: StoreKey, at: number): void {
  const place = newPlace(removedFolder, store, at)
  const tell = { version: 1, ...store, removedAt: new Date(at).toISOString() }
  writeFileSync(join(place, tellName), `${JSON.stringify(tell, null, 2)}\n`)
  const names = readdirSync(folder).filter((name) => name.startsWith('reviews'))
  // The backups last: reviews without backups are whole, backups alone look like a loss.
  const isDatabase = (name: string): boolean => name !== backupsName
  const ordered = [...names.filter(isDatabase).sort(logsFirst), ...names.filter((name) => !isDatabase(name))]
  try {
    moveAll(folder, place, ordered)
  } catch (error) {
    removeFolder(place)
    throw error
  }
  dropFolder(folder)
}

/** Moves all of these from one folder to another, or, where one cannot be moved, none. */
function moveAll(from: string, to: string, names: readonly string[]): void {
  const moved: string[] = []
  try {
    for (const name of names) {
      moveFile(join(from, name), join(to, name))
      moved.push(name)
    }
  } catch (error) {
    for (const name of moved.toReversed()) moveFile(join(to, name), join(from, name))
    throw error
  }
}

/** Deletes reviews of which there are none. */
export function dropEmpty(folder: string): void {
  removeDatabase(join(folder, reviewsName))
  removeFolder(join(folder, backupsName))
  dropFolder(folder)
}

/** The connection's folder goes where nothing else is in it. */
function dropFolder(folder: string): void {
  removeFile(join(folder, tellName))
  if (existsSync(folder) && readdirSync(folder).length === 0) removeEmptyFolder(folder)
}

/**
 * Takes back what was put away last of a store into a folder that has no reviews; whether there was anything. Throws the disk's
 * errors.
 */
export function takeBack(folder: string, removedFolder: string, store: StoreKey): boolean {
  if (hasReviews(folder)) {
    takeLeftBackups(folder, removedFolder, store)
    return false
  }
  const place = lastOf(removedFolder, store)
  if (place === null) return false
  mkdirSync(folder, { recursive: true })
  const names = readdirSync(place).filter((name) => name !== tellName)
  const isOfDatabase = (name: string): boolean => name.startsWith(reviewsName)
  const others = names.filter((name) => !isOfDatabase(name))
  moveAll(place, folder, [...names.filter(isOfDatabase).sort(logsFirst), ...others])
  removeFolder(place)
  return true
}

/**
 * Backups whose file was taken back, or put away, before the app was killed: they are brought to it, so that they are not left behind for
 * ever. Throws the disk's errors.
 */
function takeLeftBackups(folder: string, removedFolder: string, store: StoreKey): void {
  for (const { place } of placesOf(removedFolder, store)) {
    const left = join(place, backupsName)
    if (existsSync(join(place, reviewsName)) || !existsSync(left)) continue
    const to = join(folder, backupsName)
    mkdirSync(to, { recursive: true })
    const missing = readdirSync(left).filter((name) => !existsSync(join(to, name)))
    moveAll(left, to, missing)
    removeFolder(place)
  }
}

function logsFirst(one: string, other: string): number {
  return Number(one === reviewsName) - Number(other === reviewsName)
}

function newPlace(removedFolder: string, { baseUrl }: StoreKey, at: number): string {
  mkdirSync(removedFolder, { recursive: true })
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : ''
  // Also where the host has the name of a device.
  const readable = fileNameOf(host.replaceAll(/[^a-z0-9.-]/g, '_').slice(0, 60), 'store')
  for (let number = 1; ; number++) {
    const place = join(removedFolder, `${readable}-${stampOf(at)}${number === 1 ? '' : `-${number}`}`)
    if (existsSync(place)) continue
    mkdirSync(place)
    return place
  }
}

function lastOf(removedFolder: string, store: StoreKey): string | null {
  const found = placesOf(removedFolder, store).filter(({ place }) => existsSync(join(place, reviewsName)))
  return found.sort((one, other) => other.at.localeCompare(one.at))[0]?.place ?? null
}

/** Where reviews of a store were put away, and when (ISO 8601). */
function placesOf(removedFolder: string, store: StoreKey): { place: string; at: string }[] {
  if (!existsSync(removedFolder)) return []
  return readdirSync(removedFolder).flatMap((name) => {
    const place = join(removedFolder, name)
    const told = readTell(join(place, tellName), removedSchema)
    const isSame = told?.baseUrl === store.baseUrl && told.apiPath === store.apiPath
    return isSame ? [{ place, at: told.removedAt }] : []
  })
}

/** null: there is none, or it is not readable. */
function readTell<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
