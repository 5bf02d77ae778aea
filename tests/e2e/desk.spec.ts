import type { Locator } from '@playwright/test'
import { body } from '../support/hostile-images/hostile-server'
import { jpegFile } from '../support/hostile-images/picture-files'
import { connectTo, expect, expectAccessible, needsKeychain, test } from './fixtures'
import { Reviews } from './pages/reviews'
import { expectWhole } from './support/uncovered'

test('keys mark the current product in the list and go on to the next, in the preview too, and all that is selected', async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  const reviews = new Reviews(app.page)
  const { keyboard } = app.page
  const row = (n: number) => app.products.row(`Product ${n}`)
  await row(1).getByRole('rowheader').click()
  for (const key of ['a', 'w', 'i']) await keyboard.press(key)
  await expect(row(1)).toContainText('Approved')
  await expect(row(2)).toContainText('Needs work')
  await expect(row(3)).toContainText('Ignored')
  await expect(row(4).locator(':focus')).toHaveCount(1)
  // The last mark is taken back, and a mark that is cleared stays at its product.
  await keyboard.press('u')
  await expect(row(3)).toContainText('Unreviewed')
  await row(1).getByRole('rowheader').click()
  await keyboard.press('c')
  await expect(row(1)).toContainText('Unreviewed')

  await test.step('in large', async () => {
    await keyboard.press('p')
    await expect(app.preview.dialog).toContainText('Product 1')
    await keyboard.press('a')
    await expect(app.preview.dialog).toContainText('Product 2')
    await keyboard.press('Escape')
    await expect(row(1)).toContainText('Approved')
  })

  await test.step('fault 135: a double click in large, or on what is compared, marks one product', async () => {
    await row(10).getByRole('rowheader').click()
    await keyboard.press('p')
    await app.preview.dialog.getByRole('button', { name: 'Ignore' }).dblclick({ delay: 50 })
    await expect(app.preview.dialog).toContainText('Product 11')
    const needsWork = app.preview.dialog.getByRole('button', { name: 'Needs work' })
    const place = await needsWork.boundingBox()
    await keyboard.press('w')
    await expect(app.preview.dialog.locator('[data-reasons]')).toBeVisible()
    expect(await needsWork.boundingBox(), 'no answer comes where a button was').toEqual(place)
    await keyboard.press('u')
    await expect(app.preview.dialog).toContainText('Undone')
    await expect(app.preview.dialog).toContainText('Product 11')
    await keyboard.press('Escape')
    await expect(row(10)).toContainText('Ignored')
    await expect(row(11)).toContainText('Unreviewed')
    await row(11).getByRole('rowheader').click()
    await row(12)
      .getByRole('rowheader')
      .click({ modifiers: ['ControlOrMeta'] })
    await row(13)
      .getByRole('rowheader')
      .click({ modifiers: ['ControlOrMeta'] })
    await keyboard.press('Shift+C')
    const compared = app.page.getByRole('dialog')
    await compared.getByRole('button', { name: 'Ignore' }).dblclick({ delay: 50 })
    await expect(compared.locator('th[aria-current]')).toContainText('Product 13')
    await keyboard.press('Escape')
    await expect(row(12)).toContainText('Ignored')
    await expect(row(13)).toContainText('Unreviewed')
    await keyboard.press('Escape')
    await expect(reviews.selection).toBeHidden()
  })

  await test.step('what is selected, by Shift and Ctrl with a press, without selecting any text', async () => {
    await row(5).getByRole('rowheader').click()
    await row(8)
      .getByRole('rowheader')
      .click({ modifiers: ['Shift'] })
    await expect(reviews.selection).toContainText('4 products selected')
    await row(6)
      .getByRole('rowheader')
      .click({ modifiers: ['ControlOrMeta'] })
    await expect(reviews.selection).toContainText('3 products selected')
    expect(await app.page.evaluate(() => getSelection()?.toString())).toBe('')
    await keyboard.press('a')
    for (const n of [5, 7, 8]) await expect(row(n)).toContainText('Approved')
    await expect(row(6)).toContainText('Unreviewed')
    await expect(reviews.selection).toBeHidden()
  })

  await test.step('a note', async () => {
    await row(9).getByRole('rowheader').click()
    await keyboard.press('n')
    await expect(reviews.note).toBeFocused()
    await keyboard.type('a w i')
    await expect(row(9)).toContainText('Unreviewed')
  })
})

