import type { App } from './support/app'
import type { FaultyStore } from '../support/faulty-store'
import { connectTo, expect, needsKeychain, test } from './fixtures'
import { GalleryPage } from './pages/gallery-page'

test.beforeEach(needsKeychain)

/** The name of the product whose row or tile has the focus; none: nothing does. */
function focused({ page }: App): Promise<string | undefined> {
  return page.evaluate(() => {
    const row = document.activeElement?.closest('[data-index]')
    return (row as HTMLElement | null)?.innerText.match(/\bProduct \d+\b/)?.[0]
  })
}

/** The store no longer lists these, and a sync has found out. */
async function remove(app: App, { shelf }: FaultyStore, first: number, last: number): Promise<void> {
  for (let n = first; n <= last; n += 1) shelf.removed.add(n)
  await app.page.keyboard.press('F5')
  const left = shelf.total - shelf.removed.size
  await expect(app.products.range(new RegExp(`^(${left} products|.* of ${left})$`)).first()).toBeVisible()
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
  await expect.poll(() => focused(app)).toBe('Product 210')
  await remove(app, store, 30, 119)
  await expect.poll(() => focused(app)).toBe('Product 210')
})

for (const [layout, by] of [
  ['Table', 60],
  ['Gallery', 6]
] as const) {
  test(`what was on screen is there again after a sync on another page took many above it (${layout})`, async ({
    app,
    store
  }) => {
    const { page } = app
    const gallery = new GalleryPage(page)
    if (layout === 'Gallery') {
      await gallery.choose('Gallery')
      await gallery.thumbnails.first().focus()
    } else await app.products.thumbnail('Product 1').focus()
    await page.keyboard.press('Control+End')
    await expect.poll(() => focused(app)).toBe('Product 240')
    await press(app, 'ArrowUp', by)
    const current = await focused(app)
    const topOf = (): Promise<number | undefined> =>
      page
        .locator('[data-index]')
        .getByText(current ?? '', { exact: true })
        .first()
        .boundingBox()
        .then((box) => box?.y)
    const before = (await topOf()) ?? Number.NaN
    await page.keyboard.press('ControlOrMeta+1')
    const toReview = page.getByRole('button', { name: /^To review/ })
    await expect(toReview).toContainText('240')
    for (let n = 30; n <= 119; n += 1) store.shelf.removed.add(n)
    await page.keyboard.press('F5')
    await expect(toReview).toContainText('150')
    await app.sidebar.products.click()
    await expect.poll(topOf).toBeDefined()
    // In a gallery tiles go to other columns.
    const most = layout === 'Table' ? 2 : 260
    await expect.poll(async () => Math.abs(((await topOf()) ?? Number.NaN) - before)).toBeLessThan(most)
    await page.keyboard.press('i')
    await expect(page.locator('[data-review-toast]')).toContainText(`Ignored ${current}`)
  })
}

test('after another text size the list stands at the same rows, with the current product in sight and the keys at it', async ({
  app
}) => {
  const { page } = app
  const inSight = (): Promise<(string | undefined)[]> =>
    page.evaluate(() => {
      const end = document.querySelector('[data-scroller]')?.getBoundingClientRect().bottom ?? 0
      const top = document.querySelector('[role=columnheader]')?.getBoundingClientRect().bottom ?? 0
      return [...document.querySelectorAll<HTMLElement>('[data-scroller] [data-index]')]
        .filter(
          (row) => row.getBoundingClientRect().bottom > top + 2 && row.getBoundingClientRect().top < end
        )
        .map((row) => /\bProduct \d+\b/.exec(row.innerText)?.[0])
    })
  const leaveFor = async (textSize: number): Promise<void> => {
    await page.keyboard.press('Control+,')
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    await page.evaluate((size) => window.vitrine.call('preferences:set', { textSize: size }), textSize)
    await expect(page.locator('html')).toHaveCSS('font-size', `${(16 * textSize) / 100}px`)
    await page.keyboard.press('Control+2')
    await expect(app.products.rows.first()).toBeVisible()
  }
  await leaveFor(150)
  await app.products.thumbnail('Product 1').focus()
  await press(app, 'ArrowDown', 60)
  await expect.poll(() => focused(app)).toBe('Product 61')
  const [first] = await inSight()
  await leaveFor(100)
  await expect.poll(() => focused(app)).toBe('Product 61')
  await expect.poll(async () => (await inSight())[0]).toBe(first)
  await leaveFor(150)
  await expect.poll(() => focused(app)).toBe('Product 61')
  await expect.poll(async () => (await inSight())[0]).toBe(first)
  await test.step('larger rows have no room for it: it is brought into sight', async () => {
    await leaveFor(100)
    await press(app, 'ArrowUp', 3)
    await press(app, 'ArrowDown', 6)
    await leaveFor(150)
    await expect.poll(() => focused(app)).toBe('Product 64')
    await expect.poll(inSight).toContain('Product 64')
  })
})

test('by pages the page that holds the current product is shown after a sync', async ({ app, store }) => {
  const { products } = app
  await app.tools.turnPaging()
  await products.goTo(5)
  await products.thumbnail('Product 118').focus()
  await remove(app, store, 40, 69)
  await expect.poll(() => focused(app)).toBe('Product 118')
  await expect(products.rows.first()).toContainText('Product 106')
})

test('the finding that the keyboard is on stays current when a sync takes many above it, and keys are for it', async ({
  app,
  store
}) => {
  const { page, quality } = app
  for (let n = 1; n <= 240; n += 1) store.shelf.edits.set(n, { description: `Blue, no. ${n}` })
  await page.keyboard.press('F5')
  await app.syncedTimes(2)
  await quality.open()
  await expect(quality.countOf('description-short')).toHaveText('240')
  await quality.show('description-short')
  await expect(quality.rows.first()).toContainText('characters')
  await quality.rows.first().getByRole('button').focus()
  await page.keyboard.press('End')
  await press(app, 'ArrowUp', 30)
  await expect.poll(() => focused(app)).toBe('Product 210')
  for (let n = 30; n <= 119; n += 1) store.shelf.removed.add(n)
  await page.keyboard.press('F5')
  await expect(quality.countOf('description-short')).toHaveText('150')
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '150')
  expect(await focused(app)).toBe('Product 210')
  await page.keyboard.press('i')
  await expect(page.locator('[data-review-toast]')).toContainText('Ignored Product 210')
})
