import type { App } from './support/app'
import { expect, test } from './fixtures'
import { Reviews } from './pages/reviews'

/** Chooses an item of the menu Edit, as with the mouse; false: it is grayed out. */
function choose({ electron }: App, label: string): Promise<boolean> {
  return electron.evaluate(({ BrowserWindow, Menu }, wanted) => {
    const edit = Menu.getApplicationMenu()?.items.find((menu) => menu.label === 'Edit')
    const item = edit?.submenu?.items.find((each) => each.label === wanted)
    const [window] = BrowserWindow.getAllWindows()
    if (item?.enabled !== true) return false
    item.click({}, window, window?.webContents)
    return true
  }, label)
}

test('Edit ▸ Select all and Undo do with products and marks what their keys do', async ({ launch }) => {
  const app = await launch({ args: ['--demo'] })
  const reviews = new Reviews(app.page)
  // A list that grows while it is marked as a whole is refused.
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.products.thumbnails.first().focus()
  await expect.poll(() => choose(app, 'Select all')).toBe(true)
  await expect(reviews.selection).toContainText('Whole list selected')
  // Approving would ask about those with errors, once these are known.
  await reviews.selection.getByRole('button', { name: 'Ignore' }).click()
  await expect(app.products.rows.first()).toContainText('Ignored')
  await expect.poll(() => choose(app, 'Undo')).toBe(true)
  await expect(app.products.rows.first()).not.toContainText('Ignored')
  await expect.poll(() => choose(app, 'Redo')).toBe(false)
})

test('Edit ▸ Select all, Undo and Redo are those of a text that is edited', async ({ launch }) => {
  const app = await launch({ args: ['--demo'] })
  const reviews = new Reviews(app.page)
  const { search } = app.tools
  const selected = (): Promise<string> => app.page.evaluate(() => String(document.getSelection()))
  await search.click()
  await app.page.keyboard.type('oak')
  await expect.poll(() => choose(app, 'Select all')).toBe(true)
  await expect.poll(selected).toBe('oak')
  await app.page.keyboard.type('ash')
  await expect(search).toHaveValue('ash')
  await expect.poll(() => choose(app, 'Undo')).toBe(true)
  await expect(search).not.toHaveValue('ash')
  const undone = await search.inputValue()
  await expect.poll(() => choose(app, 'Redo')).toBe(true)
  await expect(search).not.toHaveValue(undone)
  await app.page.keyboard.press('ControlOrMeta+z')
  await expect(search).toHaveValue(undone)
  await expect(reviews.selection).toBeHidden()
})
