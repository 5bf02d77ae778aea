import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { SyncState } from '../../../electron/contract/sync'
import { createAnnouncer } from '../../../electron/sync/announcing'

it('what changed last is told of too, though Node’s timers count whole ms and ring a part of one early', async () => {
  let at = 0
  const told: number[] = []
  const state = (): SyncState => ({ phase: 'fetching', at }) as unknown as SyncState
  const announcer = createAnnouncer(state, () => told.push(at), {
    now: () => 0,
    elapsed: () => at,
    random: () => 0,
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
