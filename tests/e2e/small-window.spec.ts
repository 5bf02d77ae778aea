import type { Locator } from '@playwright/test'
import { status } from '../support/hostile-images/hostile-server'
import { connectTo, expect, needsKeychain, test } from './fixtures'
import { Reviews } from './pages/reviews'
import { expectUncovered, expectWhole } from './support/uncovered'

test('in a small window Products is current in the sidebar whatever is filtered; a click on it and its key keep filters, and lead from a view to all', async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  await app.page.setViewportSize({ width: 960, height: 600 })
  const { products } = app.sidebar
  await expect(products).toHaveAttribute('aria-current', 'page')
  await app.tools.filterBy('Ignored')
  await expect(app.tools.filterPanel).toBeHidden()
  const chip = app.tools.chip('Ignored')
  await expect(chip).toBeVisible()
  await expect(products).toHaveAttribute('aria-current', 'page')
  await products.click()
  await app.page.keyboard.press('Control+2')
  await expect(chip).toBeVisible()
  await chip.click()
  for (const leave of [() => products.click(), () => app.page.keyboard.press('Control+2')]) {
    await app.tools.filterBy('Needs work')
    await expect(app.tools.chip('Needs work')).toBeVisible()
    await expect(products).toHaveAttribute('aria-current', 'page')
    await leave()
    await expect(app.tools.chips.getByRole('listitem')).toHaveCount(0)
  }
})

test('in a small window what was done in large is told over the picture, not over what is known of the product', async ({
  app,
  store
}) => {
  needsKeychain()
  for (const number of [1, 2]) store.shelf.edits.set(number, { price: 4000 + number })
  await connectTo(app, store)
  await app.page.setViewportSize({ width: 960, height: 600 })
  await app.products.row('Product 1').getByRole('rowheader').click()
  await app.page.keyboard.press('p')
  const { dialog } = app.preview
  await app.page.keyboard.press('i')
  await expect(new Reviews(app.page).toast).toContainText('Product 1')
  await expectUncovered(dialog.locator('[data-told-name]'))
  await expectUncovered(dialog.locator('[data-told-price]'))
  const [toast, side] = await Promise.all([
    new Reviews(app.page).toast.boundingBox(),
    dialog.getByRole('complementary').boundingBox()
  ])
  expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThanOrEqual(side?.x ?? 0)
  await expectUncovered(dialog.getByRole('button', { name: 'Approve' }))
})

test('in a small window with large texts all icons of the sidebar stand in it', async ({ app, store }) => {
  needsKeychain()
  await connectTo(app, store)
  const { page } = app
  const bar = page.getByRole('navigation', { name: 'Main' })
  for (const [width, height, textSize] of [
    [960, 600, 150],
    [1280, 800, 200]
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    await expect(app.sidebar.tour).toBeVisible()
    await expect.poll(() => bar.evaluate((each) => each.scrollHeight - each.clientHeight)).toBe(0)
  }
})

test('with large texts a section of the settings that Tab comes to is all in sight', async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  const { page } = app
  await page.setViewportSize({ width: 1600, height: 600 })
  await page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 200 }))
  await app.sidebar.settings.click()
  const sections = page.getByRole('navigation', { name: 'Settings sections' }).getByRole('button')
  await sections.first().focus()
  const count = await sections.count()
  for (let at = 1; at < count; at++) {
    await page.keyboard.press('Tab')
    await expect(sections.nth(at)).toBeFocused()
    await expect(sections.nth(at)).toBeInViewport({ ratio: 1 })
  }
})

test('where there is no room for the list of sections the settings have them in one field', async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  const { page } = app
  await page.setViewportSize({ width: 960, height: 600 })
  await page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 150 }))
  await app.sidebar.settings.click()
  const sections = page.getByRole('navigation', { name: 'Settings sections' })
  await expect(sections.getByRole('button')).toHaveCount(0)
  await sections.getByRole('combobox', { name: 'Settings sections' }).selectOption('Language and formats')
  await expect(page.getByRole('heading', { level: 2, name: 'Language and formats' })).toBeVisible()
  await expect.poll(() => sections.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
})

