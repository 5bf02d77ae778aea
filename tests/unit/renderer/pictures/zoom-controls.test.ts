import { mount } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import ZoomControls from '../../../../renderer/components/pictures/ZoomControls.vue'
import { setFormats } from '../../../../renderer/format/locale'
import { i18n } from '../../../../renderer/i18n'

afterEach(() => setFormats({ language: 'en', numberFormat: null }))

it.each([
  ['en-US', '250%'],
  ['de-DE', '250\u00a0%'],
  ['ar-EG', '٢٥٠٪\u061c']
])('the size of a picture is written as numbers are in %s', (numberFormat, words) => {
  setFormats({ language: 'en', numberFormat })
  const controls = mount(ZoomControls, {
    props: { percent: 250, zoomed: true },
    global: { plugins: [i18n], stubs: { IconButton: true } }
  })
  expect(controls.get('.percent').text()).toBe(words)
})