test('a page that a key leads to from the sidebar takes the keyboard along, which begins at the current product', async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  const { keyboard } = app.page
  const row = (n: number) => app.products.row(`Product ${n}`)
  await row(3).getByRole('rowheader').click()
  const link = app.page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Changes' })
  await link.press('Enter')
  await expect(link).toBeFocused()
  await keyboard.press('ControlOrMeta+2')
  await expect(row(3)).toBeVisible()
  await expect(link).not.toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(row(3).locator(':focus')).toHaveCount(1)
  await keyboard.press('ArrowDown')
  await expect(row(4).locator(':focus')).toHaveCount(1)
})

test('from the help the keyboard comes back to the row that was current, however far down the list that is', async ({
  launch
}) => {
  const app = await launch({ args: ['--demo'] })
  const { page } = app
  const current = page.locator('[role=row]:has(:focus)')
  const showHelp = async (): Promise<void> => {
    await page.keyboard.press('F1')
    await expect(page.getByRole('heading', { name: 'Vitrine help' })).toBeVisible()
    await page.keyboard.press('Escape')
  }
  for (const layout of ['one list', 'pages']) {
    await app.products.rows.nth(1).getByRole('rowheader').click()
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('PageDown')
    const row = await current.getAttribute('aria-rowindex')
    await showHelp()
    await expect(current, layout).toHaveAttribute('aria-rowindex', row ?? '')
    await page.keyboard.press('Control+Home')
    await expect(current, layout).toHaveAttribute('aria-rowindex', '2')
    await app.tools.openView()
    await app.tools.continuous.click()
    await page.keyboard.press('Escape')
  }
})

test('a list of 70,000 takes the pointer from its start to its end, and says what was found of a product', async ({
  app,
  store
}) => {
  needsKeychain()
  test.setTimeout(240_000)
  // More than one row of the findings' file, which has 65,536 products each.
  Object.assign(store.shelf, { total: 70_000, cap: 1000 })
  store.shelf.edits.set(3, { price: 0 })
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete', { timeout: 120_000 })
  const { products, page } = app
  const takesClick = async (name: string): Promise<void> => {
    await products.row(name).getByRole('rowheader').click()
    await expect(products.row(name).locator(':focus')).toHaveCount(1)
  }
  await takesClick('Product 3')

  await test.step('what was found of it is read', async () => {
    // An audit of so many takes some seconds beside other tests.
    await app.quality.open(120_000)
    await page.keyboard.press('ControlOrMeta+2')
    await takesClick('Product 3')
    await page.keyboard.press('d')
    await expect(page.getByRole('region', { name: 'Product details' })).toContainText('Price is zero', {
      timeout: 120_000
    })
  })
  await page.keyboard.press('d')
  await page.keyboard.press('ControlOrMeta+End')
  await expect(products.row('Product 70000')).toBeVisible()
  await takesClick('Product 69998')
  await app.tools.search.fill('Product 12')
  await expect(products.row('Product 12')).toBeVisible()
  await app.tools.clearAll.click()
  await takesClick('Product 4')
})