test('in a small window Review names what was done to the end, with Undo beside it', async ({
  app,
  store
}) => {
  needsKeychain()
  const name = 'Tavira bottle vase, cobalt'
  store.shelf.edits.set(2, { name })
  await connectTo(app, store)
  await app.page.setViewportSize({ width: 960, height: 600 })
  await app.review.open()
  await app.review.press('j')
  await expect(app.review.name).toHaveText(name)
  await app.review.press('w', '0')
  const done = app.page.locator('[data-deed]')
  await expect(done).toContainText('Needs work')
  await expectUncovered(done.getByText(name))
  await expectWhole(done.locator('.about'))
  await expectWhole(done)
  await expectUncovered(app.review.button('Undo'))
})

test('with large texts Review approves no product whose finding was never in sight', async ({
  app,
  store
}) => {
  needsKeychain()
  store.shelf.edits.set(2, { description: 'Short.' })
  await connectTo(app, store)
  await app.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 200 }))
  await app.page.setViewportSize({ width: 960, height: 600 })
  await app.review.open()
  await app.review.press('j')
  await expect(app.review.name).toHaveText('Product 2')
  const found = app.page.locator('[data-told-finding]')
  await expect(found).toHaveCount(1)
  await expect(found).not.toBeInViewport({ ratio: 1 })
  await app.review.press('a')
  const said = app.page.locator('[data-deed]')
  await expect(said).toContainText('The findings of Product 2 were out of sight')
  await expect(app.review.name).toHaveText('Product 2')
  await expectUncovered(found)
  await app.review.press('a')
  await expect(app.review.name).toHaveText('Product 3')
  await expect(said).toContainText('Approved')
})

test('filters lie over no name of a product, however large texts are: beside the list, or in its place, from where a button leads to it', async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  const { page, tools } = app
  const list = page.locator('.scroller[data-scroller]')
  for (const [width, height, textSize, isBeside] of [
    [1280, 800, 150, true],
    [960, 600, 100, true],
    [960, 600, 125, true],
    [960, 600, 150, false],
    [960, 600, 200, false]
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    await page.keyboard.press('f')
    await expect(tools.filterPanel).toBeVisible()
    const room = (): Promise<number[]> =>
      Promise.all(
        [tools.filterPanel, list].map(async (each) => {
          const box = await each.boundingBox()
          return isBeside ? (box?.x ?? 0) : (box?.width ?? 0)
        })
      )
    const [panel = 0, rows = 0] = await room()
    if (isBeside) {
      const edge = panel + ((await tools.filterPanel.boundingBox())?.width ?? 0)
      expect(edge, `${width} px, ${textSize} %`).toBeLessThanOrEqual(rows)
      await page.keyboard.press('f')
    } else {
      expect(panel, `${width} px, ${textSize} %`).toBeGreaterThanOrEqual(rows)
      await tools.filterPanel.getByText('Quality finding').click()
      await page.keyboard.press('i')
      await tools.filterPanel.getByRole('button', { name: 'Show products' }).click()
    }
    await expect(tools.filterPanel).toBeHidden()
  }
  await expect(app.products.row('Product 1')).toContainText('Unreviewed')
})

test('with large texts the list beside the details goes beyond no edge, and where it has no room they have its place', async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  const { page } = app
  await page.setViewportSize({ width: 960, height: 600 })
  await page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 150 }))
  await app.products.row('Product 2').dblclick()
  const details = page.getByRole('region', { name: 'Product details' })
  await expect(details).toBeVisible()
  const list = page.locator('.scroller[data-scroller]')
  await expect.poll(() => list.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
  await page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 200 }))
  const left = async (): Promise<number> =>
    ((await details.boundingBox())?.x ?? 0) - ((await list.boundingBox())?.x ?? 0)
  await expect.poll(left).toBe(0)
  await expectUncovered(details.getByRole('heading', { name: 'Product 2' }))
})

