import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import QueueTabs from '../../../../../../renderer/features/review/session/QueueTabs.vue'
import { i18n } from '../../../../../../renderer/shared/i18n'

const tabs = ['To do', 'Errors', 'All', 'Mine', 'Lamps'].map((words, at) => ({
  id: words.toLowerCase().replace(' ', '-'),
  words,
  count: at
}))

let wrapper: VueWrapper
afterEach(() => {
  wrapper.unmount()
  width = 100
  vi.restoreAllMocks()
})

/** How wide each tab and the menu's button are, px. */
let width = 100

async function open(room: number, selected = 'to-do'): Promise<void> {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, 0, this.classList.contains('frame') ? room : width, 32)
  })
  wrapper = mount(QueueTabs, {
    props: {
      tabs,
      locale: 'en',
      modelValue: selected,
      'onUpdate:modelValue': (modelValue: string) => wrapper.setProps({ modelValue })
    },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
}
const shown = (): string[] =>
  wrapper
    .findAll('[role=tab]')
    .filter((tab) => !tab.classes('out'))
    .map((tab) => tab.text())
const hasMenu = (): boolean => !wrapper.get('.more').classes('out')
async function inMenu(): Promise<HTMLElement[]> {
  await wrapper.get('[data-more-tabs]').trigger('keydown', { key: 'Enter' })
  await flushPromises()
  return [...document.querySelectorAll<HTMLElement>('[role^=menuitem]')]
}

describe('the tabs of Review', () => {
  it('stand side by side where there is room for all', async () => {
    await open(508)
    expect(shown()).toEqual(['To do 0', 'Errors 1', 'All 2', 'Mine 3', 'Lamps 4'])
    expect(hasMenu()).toBe(false)
  })

  it('are measured when a number has gained or lost a digit, and not at each mark', async () => {
    await open(508)
    const width = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
    const count = (first: number): Promise<void> =>
      wrapper.setProps({ tabs: tabs.map((tab, at) => (at === 0 ? { ...tab, count: first } : tab)) })
    await count(12)
    expect(width).toHaveBeenCalled()
    width.mockClear()
    await count(11)
    expect(width).not.toHaveBeenCalled()
    await count(9)
    expect(width).toHaveBeenCalled()
  })

  it('have room for parts of a pixel: the last one is whole', async () => {
    width = 100.4
    await open(509)
    expect(wrapper.attributes('style')).toContain('--whole: 510px')
    expect(hasMenu()).toBe(true)
  })

  it('are in a menu where there is none, with their numbers', async () => {
    await open(400)
    expect(shown()).toEqual(['To do 0', 'Errors 1'])
    expect(hasMenu()).toBe(true)
    const items = await inMenu()
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'All2 products',
      'Mine3 products',
      'Lamps4 products'
    ])
    items[2]?.click()
    await flushPromises()
    expect(shown()).toEqual(['To do 0', 'Lamps 4'])
    expect(wrapper.get('[aria-selected=true]').text()).toBe('Lamps 4')
  })

  it('are reached one after the other by the arrow keys, those in the menu too', async () => {
    await open(400, 'errors')
    await wrapper.get('[data-tab=errors]').trigger('keydown', { key: 'ArrowRight' })
    await flushPromises()
    expect(shown()).toEqual(['To do 0', 'All 2'])
    expect(document.activeElement?.getAttribute('data-tab')).toBe('all')
  })
})
