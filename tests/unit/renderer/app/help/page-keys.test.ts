import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import { useView } from '../../../../../renderer/features/catalog'
import ShortcutDialogs from '../../../../../renderer/app/help/ShortcutDialogs.vue'
import { useCommandRegistry } from '../../../../../renderer/shared/commands/registry'
import { useNavigation, type Route } from '../../../../../renderer/shared/navigation'
import LargeDialog from '../../../../../renderer/shared/ui/LargeDialog.vue'
import { startStores } from '../../support/stores'
import { eventually } from '../../../../support/eventually'

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

  it('says in the gallery what keys do from tile to tile, of which the first opens its picture', async () => {
    const view = useView()
    view.state = { ...view.state, layout: 'gallery' }
    const keys = await keysOn('products')
    expect(keys).toEqual(
      expect.arrayContaining([
        '← ↑ → ↓ Move from tile to tile',
        'Home End Go to the first or last product',
        'F2 Go to the buttons on a picture; Esc goes back',
        '↵ P Open preview',
        'Shift+→ Shift+↓ Select several in a row'
      ])
    )
    expect(keys.join()).not.toMatch(/row\b(?!,|$)|cell/)
  })

  it('leads to the whole list, which it shows at once on a page that has no keys of its own', async () => {
    await keysOn('quality')
    const all = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent.trim() === 'All keyboard shortcuts'
    )
    all?.click()
    await eventually(() => {
      expect(shown()[0]).toBe('Keyboard shortcuts')
    })
    dialogs.unmount()
    startStores()
    dialogs = mount(ShortcutDialogs, { attachTo: document.body })
    expect((await keysOn('team'))[0]).toBe('Keyboard shortcuts')
  })
})

describe('the question mark over the page', () => {
  let over: VueWrapper

  async function open(keysOf: 'preview' | 'compare'): Promise<HTMLElement> {
    useNavigation().go({ name: 'products' })
    over = mount(LargeDialog, {
      props: { open: true, keysOf },
      slots: { default: '<button data-mine>Next</button><input data-text />' },
      attachTo: document.body
    })
    await flushPromises()
    const button = document.querySelector<HTMLElement>('[data-mine]')
    if (button === null) throw new Error('The dialog is not open')
    button.focus()
    return button
  }
  async function press(key: string): Promise<KeyboardEvent> {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
    await flushPromises()
    return event
  }
  afterEach(() => over.unmount())

  it.each([
    [
      'preview',
      'Keys in the picture preview',
      [
        'A Approve and go on',
        'N Write a note',
        '← Page Up Previous product',
        '1 Actual size',
        'Esc Close preview'
      ]
    ],
    [
      'compare',
      'Keys while comparing',
      ['W Needs work and go on', '→ Next product', '+ − Zoom in and out', 'Esc Close']
    ]
  ] as const)('shows those of the dialog %s, and Escape goes back into it', async (keysOf, title, some) => {
    const button = await open(keysOf)
    await press('?')
    const keys = shown()
    expect(keys[0]).toBe(title)
    expect(keys).toEqual(expect.arrayContaining([...some]))
    expect(keys).not.toContain('Space Select the product')
    expect(keys.includes('N Write a note')).toBe(keysOf === 'preview')
    await press('Escape')
    expect(document.activeElement).toBe(button)
    expect(over.emitted('close')).toBeUndefined()
  })

  it('is typed where the focus is in a text', async () => {
    await open('preview')
    document.querySelector<HTMLElement>('[data-text]')?.focus()
    const event = await press('?')
    expect(event.defaultPrevented).toBe(false)
    expect(document.querySelectorAll('[role=dialog]')).toHaveLength(1)
  })
})
