import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished } from 'vitest'
import { readRawAnswer } from '../../../electron/api/parse-answer'
import type { StorePage } from '../../../electron/api/types'
import { ok, type Result } from '../../../electron/contract/failure'
import type { SyncState, SyncSummary } from '../../../electron/contract/sync'
import type { SyncSchedule } from '../../../electron/contract/sync-values'
import type { Serving } from '../../../electron/database/thread-protocol'
import { createPublishing } from '../../../electron/publishing/publishing'
import type { PublishingThread } from '../../../electron/publishing/publish'
import type { PublishingMethods } from '../../../electron/publishing/protocol'
import type { Publishing } from '../../../electron/publishing/types'
import { createPublishingSide } from '../../../electron/publishing/worker/publishing-methods'
import { createSyncs, type Syncs } from '../../../electron/sync/syncs'
import type { PlaceCarrier, SegmentName } from '../../../electron/team/carriers/carrier'
import { createFolderCarrier } from '../../../electron/team/carriers/folder'
import { newDeviceKey, type DeviceKey } from '../../../electron/team/segment'
import type { TeamRecord } from '../../../electron/team/types'
import { canary } from '../../support/canary'
import { openDirectCopy, type DirectCopy } from '../../support/direct-copy'
import { eventually } from '../../support/eventually'
import { testFolder } from '../../support/folder'

/** A store's list in memory, with a count of the requests for it. */
export class ListedStore {
  items: unknown[] = []
  requests = 0

  fill(count: number, content: (at: number) => object = () => ({})): void {
    this.items = Array.from({ length: count }, (_, at) => ({
      ...{ id: `P-${at}`, name: `Product ${at}`, price: at, description: `What ${at} is`, image: null },
      ...content(at)
    }))
  }

  answer(
    page: number,
    limit: number
  ): { url: string; status: number; contentType: string; bytes: Uint8Array<ArrayBuffer> } {
    this.requests++
    const items = this.items.slice((page - 1) * limit, page * limit)
    const totals = { totalItems: this.items.length, totalPages: Math.ceil(this.items.length / limit) }
    const body = { status: 200, message: 'ok', data: { items, currentPage: page, ...totals } }
    const bytes = new TextEncoder().encode(JSON.stringify(body))
    return { url: 'https://store.example/', status: 200, contentType: 'application/json', bytes }
  }
}

/** The time of all devices of a test, ms since 1970. */
export class TestClock {
  at = 1_700_000_000_000
  pass(minutes: number): void {
    this.at += minutes * 60_000
  }
}

export const team = 'd'.repeat(32)
const storeAddress = { baseUrl: 'https://store.example', apiPath: '/api' }

export interface DeviceOptions {
  name: string
  store: ListedStore
  clock: TestClock
  /** The team's folder. */
  place: string
  folder: string
  /** In place of the folder's own carrier. */
  carrier?: PlaceCarrier
}

/** A device with a catalog, its syncs and what publishes for its team, put together as the app does. */
export class PublishingDevice {
  readonly key: DeviceKey = newDeviceKey()
  readonly states: SyncState[] = []
  readonly removed = new Set<string>()
  schedule: SyncSchedule = 'hourly'
  address = storeAddress
  copy: DirectCopy
  publishing: Publishing
  syncs: Syncs
  /** Called before each page that is taken over. */
  beforePage: () => void = () => undefined
  news = 0
  readonly #options: DeviceOptions

  constructor(options: DeviceOptions) {
    this.#options = options
    mkdirSync(options.folder, { recursive: true })
    this.copy = openDirectCopy(options.folder)
    this.publishing = this.#createPublishing()
    this.syncs = this.#createSyncs()
  }

  get root(): string {
    return join(this.#options.folder, 'published')
  }

  #createPublishing(): Publishing {
    const { place, clock, name, folder, carrier = createFolderCarrier(place) } = this.#options
    const { device } = this.key
    return createPublishing({
      thread: threadOf(createPublishingSide()),
      rootOf: () => this.root,
      catalogFile: () => Promise.resolve(ok(join(folder, 'catalog.sqlite'))),
      team: {
        hasTeam: () => true,
        membership: () =>
          Promise.resolve(ok({ team, device, place: { kind: 'folder', path: place }, store: this.address })),
        record: () => Promise.resolve(ok(recordOf([...this.removed]))),
        borrow: (_, work) => work(carrier)
      },
      key: () => Promise.resolve(ok(this.key)),
      reviewer: () => name,
      mostAge: () => 2 * 60 * 60_000,
      onNew: () => (this.news += 1),
      onChange: () => undefined,
      log: { warn: () => undefined },
      now: () => clock.at
    })
  }

