import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import { useConnections } from '../../../../../renderer/features/connections/connections'
import { connectionOf, listOf } from './builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

let main: MainProcess
let store: ReturnType<typeof useConnections>
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  store = useConnections()
})

describe('the connections in the window', () => {
  it('are read anew when the main process says that they changed, until that is stopped', async () => {
    const stop = store.start()
    await main.last('connections:list').answer(ok(listOf([])))
    main.emit('connections:changed', null)
    await main.last('connections:list').answer(ok(listOf([connectionOf()])))
    expect(store.active?.name).toBe('Corner shop')
    stop()
    main.emit('connections:changed', null)
    expect(main.asked('connections:list')).toHaveLength(2)
  })

  it('never go back to an older list', async () => {
    void store.load()
    const older = main.last('connections:list')
    void store.load()
    await main.last('connections:list').answer(ok(listOf([connectionOf({ name: 'New' })])))
    await older.answer(ok(listOf([connectionOf({ name: 'Old' })])))
    expect(store.active?.name).toBe('New')
  })

  it('stay as they were when they cannot be read, and say so until they can', async () => {
    void store.load()
    await main.last('connections:list').answer(ok(listOf([connectionOf()])))
    void store.load()
    await main.last('connections:list').answer(fail('storage-failed'))
    expect(store.connections).toHaveLength(1)
    expect(store.failure?.code).toBe('storage-failed')
    void store.load()
    await main.last('connections:list').answer(ok(listOf([])))
    expect(store.failure).toBeNull()
  })

  it('fault 92: tell of damaged settings, even in an answer that came too late', async () => {
    const damage = { file: 'settings.damaged.json', outcome: 'lost' } as const
    void store.load()
    const first = main.last('connections:list')
    void store.load()
    await main.last('connections:list').answer(ok(listOf([])))
    await first.answer(ok(listOf([], { settingsDamage: damage })))
    expect(store.settingsDamage).toEqual(damage)
    void store.load()
    await main.last('connections:list').answer(ok(listOf([])))
    expect(store.settingsDamage).toEqual(damage)
    store.forgetSettingsNotice()
    expect(store.settingsDamage).toBeNull()
  })

  it('are read again after a change, before its result is handed on', async () => {
    main.always('connections:remove', () => ok(null))
    main.always('connections:list', () => ok(listOf([])))
    await store.remove('shop', false)
    expect(main.asked('connections:list')).toHaveLength(1)
    expect(store.list?.connections).toEqual([])
  })

  it('are read once for a change that is told of before its result', async () => {
    const stop = store.start()
    await main.last('connections:list').answer(ok(listOf([connectionOf()])))
    const removed = store.remove('shop', false)
    main.emit('connections:changed', null)
    await main.last('connections:remove').answer(ok(null))
    await main.last('connections:list').answer(ok(listOf([])))
    await removed
    expect(main.asked('connections:list')).toHaveLength(2)
    expect(store.list?.connections).toEqual([])
    stop()
  })

  it('hand on why a change failed', async () => {
    main.always('connections:remove', () => fail('connection-unknown'))
    main.always('connections:list', () => ok(listOf([])))
    expect(await store.remove('gone', false)).toEqual(fail('connection-unknown'))
  })
})

describe('a store that is to be shown', () => {
  const shops = [connectionOf({ id: 'a' }), connectionOf({ id: 'b' }), connectionOf({ id: 'c' })]

  it('is told of where it cannot be, until it can', async () => {
    main.always('connections:list', () => ok(listOf(shops, { activeId: 'a' })))
    main.always('connections:activate', () => fail('storage-failed'))
    expect(await store.activate('b')).toBe(false)
    expect([store.notShown?.id, store.notShown?.failure.code]).toEqual(['b', 'storage-failed'])
    main.always('connections:activate', () => ok(connectionOf({ id: 'b' })))
    expect(await store.activate('b')).toBe(true)
    expect(store.notShown).toBeNull()
  })

  it('is not where the stores could not be read anymore', async () => {
    main.always('connections:activate', () => ok(connectionOf({ id: 'b' })))
    main.always('connections:list', () => fail('storage-failed'))
    expect(await store.activate('b')).toBe(false)
    expect(store.notShown?.failure.code).toBe('storage-failed')
  })

  it('is the one that was asked for last, whichever answer comes last', async () => {
    main.always('connections:list', () => ok(listOf(shops, { activeId: 'c' })))
    const first = store.activate('b')
    const { answer } = main.last('connections:activate')
    main.always('connections:activate', () => ok(connectionOf({ id: 'c' })))
    expect(await store.activate('c')).toBe(true)
    await answer(fail('storage-failed'))
    expect(await first).toBe(false)
    expect(store.notShown).toBeNull()
  })
})
