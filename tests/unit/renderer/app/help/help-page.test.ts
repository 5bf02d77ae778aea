import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { TooltipProvider } from 'reka-ui'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import HelpPage from '../../../../../renderer/app/help/HelpPage.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { sitInMainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

let page: VueWrapper
let left = 0
beforeEach(async () => {
  sitInMainProcess()
  startStores()
  left = 0
  const shown = defineComponent(
    () => () => h(TooltipProvider, () => h(HelpPage, { onBack: () => (left += 1) }))
  )
  page = mount(shown, { global: { plugins: [i18n] }, attachTo: document.body })
  await flushPromises()
})
afterEach(() => page.unmount())

const escape = (target: Element): boolean =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))

it('Escape leads back to where help was asked for', () => {
  escape(document.body)
  expect(left).toBe(1)
})

it('Escape in the box empties it, then leaves it, and only then leads back', async () => {
  const box = page.get<HTMLInputElement>('input[type=search]')
  box.element.focus()
  await box.setValue('export')
  escape(box.element)
  await flushPromises()
  expect([box.element.value, left]).toEqual(['', 0])
  escape(box.element)
  await flushPromises()
  expect([document.activeElement?.id, left]).toEqual(['main', 0])
  escape(document.activeElement ?? document.body)
  expect(left).toBe(1)
})