  #createSyncs(): Syncs {
    const { store, clock } = this.#options
    return createSyncs({
      now: () => clock.at,
      catalog: this.copy,
      client: {
        fetchAnswer: ({ page, limit }) => Promise.resolve(ok({ page, limit, ...store.answer(page, limit) }))
      },
      addressOf: () => this.address,
      credentialsOf: () => Promise.resolve(ok(canary)),
      scheduleOf: () => this.schedule,
      keepSchedule: () => Promise.resolve(ok(null)),
      onChange: (state) => this.states.push(state),
      onReached: () => undefined,
      published: {
        newest: (...asked) => this.publishing.newest(...asked),
        open: async (...asked) => {
          const opened = await this.publishing.open(...asked)
          if (opened === null) return null
          const pages: typeof opened.pages = (...range) => {
            this.beforePage()
            return opened.pages(...range)
          }
          return { ...opened, pages }
        }
      }
    })
  }

  get state(): SyncState {
    return this.syncs.state('c')
  }

  /** A page as the store would give it. */
  lookAt(items: unknown[]): StorePage {
    const store = new ListedStore()
    store.items = items
    const read = readRawAnswer({ page: 1, limit: items.length, ...store.answer(1, items.length) })
    if (!read.ok) throw new Error(read.failure.code)
    return { ...read.value, totalItems: null, totalPages: null }
  }

  /** One whole sync, of the store or of what is published. */
  async sync(): Promise<SyncSummary> {
    this.syncs.start('c')
    await eventually(() => {
      if (this.state.phase !== 'idle') throw new Error(`it is ${this.state.phase}`)
    })
    const { last, because } = this.state
    if (last === null) throw new Error(`no sync has ended: ${JSON.stringify(because)}`)
    return last
  }

  /** Becomes the publisher, syncs and publishes. */
  async publishFirst(isTakingOver = false): Promise<void> {
    const set = await this.publishing.set('c', true, isTakingOver)
    if (!set.ok) throw new Error(JSON.stringify(set.failure))
    await this.publish()
  }

  async publish(): Promise<void> {
    await this.sync()
    const published = await this.publishing.publish('c')
    if (!published.ok) throw new Error(JSON.stringify(published.failure))
  }

  /** `kill -9`, and a new start of the app. */
  restart(): void {
    this.copy.kill()
    this.copy.close()
    this.copy = openDirectCopy(this.#options.folder)
    this.publishing = this.#createPublishing()
    this.syncs = this.#createSyncs()
  }

  async close(): Promise<void> {
    await this.syncs.close()
    this.copy.close()
  }

  /** All that the catalog says of the store's list, row by row. */
  list(): unknown[] {
    const db = new DatabaseSync(join(this.#options.folder, 'catalog.sqlite'), { readOnly: true })
    try {
      const places = db.prepare(
        `SELECT place.position, id, name, price, description, image, flags, duplicate, gone IS NOT NULL AS gone FROM place
         LEFT JOIN product ON product.key = place.product ORDER BY position`
      )
      const aside = db.prepare('SELECT position, reason, id, name FROM set_aside ORDER BY position')
      const facts = db.prepare("SELECT name, value FROM fact WHERE name IN ('total', 'form', 'oddities')")
      return [places.all(), aside.all(), facts.all()]
    } finally {
      db.close()
    }
  }

  /** The changes that Changes shows: kind, field and product. */
  changes(): string[] {
    const db = new DatabaseSync(join(this.#options.folder, 'catalog.sqlite'), { readOnly: true })
    try {
      const rows = db.prepare(
        'SELECT kind, field, id, run FROM change JOIN product ON product.key = change.product ORDER BY number'
      )
      return rows
        .all()
        .map(({ kind, field, id }) => `${String(id)} ${String(kind)} ${String(field ?? '')}`.trim())
    } finally {
      db.close()
    }
  }
}

/** A store, and people who share a team's folder. */
export interface PublishingTeam {
  store: ListedStore
  clock: TestClock
  place: string
  join: (name: string, carrier?: PlaceCarrier) => PublishingDevice
}

export function startTeam(): PublishingTeam {
  const folder = testFolder()
  const place = join(folder, 'shared')
  mkdirSync(join(place, 'team'), { recursive: true })
  const [store, clock] = [new ListedStore(), new TestClock()]
  return {
    ...{ store, clock, place },
    join(name, carrier) {
      const device = new PublishingDevice({
        ...{ name, store, clock, place, folder: join(folder, name) },
        ...(carrier && { carrier })
      })
      onTestFinished(() => device.close())
      return device
    }
  }
}

/** Syncs a device that asks the store for nothing. */
export async function takesOver(device: PublishingDevice, store: ListedStore): Promise<void> {
  const before = store.requests
  const summary = await device.sync()
  expect(summary).toMatchObject({ outcome: 'complete', from: { by: 'Ana' } })
  expect(store.requests - before).toBe(0)
}

function recordOf(removed: readonly string[]): TeamRecord {
  const members = removed.map((device) => ({ device, isRemoved: true }))
  return { members } as unknown as TeamRecord
}

/** The methods of the thread, in this one. */
function threadOf(methods: Serving<PublishingMethods>): PublishingThread {
  return {
    async call(method, id, input) {
      const work = methods[method] as (id: string, input: unknown) => Result<never> | Promise<Result<never>>
      return { result: await work(id, structuredClone(input)), damaged: false }
    }
  }
}

/** The names of what a device has published at a place. */
export function publishedAt(place: string, device: string): SegmentName[] {
  const files = readdirSync(join(place, 'catalog', device))
  const sequences = files.map((file) => Number(file.replace('.vseg', ''))).sort((one, other) => one - other)
  return sequences.map((sequence) => ({ device, sequence }))
}
