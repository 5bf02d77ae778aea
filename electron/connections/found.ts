import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { knownApiPaths } from '../contract/connection-check'
import {
  connectionIdSchema,
  type ConnectionDraft,
  type FoundStore,
  type LostKey
} from '../contract/connection'
import { ok, type Result } from '../contract/failure'
import type { KeychainEntry } from '../credentials/store'
import { mayShareKey } from '../credentials/may-share-key'
import { demoId } from './demo'

/** Written by the reviews into a connection's folder: which store it is of. */
const tellName = 'store.json'
/** Half of it, where the app was killed. */
const tellPart = `${tellName}.part`
const tellSchema = z.object({ version: z.literal(1), baseUrl: z.string(), apiPath: z.string() })

/** Not of a connection, but of the app itself. */
const isOurs = (id: string): boolean => id === demoId || id.startsWith('vitrine-')

/** What settings that were lost have left behind. Holds no secret. */
export interface FoundStores {
  /** Folders of connections that are nobody's and have anything to be done with, the one used last first. Asks the keychain only where there is one. */
  list(owners: ReadonlySet<string>): Promise<FoundStore[]>
  /** Keys that are nobody's and stand for none that is listed. Fails as the keychain does. */
  keys(owners: ReadonlySet<string>): Promise<Result<LostKey[]>>
  /** What says which store a folder is of, and the folder where nothing else is in it. */
  discard(id: string): Promise<void>
}

export interface FoundStoresDeps {
  connectionsFolder: string
  /** The items of the keychain. */
  keys: () => Promise<Result<KeychainEntry[]>>
}

export function createFoundStores({ connectionsFolder, keys }: FoundStoresDeps): FoundStores {
  const isLost = (id: string, owners: ReadonlySet<string>): boolean =>
    connectionIdSchema.safeParse(id).success && !owners.has(id) && !isOurs(id)

  return {
    async list(owners) {
      const folders = await foldersIn(connectionsFolder, (id) => isLost(id, owners))
      if (folders.length === 0) return []
      const entries = await keys()
      const items = entries.ok ? entries.value : null
      return folders
        .filter(isListed(items ?? []))
        .map((folder) => withKey(folder, items))
        .sort((one, other) => (other.usedAt ?? 0) - (one.usedAt ?? 0))
    },
    async keys(owners) {
      const entries = await keys()
      if (!entries.ok) return entries
      const folders = await foldersIn(connectionsFolder, (id) => isLost(id, owners))
      const listed = new Set(folders.filter(isListed(entries.value)).map(({ id }) => id))
      return ok(entries.value.filter(({ id }) => isLost(id, owners) && !listed.has(id)))
    },
    async discard(id) {
      const folder = join(connectionsFolder, id)
      for (const name of [tellName, tellPart])
        await rm(join(folder, name), { force: true }).catch(() => undefined)
      await rmdir(folder).catch(() => undefined)
    }
  }
}

/** What is connected when a person says so. What is not known is as in a store that was just entered. */
export function draftOf({ baseUrl, apiPath }: FoundStore): ConnectionDraft | null {
  if (baseUrl === null) return null
  return {
    name: (URL.parse(baseUrl)?.host ?? baseUrl).slice(0, 80),
    baseUrl,
    apiPath: apiPath ?? knownApiPaths[0],
    currency: null,
    locale: null,
    // Nobody could have connected it without agreeing to that.
    httpAllowed: baseUrl.startsWith('http:')
  }
}

interface FoundFolder {
  id: string
  store: z.infer<typeof tellSchema> | null
  /** Of a store that is known, or with anything besides reviews: where only these are left of an unknown one, there is nothing to be done. */
  hasMore: boolean
  usedAt: number | null
}

/** What has neither a copy nor an address is listed for its key, which can be removed, or used where it says which store it is for. */
function isListed(items: readonly KeychainEntry[]): (folder: FoundFolder) => boolean {
  const withKey = new Set(items.map(({ id }) => id))
  return ({ id, hasMore }) => hasMore || withKey.has(id)
}

async function foldersIn(parent: string, isLost: (id: string) => boolean): Promise<FoundFolder[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter((entry) => entry.isDirectory() && isLost(entry.name))
  return Promise.all(
    folders.map(async ({ name: id }) => {
      const folder = join(parent, id)
      const names = (await readdir(folder).catch(() => [])).filter((name) => name !== tellPart)
      const store = await readTell(folder)
      const hasMore =
        store !== null || names.length === 0 || names.some((name) => !name.startsWith('reviews'))
      return { id, store, hasMore, usedAt: await lastUse(folder, names) }
    })
  )
}

async function readTell(folder: string): Promise<FoundFolder['store']> {
  try {
    return tellSchema.parse(JSON.parse(await readFile(join(folder, tellName), 'utf8')))
  } catch {
    return null
  }
}

/** When a file in it was last written: ms since 1970; null: there is none. */
async function lastUse(folder: string, names: readonly string[]): Promise<number | null> {
  const times = names.map((name) =>
    stat(join(folder, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0
    )
  )
  const last = Math.max(0, ...(await Promise.all(times)))
  return last === 0 ? null : last
}

function withKey(
  { id, store, usedAt }: Omit<FoundFolder, 'hasMore'>,
  items: readonly KeychainEntry[] | null
): FoundStore {
  const item = items?.find((each) => each.id === id)
  const origin = item?.origin ?? null
  const baseUrl = store?.baseUrl ?? origin
  const isForAnother = origin !== null && baseUrl !== null && !mayShareKey(origin, baseUrl)
  const key = items === null ? 'unknown' : item === undefined || isForAnother ? 'missing' : 'keychain'
  return { id, baseUrl, apiPath: store?.apiPath ?? null, key, usedAt }
}
