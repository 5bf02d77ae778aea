import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { defineComponent, h, ref } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import { useExceptions } from '../../../../../renderer/features/quality/findings'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

let main: MainProcess
let wrappers: VueWrapper[]
const exception = { productId: 'p1', rule: 'price-outlier' } as const

/** Looks at the exceptions of a connection. */
async function look(connectionId: string): Promise<ReturnType<typeof useExceptions>> {
  const isLookedAt = ref(true)
  const made: ReturnType<typeof useExceptions>[] = []
  const Dialog = defineComponent(() => {
    made.push(useExceptions(connectionId, () => isLookedAt.value))
    return () => h('p')
  })
  wrappers.push(mount(Dialog))
  await flushPromises()
  const [exceptions] = made
  if (!exceptions) throw new Error('nothing was put together')
  return exceptions
}

beforeEach(() => {
  main = sitInMainProcess()
  main.always('audit:exceptions', () => ok([]))
  startStores()
  wrappers = []
})
afterEach(() => wrappers.forEach((each) => each.unmount()))

describe('the exceptions of a connection', () => {
  it('are read anew when one is taken back', async () => {
    const exceptions = await look('shop')
    main.always('audit:set-exception', () => ok([]))
    expect(await exceptions.takeBack(exception)).toBe(true)
    expect(main.asked('audit:exceptions').map(({ input }) => input.connectionId)).toEqual(['shop', 'shop'])
  })

  it('stay those of the store that is looked at when an answer about another one comes late', async () => {
    const shop = await look('shop')
    const late = shop.takeBack(exception)
    const other = await look('other')
    await main.last('audit:set-exception').answer(ok([]))
    expect(await late).toBe(true)
    expect(main.asked('audit:exceptions').map(({ input }) => input.connectionId)).toEqual([
      'shop',
      'other',
      'shop'
    ])
    expect(other.exceptions.value).toEqual([])
  })

  it('tell of no failure of another store', async () => {
    const shop = await look('shop')
    const late = shop.takeBack(exception)
    main.always('audit:exceptions', () => fail('storage-failed'))
    const other = await look('other')
    expect(other.failure.value?.code).toBe('storage-failed')
    main.always('audit:exceptions', () => ok([]))
    main.emit('reviews:changed', { connectionId: 'other', productIds: null })
    await flushPromises()
    await main.last('audit:set-exception').answer(fail('storage-failed'))
    expect(await late).toBe(false)
    expect([shop.failure.value?.code, other.failure.value]).toEqual(['storage-failed', null])
  })
})
