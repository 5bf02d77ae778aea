import type { App } from './support/app'
import type { FaultyStore } from '../support/faulty-store'
import { connectTo, expect, needsKeychain, test } from './fixtures'
import { GalleryPage } from './pages/gallery-page'

test.beforeEach(needsKeychain)

/** The name of the product whose row, tile or finding has the focus; none: nothing does. */
function focused({ page }: App): Promise<string | undefined> {
  return page.evaluate(() => {
    const row = document.activeElement?.closest('[data-index], [data-finding]')
    return (row as HTMLElement | null)?.innerText.match(/\bProduct \d+\b/)?.[0]
  })
}

/** The store no longer lists these, and a sync has found out. */
async function remove({ page }: App, { shelf }: FaultyStore, first: number, last: number): Promise<void> {
  for (let n = first; n <= last; n += 1) shelf.removed.add(n)
  await page.keyboard.press('F5')
  await expect(page.getByText(`${shelf.total - shelf.removed.size} products`, { exact: true })).toBeVisible()
}

async function press({ page }: App, key: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await page.keyboard.press(key)
}

test.beforeEach(async ({ app, store }) => {
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
})

test('the product that the keyboard is on stays current when a sync takes many above it (table)', async ({
  app,
  store
}) => {
  await app.products.thumbnail('Product 1').focus()
  await app.page.keyboard.press('Control+End')
  await expect.poll(() => focused(app)).toBe('Product 240')
  await press(app, 'ArrowUp', 60)
  await expect.poll(() => focused(app)).toBe('Product 180')
  await remove(app, store, 30, 119)
  await expect.poll(() => focused(app)).toBe('Product 180')
  await app.page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(app)).toBe('Product 181')
})

test('the product that the keyboard is on stays current when a sync takes many above it (gallery)', async ({
  app,
  store
}) => {
  const gallery = new GalleryPage(app.page)
  await gallery.choose('Gallery')
  await gallery.thumbnails.first().focus()
  await app.page.keyboard.press('Control+End')
  await expect.poll(() => focused(app)).toBe('Product 240')
  await press(app, 'ArrowUp', 6)
  const before = await focused(app)
  await remove(app, store, 30, 119)
  await expect.poll(() => focused(app)).toBe(before)
})

test('the finding that the keyboard is on stays current when a sync takes many above it, and keys are for it', async ({
  app,
  store
}) => {
  const { page, quality } = app
  for (let n = 1; n <= 240; n += 1) store.shelf.edits.set(n, { description: `Blue, no. ${n}` })
  await page.keyboard.press('F5')
  await quality.open()
  await expect(quality.countOf('description-short')).toHaveText('240')
  await quality.show('description-short')
  await quality.rows.first().getByRole('button').focus()
  await page.keyboard.press('End')
  await press(app, 'ArrowUp', 30)
  const before = await focused(app)
  for (let n = 30; n <= 119; n += 1) store.shelf.removed.add(n)
  await page.keyboard.press('F5')
  await expect(quality.countOf('description-short')).toHaveText('150')
  await expect(quality.rows.filter({ hasText: before ?? '' })).toHaveAttribute('aria-setsize', '150')
  expect(await focused(app)).toBe(before)
  await page.keyboard.press('i')
  await expect(page.locator('[data-review-toast]')).toContainText(`Ignored ${before}`)
})
