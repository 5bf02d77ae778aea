import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { emptyQuery } from '../../../../../../electron/contract/empty-query'
import { showLanguage } from '../../../../../../renderer/shared/i18n'
import { openList, press, type ListPage } from '../../../support/mount-products-page'

let list: ListPage
afterEach(() => list.close())

const heading = (column: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-column="${column}"]`)
  if (!found) throw new Error(`No column "${column}"`)
  return found
}
const headings = (): (string | null)[] =>
  [...document.querySelectorAll('[role=columnheader]')].map((cell) => cell.getAttribute('aria-label'))
const items = (): string[] =>
  [...document.querySelectorAll('[role^=menuitem]')].map((item) => item.textContent.trim())
const isOff = (words: string): boolean => list.button(words).hasAttribute('data-disabled')

/** Asks for the menu as the right mouse button and the menu key do. */
async function ask(column: string): Promise<void> {
  const own = heading(column).querySelector<HTMLElement>('[data-own]')
  own?.focus()
  own?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  await flushPromises()
}

describe('the menu of a column', () => {
  it('opens by the right button at the heading', async () => {
    list = await openList()
    await ask('price')
    const menu = document.querySelector('[role=menu]')
    expect(menu?.getAttribute('aria-label')).toBe('Menu of the Price column')
    const all = [
      ...['Sort ascending', 'Sort descending', 'Store order', 'Filter by this column'],
      ...['Move left', 'Move right', 'Fit to content', 'Reset width', 'Hide column']
    ]
    expect(items()).toEqual(all)
  })

  it('opens by its own button, and does not offer to hide the names', async () => {
    list = await openList()
    await press(list.button('Menu of the Name column'))
    await flushPromises()
    expect(document.querySelector('[role=menu]')?.getAttribute('aria-label')).toBe('Menu of the Name column')
    expect(items()).not.toContain('Hide column')
  })

  it('orders the list either way, and as the store does', async () => {
    list = await openList()
    await ask('price')
    expect(list.button('Store order').getAttribute('aria-checked')).toBe('true')
    await press(list.button('Sort descending'))
    expect(list.asked().input.productQuery?.sort).toEqual({ by: 'price', descending: true })
    await list.answer({ order: 'sorted' })
    await ask('price')
    expect(list.button('Sort descending').getAttribute('aria-checked')).toBe('true')
    await press(list.button('Store order'))
    expect(list.asked().input.productQuery ?? emptyQuery).toEqual(emptyQuery)
  })

  it('asks for the store’s order by name where a search has one of its own', async () => {
    list = await openList()
    await list.search().setValue('bowl')
    await list.answer()
    await ask('price')
    expect(list.button('Store order').getAttribute('aria-checked')).toBe('false')
    await press(list.button('Store order'))
    expect(list.asked().input.productQuery?.sort).toEqual({ by: 'place', descending: false })
  })

  it('opens the filters at the one of its column, those that are folded too', async () => {
    const shown = (id: 'reviewed-at' | 'id') => ({ id, shown: true, width: null })
    list = await openList({ columns: [shown('reviewed-at'), shown('id')] })
    await ask('price')
    await press(list.button('Filter by this column'))
    await flushPromises()
    expect(document.activeElement, 'where a price is typed').toBe(
      document.querySelector('[data-parts~="price"] input[type=text]')
    )
    await ask('reviewed-at')
    await press(list.button('Filter by this column'))
    await flushPromises()
    expect(document.activeElement?.closest('fieldset')?.textContent).toContain('Reviewed')
    await ask('id')
    expect(items()).not.toContain('Filter by this column')
  })

  it('leaves it to the style sheet to mirror its arrows from right to left', async () => {
    list = await openList()
    await showLanguage('ar')
    await ask('price')
    const arrows = [...document.querySelectorAll('[role^=menuitem]')].flatMap((item) =>
      ['left', 'right'].filter((side) => item.querySelector(`.lucide-arrow-${side}`))
    )
    expect(arrows).toEqual(['left', 'right'])
    await showLanguage('en')
  })

  it('moves its column past those that are shown, hides it, and leads back to the headings', async () => {
    list = await openList({ columns: [{ id: 'price', shown: true, width: 200 }] })
    const [first = '', second, ...rest] = headings()
    await ask('image')
    expect(isOff('Move left')).toBe(true)
    await press(list.button('Move right'))
    expect(headings()).toEqual([second, first, ...rest])
    await ask('price')
    expect(isOff('Reset width')).toBe(false)
    await press(list.button('Reset width'))
    await ask('price')
    expect(isOff('Reset width')).toBe(true)
    await press(list.button('Hide column'))
    await flushPromises()
    expect(headings()).not.toContain('Price')
    expect(document.activeElement?.closest('[role=columnheader]')).not.toBeNull()
  })
})
