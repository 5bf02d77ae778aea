import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { defineComponent, h, nextTick, ref } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import { useBridgeQuery, type BridgeQuery } from '../../../../../renderer/shared/data/queries'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'
import { auditState } from '../../features/quality/builders'

let main: MainProcess
let wrapper: VueWrapper | null
const connectionId = ref<string | null>('shop')
const isWanted = ref(true)

/** Looks at how many changes of the connection nobody has seen. */
async function look(): Promise<BridgeQuery<number>> {
  const made: BridgeQuery<number>[] = []
  const Badge = defineComponent(() => {
    const input = (): { connectionId: string } | null =>
      connectionId.value === null ? null : { connectionId: connectionId.value }
    made.push(useBridgeQuery('history:unseen', input, () => isWanted.value))
    return () => h('p')
  })
  wrapper = mount(Badge)
  await flushPromises()
  const [query] = made
  if (!query) throw new Error('nothing was put together')
  return query
}
const asked = (): string[] => main.asked('history:unseen').map(({ input }) => input.connectionId)

beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  connectionId.value = 'shop'
  isWanted.value = true
  wrapper = null
})
afterEach(() => {
  wrapper?.unmount()
  vi.useRealTimers()
})

describe('what is read over the bridge', () => {
  it('is nothing of one connection under the name of another, whichever answer comes last', async () => {
    const { data } = await look()
    const late = main.last('history:unseen')
    connectionId.value = 'other'
    await flushPromises()
    expect(asked()).toEqual(['shop', 'other'])
    await main.last('history:unseen').answer(ok(5))
    await late.answer(ok(7))
    expect(data.value).toBe(5)
    connectionId.value = null
    await nextTick()
    expect(data.value).toBeNull()
  })

  it('stays where it cannot be read again, with why', async () => {
    const { data, failure, reload } = await look()
    await main.last('history:unseen').answer(ok(5))
    main.always('history:unseen', () => fail('storage-failed'))
    await reload()
    expect([data.value, failure.value?.code]).toEqual([5, 'storage-failed'])
    main.always('history:unseen', () => ok(6))
    await reload()
    expect([data.value, failure.value]).toEqual([6, null])
  })

  it('is not read before it is wanted, and anew when it is wanted again', async () => {
    isWanted.value = false
    const { data } = await look()
    expect(asked()).toEqual([])
    main.always('history:unseen', () => ok(5))
    isWanted.value = true
    await flushPromises()
    isWanted.value = false
    await flushPromises()
    expect(data.value).toBe(5)
    isWanted.value = true
    await flushPromises()
    expect(asked()).toHaveLength(2)
  })

  it('is counted again once a while when the copy of its connection changes, and not for another one', async () => {
    main.always('history:unseen', () => ok(5))
    await look()
    vi.useFakeTimers()
    for (let times = 0; times < 3; times += 1) main.emit('catalog:changed', { connectionId: 'shop' })
    main.emit('catalog:changed', { connectionId: 'other' })
    await vi.advanceTimersByTimeAsync(1999)
    expect(asked()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked()).toEqual(['shop', 'shop'])
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked()).toHaveLength(2)
  })

  it('is counted again soon after a mark, also while it waits for what a sync does', async () => {
    main.always('history:unseen', () => ok(5))
    // On a busy machine the first count takes long, and the next waits for longer.
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    await look()
    main.emit('catalog:changed', { connectionId: 'shop' })
    main.emit('reviews:changed', { connectionId: 'shop', productIds: ['p1'] })
    main.emit('reviews:changed', { connectionId: 'shop', productIds: ['p2'] })
    await vi.advanceTimersByTimeAsync(100)
    expect(asked()).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked()).toHaveLength(2)
  })

  it('is counted again soon after a look for findings', async () => {
    main.always('products:sizes', () => ok([0]))
    const Count = defineComponent(() => {
      useBridgeQuery('products:sizes', () => ({ connectionId: 'shop', productQueries: [{}] }))
      return () => h('p')
    })
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    wrapper = mount(Count)
    await flushPromises()
    main.emit('audit:changed', auditState({ phase: 'running' }))
    await vi.advanceTimersByTimeAsync(5000)
    expect(main.asked('products:sizes')).toHaveLength(1)
    main.emit('audit:changed', auditState())
    await vi.advanceTimersByTimeAsync(100)
    expect(main.asked('products:sizes')).toHaveLength(2)
  })

  it('is not read again for a mark after a sync has had it read', async () => {
    const Timeline = defineComponent(() => {
      useBridgeQuery('history:of', () => ({ connectionId: 'shop', productId: 'p1' }))
      return () => h('p')
    })
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    wrapper = mount(Timeline)
    await flushPromises()
    main.emit('reviews:changed', { connectionId: 'shop', productIds: ['p1'] })
    main.emit('catalog:changed', { connectionId: 'shop' })
    await flushPromises()
    expect(main.asked('history:of')).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(5000)
    expect(main.asked('history:of')).toHaveLength(2)
  })

  it('is counted as seldom as it takes long', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
    await look()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    clock.mockReturnValue(1030)
    await main.last('history:unseen').answer(ok(5))
    main.emit('reviews:changed', { connectionId: 'shop', productIds: ['p1'] })
    await vi.advanceTimersByTimeAsync(599)
    expect(asked()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked()).toHaveLength(2)
    clock.mockRestore()
  })

  it('is left alone once nobody looks at it', async () => {
    main.always('history:unseen', () => ok(5))
    await look()
    wrapper?.unmount()
    wrapper = null
    vi.useFakeTimers()
    main.emit('catalog:changed', { connectionId: 'shop' })
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked()).toHaveLength(1)
  })
})
