import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import ShortcutDialogs from '../../../../../renderer/app/help/ShortcutDialogs.vue'
import { useCommandRegistry } from '../../../../../renderer/shared/commands/registry'
import { useNavigation, type Route } from '../../../../../renderer/shared/navigation'
import { startStores } from '../../support/stores'

let dialogs: VueWrapper
beforeEach(() => {
  startStores()
  dialogs = mount(ShortcutDialogs, { attachTo: document.body })
})
afterEach(() => dialogs.unmount())

/** The dialog that ? opens on a page: its title and what its keys do, each with its keys before it. */
async function keysOn(name: Exclude<Route['name'], 'edit' | 'help'>): Promise<string[]> {
  useNavigation().go({ name })
  useCommandRegistry().run('review-keys')
  await nextTick()
  await nextTick()
  return shown()
}

function shown(): string[] {
  const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1)
  const entries = [...(dialog?.querySelectorAll('dl > div') ?? [])]
  const textOf = (each: Element | null | undefined): string => each?.textContent.trim() ?? ''
  return [
    textOf(dialog?.querySelector('h2')),
    ...entries.map((entry) =>
      [...[...entry.querySelectorAll('kbd')].map(textOf), textOf(entry.querySelector('dd'))].join(' ')
    )
  ]
}

describe('the question mark', () => {
  it.each([
    [
      'review',
      [
        'A Approve and go on',
        'G Show the queue as a grid, and back',
        '0 After “Needs work”: no reason',
        'Ctrl+Shift+Z Ctrl+Y Redo last mark'
      ]
    ],
    [
      'products',
      ['A Approve and go on', 'Space Select the product', 'V Table or gallery', 'Shift+C Compare products']
    ],
    ['changes', ['A Approve and go on', 'S Mark change as seen or not seen', 'Shift+C Compare products']],
    ['quality', ['E Add exception…', 'J K Next or previous rule', 'Shift+C Compare products']],
    ['today', ['1–6 Take the next step with this number']]
  ] as const)('shows the keys of the page %s alone', async (name, some) => {
    const keys = await keysOn(name)
    expect(keys[0]).toBe('Keys on this page')
    expect(keys).toEqual(expect.arrayContaining([...some]))
    expect(keys).not.toContain('Ctrl+N Connect a store')
  })

  it('leads to the whole list, which it shows at once on a page that has no keys of its own', async () => {
    await keysOn('quality')
    const all = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent.trim() === 'All keyboard shortcuts'
    )
    all?.click()
    await nextTick()
    await nextTick()
    expect(shown()[0]).toBe('Keyboard shortcuts')
    dialogs.unmount()
    startStores()
    dialogs = mount(ShortcutDialogs, { attachTo: document.body })
    expect((await keysOn('team'))[0]).toBe('Keyboard shortcuts')
  })
})
