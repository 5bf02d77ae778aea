import { mount } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import ZoomControls from '../../../../../renderer/features/pictures/ZoomControls.vue'
import { setFormats } from '../../../../../renderer/shared/format/locale'
import { i18n } from '../../../../../renderer/shared/i18n'

afterEach(() => setFormats({ language: 'en', numberFormat: null }))

/** What is said of pictures that are shown in so many per cent of their own sizes. */
function words(percents: number[]): string {
  const controls = mount(ZoomControls, {
    props: { percents, zoomed: true },
    global: { plugins: [i18n], stubs: { IconButton: true } }
  })
  return controls.get('.percent').text()
}

it.each([
  ['en-US', '250%'],
  ['de-DE', '250\u00a0%'],
  ['ar-EG', '٢٥٠٪\u061c']
])('the size of a picture is written as numbers are in %s', (numberFormat, expected) => {
  setFormats({ language: 'en', numberFormat })
  expect(words([250])).toBe(expected)
})

it('the sizes of several pictures are told from the least to the most, or as one, or not while none is there', () => {
  setFormats({ language: 'en', numberFormat: 'de-DE' })
  expect(words([16, 100, 6])).toBe('6–100\u00a0%')
  expect(words([16, 16])).toBe('16\u00a0%')
  expect(words([])).toBe('')
})
