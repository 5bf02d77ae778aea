import { expect, test } from '../fixtures'
import { ExportDialog } from '../pages/export-dialog'
import { GalleryPage } from '../pages/gallery-page'
import { Reviews } from '../pages/reviews'
import { readyDemo } from './demo'
import { shoot } from './dressing'

test.beforeEach(() => test.slow())

test('the list: table, details, preview, what is chosen, menus', async ({ launch }) => {
  const app = await readyDemo(launch)
  await shoot(app, 'products')
  await app.products.thumbnails.first().click()
  await expect.poll(() => app.preview.pictureWidth()).toBeGreaterThan(200)
  await shoot(app, 'preview')
  await app.page.keyboard.press('Escape')
  await app.products.details.nth(1).click()
  await shoot(app, 'details')
  await app.page.keyboard.press('Escape')
  await app.products.rows.nth(2).click({ button: 'right' })
  await shoot(app, 'product-menu')
  await app.page.keyboard.press('Escape')
  const boxes = app.products.table.getByRole('checkbox')
  for (const n of [1, 2, 4]) await boxes.nth(n).click()
  await expect(new Reviews(app.page).selection).toBeVisible()
  await shoot(app, 'selection')
  await app.page.keyboard.press('Escape')
  await app.sidebar.switcher.click()
  await shoot(app, 'store-switcher')
  await app.page.keyboard.press('Escape')
  await app.sidebar.view('With errors').click()
  await expect(app.tools.chips).toBeVisible()
  await shoot(app, 'view-errors')
})

test('the list searched and filtered, as one long list, and nothing found', async ({ launch }) => {
  const app = await readyDemo(launch)
  await app.tools.search.fill('lamp')
  await app.tools.filters.click()
  await app.tools.priceFrom.fill('50')
  await shoot(app, 'filters')
  await app.page.keyboard.press('Escape')
  await expect(app.tools.chips.getByRole('listitem')).toHaveCount(2)
  await shoot(app, 'search')
  await app.tools.search.fill('no such thing anywhere')
  await expect(app.page.getByText('No products match')).toBeVisible()
  await shoot(app, 'search-empty')
  await app.tools.clearAll.click()
  await app.tools.openView()
  await app.tools.viewPanel.getByText('Compact').click()
  await shoot(app, 'view')
  await app.tools.continuous.click()
  await app.page.keyboard.press('Escape')
  await app.products.expectPictures()
  await shoot(app, 'paged-compact')
  await app.tools.openLastSync()
  await shoot(app, 'sync-summary')
})

test('the gallery and the comparison', async ({ launch }) => {
  const app = await readyDemo(launch)
  const gallery = new GalleryPage(app.page)
  await gallery.choose('Gallery')
  await expect(gallery.tiles.first()).toBeVisible()
  await shoot(app, 'gallery')
  await app.tools.openView()
  await shoot(app, 'gallery-options')
  await app.page.keyboard.press('Escape')
  for (const n of [1, 2, 3]) await gallery.tiles.nth(n).getByRole('checkbox').click()
  await shoot(app, 'gallery-selected')
  await gallery.compare.click()
  await expect(gallery.compareDialog).toBeVisible()
  await shoot(app, 'comparison')
})

test('an export', async ({ launch }) => {
  const app = await readyDemo(launch)
  const exported = new ExportDialog(app.page)
  await exported.open()
  await shoot(app, 'export')
  await exported.format('CSV').check({ force: true })
  await shoot(app, 'export-csv')
  await app.electron.evaluate(({ dialog }) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: '/nowhere/at/all.csv' })
  })
  await exported.start.click()
  await expect(exported.line).toContainText('was not exported')
  await shoot(app, 'export-failed')
})

test('what is asked before products with errors are approved, and the menu of a column, also from right to left', async ({
  launch
}) => {
  const app = await readyDemo(launch)
  await app.sidebar.view('With errors').click()
  await expect(app.tools.chips).toBeVisible()
  for (const [suffix, language] of [
    ['', 'en'],
    ['-ar', 'ar']
  ] as const) {
    await app.page.evaluate((to) => window.vitrine.call('preferences:set', { language: to }), language)
    await expect(app.page.locator('html')).toHaveAttribute('lang', language)
    await app.page.getByRole('rowheader').nth(1).click()
    await app.page.keyboard.press('a')
    const asked = app.page.locator('[data-approval]')
    await asked.hover()
    await shoot(app, `approval${suffix}`)
    await app.page.keyboard.press('Escape')
    await expect(asked).toHaveCount(0)
    await app.page.getByRole('columnheader').nth(1).click({ button: 'right' })
    await expect(app.page.getByRole('menu')).toBeVisible()
    await shoot(app, `column-menu${suffix}`)
    await app.page.keyboard.press('Escape')
  }
})
