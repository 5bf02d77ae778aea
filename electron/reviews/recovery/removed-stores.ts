import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { storeNoteName, storeNotePart, storeNoteSchema, type storeKeySchema } from '../../files/store-note'
import { fileNameOf } from '../../files/file-name'
import {
  moveFile,
  removeEmptyFolder,
  removeFile,
  removeFolder,
  renameForGood
} from '../../database/file-operations'
import { stateOf } from '../../database/file-state'
import { removeDatabase } from '../../database/open-database'
import { stampOf, withDatabase } from '../db/database'
import { isEmpty } from '../read/reviews'
import { backupsName, isDamagedName, migrations, reviewsName } from '../db/schema'

/** Which store reviews are of: what makes them the same when it is connected again. */
export type StoreKey = z.infer<typeof storeKeySchema>

const removedSchema = storeNoteSchema.extend({
  /** ISO 8601, for whoever reads it. */
  removedAt: z.iso.datetime(),
  /** The name of the connection's folder: a move that was cut off is finished by it. Older versions wrote none. */
  from: z.string().optional()
})

/** Notes in a connection's folder which store its reviews are of. Throws the disk's errors, and leaves what was noted before then. */
export function tellStore(folder: string, { baseUrl, apiPath }: StoreKey): void {
  const file = join(folder, storeNoteName)
  const told = readTell(file, storeNoteSchema)
  if (told?.baseUrl === baseUrl && told.apiPath === apiPath) return
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(join(folder, storeNotePart), jsonOf({ version: 1, baseUrl, apiPath }))
    renameForGood(join(folder, storeNotePart), file)
  } catch (error) {
    removeFile(join(folder, storeNotePart))
    throw error
  }
}

function jsonOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/**
 * Puts the reviews of connections away that nobody knows anymore, as those of connections that are removed: their store has them again
 * when it is connected (fault 100). What does not say which store it is of stays where it is. Returns the folders' names. Throws the disk's
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
    const store = readTell(join(folder, storeNoteName), storeNoteSchema)
    if (store === null || !hasReviews(folder)) return false
    if (isEmpty(folder)) dropEmpty(folder)
    else putAway(folder, removedFolder, store, at)
    return true
  })
}

/** Whether there is a file of reviews, or what is left of one. */
export function hasReviews(folder: string): boolean {
  return existsSync(join(folder, reviewsName)) || existsSync(join(folder, backupsName))
}

/**
 * Moves all that stands in a connection's folder of its reviews out of it, to a folder of their own. Where that fails all of it goes back;
 * what cannot go back stays where it is, and the next call, or `takeBack`, finishes it. Throws the disk's errors.
 */
export function putAway(folder: string, removedFolder: string, store: StoreKey, at: number): void {
  foldLog(join(folder, reviewsName))
  const names = inOrder(readdirSync(folder).filter((name) => name.startsWith('reviews')))
  const place = cutOffPlace(folder, removedFolder, store, names) ?? newPlace(removedFolder, store, at)
  try {
    const told = join(place, storeNoteName)
    const { baseUrl, apiPath } = store
    const tell = {
      version: 1,
      baseUrl,
      apiPath,
      removedAt: new Date(at).toISOString(),
      from: basename(folder)
    }
    if (!existsSync(told)) writeFileSync(told, jsonOf(tell))
    moveAll(folder, place, names)
  } catch (error) {
    dropPlace(place)
    throw error
  }
  dropFolder(folder)
}