test('W asks why in passing wherever a product is current, and is never in the way of the next key', async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  const { keyboard } = app.page
  const reviews = new Reviews(app.page)
  const row = (n: number) => app.products.row(`Product ${n}`)
  const reasons = app.page.getByRole('group', { name: 'Needs work because' })
  await row(1).getByRole('rowheader').click()
  await keyboard.press('w')
  await expect(reasons).toContainText('Product 1')
  await keyboard.press('2')
  await expect(row(1)).toContainText('Needs work')
  await expect(row(2).locator(':focus')).toHaveCount(1)
  await keyboard.press('w')
  await expect(row(3).locator(':focus')).toHaveCount(1)
  await keyboard.press('ArrowDown')
  await expect(row(4).locator(':focus')).toHaveCount(1)
  await expect(reasons).toContainText('Product 2')
  await keyboard.press('Escape')
  await expect(reasons).toBeHidden()
  await expect(row(2)).toContainText('Needs work')
  await keyboard.press('w')
  await keyboard.press('a')
  await expect(row(4)).toContainText('Needs work')
  await expect(row(5)).toContainText('Approved')
  // Undo takes the mark back, and what is asked about it.
  await keyboard.press('w')
  await keyboard.press('u')
  await expect(reasons).toBeHidden()
  await expect(row(6)).toContainText('Unreviewed')
  await expect(row(5)).toContainText('Approved')

  await test.step('in large, beside the list, in the menu, and for what is selected', async () => {
    await row(7).getByRole('rowheader').click()
    await keyboard.press('p')
    await keyboard.press('w')
    await expect(reasons).toContainText('Product 7')
    await keyboard.press('1')
    await expect(reasons).toBeHidden()
    await keyboard.press('Escape')
    await expect(row(7)).toContainText('Needs work')
    await row(9).getByRole('rowheader').click()
    await keyboard.press('d')
    await reviews.details.getByRole('button', { name: 'Needs work' }).click()
    await expect(reasons).toContainText('Product 9')
    await reasons.getByRole('button', { name: 'Other' }).click()
    await expect(row(9)).toContainText('Needs work')
    await keyboard.press('d')
    await row(10).getByRole('rowheader').click()
    await row(11)
      .getByRole('rowheader')
      .click({ modifiers: ['Shift'] })
    await keyboard.press('w')
    await expect(reasons).toContainText('2 products')
    await keyboard.press('3')
    for (const n of [10, 11]) await expect(row(n)).toContainText('Needs work')
  })

  await test.step('the reasons are a column', async () => {
    await app.tools.openView()
    await app.tools.viewPanel.getByText('Reason').click()
    await keyboard.press('Escape')
    for (const [n, reason] of [
      [1, 'Price'],
      [7, 'Picture'],
      [9, 'Other'],
      [11, 'Name']
    ] as const) {
      await expect(row(n).getByRole('gridcell', { name: reason, exact: true })).toBeVisible()
    }
  })
})

test('a row opens by Enter or a double press, and D begins with the first row in sight', async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  const reviews = new Reviews(app.page)
  await expect(app.products.rows.first()).toBeVisible()
  await app.page.keyboard.press('d')
  await expect(reviews.details.getByRole('heading', { name: 'Product 1', exact: true })).toBeVisible()
  await app.page.keyboard.press('d')
  await app.products.row('Product 2').getByRole('rowheader').dblclick()
  await expect(reviews.details.getByRole('heading', { name: 'Product 2', exact: true })).toBeVisible()
  await expect(reviews.details).toBeFocused()
  await app.page.keyboard.press('Escape')
  await expect(reviews.details).toBeHidden()
  await app.products.row('Product 3').getByRole('rowheader').click()
  await app.page.keyboard.press('Enter')
  await expect(reviews.details.getByRole('heading', { name: 'Product 3', exact: true })).toBeVisible()
})

test('what stands under two pictures in Review lies over no button of the zoom', async ({ app, store }) => {
  needsKeychain()
  store.shelf.total = 60
  const name = 'Emaille Roth frying pan 28 cm, sea blue'
  for (const n of [2, 3]) store.shelf.edits.set(n, { name })
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.quality.open()
  await app.page.setViewportSize({ width: 1600, height: 900 })
  await app.review.open()
  await app.review.press('j')
  await expect(app.review.name).toHaveText(name)
  const twin = app.page.locator('[data-twin]')
  const caption = twin.locator('figcaption')
  for (const textSize of [100, 150]) {
    await app.page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    if (textSize === 100) await expectWhole(caption)
    await twin.hover()
    await expect(twin.getByRole('button', { name: 'Zoom in' })).toBeVisible()
    const [words, zoom] = await Promise.all([
      caption.boundingBox(),
      twin.getByRole('group', { name: 'Zoom' }).boundingBox()
    ])
    expect((zoom?.y ?? 0) + (zoom?.height ?? 0)).toBeLessThanOrEqual(words?.y ?? 0)
  }
})

