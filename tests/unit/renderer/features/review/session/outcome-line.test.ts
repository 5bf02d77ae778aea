import { mount } from '@vue/test-utils'
import { nextTick } from 'vue'
import { afterEach, expect, it, vi } from 'vitest'
import OutcomeLine from '../../../../../../renderer/features/review/session/OutcomeLine.vue'
import { i18n } from '../../../../../../renderer/shared/i18n'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it.each([
  [200, true],
  [80, false]
])('no colon stands behind a gap after a name of %i px where 90 have room', async (width, isCut) => {
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
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(90)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(width)
  const words = {
    text: 'Cassia desk lamp: Approved',
    before: '',
    about: 'Cassia desk lamp',
    joint: ': ',
    after: 'Approved'
  }
  const line = mount(OutcomeLine, {
    props: { action: null, words, linked: false },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await nextTick()
  for (const tell of resized) tell()
  await nextTick()
  expect(line.get('.named').text()).toBe('Cassia desk lamp:')
  expect(line.get('.about + span').classes('hidden')).toBe(isCut)
  line.unmount()
})
