import { join } from 'node:path'
import { createStoreClient } from '../../../electron/api/store-client'
import { createCatalogDb } from '../../../electron/catalog/catalog-db'
import type { CatalogDb } from '../../../electron/catalog/types'
import type { StoreAddress } from '../../../electron/api/types'
import { fail } from '../../../electron/contract/failure'
import type { SyncState } from '../../../electron/contract/sync'
import { createSyncs } from '../../../electron/sync/syncs'
import { setV8Flags } from '../../../electron/database/v8-flags'
import { bundled } from '../bundle-folder'
import { serveMeasure } from '../own-process'
import { folderSize } from './folder-size'
import { prepareExchanging } from './keep-exchanging'
import { keepReading, type ReadTimes } from './keep-reading'
import { lateness } from './lateness'

/** One sync after another of the same copy, in a process that plays the app's main process. */
export interface SyncRunInput {
  /** Holds the copies, one folder a connection. */
  folder: string
  steps: SyncStep[]
}

export interface SyncStep {
  /** The store as it is now. */
  baseUrl: string
  /** Pages are read all the while, as by a person who looks at the list. */
  reading: boolean
  /** A team is joined and exchanges all the while. */
  exchanging: boolean
  /** Ends the run once all is fetched. */
  stopWhenFetched: boolean
}

export interface SyncStepReport {
  /** ms from the start to where the last page is saved: the table and its order are there. */
  fetched: number
  /** ms until the copy is ready for search and sort. */
  ready: number
  outcome: string
  here: number
  added: number
  changed: number
  gone: number
  /** ms that the event loop of the main process was late. */
  delay: { p99: number; max: number }
  /** Megabytes of the process with both workers, at most. */
  memory: number
  reads: ReadTimes | null
  /** How often the team exchanged meanwhile. */
  exchanges: number
}

export interface SyncRunReport {
  steps: SyncStepReport[]
  /** The event loop's lateness with nothing to do, for comparison. */
  idle: { p99: number; max: number }
  /** Megabytes on disk once the copy is closed. */
  disk: number
}

const connectionId = 'bench'
const credentials = { key: 'bench-key', userId: 'bench' }

serveMeasure(async ({ folder, steps }: SyncRunInput): Promise<SyncRunReport> => {
  setV8Flags()
  const idle = await lateness(() => new Promise((resolve) => setTimeout(resolve, 300)))
  const copy = createCatalogDb({
    folderOf: (id) => join(folder, id),
    readerFile: bundled('reader.js'),
    writerFile: bundled('writer.js')
  })
  const reports: SyncStepReport[] = []
  for (const step of steps) reports.push(await runStep(copy, step, folder))
  await copy.close()
  return { steps: reports, idle: idle.delay, disk: folderSize(join(folder, connectionId)) }
})

async function runStep(copy: CatalogDb, step: SyncStep, folder: string): Promise<SyncStepReport> {
  const client = createStoreClient({ resolveProxy: () => Promise.resolve('DIRECT') })
  const address: StoreAddress = { baseUrl: step.baseUrl, apiPath: '/api/public/products' }
  const ended = Promise.withResolvers<SyncState>()
  let begun = 0
  let fetched = 0
  const runs: CatalogDb['runs'] = {
    begin: (...args) => copy.runs.begin(...args),
    commit: (...args) => copy.runs.commit(...args),
    missing: (...args) => copy.runs.missing(...args),
    repeat: (...args) => copy.runs.repeat(...args),
    list: (...args) => copy.runs.list(...args),
    last: (...args) => copy.runs.last(...args),
    pause: (...args) => copy.runs.pause(...args),
    cutOff: (...args) => copy.runs.cutOff(...args),
    finish(...args) {
      fetched = performance.now() - begun
      if (!step.stopWhenFetched) return copy.runs.finish(...args)
      ended.resolve(syncs.state(connectionId))
      return Promise.resolve(fail('cancelled'))
    }
  }
  const syncs = createSyncs({
    catalog: { runs, facts: (id) => copy.facts(id) },
    client,
    addressOf: () => address,
    credentialsOf: () => Promise.resolve({ ok: true, value: credentials }),
    scheduleOf: () => 'off',
    keepSchedule: () => Promise.resolve({ ok: true, value: null }),
    onReached: () => undefined,
    onChange(state) {
      if (begun > 0 && state.phase === 'idle') ended.resolve(state)
      if (state.phase === 'asking') syncs.answerDrop(connectionId, true)
    }
  })
  // The app has asked the store for a page, opened the copy, and shown how it stands, long before a sync begins.
  await client.fetchAnswer({ store: address, credentials, page: 1, limit: 25 })
  await copy.facts(connectionId)
  const team = step.exchanging ? await prepareExchanging(join(folder, 'team')) : null
  const { value, delay, memory } = await lateness(async () => {
    begun = performance.now()
    const reading = step.reading ? keepReading(copy, connectionId) : null
    team?.start()
    syncs.start(connectionId)
    const state = await ended.promise
    const ready = performance.now() - begun
    return { state, ready, reads: reading === null ? null : await reading.end() }
  })
  const exchanges = (await team?.end()) ?? 0
  await syncs.close()
  client.close()
  const { state, ready, reads } = value
  if (state.last === null && !step.stopWhenFetched)
    throw new Error(`The sync failed: ${JSON.stringify(state)}`)
  const { outcome = 'stopped', here = 0, added = 0, changed = 0, gone = 0 } = state.last ?? {}
  return { fetched, ready, outcome, here, added, changed, gone, delay, memory, reads, exchanges }
}