test('a list of findings says what they are, and twins are compared by one key', async ({ app, store }) => {
  needsKeychain()
  store.shelf.total = 60
  store.shelf.edits.set(7, { name: 'Oak table' })
  store.shelf.edits.set(9, { name: 'Oak table' })
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.quality.open()
  await app.quality.show('name-duplicate')
  const dialog = app.page.getByRole('dialog', { name: 'Compare products' })
  await app.quality.rows.nth(1).getByRole('button').first().focus()
  await app.page.keyboard.press('Shift+C')
  await expect(dialog.getByRole('columnheader')).toHaveCount(3)
  await app.page.keyboard.press('Escape')
  await expect(app.quality.rows.nth(1).getByRole('button').first()).toBeFocused()
  await app.quality.choose('Open in Products')
  await expect(app.products.rows).toHaveCount(2)
  await expect(app.page.getByRole('columnheader', { name: 'Findings' })).toBeVisible()
  await expect(app.products.rows.first()).toContainText('Same name: 1 more')
  await app.products.rows.first().getByRole('rowheader').click()
  await app.page.keyboard.press('Shift+C')
  await expect(dialog.getByRole('columnheader')).toHaveCount(3)
  await app.page.keyboard.press('Escape')
  await expect(app.products.rows.first().getByRole('rowheader')).toBeFocused()
  await app.page.keyboard.press('Enter')
  const twin = new Reviews(app.page).details.getByRole('button', { name: /^Oak table/ })
  await expect(twin).toContainText('P-00009')
  await app.tools.chip('Finding: Same name as another product').click()
  await expect(app.products.range('60 products')).toBeVisible()
})

test('a key is changed in Settings, asked about where it is taken, and letters can be switched off', async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  const { keyboard } = app.page
  const settings = async (): Promise<void> => {
    await keyboard.press('ControlOrMeta+,')
    await app.page.getByRole('button', { name: 'Keyboard', exact: true }).click()
  }
  await settings()
  await app.page.getByRole('button', { name: /^Key for Approve/ }).press('Enter')
  await keyboard.press('w')
  await expect(
    app.page.getByText('W is the key for “Needs work and go on”. Use it here instead?')
  ).toBeVisible()
  await expectAccessible(app.page)
  await keyboard.press('Escape')
  await app.page.getByRole('button', { name: /^Key for Approve/ }).press('Enter')
  await keyboard.press('x')
  await expect(app.page.getByRole('button', { name: /^Key for Approve.*: X$/ })).toBeFocused()
  await expectAccessible(app.page)
  await keyboard.press('ControlOrMeta+2')
  const row = (n: number) => app.products.row(`Product ${n}`)
  await row(1).getByRole('rowheader').click()
  await keyboard.press('a')
  await keyboard.press('x')
  await expect(row(1)).toContainText('Approved')
  await expect(row(2)).toContainText('Unreviewed')

  await settings()
  await app.page.getByRole('checkbox', { name: 'Single-letter keys' }).uncheck()
  await keyboard.press('ControlOrMeta+2')
  await row(2).getByRole('rowheader').click()
  await keyboard.press('x')
  await keyboard.press('d')
  await expect(new Reviews(app.page).details).toBeHidden()
  await expect(row(2)).toContainText('Unreviewed')
})

test('a press anywhere in a row leads the keyboard there, from its first press on', async ({
  app,
  store
}) => {
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  const row = (n: number) => app.products.row(`Product ${n}`)
  const box = await row(2).boundingBox()
  if (!box) throw new Error('The row is not on screen')
  const missed: string[] = []
  for (const across of [0.35, 0.5, 0.65, 0.8, 0.95])
    for (const down of [0.08, 0.5, 0.92]) {
      await row(5).getByRole('rowheader').click()
      await row(2).click({ position: { x: across * box.width, y: down * box.height } })
      await app.page.keyboard.press('ArrowDown')
      const isThere = await row(3).evaluate((element) => element.contains(document.activeElement))
      if (!isThere) missed.push(`${across} across, ${down} down`)
    }
  expect(missed).toEqual([])
})

