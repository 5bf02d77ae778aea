import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../electron/contract/failure'
import type { SyncPhase, SyncState } from '../../../electron/contract/sync'
import { createAllSyncs, type AllSyncs } from '../../../electron/sync/syncs'

const because: Failure = { code: 'timeout', facts: {} }

/** Stores whose syncs are like this, and what was asked of them. */
function stores(...syncs: [phase: SyncPhase, because?: Failure][]): { all: AllSyncs; asked: string[] } {
  const asked: string[] = []
  const stateOf = (id: string): SyncState => {
    const [phase, failure] = syncs[Number(id)] ?? []
    return { connectionId: id, phase, because: failure ?? null } as SyncState
  }
  const ask =
    (what: string) =>
    (id: string): SyncState => {
      asked.push(`${what} ${id}`)
      return stateOf(id)
    }
  const all = createAllSyncs(
    { state: stateOf, start: ask('start'), pause: ask('pause'), resume: ask('resume') },
    () => syncs.map((_, at) => String(at))
  )
  return { all, asked }
}

describe('the syncs of all stores', () => {
  it.each<[string, [SyncPhase, Failure?][]]>([
    ['idle', []],
    ['idle', [['idle']]],
    ['failed', [['idle'], ['idle', because]]],
    ['paused', [['paused'], ['idle', because]]],
    ['asking', [['paused'], ['asking']]],
    ['syncing', [['asking'], ['fetching'], ['paused']]],
    ['syncing', [['waiting', because]]]
  ])('are %s: %j', (state, syncs) => {
    expect(stores(...syncs).all.state()).toBe(state)
  })

  it('are begun, paused and resumed where that can be done', () => {
    const { all, asked } = stores(['idle'], ['fetching'], ['paused'], ['asking'], ['waiting'], ['finishing'])
    all.start()
    all.pause()
    all.resume()
    expect(asked).toEqual(['start 0', 'start 4', 'pause 1', 'pause 4', 'pause 5', 'resume 2'])
  })
})
