import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ReviewState } from '../../../../../../electron/contract/review-state'
import QueueStrip from '../../../../../../renderer/features/review/session/QueueStrip.vue'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { product } from '../../products/table/builders'
import { sitInMainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

/** Names of the products in a strip of this width, px, that is at one of so many. */
async function shownAt(width: number, count: number, index: number): Promise<string[]> {
  const strip = await stripOf(width, count, index)
  return strip.findAll('.stop').map((each) => each.attributes('aria-label')?.split(',')[0] ?? '')
}

async function stripOf(
  width: number,
  count: number,
  index: number,
  states: Partial<Record<string, ReviewState>> = {}
): Promise<VueWrapper> {
  const resized: (() => void)[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        resized.push(tell)
      }
      observe = (): void => undefined
      disconnect = (): void => undefined
    }
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(50)
  sitInMainProcess()
  startStores()
  const products = Array.from({ length: count }, (_, at) => product({ id: `p-${at + 1}`, name: `${at + 1}` }))
  const strip = mount(QueueStrip, {
    props: { connectionId: 'shop', products, index, stateOf: ({ id }) => states[id] ?? 'unreviewed' },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  resized.forEach((tell) => tell())
  await flushPromises()
  return strip
}

describe('the strip of products around the one on screen', () => {
  it('shows all that it has room for, also of those behind', async () => {
    expect(await shownAt(900, 9, 7)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  })

  it('fills a wide screen', async () => {
    expect(await shownAt(1700, 100, 7)).toHaveLength(28)
  })

  it('says of its pictures what those signs mean that no button has, each once', async () => {
    const strip = await stripOf(900, 9, 3, { 'p-1': 'changed', 'p-2': 'awaiting-others', 'p-3': 'changed' })
    expect(strip.findAll('.meaning').map((each) => each.text())).toEqual([
      'Re-review',
      'Awaiting others’ approval'
    ])
    expect(strip.get('.legend').text()).toMatch(/^On these pictures:/)
    expect(strip.findAll('.stop .sign')).toHaveLength(3)
    expect((await stripOf(900, 9, 3)).find('.legend').exists()).toBe(false)
  })

  it('says no mark beside the product on screen, which may have none', async () => {
    const strip = await stripOf(900, 9, 3, { 'p-1': 'approved', 'p-2': 'needs-work', 'p-3': 'ignored' })
    expect(strip.findAll('.stop .sign')).toHaveLength(3)
    expect(strip.find('.legend').exists()).toBe(false)
  })

  it('begins three before the one on screen while there is more to come than has room', async () => {
    expect((await shownAt(400, 40, 7))[0]).toBe('5')
  })

  it('keeps the one on screen within its room at the end', async () => {
    const shown = await shownAt(400, 40, 39)
    expect(shown.at(-1)).toBe('40')
    expect(shown.length).toBeLessThanOrEqual(7)
  })
})
