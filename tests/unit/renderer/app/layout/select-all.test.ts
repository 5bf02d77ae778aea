import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { useSelectAllKey } from '../../../../../renderer/app/layout/use-app-commands'
import { startStores } from '../../support/stores'

let page: VueWrapper
beforeEach(() => {
  startStores()
  const Page = defineComponent(() => {
    useSelectAllKey()
    return () => h('div', [h('input', { type: 'text' }), h('button', 'Run again')])
  })
  page = mount(Page, { attachTo: document.body })
})
afterEach(() => page.unmount())

/** Whether the system hears of the key that selects everything, pressed there. */
function isLeft(on: Element): boolean {
  const event = new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true })
  return on.dispatchEvent(event)
}

it('Ctrl+A selects the text that is edited, and nowhere all the words of the window', () => {
  expect([isLeft(document.body), isLeft(page.get('button').element)]).toEqual([false, false])
  expect(isLeft(page.get('input').element)).toBe(true)
})
