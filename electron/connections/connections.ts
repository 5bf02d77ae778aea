import { randomUUID } from 'node:crypto'
import type { StoreAddress, StoreClient } from '../api/types'
import type { ParsedInput } from '../contract/channels'
import type { Connection, ConnectionList, ConnectionTest, CredentialsChange } from '../contract/connection'
import { fail, ok, type Result } from '../contract/failure'
import type { CredentialStore } from '../credentials/store'
import type { DemoStore } from '../demo/demo-store'
import type { SavedConnection } from '../settings/schema'
import type { SettingsStore } from '../settings/settings'
import { createDemo, demoId, type Demo } from './demo'
import { checkDraft } from './draft'
import { completed, saveKey } from './key-change'
import { shown, shownDemo, withConnection, without } from './shown'
import { createTester, failedAt, type Tester } from './tester'

export interface ConnectionsDeps {
  settings: SettingsStore
  credentials: CredentialStore
  client: StoreClient
  startDemoStore: () => Promise<DemoStore>
  /** Told of every secret that a person enters, before it is used. */
  onSecret: (secret: string) => void
  /** The list, or which connection is active, is not what it was. */
  onChange: () => void
  /** What is remembered of a connection's products and pictures does not hold any more. */
  onForget: (id: string) => void
  newId?: () => string
}

/** Which stores a person has connected, and which one is looked at. Holds no secret itself. */
export class Connections {
  readonly #deps: ConnectionsDeps
  readonly #demo: Demo
  readonly #tester: Tester
  #ready: Promise<unknown> = Promise.resolve()

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps
    this.#tester = createTester(deps.client)
    this.#demo = createDemo(deps.startDemoStore, (credentials) =>
      deps.credentials.save(demoId, credentials, 'session')
    )
  }

  /**
   * Starts the demo store again when it was looked at last, or is wanted now. The first `list` waits for it, and
   * for `others`, whose failures do not matter here.
   */
  restore(demoWanted: boolean, others: Promise<unknown> = Promise.resolve()): void {
    const isDemoDue = demoWanted || this.#deps.settings.get().activeId === demoId
    // Without its store the demo is not in the list; that it failed is told when the person opens it.
    this.#ready = Promise.allSettled([others, isDemoDue ? this.openDemo() : null])
  }

  /** All connections; ends with the demo while it runs. */
  async list(): Promise<ConnectionList> {
    await this.#ready
    return {
      connections: this.#all(),
      activeId: this.activeId(),
      keychain: this.#deps.credentials.keychain(),
      settingsSetAside: this.#deps.settings.takeSetAside()
    }
  }

  /** Null when nothing is connected. */
  activeId(): string | null {
    const all = this.#all()
    const wanted = this.#deps.settings.get().activeId
    return (all.find(({ id }) => id === wanted) ?? all[0])?.id ?? null
  }

  /** Where a connection's store is; null when it is unknown or, for the demo, not running. */
  addressOf(id: string): StoreAddress | null {
    return id === demoId ? this.#demo.address() : this.#saved(id)
  }

  /** See the channel `connections:save`. Fails as the address, the credentials, the keychain or the file do. */
  async save({ id, draft, credentials, keep }: ParsedInput<'connections:save'>): Promise<Result<Connection>> {
    const old = id === null ? null : this.#saved(id)
    if (id !== null && old === null) return fail('connection-unknown')
    const checked = checkDraft(draft)
    if (!checked.ok) return checked
    const saved = { ...checked.value, id: old?.id ?? (this.#deps.newId ?? randomUUID)(), keep }
    this.#learn(credentials)
    const undo = await saveKey(this.#deps.credentials, old, saved, credentials)
    if (!undo.ok) return undo
    const written = await this.#deps.settings.change((settings) => withConnection(settings, saved))
    if (!written.ok) {
      await undo.value()
      return written
    }
    if (old?.keep === 'keychain' && keep === 'session') void this.#deps.credentials.discardItem(saved.id)
    this.#deps.onForget(saved.id)
    this.#deps.onChange()
    return ok(this.#show(saved))
  }

  /** See the channel `connections:test`. */
  async test({ id, draft, credentials }: ParsedInput<'connections:test'>): Promise<Result<ConnectionTest>> {
    const old = id === null ? null : this.#saved(id)
    if (id !== null && old === null) return fail('connection-unknown')
    const checked = checkDraft(draft)
    if (!checked.ok) {
      const step = checked.failure.facts.field === 'apiPath' ? 'path' : 'address'
      return ok(failedAt(step, checked.failure))
    }
    this.#learn(credentials)
    const complete = completed(this.#deps.credentials, old, checked.value.baseUrl, credentials)
    return this.#tester.run(checked.value, complete)
  }

  cancelTest(): void {
    this.#tester.cancel()
  }

  async rename(id: string, name: string): Promise<Result<Connection>> {
    const saved = this.#saved(id)
    if (saved === null) return fail('connection-unknown')
    const renamed = { ...saved, name }
    const written = await this.#deps.settings.change((settings) => ({
      ...settings,
      connections: settings.connections.map((other) => (other.id === id ? { ...other, name } : other))
    }))
    if (!written.ok) return written
    this.#deps.onChange()
    return ok(this.#show(renamed))
  }

  /** Shows this connection from now on; a profile that cannot be written does not stand in the way (81). */
  async activate(id: string): Promise<Result<Connection>> {
    const connection = this.#find(id)
    if (connection === null) return fail('connection-unknown')
    await this.#deps.settings.remember((settings) => ({ ...settings, activeId: id }))
    this.#deps.onChange()
    return ok(connection)
  }

  /** Removes a connection and its key; when one of the two cannot be removed, both stay. */
  async remove(id: string): Promise<Result<null>> {
    const { credentials, settings, onForget, onChange } = this.#deps
    const saved = this.#saved(id)
    if (saved === null && id !== demoId) return fail('connection-unknown')
    const before = await credentials.read(id)
    const removed = await credentials.remove(id)
    if (!removed.ok) return removed
    const written = await settings.change((current) => without(current, id))
    if (!written.ok && saved !== null) {
      if (before.ok) await credentials.save(id, before.value, saved.keep)
      return written
    }
    if (id === demoId) await this.#demo.close()
    onForget(id)
    onChange()
    return ok(null)
  }

  /** Starts the demo store and shows it. Rejects when this computer gives it no port: a bug or worse. */
  async openDemo(): Promise<Result<Connection>> {
    await this.#demo.open()
    return this.activate(demoId)
  }

  close(): Promise<void> {
    this.#tester.cancel()
    return this.#demo.close()
  }

  #learn(change: CredentialsChange): void {
    for (const secret of [change.key, change.userId]) if (secret) this.#deps.onSecret(secret)
  }

  #saved(id: string): SavedConnection | null {
    return this.#deps.settings.get().connections.find((connection) => connection.id === id) ?? null
  }

  #find(id: string): Connection | null {
    return this.#all().find((connection) => connection.id === id) ?? null
  }

  #all(): Connection[] {
    const { settings, credentials } = this.#deps
    const stores = settings.get().connections.map((saved) => this.#show(saved))
    const demo = this.#demo.address()
    return demo === null ? stores : [...stores, shownDemo(demo, credentials.state(demoId))]
  }

  #show(saved: SavedConnection): Connection {
    return shown(saved, this.#deps.credentials.state(saved.id))
  }
}
