import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../../electron/contract/failure'
import { usePictureDownload } from '../../../../../../renderer/features/pictures/storage/picture-storage'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { gatheringState } from './builders'
import { startStores } from '../../../support/stores'

let main: MainProcess
let gathering: ReturnType<typeof usePictureDownload>
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  gathering = usePictureDownload()
})

describe('the gathering of pictures in the window', () => {
  it('is asked for once a connection, then kept current by the main process', async () => {
    void gathering.open('shop')
    void gathering.open('shop')
    await main.last('pictures:gathering').answer(ok(gatheringState({ done: 5 })))
    void gathering.open('shop')
    expect(main.asked('pictures:gathering')).toHaveLength(1)
    main.emit('pictures:gathering-changed', gatheringState({ done: 6, phase: 'gathering' }))
    main.emit('pictures:gathering-changed', gatheringState({ done: 90, connectionId: 'other' }))
    expect(gathering.of('shop')?.done).toBe(6)
    expect(gathering.of('other')?.done).toBe(90)
  })

  it('never goes back to an answer that was overtaken', async () => {
    void gathering.open('shop')
    main.emit('pictures:gathering-changed', gatheringState({ done: 50 }))
    await main.last('pictures:gathering').answer(ok(gatheringState({ done: 40 })))
    expect(gathering.of('shop')?.done).toBe(50)
  })

  it('is asked for again by the next opening when the first question failed', async () => {
    void gathering.open('shop')
    await main.last('pictures:gathering').answer(fail('internal'))
    expect(gathering.refused.size).toBe(0)
    void gathering.open('shop')
    expect(main.asked('pictures:gathering')).toHaveLength(2)
  })

  it('is steered, and stands at once as the answer says', async () => {
    main.always('pictures:pause-gathering', () => ok(gatheringState({ phase: 'paused' })))
    main.always('pictures:resume-gathering', () => ok(gatheringState({ phase: 'gathering' })))
    main.always('pictures:keep', ({ keep }) => ok(gatheringState({ keep })))
    expect(await gathering.pause('shop')).toBe(true)
    expect(gathering.of('shop')?.phase).toBe('paused')
    await gathering.resume('shop')
    expect(gathering.of('shop')?.phase).toBe('gathering')
    await gathering.keep('shop', 'previews')
    expect(gathering.of('shop')?.keep).toBe('previews')
  })

  it('fault 81: says what was refused until it is done, or was read', async () => {
    main.always('pictures:keep', () => fail('storage-failed'))
    expect(await gathering.keep('shop', 'none')).toBe(false)
    expect(gathering.refused.get('shop')?.code).toBe('storage-failed')
    gathering.close('shop')
    expect(gathering.refused.size).toBe(0)
    await gathering.keep('shop', 'none')
    main.always('pictures:keep', ({ keep }) => ok(gatheringState({ keep })))
    await gathering.keep('shop', 'none')
    expect(gathering.refused.size).toBe(0)
  })
})