/** Without its log the file has all that was saved, should the two be parted. Where that cannot be done they are moved as they are. */
function foldLog(file: string): void {
  if (!existsSync(`${file}-wal`) || stateOf(file, migrations.length) !== 'sound') return
  try {
    withDatabase(file, (db) => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
  } catch {
    // A page of it is damaged, or somebody has it open.
  }
}

/**
 * Wherever a move is cut off, the file of reviews is where all that belongs to it is or will be: it goes after that. Backups go last:
 * reviews without backups are whole, backups alone look like a loss.
 */
function inOrder(names: readonly string[]): string[] {
  const rank = (name: string): number => (name === backupsName ? 2 : Number(name === reviewsName))
  return names.toSorted((one, other) => rank(one) - rank(other))
}

/** Where the file of a folder is already that was being put away; null: it is in its folder. */
function cutOffPlace(
  folder: string,
  removedFolder: string,
  store: StoreKey,
  names: readonly string[]
): string | null {
  if (names.includes(reviewsName)) return null
  const place = ownPlace(folder, placesOf(removedFolder, store))
  return place !== null && names.every((name) => !existsSync(join(place, name))) ? place : null
}

/** Moves all of these from one folder to another. Where one cannot be moved, those before it go back as far as that can be done. */
function moveAll(from: string, to: string, names: readonly string[]): void {
  const moved: string[] = []
  try {
    for (const name of names) {
      moveFile(join(from, name), join(to, name))
      moved.push(name)
    }
  } catch (error) {
    try {
      for (const name of moved) moveFile(join(to, name), join(from, name))
    } catch {
      // What stays there is found by what the place says of itself.
    }
    throw error
  }
}

/** Deletes a place that nothing is in but what it says of itself. */
function dropPlace(place: string): void {
  const tells = [storeNoteName, storeNotePart]
  if (readdirSync(place).some((name) => !tells.includes(name))) return
  for (const name of tells) removeFile(join(place, name))
  removeEmptyFolder(place)
}

/** Deletes reviews of which there are none. */
export function dropEmpty(folder: string): void {
  removeDatabase(join(folder, reviewsName))
  removeFolder(join(folder, backupsName))
  dropFolder(folder)
}

/** The connection's folder goes where nothing else is in it. What stays, as the copy of its catalog, is found again by what it says. */
function dropFolder(folder: string): void {
  if (existsSync(folder)) dropPlace(folder)
}

/**
 * Takes back what was put away last of a store into a folder that has no reviews, and what was left of a move that was cut off;
 * whether there were any reviews. Throws the disk's errors where not all reviews can be taken back.
 */
export function takeBack(folder: string, removedFolder: string, store: StoreKey): boolean {
  const isHere = (): boolean => existsSync(join(folder, reviewsName))
  const places = placesOf(removedFolder, store)
  const place = isHere() ? null : (ownPlace(folder, places) ?? (hasReviews(folder) ? null : lastOf(places)))
  if (place !== null) takeFrom(place, folder, () => true)
  if (isHere()) takeLeft(folder, places)
  return place !== null
}

/**
 * Backups whose file was taken back, or put away, before the app was killed, and files that were set aside: they are brought to it, so
 * that they are not left behind for ever.
 */
function takeLeft(folder: string, places: readonly RemovedPlace[]): void {
  for (const { place } of places) {
    if (!existsSync(place) || holdsReviews(place)) continue
    try {
      takeFrom(place, folder, (name) => name === backupsName || isDamagedName(name))
    } catch {
      // The reviews are here; this is tried again when they are opened next.
    }
  }
}

/** Moves what a folder has not. The place goes once nothing is in it. */
function takeFrom(place: string, folder: string, isWanted: (name: string) => boolean): void {
  mkdirSync(folder, { recursive: true })
  const names = readdirSync(place).filter((name) => name !== storeNoteName && isWanted(name))
  const isThere = (name: string): boolean => existsSync(join(folder, name))
  moveAll(place, folder, inOrder(names.filter((name) => !isThere(name))))
  if (existsSync(join(place, backupsName))) moveMissing(join(place, backupsName), join(folder, backupsName))
  dropPlace(place)
}

function moveMissing(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    if (!existsSync(join(to, name))) moveFile(join(from, name), join(to, name))
  }
  if (readdirSync(from).length === 0) removeEmptyFolder(from)
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

function holdsReviews(place: string): boolean {
  return existsSync(join(place, reviewsName))
}

/** The place with the reviews that were put away last. */
function lastOf(places: readonly RemovedPlace[]): string | null {
  return places.find(({ place }) => holdsReviews(place))?.place ?? null
}

/** The same, of those that came from this very folder. */
function ownPlace(folder: string, places: readonly RemovedPlace[]): string | null {
  return lastOf(places.filter(({ from }) => from === basename(folder)))
}

interface RemovedPlace {
  place: string
  from: string | undefined
}

/** Where reviews of a store were put away, the latest first. */
function placesOf(removedFolder: string, store: StoreKey): RemovedPlace[] {
  if (!existsSync(removedFolder)) return []
  const found = readdirSync(removedFolder).flatMap((name) => {
    const place = join(removedFolder, name)
    const told = readTell(join(place, storeNoteName), removedSchema)
    const isSame = told?.baseUrl === store.baseUrl && told.apiPath === store.apiPath
    return isSame ? [{ place, from: told.from, at: told.removedAt }] : []
  })
  return found.sort((one, other) => other.at.localeCompare(one.at))
}

/** null: there is none, or it is not readable. */
function readTell<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
