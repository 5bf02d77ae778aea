import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../../electron/contract/failure'
import { useReviewBackups } from '../../../../../../renderer/features/review/sharing-and-backups/review-backups'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { backup } from './builders'
import { openConnection, startStores } from '../../../support/stores'

let main: MainProcess
let store: ReturnType<typeof useReviewBackups>
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  store = useReviewBackups()
})

describe('the backups of reviews', () => {
  it('are those of the connection that was asked for last', async () => {
    openConnection('other')
    void store.open()
    const first = main.last('reviews:backups')
    openConnection('shop')
    void store.open()
    expect(store.backups).toBeNull()
    await first.answer(ok([backup({ name: 'of the other' })]))
    expect(store.backups).toBeNull()
    expect(main.last('reviews:backups').input).toEqual({ connectionId: 'shop' })
    await main.last('reviews:backups').answer(ok([backup()]))
    expect(store.backups).toEqual([backup()])
  })

  it('stay in sight where they cannot be read again, with why', async () => {
    main.always('reviews:backups', () => ok([backup()]))
    await store.open()
    main.always('reviews:backups', () => fail('storage-failed'))
    await store.reload()
    expect(store.failed?.code).toBe('storage-failed')
    expect(store.backups).toHaveLength(1)
  })

  it('fault 107: are there before the second folder answers, which may fail by itself', async () => {
    main.always('reviews:backups', () => ok([backup()]))
    await store.open()
    expect(store.backups).toEqual([backup()])
    expect(store.second).toBeNull()
    const there = backup({ name: 'shop/x.sqlite', place: 'second' })
    await main.last('reviews:second-backups').answer(ok([there]))
    expect(store.backups).toEqual([backup(), there])
    await store.reload()
    await main.last('reviews:second-backups').answer(fail('storage-failed'))
    expect(store.secondFailed?.code).toBe('storage-failed')
    expect(store.failed).toBeNull()
    expect(store.backups).toEqual([backup(), there])
  })

  it('fault 107: of the second folder are those of the connection that was asked for last', async () => {
    main.always('reviews:backups', () => ok([]))
    openConnection('other')
    await store.open()
    const first = main.last('reviews:second-backups')
    openConnection('shop')
    await store.open()
    await first.answer(ok([backup({ place: 'second' })]))
    expect(store.backups).toEqual([])
    expect(main.last('reviews:second-backups').input).toEqual({ connectionId: 'shop' })
  })

  it('are restored one at a time, and read again: what there was before is one of them', async () => {
    main.always('reviews:backups', () => ok([backup()]))
    await store.open()
    const restoring = store.restore(backup())
    expect(store.isRestoring).toBe(true)
    expect(await store.restore(backup({ name: 'another' }))).toBe(false)
    expect(main.asked('reviews:restore')).toHaveLength(1)
    main.always('reviews:backups', () => ok([backup({ name: 'before', reason: 'restore' }), backup()]))
    await main.last('reviews:restore').answer(ok(null))
    expect(await restoring).toBe(true)
    expect(store.restored).toEqual(backup())
    expect(store.isRestoring).toBe(false)
    expect(store.backups?.map(({ reason }) => reason)).toEqual(['restore', 'close'])
  })

  it('fault 83: say why one could not be restored, and forget it when they are opened again', async () => {
    main.always('reviews:backups', () => ok([backup()]))
    main.always('reviews:restore', () => fail('storage-failed'))
    await store.open()
    expect(await store.restore(backup())).toBe(false)
    expect(store.refused?.code).toBe('storage-failed')
    expect(store.restored).toBeNull()
    await store.open()
    expect(store.refused).toBeNull()
  })

  it('do not tell of a restore that ended while another store was looked at', async () => {
    main.always('reviews:backups', () => ok([backup()]))
    await store.open()
    const restoring = store.restore(backup())
    openConnection('other')
    await store.open()
    await main.last('reviews:restore').answer(ok(null))
    expect(await restoring).toBe(true)
    expect(store.restored).toBeNull()
  })
})
