import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { SyncState } from '../../../electron/contract/sync'
import { createStateAnnouncer } from '../../../electron/sync/sync-state'

it('what changed last is told of too, though Node’s timers count whole ms and ring a part of one early', async () => {
  let at = 0
  const told: number[] = []
  const state = (): SyncState => ({ phase: 'fetching', at }) as unknown as SyncState
  const phase = (): SyncState['phase'] => 'fetching'
  const announcer = createStateAnnouncer({ phase, state }, () => told.push(at), {
    elapsed: () => at,
    async sleep(ms) {
      await sleep(0)
      at += Math.trunc(ms)
    }
  })
  announcer.changed()
  at = 100.5
  announcer.changed()
  await sleep(20)
  expect(told).toHaveLength(2)
  announcer.close()
})

it('the state is put together only when it is told, however often something changes', () => {
  let [at, built] = [0, 0]
  const state = (): SyncState => {
    built += 1
    return { phase: 'fetching' } as unknown as SyncState
  }
  const time = {
    elapsed: () => at,
    sleep: () => new Promise<void>(() => undefined)
  }
  const announcer = createStateAnnouncer({ phase: () => 'fetching', state }, () => undefined, time)
  for (; at < 1000; at += 1) announcer.changed()
  expect(built).toBe(4)
  announcer.close()
})
