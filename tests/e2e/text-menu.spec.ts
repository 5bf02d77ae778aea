import { expect, test } from './fixtures'
import type { App } from './support/app'

/** Notes the menus that the system would show, and shows none: an open one takes the pointer. */
async function noteMenus(app: App): Promise<() => Promise<string[]>> {
  await app.electron.evaluate(async ({ Menu, clipboard }) => {
    await clipboard.writeText('something to paste')
    const shown: string[] = []
    Object.assign(globalThis, { shown })
    Menu.prototype.popup = function () {
      const items = this.items.filter(({ type }) => type !== 'separator')
      shown.push(items.map(({ label, enabled }) => (enabled ? label : `(${label})`)).join(', '))
    }
  })
  return () => app.electron.evaluate(() => (globalThis as unknown as { shown: string[] }).shown)
}

test('a field has the menu of a text, words that are selected have Copy, a product has its own alone, and its ID is copied', async ({
  launch
}) => {
  const app = await launch({ args: ['--demo'] })
  await expect(app.products.rows.first()).toBeVisible()
  const menus = await noteMenus(app)
  await app.tools.search.click({ button: 'right' })
  await expect.poll(menus).toEqual(['(Undo), (Redo), (Cut), (Copy), Paste, (Select all)'])
  await app.page.getByRole('heading', { level: 1 }).click({ button: 'right' })
  await app.page.getByRole('heading', { level: 1 }).dblclick()
  await app.page.getByRole('heading', { level: 1 }).click({ button: 'right' })
  await expect.poll(menus).toHaveLength(2)
  expect((await menus())[1]).toBe('Copy')
  await app.products.rows.nth(2).click({ button: 'right' })
  await expect(app.page.getByRole('menuitemcheckbox', { name: 'Needs work' })).toBeVisible()
  expect(await menus()).toHaveLength(2)
  await test.step('its ID is copied from its details', async () => {
    await app.page.keyboard.press('Escape')
    await app.products.rows.first().hover()
    await app.products.details.first().click()
    const details = app.page.getByRole('region', { name: 'Product details' })
    const id = await details.locator('.code').first().innerText()
    await details.getByRole('button', { name: 'Copy ID' }).click()
    await expect(details.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(id)
  })
})
