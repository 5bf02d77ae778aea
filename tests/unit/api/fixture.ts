import { onTestFinished } from 'vitest'
import type { Failure, Result } from '../../../electron/contract/failure'
import { createStoreClient } from '../../../electron/api/store-client'
import type { PageRequest, StoreClient, StoreClientDeps, StorePage } from '../../../electron/api/types'
import { canary } from '../../support/canary'
import { startFaultyStore, type FaultyStore, type FaultyStoreOptions } from '../../support/faulty-store'

export interface Bench {
  store: FaultyStore
  client: StoreClient
  /** What the client told its log, a line a message. */
  log: string[]
  /** The waits before further attempts, in ms; nothing really waits. */
  waits: number[]
  /** Asks the store for page 1 of 25 items unless told otherwise. */
  ask: (request?: Partial<PageRequest>) => Promise<Result<StorePage>>
}

/** A faulty store and a client of it, both closed when the test ends. */
export async function startBench(
  deps: Partial<StoreClientDeps> = {},
  options: FaultyStoreOptions = {}
): Promise<Bench> {
  const store = await startFaultyStore(options)
  const log: string[] = []
  const note = (message: string, facts: object): unknown => log.push(`${message} ${JSON.stringify(facts)}`)
  const waits: number[] = []
  const client = createStoreClient({
    resolveProxy: () => Promise.resolve('DIRECT'),
    log: { debug: note, warn: note },
    random: () => 0.5,
    sleep: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
    ...deps
  })
  onTestFinished(async () => {
    client.close()
    await store.close()
  })
  const { baseUrl, apiPath } = store
  const ask: Bench['ask'] = (request) =>
    client.fetchPage({
      store: { baseUrl, apiPath },
      credentials: { ...canary },
      page: 1,
      limit: 25,
      ...request
    })
  return { store, client, log, waits, ask }
}

/** The page of a result that must be one. */
export function pageOf(result: Result<StorePage>): StorePage {
  if (!result.ok) throw new Error(`no page: ${JSON.stringify(result.failure)}`)
  return result.value
}

/** The failure of a result that must be one. */
export function failureOf(result: Result<unknown>): Failure {
  if (result.ok) throw new Error('it did not fail')
  return result.failure
}
