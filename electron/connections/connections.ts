import { randomUUID } from 'node:crypto'
import type { StoreAddress, StoreClient, StorePage } from '../api/types'
import { createKeyedMutex } from '../async/locks'
import type { ParsedInput } from '../contract/channels'
import type {
  Connection,
  ConnectionList,
  ConnectionTest,
  Credentials,
  CredentialsChange
} from '../contract/connection'
import { fail, ok, type Result } from '../contract/failure'
import type { CredentialStore } from '../credentials/store'
import { settledWithin } from '../async/with-timeout'
import type { DemoStore } from '../demo'
import type { SettingsStore, SavedConnection } from '../settings'
import { createDemo, demoId, type Demo } from './demo'
import { checkDraft, completed, isKeyEntered, isSameList, originOf, saveKey } from './credentials-change'
import { createLostStores, type FoundStores, type LostStores } from './lost-stores'
import {
  withChanged,
  withConnection,
  withoutDemo,
  withoutRemoval,
  withRemoval,
  shown,
  shownDemo
} from './saved-connections'
import type { OrganizationStores } from './organization'
import { createTestedPage, createTester, failedAt, type Tester, type TestRun } from './tester'

/** ms that Save waits until the page that the test read is in the catalog, because the next screen begins with it. */
const pagePatience = 1000

export interface ConnectionsDeps {
  settings: SettingsStore
  credentials: CredentialStore
  organization: OrganizationStores
  found: FoundStores
  client: Pick<StoreClient, 'fetchPage'>
  startDemoStore: () => Promise<DemoStore>
  /** Told of every secret that a person enters, before it is used. */
  onSecret: (secret: string) => void
  /** The list of connections changed, or another one became active. */
  onChange: () => void
  /**
   * Called when a connection's stored products and pictures are no longer valid, because its `store` changed or it was removed. Returns
   * whether everything was deleted: another program may have a file open (Windows).
   */
  onForget: (id: string, store: StoreAddress) => Promise<boolean>
  /** The key or user id of the same store changed. */
  onKeyChanged: (id: string) => void
  /** A connection test read a page of this connection at `at` (ms since 1970); it is to be stored in the catalog. */
  onPage: (id: string, page: StorePage, at: number) => Promise<unknown>
}

