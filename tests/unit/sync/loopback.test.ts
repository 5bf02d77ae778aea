import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createStoreClient } from '../../../electron/api/store-client'
import { ok } from '../../../electron/contract/failure'
import type { SyncState, SyncSummary } from '../../../electron/contract/sync'
import { createSyncs, type Syncs } from '../../../electron/sync/syncs'
import { openDirectCopy, type DirectCopy } from '../../support/direct-copy'
import { startFaultyStore, type FaultyStore } from '../../support/faulty-store'
import { testFolder } from '../../support/folder'

interface Loopback {
  store: FaultyStore
  copy: DirectCopy
  syncs: Syncs
  waits: number[]
  /** Resolves with the first state for which it holds. */
  when: (holds: (state: SyncState) => boolean) => Promise<SyncState>
  sync: () => Promise<SyncSummary>
}

/** A real client, a real store over HTTP and a real database; only waits of the sync are cut short. */
async function startLoopback(products?: number): Promise<Loopback> {
  const store = await startFaultyStore(products === undefined ? {} : { products })
  const copy = openDirectCopy(testFolder())
  const client = createStoreClient({ resolveProxy: () => Promise.resolve('DIRECT') })
  const waits: number[] = []
  const listeners = new Set<(state: SyncState) => void>()
  const syncs = createSyncs({
    catalog: copy,
    client,
    addressOf: () => ({ baseUrl: store.baseUrl, apiPath: store.apiPath }),
    credentialsOf: () => Promise.resolve(ok({ ...store.credentials })),
    scheduleOf: () => 'off',
    keepSchedule: () => Promise.resolve(ok(null)),
    onChange: (state) => listeners.forEach((listener) => listener(state)),
    onReached: () => undefined,
    sleep: (ms, signal) => {
      waits.push(ms)
      return wait(Math.min(ms, 20), undefined, { signal })
    }
  })
  onTestFinished(async () => {
    await syncs.close()
    client.close()
    copy.close()
    await store.close()
  })
  const when: Loopback['when'] = (holds) =>
    new Promise((resolve) => {
      const listener = (state: SyncState): void => {
        if (!holds(state)) return
        listeners.delete(listener)
        resolve(state)
      }
      listeners.add(listener)
    })
  const sync = async (): Promise<SyncSummary> => {
    const ended = when(({ phase }) => phase === 'idle')
    syncs.start('c')
    const { last } = await ended
    if (last === null) throw new Error('no run has ended')
    return last
  }
  return { store, copy, syncs, waits, when, sync }
}

