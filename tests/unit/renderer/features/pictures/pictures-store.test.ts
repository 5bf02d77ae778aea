import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import { usePictures } from '../../../../../renderer/features/pictures/pictures-store'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { openConnection, startStores } from '../../support/stores'

let main: MainProcess
let pictures: ReturnType<typeof usePictures>
const token = 'a'.repeat(43)
const facts = {
  width: 640,
  height: 480,
  bytes: 48_200,
  format: 'jpeg',
  host: 'pictures.example',
  checkedAt: 0,
  animated: false
}

beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  pictures = usePictures()
})

describe('a picture', () => {
  it('that cannot be shown says why, however many elements ask', async () => {
    void pictures.failed(token)
    void pictures.failed(token)
    expect(main.asked('pictures:describe')).toHaveLength(1)
    await main.last('pictures:describe').answer(fail('picture-corrupt'))
    expect(pictures.known.get(token)).toEqual(fail('picture-corrupt'))
  })

  it('that nothing is wrong with is asked for once more, and no more than once', async () => {
    main.always('pictures:describe', () => ok(facts))
    await pictures.failed(token)
    expect(pictures.attempts.get(token)).toBe(1)
    await pictures.failed(token)
    expect(pictures.attempts.get(token)).toBe(1)
    expect(pictures.known.get(token)).toEqual(fail('internal'))
  })

  it('is fetched anew on a retry', async () => {
    main.always('pictures:describe', () => fail('timeout'))
    main.always('pictures:retry', () => ok(null))
    await pictures.failed(token)
    await pictures.retry(token)
    expect(main.last('pictures:retry').input).toEqual({ connectionId: 'shop', token })
    expect(pictures.known.has(token)).toBe(false)
    expect(pictures.attempts.get(token)).toBe(1)
  })

  it('of a connection that was left is not remembered', async () => {
    void pictures.describe(token)
    openConnection('other')
    await main.last('pictures:describe').answer(ok(facts))
    expect(pictures.known.size).toBe(0)
  })
})

describe('pictures that could be had in part, or not for where they come from', () => {
  it('that are shown smaller than they were asked for are asked for again when the network is back', () => {
    main.always('pictures:retry', () => ok(null))
    pictures.lacks(token)
    pictures.retryPassing()
    expect(main.last('pictures:retry').input).toEqual({ connectionId: 'shop', token })
    pictures.retryPassing()
    expect(main.asked('pictures:retry')).toHaveLength(1)
  })

  it('that were refused for a private host are asked for again once it is allowed, and no others', async () => {
    main.always('pictures:retry', () => ok(null))
    main.always('pictures:allow-host', () => ok(null))
    const others = { elsewhere: 'b'.repeat(43), broken: 'c'.repeat(43) }
    main.always('pictures:describe', ({ token: asked }) => {
      if (asked === others.broken) return fail('picture-corrupt')
      return fail('picture-address-private', { host: asked === token ? 'nas.lan' : 'router.lan' })
    })
    for (const each of [token, others.elsewhere, others.broken]) await pictures.describe(each)
    await pictures.allowHost('nas.lan')
    expect(main.last('pictures:allow-host').input).toEqual({ connectionId: 'shop', host: 'nas.lan' })
    expect(main.asked('pictures:retry').map(({ input }) => input.token)).toEqual([token])
  })

  it('stay as they are where a host could not be allowed', async () => {
    main.always('pictures:allow-host', () => fail('storage-failed'))
    main.always('pictures:describe', () => fail('picture-address-private', { host: 'nas.lan' }))
    await pictures.describe(token)
    expect(await pictures.allowHost('nas.lan')).toEqual(fail('storage-failed'))
    expect(main.asked('pictures:retry')).toEqual([])
  })
})
