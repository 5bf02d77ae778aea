import type { StoreAddress } from '../api/types'
import type { KeyedMutex } from '../async/mutex'
import type { Connection, FoundStore, LostKey } from '../contract/connection'
import { fail, ok, type Result } from '../contract/failure'
import type { CredentialStore } from '../credentials/store'
import type { SettingsStore, SavedConnection } from '../settings'
import { demoId } from './demo'
import { checkDraft } from './draft'
import { draftOf, type FoundStores } from './found'
import { withConnection, withoutRemoval, withRemoval } from './in-settings'
import type { OrganisationStores } from './organisation'

/** What settings that were lost have left: it is connected again, or removed. Nothing while the settings cannot be read. */
export interface LostStores {
  list(): Promise<FoundStore[]>
  /** Fails as the keychain does. */
  keys(): Promise<Result<LostKey[]>>
  /** As it was, with its key where that is in the keychain, and shows it. Fails with `connection-unknown`, or as the file does. */
  connect(id: string): Promise<Result<Connection>>
  /**
   * Its key and its copy go; its reviews stay, as those of any that is removed. Fails as the keychain does, and then removes nothing.
   *
   * @param leaveKey the keychain, which cannot be used, is not touched
   */
  remove(id: string, leaveKey: boolean): Promise<Result<null>>
}

export interface LostStoresDeps {
  settings: SettingsStore
  credentials: Pick<CredentialStore, 'removeItem'>
  organisation: OrganisationStores
  found: FoundStores
  /** Of the connections, by their id. */
  mutex: KeyedMutex
  /** Takes away what is kept of a connection that is in no settings. */
  clear: (id: string, store: StoreAddress) => Promise<void>
  show: (saved: SavedConnection) => Connection
  onChange: () => void
}

export function createLostStores(deps: LostStoresDeps): LostStores {
  const { settings, credentials, organisation, found, mutex } = deps

  /** Ids of what is somebody's, or is about to go. */
  function owners(): ReadonlySet<string> {
    const { connections, removals } = settings.get()
    return new Set([...connections, ...removals].map(({ id }) => id))
  }

  /** Those that are nobody's now, also when the keychain was asked for a while. */
  function nobodys<T extends { id: string }>(listed: readonly T[]): T[] {
    const known = owners()
    return listed.filter(({ id }) => id !== demoId && !known.has(id) && organisation.find(id) === null)
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
