import { X } from '@lucide/vue'
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { TooltipProvider } from 'reka-ui'
import { afterEach, describe, expect, it } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import IconButton from '../../../../../renderer/shared/ui/IconButton.vue'
import VDialog from '../../../../../renderer/shared/ui/VDialog.vue'

let page: VueWrapper
afterEach(() => page.unmount())

/** Opens a dialog as it stands in the app, from a button that has the focus. */
async function openDialog(body: 'words' | 'a button with a tooltip', locked = false): Promise<void> {
  const Page = defineComponent(() => {
    const open = ref(false)
    const inside = (): unknown => (body === 'words' ? 'Words.' : h(IconButton, { icon: X, label: 'Inside' }))
    return () =>
      h(TooltipProvider, () => [
        h('main', { id: 'main', tabindex: -1 }),
        h('button', { id: 'opener', onClick: () => (open.value = true) }),
        h(
          VDialog,
          { open: open.value, title: 'Title', locked, 'onUpdate:open': (to: boolean) => (open.value = to) },
          inside
        )
      ])
  })
  page = mount(Page, { attachTo: document.body })
  const opener = page.get<HTMLButtonElement>('#opener').element
  opener.focus()
  opener.click()
  await settled()
}

/** Dialogs give and take the focus a moment after they are drawn. */
async function settled(): Promise<void> {
  await flushPromises()
  await new Promise((resolve) => setTimeout(resolve))
  await flushPromises()
}

async function pressEscape(): Promise<void> {
  const from = document.activeElement ?? document.body
  from.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  await settled()
}

const dialog = (): Element | null => document.querySelector('[role=dialog]')

describe('a dialog', () => {
  it('with nothing to use begins with itself, not with the button that closes it', async () => {
    await openDialog('words')
    expect(document.activeElement).toBe(dialog())
  })

  it.each(['words', 'a button with a tooltip'] as const)(
    'that begins with %s is left with one Escape, and gives the focus back',
    async (body) => {
      await openDialog(body)
      expect(dialog()?.contains(document.activeElement)).toBe(true)
      await pressEscape()
      expect(dialog()).toBeNull()
      expect(document.activeElement?.id).toBe('opener')
    }
  )

  it('whose button has gone meanwhile, with what it was for, leaves the focus at the page', async () => {
    await openDialog('words')
    document.getElementById('opener')?.remove()
    await pressEscape()
    expect(document.activeElement?.id).toBe('main')
  })

  it('that cannot be left just now stays', async () => {
    await openDialog('a button with a tooltip', true)
    await pressEscape()
    expect(dialog()).not.toBeNull()
  })
})
