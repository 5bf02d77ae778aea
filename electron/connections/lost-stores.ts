import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { storeNoteName, storeNotePart, storeNoteSchema } from '../files/store-note'
import { knownApiPaths } from '../contract/connection-check'
import {
  connectionIdSchema,
  type ConnectionDraft,
  type FoundStore,
  type LostKey,
  type Connection
} from '../contract/connection'
import { ok, fail, type Result } from '../contract/failure'
import type { KeychainEntry, CredentialStore } from '../credentials/store'
import { mayShareKey } from '../credentials/check'
import { demoId } from './demo'
import type { StoreAddress } from '../api/types'
import type { KeyedMutex } from '../async/locks'
import type { SettingsStore, SavedConnection } from '../settings'
import { checkDraft } from './credentials-change'
import { withConnection, withoutRemoval, withRemoval } from './saved-connections'
import type { OrganizationStores } from './organization'

/** Folders of the app itself, not of a connection. */
const isOurs = (id: string): boolean => id === demoId || id.startsWith('vitrine-')

/** What lost settings have left behind. Holds no secret. */
export interface FoundStores {
  /** Folders of unknown connections with which anything can be done, the last used first. Reads the keychain only if there is one. */
  list(owners: ReadonlySet<string>): Promise<FoundStore[]>
  /** Keys of no known connection and no listed folder. Fails as the keychain does. */
  keys(owners: ReadonlySet<string>): Promise<Result<LostKey[]>>
  /** Deletes the note that says which store a folder belongs to, and the folder if it is empty then. */
  discard(id: string): Promise<void>
}

interface FoundStoresDeps {
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
      for (const name of [storeNoteName, storeNotePart])
        await rm(join(folder, name), { force: true }).catch(() => undefined)
      await rmdir(folder).catch(() => undefined)
    }
  }
}

/** The connection that is restored on request. Unknown settings get the defaults of a newly entered store. */
function draftOf({ baseUrl, apiPath }: FoundStore): ConnectionDraft | null {
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
  store: z.infer<typeof storeNoteSchema> | null
  /** Whether the store is known or there is anything besides reviews: reviews of an unknown store alone cannot be restored. */
  hasMore: boolean
  usedAt: number | null
}

/**
 * A folder with neither a catalog nor an address is listed for its key, which can be removed, or used if it says which store it is for.
 */
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
      const names = (await readdir(folder).catch(() => [])).filter((name) => name !== storeNotePart)
      const store = await readTell(folder)
      const hasMore =
        store !== null || names.length === 0 || names.some((name) => !name.startsWith('reviews'))
      return { id, store, hasMore, usedAt: await lastUse(folder, names) }
    })
  )
}

async function readTell(folder: string): Promise<FoundFolder['store']> {
  try {
    return storeNoteSchema.parse(JSON.parse(await readFile(join(folder, storeNoteName), 'utf8')))
  } catch {
    return null
  }
}

/** When a file in it was last written, in ms since 1970; null if it is empty. */
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

/** What lost settings have left behind: each store can be connected again, or removed. Empty while the settings cannot be read. */
export interface LostStores {
  list(): Promise<FoundStore[]>
  /** Fails as the keychain does. */
  keys(): Promise<Result<LostKey[]>>
  /**
   * Connects it again as it was, with its key if that is in the keychain, and makes it active. Fails with `connection-unknown`, or as the
   * file does.
   */
  connect(id: string): Promise<Result<Connection>>
  /**
   * Deletes its key and catalog; its reviews stay, as for any removed connection. Fails as the keychain does, and then deletes nothing.
   *
   * @param leaveKey the keychain is unusable: leave it alone
   */
  remove(id: string, leaveKey: boolean): Promise<Result<null>>
}

interface LostStoresDeps {
  settings: SettingsStore
  credentials: Pick<CredentialStore, 'removeItem'>
  organization: OrganizationStores
  found: FoundStores
  /** Of the connections, by their id. */
  mutex: KeyedMutex
  /** Deletes the data of a connection that is in no settings. */
  clear: (id: string, store: StoreAddress) => Promise<void>
  show: (saved: SavedConnection) => Connection
  onChange: () => void
}

export function createLostStores(deps: LostStoresDeps): LostStores {
  const { settings, credentials, organization, found, mutex } = deps

  /** Ids of connections that are known, or about to be deleted. */
  function owners(): ReadonlySet<string> {
    const { connections, removals } = settings.get()
    return new Set([...connections, ...removals].map(({ id }) => id))
  }

  /** The folders that are unknown now, after the keychain has answered. */
  function nobodys<T extends { id: string }>(listed: readonly T[]): T[] {
    const known = owners()
    return listed.filter(({ id }) => id !== demoId && !known.has(id) && organization.find(id) === null)
  }

  const list = async (): Promise<FoundStore[]> =>
    settings.isReadOnly ? [] : nobodys(await found.list(owners()))

  const find = async (id: string): Promise<FoundStore | null> =>
    (await list()).find((each) => each.id === id) ?? null

  async function connect(id: string): Promise<Result<Connection>> {
    const store = await find(id)
    const draft = store && draftOf(store)
    if (draft === null) return fail('connection-unknown')
    const checked = checkDraft(draft)
    if (!checked.ok) return checked
    const saved: SavedConnection = { ...checked.value, id, keep: 'keychain' }
    const written = await settings.change((current) => withConnection(current, saved))
    if (!written.ok) return written
    deps.onChange()
    return ok(deps.show(saved))
  }

  async function remove(id: string, leaveKey: boolean): Promise<Result<null>> {
    if (settings.isReadOnly || nobodys([{ id }]).length === 0) return fail('connection-unknown')
    const store = await find(id)
    if (store === null) return leaveKey ? ok(null) : credentials.removeItem(id)
    const address = addressOf(store)
    // What can be undone comes first: a deleted key is gone.
    const written = await settings.change((current) => withRemoval(current, { id, ...address }))
    if (!written.ok) return written
    const removed = leaveKey ? ok(null) : await credentials.removeItem(id)
    if (removed.ok) await deps.clear(id, address)
    else await settings.change((current) => withoutRemoval(current, id))
    return removed
  }

  return {
    async list() {
      // A key is saved before the settings that say whose it is.
      await mutex.allSettled()
      return list()
    },
    async keys() {
      await mutex.allSettled()
      if (settings.isReadOnly) return ok([])
      const keys = await found.keys(owners())
      return keys.ok ? ok(nobodys(keys.value)) : keys
    },
    connect: (id) => mutex.run(id, () => connect(id)),
    remove: (id, leaveKey) => mutex.run(id, () => remove(id, leaveKey))
  }
}

/** The store's address; empty unless it is known as a whole: reviews of an unknown store stay where they are. */
function addressOf({ baseUrl, apiPath }: FoundStore): StoreAddress {
  return baseUrl === null || apiPath === null ? { baseUrl: '', apiPath: '' } : { baseUrl, apiPath }
}
