import { describe, expect, it } from 'vitest'
import { createFirstFills, type FirstFills } from '../../../electron/app/stay-awake'
import type { SyncPhase, SyncSummary } from '../../../electron/contract/sync'

interface Desk {
  fills: FirstFills
  /** The first sync of a connection is in this phase. */
  first: (connectionId: string, phase: SyncPhase) => void
  /** How often the computer was kept awake, and how often that was ended. */
  times: { began: number; ended: number }
}

function open(): Desk {
  const times = { began: 0, ended: 0 }
  const fills = createFirstFills(() => {
    times.began++
    return () => times.ended++
  })
  return { fills, first: (connectionId, phase) => fills.hear({ connectionId, phase, last: null }), times }
}

describe('the computer is kept awake', () => {
  it('while a list is read for the first time, once for all that are', () => {
    const { first, times } = open()
    first('a', 'fetching')
    first('b', 'fetching')
    first('a', 'checking')
    first('a', 'idle')
    expect(times).toEqual({ began: 1, ended: 0 })
    first('b', 'finishing')
    first('b', 'idle')
    expect(times).toEqual({ began: 1, ended: 1 })
  })

  it.each<SyncPhase>(['waiting', 'paused', 'asking'])('not while that is %s', (phase) => {
    const { first, times } = open()
    first('a', 'fetching')
    first('a', phase)
    expect(times).toEqual({ began: 1, ended: 1 })
    first('a', 'fetching')
    expect(times).toEqual({ began: 2, ended: 1 })
  })

  it('not for later syncs, nor for a connection that has gone, nor when the app ends', () => {
    const { fills, first, times } = open()
    fills.hear({ connectionId: 'a', phase: 'fetching', last: { run: 1 } as SyncSummary })
    expect(times).toEqual({ began: 0, ended: 0 })
    first('a', 'fetching')
    fills.forget('a')
    expect(times).toEqual({ began: 1, ended: 1 })
    first('b', 'fetching')
    fills.close()
    expect(times).toEqual({ began: 2, ended: 2 })
  })
})
