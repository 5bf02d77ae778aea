import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../../electron/contract/failure'
import { usePictureStorage } from '../../../../../../renderer/features/pictures/storage/picture-storage'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { pictureStorage } from './builders'
import { startStores } from '../../../support/stores'

let main: MainProcess
let store: ReturnType<typeof usePictureStorage>
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  store = usePictureStorage()
})

describe('the pictures on disk', () => {
  it('are told of when asked for, and whenever they change', async () => {
    void store.load()
    expect(store.storage).toBeNull()
    await main.last('pictures:storage').answer(ok(pictureStorage({ used: 5 })))
    expect(store.storage?.used).toBe(5)
    main.emit('pictures:storage-changed', pictureStorage({ used: 6 }))
    expect(store.storage?.used).toBe(6)
  })

  it('are never told as they were before the last news of them', async () => {
    void store.load()
    main.emit('pictures:storage-changed', pictureStorage({ used: 6 }))
    await main.last('pictures:storage').answer(ok(pictureStorage({ used: 5 })))
    expect(store.storage?.used).toBe(6)
  })

  it('are cleared, and have another limit, at once as the answer says', async () => {
    const cleared = store.clear()
    expect(store.working).toBe('clear')
    await main.last('pictures:clear').answer(ok(pictureStorage({ used: 0, pictures: 0 })))
    expect(await cleared).toBe(true)
    expect(store.working).toBeNull()
    expect(store.storage?.pictures).toBe(0)
    main.always('pictures:set-limit', ({ bytes }) => ok(pictureStorage({ limit: bytes })))
    await store.setLimit(256_000_000)
    expect(store.storage?.limit).toBe(256_000_000)
  })

  it('fault 81: stay as they were where the disk refuses, with the reason', async () => {
    main.emit('pictures:storage-changed', pictureStorage())
    main.always('pictures:clear', () => fail('storage-failed'))
    expect(await store.clear()).toBe(false)
    expect(store.failed?.code).toBe('storage-failed')
    expect(store.storage).toEqual(pictureStorage())
  })
})
