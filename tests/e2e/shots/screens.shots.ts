import { join } from 'node:path'
import { status } from '../../support/hostile-images/hostile-server'
import { connectTo, entryFor, expect, needsKeychain, test } from '../fixtures'
import type { App } from '../support/app'
import { changeShelf } from '../support/changed-shelf'

const folder = join(import.meta.dirname, '..', '..', '..', 'shots')

for (const colorScheme of ['light', 'dark'] as const) {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 960, height: 600 }
  ]) {
    const shoot = async ({ page }: App, screen: string): Promise<void> => {
      // Two frames: what the last step changed is painted then.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      )
      const name = `${screen}-${colorScheme}-${size.width}x${size.height}.png`
      await page.screenshot({ path: join(folder, name), animations: 'disabled' })
    }
    const dress = async ({ page }: App): Promise<void> => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(size)
    }

    test.describe(`${colorScheme}, ${size.width}×${size.height}`, () => {
      test('connecting', async ({ app, store }) => {
        await dress(app)
        await expect(app.connect.heading).toBeVisible()
        await shoot(app, 'connect-empty')
        await app.connect.fill(entryFor(store))
        await shoot(app, 'connect-filled')
        store.scenario('key-refused')
        await app.connect.testConnection.click()
        await expect(app.connect.message('refused this key')).toBeVisible()
        await shoot(app, 'connect-failed-test')
      })

      test('the demo store', async ({ launch }) => {
        const app = await launch({ args: ['--demo'] })
        await dress(app)
        await expect(app.products.rows).toHaveCount(25)
        await app.products.expectPictures()
        await shoot(app, 'products')
        await app.products.thumbnails.first().click()
        await expect.poll(() => app.preview.pictureWidth()).toBeGreaterThan(200)
        await shoot(app, 'preview')
        await app.page.keyboard.press('Escape')
        await app.products.details.nth(1).click()
        await shoot(app, 'details')
        await app.page.keyboard.press('Escape')
        await app.care.open()
        await expect(app.care.dialog).toContainText('Nothing was done yet.')
        await shoot(app, 'sharing-and-backups')
        await app.care.close()
        await app.connections.open()
        await shoot(app, 'stores')
      })

      test('the demo store, searched', async ({ launch }) => {
        const app = await launch({ args: ['--demo'] })
        await dress(app)
        await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete', { timeout: 30_000 })
        await app.tools.search.fill('lamp')
        await app.tools.filters.click()
        await app.tools.filterPanel.getByLabel('From').fill('50')
        await shoot(app, 'filters')
        await app.page.keyboard.press('Escape')
        await expect(app.tools.chips.getByRole('listitem')).toHaveCount(2)
        await app.products.expectPictures()
        await shoot(app, 'search')
        await app.tools.clearAll.click()
        await app.tools.openColumns()
        await app.tools.columnsPanel.getByText('Compact').click()
        await app.tools.continuous.click()
        await shoot(app, 'columns')
        await app.page.keyboard.press('Escape')
        await app.products.expectPictures()
        await shoot(app, 'continuous-compact')
        await app.tools.openLastSync()
        await shoot(app, 'sync-summary')
      })

      test('the quality of the demo store', async ({ launch }) => {
        const app = await launch({ args: ['--demo'] })
        await dress(app)
        await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete', { timeout: 30_000 })
        await app.quality.open()
        await app.sidebar.products.click()
        await app.tools.sync.click()
        await app.quality.open()
        await expect(app.quality.course).toBeVisible({ timeout: 30_000 })
        await shoot(app, 'quality')
        await app.quality.openSettings('price-outlier')
        await app.quality.rule('price-outlier').evaluate((rule) => rule.scrollIntoView({ block: 'center' }))
        await shoot(app, 'quality-settings')
        await app.quality.show('price-outlier')
        await app.products.details.first().click()
        await expect(app.page.getByRole('button', { name: /^Excuse from/ }).first()).toBeVisible()
        await shoot(app, 'quality-list')
        await app.page
          .getByRole('button', { name: /^Excuse from/ })
          .first()
          .click()
        await expect(app.quality.excuseDialog).toBeVisible()
        await shoot(app, 'quality-excuse')
      })

      test('pictures on this computer, and filters of them', async ({ app, store }) => {
        needsKeychain()
        store.shelf.total = 400
        for (const n of [3, 9, 30]) store.pictures.set(n, status(404))
        await dress(app)
        await connectTo(app, store)
        await expect(app.page.locator('[data-work=gathering]')).toBeVisible({ timeout: 30_000 })
        await shoot(app, 'pictures-gathering')
        await app.pictures.open()
        await expect(app.pictures.dialog.getByText('Complete')).toBeVisible({ timeout: 60_000 })
        await shoot(app, 'pictures-dialog')
        await app.pictures.dialog.getByRole('button', { name: 'Clear pictures' }).click()
        await shoot(app, 'pictures-clear')
        await app.page.keyboard.press('Escape')
        await app.pictures.showBroken.click()
        await expect(app.tools.chip('Broken pictures')).toBeVisible()
        await app.tools.filters.click()
        await shoot(app, 'pictures-filters')
      })

      test('changes', async ({ app, store }) => {
        needsKeychain()
        await dress(app)
        await connectTo(app, store)
        await app.syncedTimes(1)
        changeShelf(store)
        await app.tools.sync.click()
        await app.syncedTimes(2)
        await app.changes.entry.click()
        await expect(app.changes.rows).toHaveCount(7)
        await shoot(app, 'changes')
        await app.changes.row('Product three: Price changed').click()
        await expect(app.changes.pane.getByRole('slider')).toBeVisible()
        await shoot(app, 'changes-product')
        await app.changes.choose('Compare')
        await expect(app.changes.rows).toHaveCount(7)
        await shoot(app, 'changes-compare')
        await app.changes.choose('Inbox')
        await app.changes.markAll.click()
        await expect(app.page.getByRole('heading', { name: 'All seen' })).toBeVisible()
        await shoot(app, 'changes-seen')
      })

      test('a sync that runs, and a start without the store', async ({ launch, store }) => {
        needsKeychain()
        Object.assign(store.shelf, { total: 2000, cap: 25, delay: 300 })
        const online = await launch()
        await dress(online)
        await connectTo(online, store)
        await expect(online.page.getByText(/left$/).first()).toBeVisible({ timeout: 20_000 })
        await online.products.expectPictures()
        await shoot(online, 'sync-running')
        store.shelf.delay = 0
        await expect(online.tools.coverage).toHaveAttribute('data-coverage', 'complete', { timeout: 30_000 })
        await online.close()
        await store.goOffline()
        const offline = await launch()
        await dress(offline)
        await expect(offline.products.row('Product 1')).toBeVisible()
        await expect(offline.tools.trouble).toBeVisible({ timeout: 20_000 })
        await shoot(offline, 'offline-start')
      })

      test('a bad day', async ({ app, store }) => {
        needsKeychain()
        await dress(app)
        await connectTo(app, store)
        store.scenario('key-refused')
        await app.products.refresh.click()
        await expect(app.products.notice('refused this key')).toBeVisible()
        await app.products.expectPictures()
        await shoot(app, 'failure')
      })

      test('an empty store', async ({ app, store }) => {
        needsKeychain()
        await dress(app)
        store.scenario('no-products')
        await app.connect.fill(entryFor(store))
        await app.connect.saveAndOpen.click()
        await expect(app.page.getByText('This store has no products yet')).toBeVisible()
        await shoot(app, 'empty-catalog')
      })
    })
  }
}