describe('a sync over HTTP', () => {
  it('copies the list, with the key and user id in every request', async () => {
    const { sync, copy, store } = await startLoopback(1700)
    expect(await sync()).toMatchObject({ outcome: 'complete', here: 1700, total: 1700 })
    expect(copy.contents()).toHaveLength(1700)
    expect(copy.contents()[0]).toMatch(/^P-00001\|/)
    for (const { headers } of store.requests) {
      expect([headers['x-api-key'], headers.userid]).toEqual([
        store.credentials.key,
        store.credentials.userId
      ])
    }
  })

  it('fault 42: finds the size of pages that are capped silently', async () => {
    const { sync, copy, store } = await startLoopback()
    store.scenario('limit-capped')
    expect(await sync()).toMatchObject({ outcome: 'complete', here: 240 })
    expect(copy.contents()).toHaveLength(240)
    const limits = store.requests.map(({ url }) =>
      Number(new URL(url, store.baseUrl).searchParams.get('limit'))
    )
    expect([limits[0], new Set(limits.slice(1))]).toEqual([500, new Set([10])])
  })

  it('fault 22: leaves a refused key alone', async () => {
    const { sync, copy, store } = await startLoopback()
    store.scenario('key-refused')
    expect(await sync()).toMatchObject({ outcome: 'failed', because: { code: 'key-refused' }, here: 0 })
    expect(store.pageRequests()).toBe(1)
    expect(copy.contents()).toEqual([])
  })

  it('fault 9: a sign-in page in place of the answers is told, and asked for less and less', async () => {
    const { syncs, store, when } = await startLoopback()
    store.scenario('captive-page')
    syncs.start('c')
    const { because, resumeAt } = await when(({ phase }) => phase === 'waiting')
    expect(because?.code).toBe('captive-portal')
    expect((resumeAt ?? 0) - Date.now()).toBeGreaterThan(3000)
    expect(store.pageRequests()).toBe(2)
    store.scenario('healthy')
    syncs.resume('c')
    await expect.poll(() => syncs.state('c').last?.outcome).toBe('complete')
  })

  it.each([
    ['fault 28', 'rate-limited-seconds', 7000],
    ['fault 29', 'rate-limited-date', 9000],
    ['fault 30', 'rate-limited-year', 15 * 60_000]
  ] as const)('%s: obeys a Retry-After (%s)', async (_title, scenario, least) => {
    const loopback = await startLoopback()
    const { store, waits, when, sync, syncs } = loopback
    store.scenario(scenario)
    void sync().catch(() => undefined)
    const { resumeAt, because } = await when(({ phase }) => phase === 'waiting')
    expect(because).toMatchObject({ code: 'rate-limited', facts: { retryAfter: least } })
    expect((resumeAt ?? 0) - Date.now()).toBeGreaterThan(least - 1000)
    expect(Math.max(...waits)).toBeGreaterThan(least - 1000)
    syncs.stop('c')
    await when(({ phase }) => phase === 'idle')
  })

  it.each(['zero-pages', 'totals-text', 'totals-nonsense', 'totals-huge'] as const)(
    'fault 35, 39: copies the whole list whatever the totals say (%s)',
    async (scenario) => {
      const { sync, copy, store } = await startLoopback(1200)
      store.scenario(scenario)
      expect(await sync()).toMatchObject({ outcome: 'complete', here: 1200 })
      expect(copy.contents()).toHaveLength(1200)
    }
  )

  it.each(['growing', 'shrinking', 'same-items', 'same-page', 'empty-before-end', 'wrong-page'] as const)(
    'fault 34, 36, 37, 38, 40: a list that cannot be read consistently ends, and nothing is gone (%s)',
    async (scenario) => {
      const { sync, copy, store } = await startLoopback(1200)
      await sync()
      const before = copy.listed()
      store.scenario(scenario)
      const summary = await sync()
      expect(summary.outcome).toMatch(/^(partial|failed)$/)
      expect(summary.gone).toBe(0)
      expect(copy.gone()).toEqual([])
      expect(copy.listed()).toEqual(before)
      expect(store.pageRequests()).toBeLessThan(200)
    }
  )

  it('fault 41: asks before it believes that there is nothing anymore', async () => {
    const { sync, copy, store, syncs, when } = await startLoopback()
    await sync()
    store.scenario('no-products')
    const ended = sync()
    expect(await when(({ phase }) => phase === 'asking')).toMatchObject({ drop: { before: 240, now: 0 } })
    syncs.answerDrop('c', false)
    expect(await ended).toMatchObject({ outcome: 'declined' })
    expect(copy.contents()).toHaveLength(240)
  })

  it('fault 13: waits while the store is down, and goes on where it was', async () => {
    const { sync, syncs, copy, store, when } = await startLoopback(9000)
    // However late it is told that something is here, the run is not through.
    Object.assign(store.shelf, { cap: 60, answers: 75 })
    const ended = sync()
    await when(({ here }) => here > 0)
    // Told from before it goes: the sync may wait by the time that it is gone. What was under way is lost, what is asked then refused.
    const lost = ['connection-lost', 'connection-refused']
    const waiting = when(({ phase, because }) => phase === 'waiting' && lost.includes(because?.code ?? ''))
    await store.goOffline()
    store.shelf.answers = null
    await waiting
    await store.comeBack()
    // As the app does when it finds the store again: by itself the sync would rest for 5 s, or for 20 after another refusal.
    syncs.networkBack('c')
    expect(await ended).toMatchObject({ outcome: 'complete', here: 9000 })
    expect(copy.contents()).toHaveLength(9000)
  })
})
