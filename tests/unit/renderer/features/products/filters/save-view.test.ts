import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail } from '../../../../../../electron/contract/failure'
import type { SavedView } from '../../../../../../electron/contract/view'
import { emptyQuery, noFilters } from '../../../../../../electron/contract/empty-query'
import { showFiltered, useNamedViews } from '../../../../../../renderer/features/catalog'
import { openList, openMenu, press, type ListPage } from '../../../support/mount-products-page'

const teapots: SavedView = {
  id: 'a',
  name: 'Teapots',
  productQuery: { ...emptyQuery, search: 'teapot' },
  watched: false
}
let list: ListPage

beforeEach(async () => {
  list = await openList({}, [teapots])
})
afterEach(() => list.close())

const isOffered = (): boolean => {
  const buttons = [...document.querySelectorAll('button')]
  return buttons.some((each) => each.textContent.trim() === 'Save view…')
}
const save = (): HTMLElement => list.button(/^Save view…/)

async function search(text: string): Promise<void> {
  await list.search().setValue(text)
  await list.answer()
}

async function showTeapots(): Promise<void> {
  void useNamedViews().show(teapots)
  await list.answer()
}

/** Fills the dialog for a name and saves. */
async function name(text: string): Promise<void> {
  const input = document.querySelector('[role=dialog] input')
  if (!(input instanceof HTMLInputElement)) throw new Error('No name is asked for')
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
  document.querySelector('[role=dialog] form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
}
const saved = (): SavedView[] => list.main.last('views:save-named').input.saved as SavedView[]

describe('saving a view', () => {
  it('is offered beside what narrows the list, and not where nothing does', async () => {
    expect(isOffered()).toBe(false)
    await search('cup')
    await press(save())
    await name('Cups')
    expect(saved().map((view) => view.name)).toEqual(['Teapots', 'Cups'])
    expect(isOffered(), 'the list is the view now').toBe(false)
  })

  it('watches it from the start where that is wanted, which the next one does not take over', async () => {
    const box = (): HTMLInputElement | null => document.querySelector('[role=dialog] input[type=checkbox]')
    await search('cup')
    await press(save())
    expect(box()?.checked).toBe(false)
    box()?.click()
    await name('Cups')
    expect(saved().at(-1)).toMatchObject({ name: 'Cups', watched: true })
    await search('bowl')
    await openMenu(save())
    await press(list.button(/^Save as new view…/))
    expect(box()?.checked).toBe(false)
  })

  it('is not offered for what everybody has as a view', async () => {
    void showFiltered({ ...noFilters, review: ['needs-work'] })
    await flushPromises()
    await list.answer()
    expect(isOffered()).toBe(false)
  })

  it('takes a change over into the view that the list was made from', async () => {
    await showTeapots()
    expect(isOffered()).toBe(false)
    await search('iron teapot')
    await openMenu(save())
    await press(list.button(/^Update “Teapots”/))
    expect(saved()[0]?.productQuery.search).toBe('iron teapot')
    expect(isOffered()).toBe(false)
  })

  it('leaves the view as it was, and makes another one of the change', async () => {
    await showTeapots()
    await search('iron teapot')
    await openMenu(save())
    await press(list.button(/^Save as new view…/))
    await name('Iron')
    expect(saved().map(({ productQuery }) => productQuery.search)).toEqual(['teapot', 'iron teapot'])
  })

  it('leads back to the view as it was saved', async () => {
    await showTeapots()
    await search('iron teapot')
    await openMenu(save())
    await press(list.button(/^Back to/))
    expect(list.asked().input.productQuery?.search).toBe('teapot')
  })

  it('asks for a name that is one, and that no other view has', async () => {
    await search('cup')
    await press(save())
    await name('  ')
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('Give the view a name.')
    await name('TEAPOTS')
    expect(document.querySelector('[role=dialog]')?.textContent).toContain(
      'A view with this name already exists'
    )
    expect(list.main.asked('views:save-named')).toHaveLength(0)
  })

  it('fault 80: keeps the name in the dialog when it cannot be saved', async () => {
    list.main.always('views:save-named', () => fail('storage-failed'))
    await search('cup')
    await press(save())
    await name('Cups')
    const dialog = document.querySelector('[role=dialog]')
    expect(dialog?.querySelector('[data-failure=storage-failed]')).not.toBeNull()
    expect(dialog?.querySelector('input')?.value).toBe('Cups')
  })
})
