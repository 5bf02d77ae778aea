import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import type { Timeline } from '../../../../../electron/contract/history'
import ProductTimeline from '../../../../../renderer/shared/history/ProductTimeline.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { connection } from '../../support/mount-products-page'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { change } from '../../features/changes/builders'
import { startStores } from '../../support/stores'

let main: MainProcess
let wrapper: VueWrapper

beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  wrapper = mount(ProductTimeline, {
    props: { connection, productId: 'p1' },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
})
afterEach(() => wrapper.unmount())

const timeline = (more: Partial<Timeline> = {}): Timeline => ({
  changes: [],
  prices: [],
  since: null,
  ...more
})
const answer = (more: Partial<Timeline>): Promise<void> => main.last('history:of').answer(ok(timeline(more)))
const items = (): string[] => wrapper.findAll('li').map((item) => item.text().replace(/\s+/g, ' '))
const token = (letter: string): { token: string; host: string } => ({ token: letter.repeat(43), host: '' })

describe('the timeline of a product', () => {
  it('tells what happened, newest first, with the percent of a price', async () => {
    await answer({
      changes: [
        change({ number: 4, kind: 'back' }),
        change({ number: 3, kind: 'gone' }),
        change({ number: 2 }),
        change({ number: 1, kind: 'name', before: 'Oak chair', after: 'Oak table', percent: null })
      ]
    })
    expect(items()).toEqual([
      expect.stringContaining('Listed again'),
      expect.stringContaining('Gone'),
      expect.stringMatching(/Price changed.*Before: €10\.00 Now: €12\.50, up by 25%/),
      expect.stringMatching(/Name changed.*removed: chair end\. added: table end\./)
    ])
  })

  it('shows pictures before and after, and says so of one that cannot be had anymore', async () => {
    const pictures = { before: token('a'), after: token('b') }
    await answer({ changes: [change({ kind: 'image', pictures })] })
    const [before, after] = wrapper.findAll('img')
    expect(before?.attributes('src')).toBe(`/picture/shop/${'a'.repeat(43)}/tile`)
    expect(after?.attributes('alt')).toBe('Picture of Oak chair after')
    await before?.trigger('error')
    expect(wrapper.text()).toContain('This picture is no longer available.')
    expect(wrapper.findAll('img')).toHaveLength(1)
  })

  it('says that nothing changed, and since when that is known', async () => {
    await answer({})
    expect(wrapper.text()).toContain('Nothing has changed since this product was first read.')
    expect(wrapper.text()).toContain('In the catalog since the first sync')
  })

  it('is read again when the copy was written, and shows what it has meanwhile', async () => {
    await answer({ changes: [change()] })
    main.emit('catalog:changed', { connectionId: 'other' })
    main.emit('catalog:changed', { connectionId: 'shop' })
    await flushPromises()
    expect(main.asked('history:of')).toHaveLength(2)
    expect(items()).toHaveLength(1)
    await answer({ changes: [change({ number: 2 }), change()] })
    expect(items()).toHaveLength(2)
  })

  it('never shows one product what happened to another', async () => {
    const [first] = main.asked('history:of')
    await wrapper.setProps({ productId: 'p2' })
    await first?.answer(ok(timeline({ changes: [change()] })))
    expect(items()).toEqual([])
    await answer({ changes: [change({ kind: 'gone' })] })
    expect(items()).toEqual([expect.stringContaining('Gone')])
  })

  it('says why it cannot be read, and tries again', async () => {
    await main.last('history:of').answer(fail('storage-failed'))
    expect(wrapper.text()).toContain('The history could not be read.')
    await wrapper.get('button').trigger('click')
    await answer({ changes: [change()] })
    expect(items()).toHaveLength(1)
  })
})
