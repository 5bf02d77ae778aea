import { expect, expectAccessible, test } from './fixtures'

test('Today says what waits, and its keys lead there', async ({ launch }) => {
  const app = await launch({ args: ['--demo'] })
  const { page } = app
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete', { timeout: 30_000 })
  await page.keyboard.press('ControlOrMeta+1')
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  const toReview = page.getByRole('button', { name: /^To review/ })
  await expect(toReview).toContainText('1,238')
  await expect(page.getByText('2 products cost nothing')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Three ways to start')).toBeVisible()
  await expectAccessible(page)

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
  await expect(first.tools.coverage).toHaveAttribute('data-coverage', 'complete', { timeout: 30_000 })
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
