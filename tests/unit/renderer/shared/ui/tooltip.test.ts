import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { h } from 'vue'
import { afterEach, beforeEach, expect, it } from 'vitest'
import VTooltip from '../../../../../renderer/shared/ui/VTooltip.vue'

let wrapper: VueWrapper

beforeEach(() => {
  wrapper = mount(VTooltip, {
    props: { text: 'Show or hide the filters' },
    slots: { default: () => h('button', 'Filters') },
    attachTo: document.body
  })
})
afterEach(() => wrapper.unmount())

const isShown = (): boolean => document.querySelector('.tooltip') !== null

async function movePointer(by: number): Promise<void> {
  const move = new PointerEvent('pointermove', { bubbles: true })
  Object.defineProperties(move, { movementX: { value: by }, movementY: { value: 0 } })
  document.body.dispatchEvent(move)
  await flushPromises()
}

it('a tip that the focus brought goes when the pointer is moved: it lies over what may be pressed next', async () => {
  wrapper.get<HTMLElement>('button').element.focus()
  await flushPromises()
  expect(isShown()).toBe(true)
  await movePointer(0)
  expect(isShown(), 'what moved was the page').toBe(true)
  await movePointer(3)
  expect(isShown()).toBe(false)
})
