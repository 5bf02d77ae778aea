import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail } from '../../../../../../electron/contract/failure'
import type { SavedView } from '../../../../../../electron/contract/view'
import { emptyQuery } from '../../../../../../electron/contract/empty-query'
import { openList, openMenu, press, type ListPage } from '../../../support/mount-products-page'

const teapots: SavedView = { id: 'a', name: 'Teapots', productQuery: { ...emptyQuery, search: 'teapot' } }
let list: ListPage

beforeEach(async () => {
  list = await openList({}, [teapots])
})
afterEach(() => list.close())

const views = (): HTMLElement => list.button(/^Views/)
const openViews = (): Promise<void> => openMenu(views())
const item = (words: RegExp): HTMLElement => list.button(words)

async function search(text: string): Promise<void> {
  await list.search().setValue(text)
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

describe('the views', () => {
  it('are applied, and the current one is named and marked', async () => {
    await openViews()
    await press(item(/^Teapots/))
    expect(list.asked().input.productQuery?.search).toBe('teapot')
    expect(list.search().element.value).toBe('teapot')
    expect(views().getAttribute('aria-label')).toBe('Views: Teapots')
    await openViews()
    expect(item(/^Teapots/).getAttribute('aria-current')).toBe('true')
    expect(item(/^Teapots/).textContent).toContain('Shown now')
  })

  it('say when the list was changed since, and take the change over', async () => {
    await openViews()
    await press(item(/^Teapots/))
    await list.answer()
    await search('iron teapot')
    expect(views().getAttribute('aria-label')).toBe('Views: Teapots, changed')
    await openViews()
    await press(item(/^Update “Teapots”/))
    expect(saved()[0]?.productQuery.search).toBe('iron teapot')
    expect(views().getAttribute('aria-label')).toBe('Views: Teapots')
  })

  it('lead back to the view as it was saved', async () => {
    await openViews()
    await press(item(/^Teapots/))
    await list.answer()
    await search('iron teapot')
    await openViews()
    await press(item(/^Back to/))
    expect(list.asked().input.productQuery?.search).toBe('teapot')
  })

  it('save the list under a name', async () => {
    await search('cup')
    await openViews()
    await press(item(/^Save view…/))
    await name('Cups')
    expect(saved().map((view) => view.name)).toEqual(['Teapots', 'Cups'])
    expect(views().getAttribute('aria-label')).toBe('Views: Cups')
  })

  it('ask for a name that is one, and that no other view has', async () => {
    await search('cup')
    await openViews()
    await press(item(/^Save view…/))
    await name('  ')
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('Give the view a name.')
    await name('TEAPOTS')
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('a view of this name already')
    expect(list.main.asked('views:save-named')).toHaveLength(0)
  })

  it('save nothing where nothing is searched for, filtered or sorted', async () => {
    await openViews()
    expect(item(/^Save view…/).getAttribute('aria-disabled')).toBe('true')
    expect(item(/^Save view…/).textContent).toContain('Search, filter or sort first')
  })

  it('fault 80: keep the name in the dialog when it cannot be saved', async () => {
    list.main.always('views:save-named', () => fail('storage-failed'))
    await search('cup')
    await openViews()
    await press(item(/^Save view…/))
    await name('Cups')
    const dialog = document.querySelector('[role=dialog]')
    expect(dialog?.querySelector('[data-failure=storage-failed]')).not.toBeNull()
    expect(dialog?.querySelector('input')?.value).toBe('Cups')
  })

  it('are renamed', async () => {
    await openViews()
    await press(item(/^Teapots/))
    await openViews()
    await press(item(/^Rename/))
    await name('Kettles')
    expect(saved().map((view) => view.name)).toEqual(['Kettles'])
    expect(views().getAttribute('aria-label')).toBe('Views: Kettles')
  })

  it('are deleted only after a question; the list stays', async () => {
    await openViews()
    await press(item(/^Teapots/))
    await openViews()
    await press(item(/^Delete “Teapots”/))
    expect(list.main.asked('views:save-named')).toHaveLength(0)
    await press(list.button('Delete view'))
    expect(saved()).toEqual([])
    expect(views().getAttribute('aria-label')).toBe('Views')
    expect(list.search().element.value).toBe('teapot')
  })
})
