import { connectTo, expect, expectAccessible, needsKeychain, test } from './fixtures'

test('Today says what waits, and its keys lead there', async ({ launch }) => {
  const app = await launch({ args: ['--demo'] })
  const { page } = app
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await page.keyboard.press('ControlOrMeta+1')
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  const toReview = page.getByRole('button', { name: /^To review/ })
  await expect(toReview).toContainText('1,238')
  await expect(page.getByText('2 products cost nothing')).toBeVisible()
  await expect(page.getByText('Three ways to start')).toBeVisible()
  await expectAccessible(page)
  await test.step('its tiles stand in full rows', async () => {
    const inRows = (): Promise<number[]> =>
      page.locator('[data-tile]').evaluateAll((tiles) => {
        const tops = tiles.map((tile) => tile.getBoundingClientRect().top)
        return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length)
      })
    for (const [width, textSize, rows] of [
      [1280, 150, [2, 2]],
      [960, 200, [1, 1, 1, 1]],
      [960, 100, [4]],
      [1280, 100, [4]]
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
      await expect.poll(inRows, `${width} px, ${textSize} %`).toEqual(rows)
    }
  })

  await page.keyboard.press('1')
  await expect(page.getByRole('region', { name: 'Price is zero' })).toBeVisible()
  await expect(app.quality.rows).toHaveCount(2)
  await app.quality.rows.first().getByRole('button').focus()
  await page.keyboard.press('w')
  await expect(app.quality.rows.first()).toContainText('Needs work')

  await page.keyboard.press('ControlOrMeta+1')
  await expect(toReview).toContainText('1,237')
  await expect(page.getByText('Three ways to start')).toBeHidden()
  await expect(app.sidebar.view('Needs work')).toHaveAccessibleDescription('1 product')
  await toReview.press('Enter')
  await expect(page.getByRole('heading', { name: 'Review', level: 1 })).toBeVisible()
})

test('a day begins with Today where a catalog was complete before, and goes on with the list', async ({
  launch
}) => {
  const first = await launch({ args: ['--demo'] })
  await expect(first.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  const day = (): Promise<string | null> => first.page.evaluate(() => localStorage.getItem('vitrine.day'))
  await expect.poll(day).not.toBe(null)
  await first.page.evaluate(() => localStorage.setItem('vitrine.day', '2026-1-1'))
  await first.page.reload()
  await expect(first.page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  await expect(first.page.getByRole('button', { name: /^To review/ })).toContainText('1,238')
  await expect.poll(day).not.toBe('2026-1-1')
  await first.page.reload()
  await expect(first.products.rows.first()).toBeVisible()
})

test('a step about one product leads to its row in the list, however far down it is', async ({
  app,
  store
}) => {
  needsKeychain()
  const { page } = app
  await connectTo(app, store)
  await app.syncedTimes(1)
  store.shelf.edits.set(150, { price: 0.1 })
  await app.tools.sync()
  await app.syncedTimes(2)
  const row = app.products.row('Product 150')
  for (const visit of ['first', 'second']) {
    await test.step(`at the ${visit} visit`, async () => {
      await page.keyboard.press('ControlOrMeta+1')
      await page.getByRole('button', { name: /^Show: Product 150: price fell/ }).click()
      await expect(page.getByRole('heading', { name: 'Product 150' })).toBeVisible()
      await expect(row).toBeInViewport()
      await expect(app.products.row('Product 1')).not.toBeInViewport()
    })
  }
  await test.step('it is the current one: keys are for it', async () => {
    await expect(row).toHaveClass(/\bcurrent\b/)
    await page.keyboard.press('i')
    await expect(row).toContainText('Ignored')
  })
})
