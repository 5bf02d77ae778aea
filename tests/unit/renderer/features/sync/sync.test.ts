import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import { useSync, useSyncRuns } from '../../../../../renderer/features/sync/sync'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { running, summary, syncState } from './builders'
import { startStores } from '../../support/stores'

let main: MainProcess
let sync: ReturnType<typeof useSync>
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  sync = useSync()
})

describe('the syncs in the window', () => {
  it('are asked for once a connection, then kept current by the main process', async () => {
    void sync.open('shop')
    void sync.open('shop')
    await main.last('sync:state').answer(ok(syncState({ schedule: 'daily' })))
    void sync.open('shop')
    expect(main.asked('sync:state')).toHaveLength(1)
    expect(sync.of('shop')?.schedule).toBe('daily')
    main.emit('sync:changed', running({ here: 10 }))
    main.emit('sync:changed', running({ here: 20, connectionId: 'other' }))
    expect(sync.of('shop')?.here).toBe(10)
    expect(sync.of('other')?.here).toBe(20)
  })

  it('never go back to an answer that was overtaken', async () => {
    void sync.open('shop')
    main.emit('sync:changed', running({ here: 50 }))
    await main.last('sync:state').answer(ok(running({ here: 40 })))
    expect(sync.of('shop')?.here).toBe(50)
  })

  it('are asked for again by the next opening when the first question failed', async () => {
    void sync.open('shop')
    await main.last('sync:state').answer(fail('internal'))
    expect(sync.refused.size).toBe(0)
    void sync.open('shop')
    await main.last('sync:state').answer(ok(syncState()))
    expect(sync.of('shop')?.phase).toBe('idle')
  })

  it('are steered, and stand at once as the answer says', async () => {
    main.always('sync:pause', () => ok(running({ phase: 'paused' })))
    main.always('sync:resume', () => ok(running()))
    main.always('sync:stop', () => ok(syncState()))
    main.always('sync:answer-drop', ({ accept }) => ok(syncState({ phase: accept ? 'finishing' : 'idle' })))
    main.always('sync:schedule', ({ schedule }) => ok(syncState({ schedule })))
    const phase = (): string | undefined => sync.of('shop')?.phase
    await sync.pause('shop')
    expect(phase()).toBe('paused')
    await sync.resume('shop')
    expect(phase()).toBe('fetching')
    await sync.stop('shop')
    expect(phase()).toBe('idle')
    await sync.answerDrop('shop', true)
    expect(phase()).toBe('finishing')
    await sync.setSchedule('shop', '15-minutes')
    expect(sync.of('shop')?.schedule).toBe('15-minutes')
  })

  it.each(['paused', 'waiting'] as const)(
    'go on with a run that is %s when one is to begin',
    async (phase) => {
      main.always('sync:resume', () => ok(running()))
      main.emit('sync:changed', running({ phase }))
      await sync.start('shop')
      expect(main.asked('sync:start')).toHaveLength(0)
      expect(sync.isWorking('shop')).toBe(true)
    }
  )

  it('say what was refused until it is done, or closed', async () => {
    main.always('sync:schedule', () => fail('storage-failed'))
    await sync.setSchedule('shop', 'off')
    expect(sync.refused.get('shop')?.failure.code).toBe('storage-failed')
    main.always('sync:schedule', ({ schedule }) => ok(syncState({ schedule })))
    await sync.setSchedule('shop', 'off')
    expect(sync.refused.size).toBe(0)
    main.always('sync:start', () => fail('storage-failed'))
    await sync.start('shop')
    sync.close('shop')
    expect(sync.refused.size).toBe(0)
  })

  it('hand on the runs that ended', async () => {
    main.always('sync:runs', () => ok([{ ...summary(), run: 7 }]))
    await useSyncRuns().load()
    expect(main.last('sync:runs').input).toEqual({ connectionId: 'shop' })
    expect(useSyncRuns().runs[0]?.run).toBe(7)
  })
})

describe('the end of a run', () => {
  const end = (changes: Parameters<typeof summary>[0]): void => {
    main.emit('sync:changed', running())
    main.emit('sync:changed', syncState({ last: summary(changes) }))
  }

  beforeEach(() => main.emit('sync:changed', syncState({ last: summary({ run: 5 }) })))

  it('is told until it is closed, or the next run begins', () => {
    end({ run: 6, changed: 1 })
    expect(sync.ended.get('shop')?.changed).toBe(1)
    sync.close('shop')
    expect(sync.ended.size).toBe(0)
    end({ run: 7, changed: 2 })
    main.emit('sync:changed', running())
    expect(sync.ended.size).toBe(0)
  })

  it('is not told of a run that ended long ago, and is only heard of now', () => {
    main.emit('sync:changed', syncState({ connectionId: 'other' }))
    main.emit('sync:changed', syncState({ connectionId: 'other', last: summary({ changed: 8 }) }))
    expect(sync.ended.size).toBe(0)
  })

  it('is not told of a quick run that nobody asked for and that brought nothing', async () => {
    end({ run: 6, duration: 100 })
    expect(sync.ended.size).toBe(0)
    main.always('sync:start', () => ok(running()))
    await sync.start('shop')
    end({ run: 7, duration: 100 })
    expect(sync.ended.get('shop')?.run).toBe(7)
    end({ run: 8, duration: 100 })
    expect(sync.ended.size).toBe(0)
  })

  it('is told of every run that did not end well, and of the very first, however quick', () => {
    end({ run: 6, duration: 5, outcome: 'failed', because: { code: 'key-refused', facts: {} } })
    expect(sync.ended.get('shop')?.outcome).toBe('failed')
    end({ run: 1, duration: 5 })
    expect(sync.ended.get('shop')?.run).toBe(1)
  })

  it('is a refusal when the run left no summary, and nothing when it was only called off', () => {
    main.emit('sync:changed', running({ last: summary({ run: 5 }) }))
    main.emit('sync:changed', syncState({ last: summary({ run: 5 }) }))
    expect([sync.ended.size, sync.refused.size]).toEqual([0, 0])
    main.emit('sync:changed', running({ last: summary({ run: 5 }) }))
    const because = { code: 'storage-failed', facts: {} } as const
    main.emit('sync:changed', syncState({ because, last: summary({ run: 5 }) }))
    expect(sync.refused.get('shop')).toEqual({ of: 'sync', failure: because })
  })
})
