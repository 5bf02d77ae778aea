import { expect, test } from './fixtures'

test('a command, a page and a product are reached by keyboard alone, and F1 opens the help', async ({
  launch
}) => {
  const app = await launch({ args: ['--demo'] })
  const { page } = app
  await expect(app.products.rows.first()).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Command, page, store, view or product' })
  const choose = async (words: string, line: string | RegExp): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k')
    await field.fill(words)
    await expect(page.getByRole('option', { name: line, selected: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(field).toBeHidden()
  }
  await choose('gallery', 'Show as a gallery')
  await expect(page.getByRole('grid')).toBeVisible()
  await choose('go qual', /^Go to Quality/)
  await expect(page.getByRole('heading', { name: 'Quality', level: 1 })).toBeVisible()
  await choose('with errors', 'Show: With errors')
  await expect(app.tools.chip('With errors')).toBeVisible()
  await choose('dark', 'Theme: Dark')
  await expect.poll(() => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true)
  await choose('price is zero', 'Rule: Price is zero')
  await expect(page.getByRole('heading', { name: 'Quality', level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+9')
  await expect(app.tools.chip('Broken pictures')).toBeVisible()
  await choose('tavira bottle', /^Tavira bottle vase/)
  const details = page.getByRole('region', { name: 'Product details' })
  await expect(details).toBeFocused()
  await expect(details).toContainText('Tavira bottle vase')
  await page.keyboard.press('F1')
  await expect(page.getByRole('heading', { name: 'Vitrine help' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+f')
  await page.keyboard.type('approve and')
  await expect(page.getByRole('definition')).toHaveText(['Approve and go on'])
})

test('the menu of a product marks it and writes its note, also by keyboard', async ({ launch }) => {
  const app = await launch({ args: ['--demo'] })
  const { page } = app
  await app.products.thumbnails.nth(1).focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitemcheckbox', { name: 'Needs work' }).press('Enter')
  await expect(app.products.rows.nth(1)).toContainText('Needs work')
  await expect(app.products.thumbnails.nth(1)).toBeFocused()
  await app.products.rows.nth(2).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Write a note' }).click()
  await expect(page.getByRole('region', { name: 'Product details' }).getByRole('textbox')).toBeFocused()
})
