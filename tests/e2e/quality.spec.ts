import { connectTo, expect, needsKeychain, test } from './fixtures'

const rule = 'description-short'

test.beforeEach(({ store }) => {
  store.shelf.total = 60
  for (let n = 1; n <= 60; n += 1) {
    const short = n <= 12
    const description = short
      ? `Blue, no. ${n}`
      : `A product that is described at length, as number ${n} of many.`
    store.shelf.edits.set(n, { description })
  }
})

test("a rule's list is a list like any other, leads back, and what is excepted is counted no more", async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete', { timeout: 30_000 })
  await app.quality.open()
  expect(await app.quality.count(rule)).toBe(12)

  await app.quality.show(rule)
  await expect(app.tools.chip('Finding: Description too short')).toBeVisible()
  await expect(app.products.rows).toHaveCount(12)
  await app.tools.search.fill('Product 3')
  await expect(app.products.rows).toHaveCount(1)
  await app.products.details.first().click()
  await app.page.getByRole('button', { name: 'Excuse from: Description too short' }).click()
  await app.quality.exceptionDialog.getByLabel('Reason').fill('A spare part')
  await app.quality.exceptionDialog.getByRole('button', { name: 'Excuse', exact: true }).click()
  const takeBack = app.page.getByRole('button', { name: 'Take back the excuse from: Description too short' })
  await expect(takeBack).toBeFocused()
  await app.page.keyboard.press('Escape')

  await app.quality.back.click()
  await app.quality.ready()
  await expect.poll(() => app.quality.count(rule)).toBe(11)
  await expect(app.quality.rule(rule).getByRole('button', { name: /^Show products/ })).toBeFocused()

  await app.quality.rule(rule).getByRole('button', { name: '1 excused' }).click()
  await expect(app.quality.exceptions.getByText('A spare part')).toBeVisible()
  await app.quality.exceptions.getByRole('button', { name: /^Take back/ }).click()
  await expect(app.quality.exceptions.getByText('Nothing is excused from this rule.')).toBeVisible()
  await app.page.keyboard.press('Escape')
  await expect.poll(() => app.quality.count(rule)).toBe(12)
})

test('a threshold that is set, and a rule that is switched off, take effect at once, are kept, and need no network', async ({
  launch,
  store
}) => {
  needsKeychain()
  const app = await launch()
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete', { timeout: 30_000 })
  await app.quality.open()
  await app.quality.openSettings(rule)
  const threshold = app.quality.rule(rule).getByLabel('At least')
  await expect(threshold).toHaveValue('40')
  await threshold.fill('11')
  await threshold.press('Enter')
  // "Blue, no. 1" has eleven characters, "Blue, no. 10" twelve.
  await expect(app.quality.rule(rule).locator('[data-count]')).toHaveText('0 products')
  await threshold.fill('12')
  await threshold.press('Enter')
  await expect(app.quality.rule(rule).locator('[data-count]')).toHaveText('9 products')
  await app.close()
  await store.goOffline()

  const again = await launch()
  await expect(again.products.row('Product 1')).toBeVisible()
  await again.quality.open()
  expect(await again.quality.count(rule)).toBe(9)
  await again.quality.openSettings(rule)
  await again.quality.rule(rule).getByRole('button', { name: 'As at first' }).click()
  await expect(again.quality.rule(rule).locator('[data-count]')).toHaveText('12 products')
  await again.quality.rule(rule).getByLabel('Apply this rule').uncheck()
  // It goes to the rules that are off as its settings are closed, once it is off.
  await expect(again.quality.rule(rule).locator('[data-count]')).toHaveText('')
  await again.quality.openSettings(rule)
  await expect(again.page.locator(`[data-group=off] [data-rule="${rule}"]`)).toBeVisible()
})

test(
  'the history of the score is drawn after each sync, and told to the keyboard',
  { tag: '@long' },
  async ({ app, store }) => {
    needsKeychain()
    for (let n = 1; n <= 30; n += 1) store.shelf.edits.set(n, { price: null })
    await connectTo(app, store)
    await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete', { timeout: 30_000 })
    await app.quality.open()
    await expect(app.page.getByText('The chart begins with the second sync.')).toBeVisible()
    for (let n = 1; n <= 30; n += 1) store.shelf.edits.delete(n)
    await app.sidebar.products.click()
    await app.tools.sync.click()
    await app.quality.open()
    await expect(app.quality.scoreHistory).toBeVisible({ timeout: 20_000 })
    await app.quality.scoreHistory.focus()
    const later = await app.quality.scoreHistory.getAttribute('aria-valuetext')
    await app.page.keyboard.press('ArrowLeft')
    const earlier = await app.quality.scoreHistory.getAttribute('aria-valuetext')
    expect(earlier).not.toBe(later)
    await expect(app.page.getByText(/more than after the sync of/)).toBeVisible()
  }
)
