import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Column, ColumnId } from '../../../../../electron/contract/view'
import ViewMenu from '../../../../../renderer/features/products/ViewMenu.vue'
import { tableColumns } from '../../../../../renderer/features/catalog/product-columns'
import { useView } from '../../../../../renderer/features/catalog/view'
import { ok } from '../../../../../electron/contract/failure'
import { sitInMainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

let menu: VueWrapper

async function open(
  columns: Column[] = tableColumns([], 'full'),
  waiting: readonly ColumnId[] = []
): Promise<void> {
  const main = sitInMainProcess()
  main.always('views:get', () => ok({ state: null, saved: [], shared: [] }))
  main.always('views:save', () => ok(null))
  startStores()
  await useView().open()
  menu = mount(ViewMenu, {
    props: { columns, mode: 'paged', waiting },
    attachTo: document.body
  })
  await menu.get('button').trigger('click')
  await flushPromises()
}
beforeEach(() => open())
afterEach(() => menu.unmount())

/** What the panel has, which stands beside the page. */
function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`Nothing like ${selector}`)
  return found
}

function box(name: string): HTMLInputElement {
  const labels = [...document.querySelectorAll('label')]
  const input = labels.find((label) => label.textContent.trim() === name)?.querySelector('input')
  if (!input) throw new Error(`No box ${name}`)
  return input
}
const last = (event: string): unknown => menu.emitted(event)?.at(-1)?.[0]

describe('the view menu', () => {
  it('says of a column that would be shown that there is no room for it', async () => {
    menu.unmount()
    await open(tableColumns([], 'full', ['description']), ['description'])
    const labels = [...document.querySelectorAll('li label')].map((label) => label.textContent.trim())
    expect(labels.filter((label) => label.includes('no room'))).toEqual([
      expect.stringContaining('Description')
    ])
    const input = find('[title^="The window is too narrow"]').closest('label')?.querySelector('input')
    expect(input?.checked).toBe(false)
  })

  it('has a name, and every column in its order', () => {
    const panel = find('[role=dialog]')
    const title = document.getElementById(panel.getAttribute('aria-labelledby') ?? '')
    expect(title?.textContent).toBe('View')
    const names = [...panel.querySelectorAll('li label')].map((label) => label.textContent.trim())
    expect(names).toEqual([
      'Position in store',
      'Picture',
      'Name',
      'Price',
      'Findings',
      'Description',
      'Review',
      'Reason',
      'Note',
      'Reviewer',
      'Reviewed',
      'Assigned to',
      'Change',
      'ID'
    ])
  })

  it('hides and shows columns, but never the name', () => {
    expect(box('Price').checked).toBe(true)
    expect(box('Position in store').checked).toBe(false)
    expect(box('Name').disabled).toBe(true)
    box('Price').click()
    expect(last('update:columns')).toContainEqual({ id: 'price', width: null, shown: false })
  })

  it('moves columns with the keyboard, and keeps the focus on the button', async () => {
    const button = find('[aria-label="Move Price left"]')
    button.focus()
    button.click()
    const columns = last('update:columns') as Column[]
    expect(columns.map(({ id }) => id).slice(0, 4)).toEqual(['place', 'image', 'price', 'name'])
    await menu.setProps({ columns })
    await flushPromises()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Price left')
  })

  it('does not move a column over the ends', () => {
    expect(find('[aria-label="Move ID right"]').getAttribute('aria-disabled')).toBe('true')
    find('[aria-label="Move ID right"]').click()
    expect(menu.emitted('update:columns')).toBeUndefined()
  })

  it('gives the columns their own widths back', async () => {
    await menu.setProps({ columns: tableColumns([{ id: 'name', width: 300, shown: true }], 'full') })
    const reset = [...document.querySelectorAll('button')].find(
      (each) => each.textContent.trim() === 'Reset widths'
    )
    reset?.click()
    expect((last('update:columns') as Column[]).every(({ width }) => width === null)).toBe(true)
  })

  it('chooses the height of rows, and pages or one long list', () => {
    box('Compact').click()
    expect(useView().state.density).toBe('compact')
    const toggle = find('[role=switch]')
    expect(toggle.getAttribute('aria-label')).toBe('Continuous scrolling')
    toggle.click()
    expect(last('update:mode')).toBe('continuous')
  })
})
