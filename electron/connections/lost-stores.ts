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
import type { KeyedMutex } from '../async/mutex'
import type { SettingsStore, SavedConnection } from '../settings'
import { checkDraft } from './credentials-change'
import { withConnection, withoutRemoval, withRemoval } from './saved-connections'
import type { OrganizationStores } from './organization'

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

/** What is connected when a person says so. What is not known is as in a store that was just entered. */
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

/** What settings that were lost have left: it is connected again, or removed. Nothing while the settings cannot be read. */
export interface LostStores {
  list(): Promise<FoundStore[]>
  /** Fails as the keychain does. */
  keys(): Promise<Result<LostKey[]>>
  /** As it was, with its key where that is in the keychain, and shows it. Fails with `connection-unknown`, or as the file does. */
  connect(id: string): Promise<Result<Connection>>
  /**
   * Its key and its catalog go; its reviews stay, as those of any that is removed. Fails as the keychain does, and then removes nothing.
   *
   * @param leaveKey the keychain, which cannot be used, is not touched
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
  /** Takes away what is kept of a connection that is in no settings. */
  clear: (id: string, store: StoreAddress) => Promise<void>
  show: (saved: SavedConnection) => Connection
  onChange: () => void
}

export function createLostStores(deps: LostStoresDeps): LostStores {
  const { settings, credentials, organization, found, mutex } = deps

  /** Ids of what is somebody's, or is about to go. */
  function owners(): ReadonlySet<string> {
    const { connections, removals } = settings.get()
    return new Set([...connections, ...removals].map(({ id }) => id))
  }

  /** Those that are nobody's now, also when the keychain was asked for a while. */
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
    // First what can be taken back: a key that is gone is gone.
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

/** Where the store is; empty where that is not known as a whole: reviews of no known store stay where they are. */
function addressOf({ baseUrl, apiPath }: FoundStore): StoreAddress {
  return baseUrl === null || apiPath === null ? { baseUrl: '', apiPath: '' } : { baseUrl, apiPath }
}
