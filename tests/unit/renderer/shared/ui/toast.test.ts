import { mount, type VueWrapper } from '@vue/test-utils'
import { TooltipProvider } from 'reka-ui'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h, nextTick, onMounted, useTemplateRef } from 'vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { provideStatusPlaces, useStatusPlaces } from '../../../../../renderer/shared/ui/page-status'
import Toast from '../../../../../renderer/shared/ui/Toast.vue'
import { sitInMainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

const Bar = {
  setup() {
    const bar = useTemplateRef<HTMLElement>('bar')
    const { outcome } = useStatusPlaces()
    onMounted(() => (outcome.value = bar.value))
    return () => h('footer', { ref: 'bar' })
  }
}
const dismiss = vi.fn()

/** A page with a status bar, and a toast of a mark. */
async function tell(brief: boolean): Promise<VueWrapper> {
  const shown = mount(
    {
      setup() {
        provideStatusPlaces()
        return () =>
          h(TooltipProvider, () => [
            h(Bar),
            h(
              'main',
              h(Toast, { brief, 'data-mine': '', onDismiss: dismiss }, () => h('p', 'Approved Mug'))
            )
          ])
      }
    },
    { global: { plugins: [i18n] } }
  )
  await nextTick()
  return shown
}

beforeEach(() => {
  sitInMainProcess()
  startStores()
})
afterEach(() => vi.unstubAllGlobals())

describe('a toast', () => {
  it.each([
    ['in a high window', 800, true],
    ['of more than a few words', 400, false]
  ])('%s floats over the page', async (_, innerHeight, brief) => {
    vi.stubGlobal('innerHeight', innerHeight)
    const page = await tell(brief)
    expect(page.get('main .floating').attributes('data-mine')).toBe('')
    expect(page.get('footer').text()).toBe('')
  })

  it('of a few words in a low window stands in the status bar, and is read out where it always is', async () => {
    vi.stubGlobal('innerHeight', 400)
    const page = await tell(true)
    expect(page.get('footer .toast').text()).toContain('Approved Mug')
    expect(page.find('.floating').exists()).toBe(false)
    expect(page.get('main .visually-hidden').text()).toBe('Approved Mug')
    await page.get('footer button').trigger('click')
    expect(dismiss).toHaveBeenCalledTimes(1)
  })
})
