import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import LargeDialog from '../../../../../renderer/shared/ui/LargeDialog.vue'

let wrapper: VueWrapper

beforeEach(async () => {
  wrapper = mount(LargeDialog, {
    props: { open: true, keysOf: 'preview' },
    slots: { default: '<button>Next</button>' },
    attachTo: document.body
  })
  await flushPromises()
})
afterEach(() => wrapper.unmount())

function press(key: string): void {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
}

it('a large dialog begins with the focus in it, and on no button', () => {
  expect(document.querySelector('[role=dialog]')?.contains(document.activeElement)).toBe(true)
  expect(document.activeElement?.tagName).not.toBe('BUTTON')
})

it('a large dialog is closed by Escape also from a button, and tells of all other keys', () => {
  document.querySelector('button')?.focus()
  press('ArrowRight')
  expect(wrapper.emitted('key')).toHaveLength(1)
  expect(wrapper.emitted('close')).toBeUndefined()
  press('Escape')
  expect(wrapper.emitted('close')?.length).toBeGreaterThan(0)
  expect(wrapper.emitted('key')).toHaveLength(1)
})

it('a large dialog has its keys also where the focus is on all of it, as after a notice in it was dismissed', () => {
  document.querySelector<HTMLElement>('[role=dialog]')?.focus()
  press('ArrowRight')
  expect(wrapper.emitted('key')).toHaveLength(1)
})

it('a large dialog says that it has gone, so that the focus can go on elsewhere', async () => {
  await wrapper.setProps({ open: false })
  await flushPromises()
  expect(wrapper.emitted('closed')).toHaveLength(1)
})
