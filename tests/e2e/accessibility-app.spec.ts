import type { Page } from '@playwright/test'
import { connectTo, expect, expectAccessible, needsKeychain, test } from './fixtures'
import { GalleryPage } from './pages/gallery-page'
import { ReviewPage } from './pages/review-page'
import { Reviews } from './pages/reviews'
import type { App, LaunchOptions } from './support/app'
import { tellOfVersion } from './support/new-version'

// Each place is looked at twice, in light and in dark, which takes a while.
test.beforeEach(() => test.slow())

async function openDemo(launch: (options?: LaunchOptions) => Promise<App>): Promise<App> {
  const app = await launch({ args: ['--demo'] })
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  return app
}

/** How many rows of the list are in sight as a whole, below its headings. */
function rowsInSight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const table = document.querySelector('table[role=grid]')
    const top = table?.querySelector('thead')?.getBoundingClientRect().bottom ?? 0
    const bottom = table?.parentElement?.getBoundingClientRect().bottom ?? 0
    const rows = [...document.querySelectorAll('tbody:not([aria-hidden=true]) > [role=row]')]
    return rows.filter((row) => {
      const box = row.getBoundingClientRect()
      return box.top >= top - 1 && box.bottom <= bottom + 1
    }).length
  })
}

test.describe('axe finds nothing, in light and in dark,', () => {
  test('on any part of the settings, nor on what they say of a new version', async ({ launch }) => {
    const app = await openDemo(launch)
    await app.page.keyboard.press('ControlOrMeta+,')
    const parts = app.page.getByRole('navigation', { name: 'Settings sections' }).getByRole('button')
    await expect(parts).toHaveCount(10)
    for (const part of await parts.all()) {
      await part.click()
      await expect(app.page.getByRole('heading', { level: 2, name: await part.innerText() })).toBeVisible()
      await expectAccessible(app.page)
    }
    await parts.filter({ hasText: 'Updates' }).click()
    for (const phase of ['available', 'downloading', 'ready', 'waiting'] as const) {
      await tellOfVersion(app, phase)
      await expect(app.page.locator('[data-update]')).toBeVisible({ visible: phase !== 'downloading' })
      await expectAccessible(app.page)
    }
  })

  test('on the help that was searched, a license, and each step of the tour', async ({ launch }) => {
    const { page } = await openDemo(launch)
    await page.keyboard.press('F1')
    const find = page.getByRole('searchbox', { name: 'Search help' })
    await find.fill('copy')
    await expect(page.getByRole('heading', { name: 'Work offline' })).toBeVisible()
    await expectAccessible(page)
    await find.fill('no such words')
    await expect(page.getByText('No results for')).toBeVisible()
    await expectAccessible(page)
    await find.fill('')
    await page.getByRole('button', { name: 'About Vitrine' }).click()
    await page.getByText('@floating-ui/core').click()
    await expect(page.locator('details[open]').getByText('Permission is hereby granted')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('main').getByRole('button', { name: 'Take the tour' }).click()
    const card = page.getByRole('region', { name: 'Take the tour' })
    for (const place of [1, 2, 3, 4]) {
      await expect(card).toContainText(`${place} of 4`)
      await expectAccessible(page)
      await card.getByRole('button').last().click()
    }
    await expect(card).toBeHidden()
  })

  test('on what renames a store, edits it, replaces its key, and on a view to be deleted', async ({
    app,
    store
  }) => {
    needsKeychain()
    store.shelf.total = 12
    await connectTo(app, store)
    await app.connections.open()
    await app.connections.choose('Corner shop', 'Rename…')
    const name = app.page.getByRole('dialog', { name: 'Rename store' }).getByRole('textbox')
    await name.fill('')
    await name.press('Enter')
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    for (const [choice, heading] of [
      ['Edit…', 'Edit'],
      ['Replace key…', 'Replace key']
    ] as const) {
      await app.connections.choose('Corner shop', choice)
      await expect(app.page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expectAccessible(app.page)
      await app.page.getByRole('button', { name: 'Cancel' }).click()
    }
    await app.sidebar.products.click()
    await app.tools.search.fill('product')
    await app.tools.saveView.click()
    await app.page.getByRole('dialog', { name: 'Save view' }).getByRole('textbox').fill('All of them')
    await app.page.keyboard.press('Enter')
    await app.sidebar.view('All of them').click({ button: 'right' })
    await expectAccessible(app.page)
    await app.page.getByRole('menuitem', { name: 'Delete…' }).click()
    await expect(app.page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(app.page)
  })

  test('on what is selected and was marked, on a note that is written, and on the log of a product', async ({
    launch
  }) => {
    const app = await openDemo(launch)
    const reviews = new Reviews(app.page)
    await app.products.table.getByRole('checkbox').nth(0).click()
    await app.products.table.getByRole('checkbox').nth(1).click()
    await expect(reviews.selection).toBeVisible()
    await expectAccessible(app.page)
    await reviews.markSelected('Approve')
    await expect(reviews.toast).toBeVisible()
    await expect(reviews.toast).toContainText('Marked as')
    await expectAccessible(app.page)
    await app.products.details.first().click()
    await reviews.note.fill('Ask for a sharper picture.')
    await reviews.mark('Needs work').click()
    await expect(reviews.details.getByRole('button', { name: /^Undo/ }).first()).toBeVisible()
    await expectAccessible(app.page)
  })

  test('on a comparison of products, nor on the gallery with what is selected in it', async ({ launch }) => {
    const app = await openDemo(launch)
    const gallery = new GalleryPage(app.page)
    await gallery.choose('Gallery')
    for (const index of [0, 1, 2]) {
      await gallery.thumbnails.nth(index).focus()
      await app.page.keyboard.press('Space')
    }
    await expectAccessible(app.page)
    await gallery.compare.click()
    await expect(gallery.compareDialog).toBeVisible()
    await expectAccessible(app.page)
  })
})

test.describe('with texts twice as large, in the smallest window,', () => {
  test('Review keeps name, price, findings, and the words and keys of its buttons; Quality its products', async ({
    launch
  }) => {
    const app = await openDemo(launch)
    const { page } = app
    await page.setViewportSize({ width: 960, height: 600 })
    await page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 200 }))
    await page.keyboard.press('ControlOrMeta+3')
    const review = new ReviewPage(page)
    await expect(review.name).toBeInViewport({ ratio: 1 })
    await expect(review.desk.locator('.price')).toBeInViewport({ ratio: 1 })
    for (const [name, key] of [
      ['Approve', 'A'],
      ['Needs work', 'W'],
      ['Ignore', 'I']
    ] as const) {
      const button = review.button(name)
      await expect(button.getByText(name)).toBeInViewport({ ratio: 1 })
      await expect(button.locator(`[data-key="${key}"]`)).toBeInViewport({ ratio: 1 })
    }
    await review.button('Undo').getByText('Undo').scrollIntoViewIfNeeded()
    await expect(review.button('Undo').getByText('Undo')).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('ControlOrMeta+5')
    const products = page.getByRole('region', { name: 'Products found' })
    await products.scrollIntoViewIfNeeded()
    await expect(products.getByRole('row').nth(1)).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
  })

  test('rows are in sight, every tool is reached, and axe finds nothing', async ({ launch }) => {
    const app = await openDemo(launch)
    await app.page.setViewportSize({ width: 960, height: 600 })
    await app.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 200 }))
    // What the last sync says goes by itself.
    await expect(app.page.locator('[data-outcome]')).toBeHidden()
    await expect.poll(() => rowsInSight(app.page)).toBeGreaterThanOrEqual(2)
    await expectAccessible(app.page)
    const more = app.page.getByRole('button', { name: 'More tools' })
    await more.click()
    await expect(app.page.getByRole('menuitem')).toHaveCount(2)
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    const gallery = new GalleryPage(app.page)
    await gallery.choose('Gallery')
    await expect(gallery.thumbnails.first()).toBeInViewport()
    await more.click()
    await app.page.getByRole('menuitem', { name: 'Export…' }).click()
    await expect(app.page.getByRole('button', { name: 'Export…', exact: true })).toBeInViewport()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    for (const key of ['2', '3', '4']) {
      await app.page.keyboard.press(`ControlOrMeta+${key}`)
      await expectAccessible(app.page)
      expect(await app.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  })
})