/** The connected stores, and which one is active. Holds no secret itself. */
export class Connections {
  readonly #deps: ConnectionsDeps
  readonly #demo: Demo
  readonly #tester: Tester
  readonly #tested = createTestedPage()
  /** A key and its address change together or not at all: concurrent changes could mix them, or undo a removal. */
  readonly #mutex = createKeyedMutex()
  #ready: Promise<unknown> = Promise.resolve()
  /** What lost settings have left behind. */
  readonly lost: LostStores

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps
    this.#tester = createTester(deps.client)
    this.#demo = createDemo(deps.startDemoStore, (credentials) =>
      deps.credentials.save(demoId, credentials, 'session', null)
    )
    this.lost = createLostStores({
      ...deps,
      mutex: this.#mutex,
      clear: (id, store) => this.#clear(id, store),
      show: (saved) => this.#show(saved)
    })
  }

  /** Starts the demo store if it was active or is requested. The first `list` waits for it and for `others`; failures are ignored. */
  restore(demoWanted: boolean, others: Promise<unknown> = Promise.resolve()): void {
    const isDemoDue = demoWanted || this.#deps.settings.get().activeId === demoId
    // Without its store the demo is not listed; the failure is reported when the person opens it.
    this.#ready = Promise.allSettled([others, isDemoDue ? this.openDemo() : null])
    for (const { id, ...store } of this.#deps.settings.get().removals) {
      // What fails is retried at the next start.
      this.#finishRemoval(id, store).catch(() => undefined)
    }
  }

  /** All connections; the demo comes last, while it runs. */
  async list(): Promise<ConnectionList> {
    await this.#ready
    return {
      connections: this.#all(),
      offered: this.#deps.organization.offered(this.#deps.settings.get().connections),
      activeId: this.activeId(),
      keychain: this.#deps.credentials.keychain(),
      settingsDamage: this.#deps.settings.takeDamage()
    }
  }

  /** The saved connections and, while its store runs, the demo. */
  ids(): string[] {
    return this.#all().map(({ id }) => id)
  }

  /** The current state of a connection; null if it is unknown or, for the demo, not running. */
  of(id: string): Connection | null {
    return this.#all().find((connection) => connection.id === id) ?? null
  }

  /** Null when nothing is connected. */
  activeId(): string | null {
    const all = this.#all()
    const wanted = this.#deps.settings.get().activeId
    return (all.find(({ id }) => id === wanted) ?? all[0])?.id ?? null
  }

  /** The address of a connection's store; null if it is unknown or, for the demo, not running. */
  addressOf(id: string): StoreAddress | null {
    return id === demoId ? this.#demo.address() : this.#saved(id)
  }

  /** ISO 4217; null if not set. */
  currencyOf(id: string): string | null {
    return this.#all().find((connection) => connection.id === id)?.currency ?? null
  }

  /**
   * Key and user id for the address that `addressOf` returned, also while both are being changed. Fails as the keychain does, and with
   * `cancelled` if the connection has another address by then: a key is sent to no store but its own (fault 102).
   */
  async credentialsOf(id: string, { baseUrl, apiPath }: StoreAddress): Promise<Result<Credentials>> {
    await this.#mutex.settled(id)
    const credentials = await this.#deps.credentials.read(id)
    const now = this.addressOf(id)
    return now?.baseUrl === baseUrl && now.apiPath === apiPath ? credentials : fail('cancelled')
  }

  /** See the channel `connections:save`. Fails as the address, the credentials, the keychain or the file do. */
  save(input: ParsedInput<'connections:save'>): Promise<Result<Connection>> {
    const id = input.id ?? randomUUID()
    return this.#mutex.run(id, async () => {
      const old = this.#saved(id)
      if (old === null && input.id !== null && !this.#isOffered(id)) return fail('connection-unknown')
      return this.#save(id, old, input)
    })
  }

  /** See the channel `connections:test`. */
  async test({ id, draft, credentials }: ParsedInput<'connections:test'>): Promise<Result<ConnectionTest>> {
    const old = id === null ? null : this.#saved(id)
    if (id !== null && old === null && !this.#isOffered(id)) return fail('connection-unknown')
    const checked = checkDraft(draft)
    if (!checked.ok) {
      const step = checked.failure.facts.field === 'apiPath' ? 'path' : 'address'
      return ok(failedAt(step, checked.failure))
    }
    this.#learn(credentials)
    const completed = this.#completed(id, checked.value.baseUrl, credentials)
    this.#tested.drop()
    const run = await this.#tester.run(checked.value, completed)
    if (!run.ok) return run
    this.#keepTested(old && id, checked.value, run.value)
    return ok(run.value.test)
  }

  /** Cancels the running test, and drops the page that the last one read. */
  cancelTest(): void {
    this.#tester.cancel()
    this.#tested.drop()
  }

  rename(id: string, name: string): Promise<Result<Connection>> {
    return this.#mutex.run(id, async () => {
      const saved = this.#saved(id)
      if (saved === null) return fail('connection-unknown')
      if (this.#deps.organization.find(id)) return fail('setting-locked', { field: 'name' })
      const renamed = { ...saved, name }
      const written = await this.#deps.settings.change((settings) => withChanged(settings, renamed))
      if (!written.ok) return written
      this.#deps.onChange()
      return ok(this.#show(renamed))
    })
  }

  /** Makes this connection active, even if the profile cannot be written (fault 81). */
  async activate(id: string): Promise<Result<Connection>> {
    const connection = this.#find(id)
    if (connection === null) return fail('connection-unknown')
    await this.#deps.settings.remember((settings) => ({ ...settings, activeId: id }))
    this.#deps.onChange()
    return ok(connection)
  }

  /**
   * Removes a connection and its key; if either cannot be removed, both stay.
   *
   * @param leaveKey the keychain is unusable: leave it alone, with its item
   */
  remove(id: string, leaveKey = false): Promise<Result<null>> {
    return this.#mutex.run(id, () => this.#remove(id, leaveKey))
  }

  /** Starts the demo store and makes it active. Rejects if no port can be opened: a bug or worse. */
  openDemo(): Promise<Result<Connection>> {
    return this.#mutex.run(demoId, async () => {
      await this.#demo.open()
      return this.activate(demoId)
    })
  }

  /** Waits for running changes to finish, and stops the demo store. */
  async close(): Promise<void> {
    this.cancelTest()
    await this.#mutex.allSettled()
    await this.#demo.close()
  }

  async #save(
    id: string,
    old: SavedConnection | null,
    { draft, credentials, keep }: ParsedInput<'connections:save'>
  ): Promise<Result<Connection>> {
    const drafted = checkDraft(draft)
    const checked = drafted.ok ? this.#deps.organization.check(id, drafted.value) : drafted
    if (!checked.ok) return checked
    const saved = { ...checked.value, id, keep }
    this.#learn(credentials)
    const undo = await saveKey(this.#deps.credentials, old, saved, credentials)
    if (!undo.ok) return undo
    const written = await this.#deps.settings.change((settings) => withConnection(settings, saved))
    if (!written.ok) {
      await undo.value()
      return written
    }
    if (old?.keep === 'keychain' && keep === 'session') void this.#deps.credentials.discardItem(id)
    if (old && !isSameList(old, saved)) await this.#deps.onForget(id, saved)
    else if (old && isKeyEntered(credentials)) this.#deps.onKeyChanged(id)
    await this.#takeTested(old && id, saved)
    this.#tested.drop()
    this.#deps.onChange()
    return ok(this.#show(saved))
  }

  /** Keeps the page that a test read until Save, unless what was tested is saved already. */
  #keepTested(id: string | null, store: StoreAddress, { read }: TestRun): void {
    if (read === null) return
    this.#tested.keep({ id, store, credentials: read.credentials }, read.page)
    if (id === null) return
    void this.#mutex.run(id, async () => {
      const saved = this.#saved(id)
      if (saved !== null) await this.#takeTested(id, saved)
    })
  }

  /** Hands the page that a test read in this form (null: of a new connection) to the connection, if it belongs to it. */
  async #takeTested(form: string | null, saved: SavedConnection): Promise<void> {
    if (!this.#tested.mayFit({ id: form, store: saved })) return
    const credentials = await this.#deps.credentials.read(saved.id)
    if (!credentials.ok) return
    const page = this.#tested.take({ id: form, store: saved, credentials: credentials.value })
    if (page !== null) await settledWithin(this.#deps.onPage(saved.id, page.page, page.at), pagePatience)
  }

  async #remove(id: string, leaveKey: boolean): Promise<Result<null>> {
    const { credentials, settings, onChange } = this.#deps
    const saved = this.#saved(id)
    if (saved === null && id !== demoId) return fail('connection-unknown')
    const before = leaveKey ? null : await credentials.read(id)
    const removed = await credentials.remove(id, leaveKey)
    if (!removed.ok) return removed
    const written = await settings.change((current) =>
      saved === null ? withoutDemo(current) : withRemoval(current, saved)
    )
    if (!written.ok && saved !== null) {
      if (before?.ok) await credentials.save(id, before.value, saved.keep, originOf(saved))
      return written
    }
    if (id === demoId) await this.#demo.close()
    await this.#clear(id, saved ?? { baseUrl: demoId, apiPath: '' })
    onChange()
    return ok(null)
  }

  /** Deletes the stored data of a removed connection; what cannot be deleted now is deleted at the next start (fault 111). */
  async #clear(id: string, store: StoreAddress): Promise<void> {
    const { settings, found, onForget } = this.#deps
    if (!(await onForget(id, store))) return
    await found.discard(id)
    void settings.remember((current) => withoutRemoval(current, id))
  }

  /**
   * Finishes a removal that was cut off, as by a kill. Not if the connection exists again: stores set up by the organization keep their
   * id.
   */
  #finishRemoval(id: string, store: StoreAddress): Promise<void> {
    return this.#mutex.run(id, async () => {
      if (this.#saved(id) === null) await this.#clear(id, store)
    })
  }

  /** The entered values, completed with the saved ones once no change of those is running. */
  async #completed(
    id: string | null,
    baseUrl: string,
    change: CredentialsChange
  ): Promise<Result<Credentials>> {
    if (id !== null) await this.#mutex.settled(id)
    return completed(this.#deps.credentials, id === null ? null : this.#saved(id), baseUrl, change)
  }

  #learn(change: CredentialsChange): void {
    for (const secret of [change.key, change.userId]) if (secret) this.#deps.onSecret(secret)
  }

  /** Whether the organization set it up; the first key that is entered connects it. */
  #isOffered(id: string): boolean {
    return this.#deps.organization.find(id) !== null
  }

  #saved(id: string): SavedConnection | null {
    const saved = this.#deps.settings.get().connections.find((connection) => connection.id === id)
    return saved ? this.#deps.organization.inForce(saved) : null
  }

  #find(id: string): Connection | null {
    return this.#all().find((connection) => connection.id === id) ?? null
  }

  #all(): Connection[] {
    const { settings, credentials, organization } = this.#deps
    const stores = settings.get().connections.map((saved) => this.#show(organization.inForce(saved)))
    const demo = this.#demo.address()
    return demo === null ? stores : [...stores, shownDemo(demo, credentials.state(demoId))]
  }

  #show(saved: SavedConnection): Connection {
    const { credentials, organization } = this.#deps
    return shown(saved, credentials.state(saved.id), organization.find(saved.id) !== null)
  }
}
