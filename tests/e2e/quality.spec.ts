import { connectTo, expect, expectAccessible, needsKeychain, test } from './fixtures'
import { readyDemo } from './shots/demo'
import { expectUncovered, expectWhole } from './support/uncovered'

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

test("a rule's products stand beside the rules with what is wrong, and are marked and excepted by keys", async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.quality.open()
  const { page, quality } = app
  await expect(quality.countOf(rule)).toHaveText('12')
  await page.keyboard.press('j')
  await quality.show(rule)
  await expect(quality.rows.first()).toContainText('characters')
  await quality.rows.first().getByRole('button').focus()
  await page.keyboard.press('a')
  await expect(quality.rows.nth(1).getByRole('button')).toBeFocused()
  await page.keyboard.press('w')
  await expect(quality.rows.nth(0).getByText('Approved')).toBeVisible()
  await expect(quality.rows.nth(1).getByText('Needs work')).toBeVisible()
  await expect(quality.rows.nth(2).getByRole('button'), 'marking goes on').toBeFocused()
  await page.keyboard.press('e')
  await quality.exceptionDialog.getByLabel('Reason').fill('A spare part')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(quality.exceptionDialog).toBeHidden()
  await expect(quality.countOf(rule)).toHaveText('11')
  await expect(app.page.locator('[data-review-toast]')).toContainText('Exception added: Product ')
  // It stands over the products, and over no count of a rule.
  const [rules, toast] = await Promise.all(
    ['nav.rules', '[data-review-toast]'].map((part) => page.locator(part).boundingBox())
  )
  expect(toast?.x).toBeGreaterThan((rules?.x ?? 0) + (rules?.width ?? 0))
  await expectAccessible(page)

  await quality.choose(/^Exceptions…/)
  await expect(quality.exceptions.getByText('A spare part')).toBeVisible()
  await quality.exceptions.getByRole('button', { name: /^Remove/ }).click()
  await expect(quality.exceptions.getByText('No exceptions.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(quality.countOf(rule)).toHaveText('12')

  await quality.rows.first().getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Product details' })).toBeFocused()
})

test('a product that the store no longer lists stands where it stood while the sync goes on, and the next one is current after it', async ({
  app,
  store
}) => {
  needsKeychain()
  store.shelf.cap = 20
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.quality.open()
  const { page, quality } = app
  await quality.show(rule)
  await expect(quality.rows).toHaveCount(12)
  await quality.rows.nth(4).getByRole('button').focus()
  store.shelf.removed.add(5)
  store.shelf.delay = 1000
  await page.keyboard.press('F5')
  await expect(app.tools.progress).toBeVisible()
  const places = new Set<string>()
  while (await app.tools.progress.isVisible()) {
    const names = await quality.rows.allInnerTexts()
    places.add(String(names.findIndex((text) => text.includes('Product 5'))))
  }
  await expect(quality.rows).toHaveCount(11)
  expect([...places].filter((place) => place !== '-1')).toEqual(['4'])
  await page.keyboard.press('i')
  await expect(page.locator('[data-review-toast]')).toContainText('Product 5 has left this list')
  await expect(page.locator('[data-review-toast]')).toContainText('Press I again for Product 6')
})

test('what left while its exception was written is named, and nothing that came in its place is marked unasked', async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.quality.open()
  const { page, quality } = app
  await quality.show(rule)
  await quality.rows.nth(4).getByRole('button').focus()
  store.shelf.removed.add(5)
  store.shelf.delay = 3000
  await page.keyboard.press('F5')
  await page.keyboard.press('e')
  await quality.exceptionDialog.getByLabel('Reason').fill('A spare part')
  await expect(quality.rows).toHaveCount(11)
  await page.keyboard.press('Enter')
  await expect(quality.exceptionDialog).toBeHidden()
  await page.keyboard.press('a')
  await expect(page.locator('[data-review-toast]')).toContainText('Product 5 has left this list')
})

