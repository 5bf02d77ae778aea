// @vitest-environment happy-dom
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../electron/contract/failure'
import { usePictures } from '../../../../renderer/stores/pictures'
import { sitInMainProcess, type MainProcess } from '../products/main-process'

let main: MainProcess
let pictures: ReturnType<typeof usePictures>
const token = 'a'.repeat(43)
const facts = { width: 640, height: 480, bytes: 48_200, format: 'jpeg', host: 'pictures.example' }

beforeEach(() => {
  main = sitInMainProcess()
  setActivePinia(createPinia())
  pictures = usePictures()
  pictures.open('shop')
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
    pictures.open('other')
    await main.last('pictures:describe').answer(ok(facts))
    expect(pictures.known.size).toBe(0)
  })
})
