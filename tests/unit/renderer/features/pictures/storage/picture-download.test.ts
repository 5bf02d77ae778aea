import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../../electron/contract/failure'
import { usePictureDownload } from '../../../../../../renderer/features/pictures/storage/picture-storage'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { prefetchState } from './builders'
import { startStores } from '../../../support/stores'

let main: MainProcess
let download: ReturnType<typeof usePictureDownload>
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  download = usePictureDownload()
})

describe('the download of pictures in the window', () => {
  it('is asked for once a connection, then kept current by the main process', async () => {
    void download.open('shop')
    void download.open('shop')
    await main.last('pictures:prefetch').answer(ok(prefetchState({ done: 5 })))
    void download.open('shop')
    expect(main.asked('pictures:prefetch')).toHaveLength(1)
    main.emit('pictures:prefetch-changed', prefetchState({ done: 6, phase: 'gathering' }))
    main.emit('pictures:prefetch-changed', prefetchState({ done: 90, connectionId: 'other' }))
    expect(download.of('shop')?.done).toBe(6)
    expect(download.of('other')?.done).toBe(90)
  })

  it('never goes back to an answer that was overtaken', async () => {
    void download.open('shop')
    main.emit('pictures:prefetch-changed', prefetchState({ done: 50 }))
    await main.last('pictures:prefetch').answer(ok(prefetchState({ done: 40 })))
    expect(download.of('shop')?.done).toBe(50)
  })

  it('is asked for again by the next opening when the first question failed', async () => {
    void download.open('shop')
    await main.last('pictures:prefetch').answer(fail('internal'))
    expect(download.refused.size).toBe(0)
    void download.open('shop')
    expect(main.asked('pictures:prefetch')).toHaveLength(2)
  })

  it('is steered, and stands at once as the answer says', async () => {
    main.always('pictures:pause-prefetch', () => ok(prefetchState({ phase: 'paused' })))
    main.always('pictures:resume-prefetch', () => ok(prefetchState({ phase: 'gathering' })))
    main.always('pictures:keep', ({ keep }) => ok(prefetchState({ keep })))
    expect(await download.pause('shop')).toBe(true)
    expect(download.of('shop')?.phase).toBe('paused')
    await download.resume('shop')
    expect(download.of('shop')?.phase).toBe('gathering')
    await download.keep('shop', 'previews')
    expect(download.of('shop')?.keep).toBe('previews')
  })

  it('fault 81: says what was refused until it is done, or was read', async () => {
    main.always('pictures:keep', () => fail('storage-failed'))
    expect(await download.keep('shop', 'none')).toBe(false)
    expect(download.refused.get('shop')?.code).toBe('storage-failed')
    download.close('shop')
    expect(download.refused.size).toBe(0)
    await download.keep('shop', 'none')
    main.always('pictures:keep', ({ keep }) => ok(prefetchState({ keep })))
    await download.keep('shop', 'none')
    expect(download.refused.size).toBe(0)
  })
})