test('a name of usual length is whole beside what was found, in every window and with large texts', async ({
  app,
  store
}) => {
  needsKeychain()
  const name = 'Emaille Roth saucepan 2 l, sea blue'
  store.shelf.edits.set(2, { name, description: 'Blue' })
  await connectTo(app, store)
  await app.quality.open()
  await app.quality.show(rule)
  const row = app.quality.rows.filter({ hasText: name })
  for (const [width, textSize] of [
    [1280, 100],
    [1440, 100],
    [1600, 100],
    [1280, 150],
    [960, 150]
  ] as const) {
    await app.page.setViewportSize({ width, height: 800 })
    await app.page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    await expectWhole(row.locator('.name'))
  }
  await app.page.setViewportSize({ width: 960, height: 600 })
  const room = (): Promise<number> => row.locator('.words').evaluate((words) => words.clientWidth)
  for (const textSize of [150, 100]) {
    await app.page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    await row.locator('[data-thumbnail]').focus()
    const before = await room()
    await app.page.keyboard.press('w')
    await expect(row).toContainText('Needs work')
    expect(await room(), 'the mark takes nothing from it').toBe(before)
    await app.page.keyboard.press('u')
    await expect(row).not.toContainText('Needs work')
  }
})

test("several of a rule's products are selected by keys or presses, marked together, and undone", async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.quality.open()
  const { page, quality } = app
  await quality.show(rule)
  const row = (n: number) => quality.rows.nth(n).locator('[data-thumbnail]')
  const bar = page.getByRole('region', { name: 'Selection' })
  await row(0).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar).toContainText('3 products selected')
  await expect(quality.rows.nth(2)).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await row(4).click({ modifiers: ['ControlOrMeta'] })
  await row(6).click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('6 products selected')
  await page.keyboard.press('w')
  await expect(bar).toBeHidden()
  await expect(quality.rows.getByText('Needs work')).toHaveCount(6)
  await page.keyboard.press('u')
  await expect(quality.rows.getByText('Needs work')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+a')
  await expect(bar).toContainText('Whole list selected: 12 products')
  await expect(bar.getByRole('button', { name: 'Approve 12' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
})

test('the keyboard stays with its product when a sync brings another one above it, and comes back to one at undo', async ({
  app,
  store
}) => {
  needsKeychain()
  store.shelf.edits.set(1, { description: 'A product that is described at length, as number 1 of many.' })
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.quality.open()
  const { page, quality } = app
  await quality.show(rule)
  const row = (name: string) => quality.rows.filter({ hasText: name }).getByRole('button')
  await row('Product 4').focus()
  store.shelf.edits.set(1, { description: 'Blue, no. 1' })
  await page.keyboard.press('ControlOrMeta+r')
  await expect(quality.countOf(rule)).toHaveText('12')
  await expect(quality.rows.first()).toContainText('Product 1')
  await expect(row('Product 4')).toBeFocused()
  await page.keyboard.press('i')
  await expect(row('Product 4')).toContainText('Ignored')
  await expect(row('Product 5')).toBeFocused()
  await page.keyboard.press('e')
  await quality.exceptionDialog.getByLabel('Reason').fill('A spare part')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(quality.countOf(rule)).toHaveText('11')
  await expect(row('Product 6')).toBeFocused()
  await app.page.locator('[data-review-toast]').getByRole('button', { name: 'Undo' }).click()
  await expect(quality.countOf(rule)).toHaveText('12')
  await expect(row('Product 5')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(quality.countOf(rule)).toHaveText('11')
  // As a person would: once it is seen to have left.
  await expect(row('Product 5')).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(quality.countOf(rule)).toHaveText('12')
  await expect(row('Product 5')).toBeFocused()
})

test('in a small window with large texts the page scrolls the products of a rule: several are in sight, and no list scrolls inside', async ({
  app,
  store
}) => {
  needsKeychain()
  for (let n = 1; n <= 60; n += 1) store.shelf.edits.set(n, { description: `Blue, no. ${n}` })
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.quality.open()
  const { page, quality } = app
  await quality.show(rule)
  await page.setViewportSize({ width: 960, height: 600 })
  for (const textSize of [150, 200]) {
    await page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    const scrollers = (): Promise<number> =>
      page.locator('main, main *').evaluateAll(
        (all) =>
          all.filter((each) => {
            const isScroller = ['auto', 'scroll'].includes(getComputedStyle(each).overflowY)
            return isScroller && each.scrollHeight > each.clientHeight
          }).length
      )
    await expect.poll(scrollers).toBe(1)
    await quality.rows.first().getByRole('button').focus()
    await page.keyboard.press('End')
    const last = quality.rows.last().getByRole('button')
    await expect(last).toBeFocused()
    await expect(last).toContainText('Product 60')
    await expectUncovered(last)
    await expectUncovered(quality.rows.nth(-2))
    await expectUncovered(quality.rows.nth(-3))
    await page.keyboard.press('Home')
    const first = quality.rows.first().getByRole('button')
    await expect(first).toBeFocused()
    await expectUncovered(first)
    await page.locator('main').evaluate((main) => main.scrollTo(0, 0))
    await page.keyboard.press('Space')
    await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 product selected')
    await expectUncovered(first)
    await page.keyboard.press('Shift+ArrowDown')
    await expectUncovered(quality.rows.nth(1).getByRole('button'))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Home')
  }
  await test.step('what was done is told below the products that the next keys are for', async () => {
    await page.keyboard.press('e')
    await quality.exceptionDialog.getByLabel('Reason').fill('A spare part')
    await page.keyboard.press('ControlOrMeta+Enter')
    const toast = page.locator('[data-review-toast]')
    await expect(toast).toContainText('Exception added: Product 1')
    const [told, products] = await Promise.all(
      [toast, page.locator('main')].map((part) => part.boundingBox())
    )
    expect(told?.y).toBeGreaterThan((products?.y ?? 0) + (products?.height ?? 0))
  })
})

test('what a rule found is told whole in a window of usual size with large texts', async ({ launch }) => {
  const app = await readyDemo(launch)
  const { page } = app
  const zoom = (textSize: 100 | 150): Promise<unknown> =>
    page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
  await app.quality.open()
  for (const id of ['picture-same', 'price-outlier']) {
    await zoom(100)
    await app.quality.show(id)
    await zoom(150)
    await expect(page.locator('[data-fact]').first()).toBeVisible()
    const cut = (): Promise<string[]> =>
      page.locator('[data-fact]').evaluateAll((all) =>
        all.flatMap((each) => {
          const [own, row] = [each, each.parentElement ?? each].map((part) => part.getBoundingClientRect())
          const isCut = each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1
          const isWithin = own && row && own.top >= row.top && own.bottom <= row.bottom
          return isCut || !isWithin ? [each.textContent] : []
        })
      )
    await expect.poll(cut, id).toEqual([])
  }
})

test('no line stays empty between what a rule is and how much it found, and the products of all rules begin at the same height', async ({
  launch
}) => {
  const app = await readyDemo(launch)
  const { page } = app
  await page.setViewportSize({ width: 1280, height: 800 })
  await app.quality.open()
  const begins: (number | undefined)[] = []
  for (const id of ['price-missing', 'description-short']) {
    await app.quality.show(id)
    await expect(app.quality.rows.first()).toBeVisible()
    const [why, basis] = await Promise.all([
      page.locator('.why').evaluate((each) => {
        const words = document.createRange()
        words.selectNodeContents(each)
        return words.getBoundingClientRect().bottom
      }),
      page.locator('.basis').boundingBox()
    ])
    expect((basis?.y ?? Infinity) - why, id).toBeLessThan(16)
    begins.push((await app.quality.rows.first().boundingBox())?.y)
  }
  expect(begins[1]).toBe(begins[0])
})

test("a rule's products are a list like any other in Products, which leads back to the rule", async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.quality.open()
  await app.quality.show(rule)
  await app.quality.choose('Open in Products')
  await expect(app.tools.chip('Finding: Description too short')).toBeVisible()
  await expect(app.products.rows).toHaveCount(12)
  await app.tools.search.fill('Product 3')
  await expect(app.products.rows).toHaveCount(1)
  await app.quality.back.click()
  await app.quality.ready()
  await expect(app.quality.rule(rule).locator('[aria-current]')).toBeVisible()
})

test('a threshold that is set, and a rule that is switched off, take effect at once, are kept, and need no network', async ({
  launch,
  store
}) => {
  needsKeychain()
  const app = await launch()
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.quality.open()
  await app.quality.show(rule)
  const threshold = app.page.getByLabel('At least')
  await expect(threshold).toHaveValue('40')
  await threshold.fill('11')
  await threshold.press('Enter')
  // "Blue, no. 1" has eleven characters, "Blue, no. 10" twelve.
  await expect(app.quality.countOf(rule)).toHaveText('0')
  await threshold.fill('12')
  await threshold.press('Enter')
  await expect(app.quality.countOf(rule)).toHaveText('9')
  await app.close()
  await store.goOffline()

  const again = await launch()
  await expect(again.products.row('Product 1')).toBeVisible()
  await again.quality.open()
  await expect(again.quality.countOf(rule)).toHaveText('9')
  await again.quality.show(rule)
  await again.quality.choose('Reset to default')
  await expect(again.quality.countOf(rule)).toHaveText('12')
  await again.quality.choose('Switch off rule')
  await expect(again.page.locator(`[data-group=off] [data-rule="${rule}"]`)).toHaveCount(1)
})

test(
  'the history of the score is drawn after each sync, and told to the keyboard',
  { tag: '@long' },
  async ({ app, store }) => {
    needsKeychain()
    for (let n = 1; n <= 30; n += 1) store.shelf.edits.set(n, { price: null })
    await connectTo(app, store)
    await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
    await app.quality.open()
    await app.page.getByRole('button', { name: /^Score/ }).click()
    await expect(app.page.getByText('The trend appears after the next sync.')).toBeVisible()
    await app.page.keyboard.press('Escape')
    for (let n = 1; n <= 30; n += 1) store.shelf.edits.delete(n)
    await app.sidebar.products.click()
    await app.tools.sync()
    await app.quality.open()
    await app.page.getByRole('button', { name: /^Score/ }).click()
    await expect(app.quality.scoreHistory).toBeVisible()
    await app.quality.scoreHistory.focus()
    const later = await app.quality.scoreHistory.getAttribute('aria-valuetext')
    await app.page.keyboard.press('ArrowLeft')
    const earlier = await app.quality.scoreHistory.getAttribute('aria-valuetext')
    expect(earlier).not.toBe(later)
    await expect(app.page.getByText(/^\+.* since /)).toBeVisible()
  }
)

test("a rule's products are found as a wheel left them scrolled", async ({ app, store }) => {
  needsKeychain()
  for (let n = 1; n <= 60; n += 1) store.shelf.edits.set(n, { description: `Blue, no. ${n}` })
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.quality.open()
  const { page, quality } = app
  await quality.show(rule)
  await expect(quality.countOf(rule)).toHaveText('60')
  const scrollTop = (): Promise<number> =>
    page.getByRole('region', { name: 'Products found' }).evaluate((list) => Math.round(list.scrollTop))
  await quality.rows.nth(3).hover()
  await page.mouse.wheel(0, 1500)
  await expect.poll(scrollTop).toBe(1500)
  for (const [away, back] of [
    ['F1', 'Escape'],
    ['Control+2', 'Control+5']
  ] as const) {
    await page.keyboard.press(away)
    await expect(quality.heading).toBeHidden()
    await page.keyboard.press(back)
    await expect(quality.rows.first()).toBeVisible()
    await expect.poll(scrollTop).toBe(1500)
  }
  await page.keyboard.press('ArrowDown')
  await expect.poll(scrollTop).toBeLessThan(200)
})