test('the keyboard goes back to the page from a notice that is dismissed, and from work that ends', async ({
  app,
  store
}) => {
  needsKeychain()
  store.shelf.total = 60
  const picture = body(await jpegFile())
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  store.pictures.set(60, (request, response) => void released.then(() => picture(request, response)))
  await connectTo(app, store)
  const { keyboard } = app.page
  const row = (name: string): Locator => app.products.row(name).getByRole('rowheader')
  const dismiss = app.page.getByRole('button', { name: 'Dismiss', exact: true })
  await row('Product 2').click()
  for (const [key, next] of [
    ['Escape', 'Product 3'],
    ['Enter', 'Product 4']
  ] as const) {
    await keyboard.press('a')
    await expect(row(next)).toBeFocused()
    await app.page.locator('[data-review-toast]').getByRole('button', { name: 'Dismiss' }).focus()
    await keyboard.press(key)
    await expect(dismiss).toBeHidden()
    await expect(row(next)).toBeFocused()
  }
  await test.step('in the preview to what its keys are for', async () => {
    await keyboard.press('p')
    await expect(app.preview.text('Product 4')).toBeVisible()
    await keyboard.press('a')
    await expect(app.preview.text('Product 5')).toBeVisible()
    const inside = app.preview.dialog.locator('[data-review-toast]').getByRole('button', { name: 'Dismiss' })
    await inside.focus()
    await keyboard.press('Escape')
    await expect(inside).toBeHidden()
    await keyboard.press('ArrowLeft')
    await expect(app.preview.text('Product 4')).toBeVisible()
    await keyboard.press('Escape')
    await expect(app.preview.dialog).toBeHidden()
  })
  const work = app.page.locator('[data-work=gathering]')
  await expect(work).toBeVisible()
  await keyboard.press('F6')
  await expect(work).toBeFocused()
  release()
  await expect(work).toBeHidden()
  await expect(row('Product 4')).toBeFocused()
})

test('keys go on beside what the pointer chooses: in the filters, in the parts of Quality, and where a rule has its severity', async ({
  app,
  store
}) => {
  needsKeychain()
  store.shelf.edits.set(7, { price: 0 })
  await connectTo(app, store)
  await app.syncedTimes(1)
  const { page, products, tools } = app
  const toast = page.locator('[data-review-toast]')
  await test.step('beside a filter', async () => {
    await products.row('Product 3').getByRole('rowheader').click()
    await tools.filters.click()
    await tools.filterPanel.getByLabel('Unreviewed').click()
    await expect(tools.chip('Unreviewed')).toBeVisible()
    await page.keyboard.press('i')
    await expect(toast).toContainText('Ignored Product 3')
    await page.keyboard.press('f')
    await expect(tools.filterPanel).toBeHidden()
    await tools.clearAll.click()
  })
  await test.step('for all that is selected there by keyboard', async () => {
    await page.keyboard.press('f')
    await expect(tools.filterPanel.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.press('w')
    await expect(page.locator('[data-approval]')).toContainText('240 products')
    for (let n = 0; n < 2; n += 1) await page.keyboard.press('Escape')
  })
  await test.step('in Quality', async () => {
    await app.quality.open(60_000)
    const rule = page.getByRole('heading', { level: 2, name: 'Price is zero' })
    await expect(rule).toBeVisible()
    await page.getByRole('radio', { name: 'Texts' }).locator('..').click()
    await expect(page.getByRole('heading', { level: 2, name: 'Description too short' })).toBeVisible()
    await page.getByRole('radio', { name: 'Prices' }).locator('..').click()
    await expect(rule).toBeVisible()
    const severity = page.getByRole('combobox', { name: 'Severity' })
    await severity.click()
    await page.keyboard.press('Escape')
    await expect(severity).toBeFocused()
    await page.keyboard.press('w')
    await expect(toast).toContainText('Product 7')
    await expect(severity).toHaveValue('error')
  })
})