test('the list beside the details goes beyond no edge, whether the sidebar has its words or not', async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  const { page } = app
  await app.products.row('Product 2').dblclick()
  await expect(page.getByRole('region', { name: 'Product details' })).toBeVisible()
  const list = page.locator('.scroller[data-scroller]')
  for (const width of [1060, 1100, 1130, 1160, 1280]) {
    await page.setViewportSize({ width, height: 700 })
    await expect.poll(() => list.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
    await expectUncovered(app.products.row('Product 3').getByText('Unreviewed'))
  }
})

test('with large texts the facts of the picture in Review are read to their end, and the picture stays where it is when they come', async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  const { page } = app
  await page.setViewportSize({ width: 960, height: 600 })
  await page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 150 }))
  await app.review.open()
  const facts = page.locator('figcaption')
  await expect(facts).toContainText('pixels')
  await expectWhole(facts)
  const lines = await facts.evaluate(
    (each) => each.clientHeight / parseFloat(getComputedStyle(each).lineHeight)
  )
  expect(lines, 'has both of its lines however long it is').toBeGreaterThanOrEqual(2)
})

test('in a small window with large texts Review says whole why there is no picture, and what can be done', async ({
  app,
  store
}) => {
  needsKeychain()
  store.pictures.set(1, status(404))
  await connectTo(app, store)
  const { page, review } = app
  await page.setViewportSize({ width: 960, height: 600 })
  await page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 150 }))
  await review.open()
  await expectUncovered(page.getByRole('button', { name: 'Try again' }))
  await expectWhole(page.locator('main .reason'))
})

test('in Review the question before an error is approved lies over no other decision, at whatever size', async ({
  app,
  store
}) => {
  needsKeychain()
  for (const n of [1, 2, 3, 4]) store.shelf.edits.set(n, { price: 'on request' })
  await connectTo(app, store)
  await app.quality.open()
  const { page, review } = app
  await review.open()
  const question = page.locator('[data-approval-question]')
  const decision = (command: string): Locator => page.locator(`[data-command="${command}"]`)
  for (const [width, height, textSize] of [
    [1280, 800, 100],
    [960, 600, 125],
    [1100, 700, 150],
    [960, 600, 200]
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    const before = (await review.name.textContent()) ?? ''
    await decision('approved').click()
    // So little is in sight that the first press brings the finding there.
    if (textSize === 200) {
      await expect(review.said).toContainText('out of sight')
      await decision('approved').click()
    }
    await expectUncovered(question)
    for (const command of ['approved', 'needs-work', 'ignored']) await expectUncovered(decision(command))
    await decision('ignored').click()
    await expect(review.name).not.toHaveText(before)
    await expect(review.said).toContainText('Ignored')
  }
  await expect(review.progress).toContainText('4 of 240 reviewed')
})

test('at the end of a queue in Review all ways on are reached, at whatever size', async ({ app, store }) => {
  needsKeychain()
  store.shelf.total = 3
  await connectTo(app, store)
  const { page, review } = app
  await review.open()
  for (const key of ['w', 'i', 'i']) {
    const before = (await review.name.textContent()) ?? ''
    await page.keyboard.press(key)
    await expect(page.getByRole('heading', { name: before, level: 2 })).toBeHidden()
  }
  const ways = page.locator('[data-end] button')
  await expect(ways.first()).toBeVisible()
  for (const [width, height, textSize] of [
    [1280, 640, 125],
    [960, 600, 100],
    [960, 600, 110],
    [960, 600, 125],
    [960, 600, 200]
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    await page.keyboard.press('Escape')
    const all = await ways.count()
    expect(all, 'so many ways on').toBeGreaterThanOrEqual(2)
    for (let at = 0; at < all; at += 1) {
      await ways.nth(at).scrollIntoViewIfNeeded()
      await expectUncovered(ways.nth(at))
    }
  }
})
