import type { App } from './support/app'
import { connectTo, entryFor, expect, needsKeychain, test } from './fixtures'
import { status } from '../support/hostile-images/hostile-server'
import { expectUncovered, expectWhole } from './support/uncovered'
import { GalleryPage } from './pages/gallery-page'
import { Reviews } from './pages/reviews'

const sizes = [
  { width: 960, height: 600 },
  { width: 2560, height: 1440 }
]

/** Everything is reached without scrolling sideways, and no control lies outside the window. */
async function expectToFit(app: App): Promise<void> {
  const beyond = (): Promise<unknown> =>
    app.page.evaluate(() => {
      const root = document.scrollingElement ?? document.documentElement
      const outside = [...document.querySelectorAll('button, input, select')].filter((control) => {
        const { left, right, width } = control.getBoundingClientRect()
        return width > 0 && (left < -1 || right > innerWidth + 1)
      })
      return {
        overflow: root.scrollWidth - root.clientWidth,
        outside: outside.map((control) => control.outerHTML)
      }
    })
  // The page lays itself out anew some frames after its window has another size.
  await expect.poll(beyond).toEqual({ overflow: 0, outside: [] })
}

test('everything fits into a small window and a large one', async ({ app }) => {
  const eachSize = async (look: () => Promise<void>): Promise<void> => {
    for (const size of sizes) {
      await test.step(`at ${size.width}×${size.height}`, async () => {
        await app.page.setViewportSize(size)
        await look()
        await expectToFit(app)
      })
    }
  }
  await test.step('Connect a store', () =>
    eachSize(async () => {
      await expect(app.connect.heading).toBeVisible()
      await app.connect.saveAndOpen.scrollIntoViewIfNeeded()
      await expect(app.connect.saveAndOpen).toBeInViewport()
    }))
  await app.connect.exploreDemo.click()
  await app.tools.turnPaging()
  await test.step('Products', () =>
    eachSize(async () => {
      await expect(app.products.nextPage).toBeInViewport()
      await expect(app.products.rows.first()).toBeInViewport()
    }))
  await app.products.thumbnails.first().click()
  await test.step('the preview', () =>
    eachSize(async () => {
      await expect(app.preview.dialog).toBeVisible()
    }))
  await app.page.keyboard.press('Escape')
  await expect(app.preview.dialog).toBeHidden()
  await app.connections.open()
  await test.step('Stores', () =>
    eachSize(async () => {
      await expect(app.connections.heading).toBeVisible()
    }))
})

for (const textSize of [100, 200]) {
  test(`what is wrong with a key is read in a small window, with texts of ${textSize} %`, async ({
    app,
    store
  }) => {
    needsKeychain()
    store.scenario('key-refused')
    await app.page.setViewportSize({ width: 960, height: 600 })
    await app.page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    await app.connect.fill(entryFor(store))
    await app.page.keyboard.press('Enter')
    await expect(app.connect.key).toBeFocused()
    const error = app.page.locator('.error').last()
    await expect(error).toContainText('refused')
    await expectUncovered(error)
    await test.step('also where the field has come to stand just above the buttons', async () => {
      await app.connect.key.evaluate((field) => field.scrollIntoView({ block: 'end' }))
      await app.page.keyboard.type('x')
      await expect(app.page.locator('.error')).toHaveCount(0)
      await app.page.keyboard.press('Enter')
      await expect(error).toContainText('refused')
      await expectUncovered(error)
    })
  })
}

test('a question of the sync is one line in a small window with large texts: it covers no product that a key would mark', async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.review.open()
  await app.page.setViewportSize({ width: 960, height: 600 })
  for (let n = 51; n <= 240; n += 1) store.shelf.removed.add(n)
  await app.page.keyboard.press('F5')
  const decide = app.page.getByRole('button', { name: 'Decide…' })
  const keep = app.page.getByRole('button', { name: 'Keep my copy' })
  await expect(keep, 'with texts of 100 % there is room for all of it').toBeVisible()
  await expectUncovered(app.review.name)
  for (const textSize of [150, 200]) {
    await app.page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    await expect(decide).toBeVisible()
    await expect(keep).toBeHidden()
    await expectUncovered(app.review.name)
    await expectUncovered(decide)
  }
  await decide.click()
  await keep.click()
  await expect(decide).toBeHidden()
  await expect(app.review.name).toHaveText('Product 1')
})

test('in a small window with large texts the details of a product open over the list', async ({ app }) => {
  await app.connect.exploreDemo.click()
  await app.page.setViewportSize({ width: 960, height: 600 })
  await app.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 200 }))
  const details = app.page.getByRole('region', { name: 'Product details' })
  // One that has never changed, as all of a first sync.
  await app.tools.search.fill('lamp oat')
  await app.products.row('Fjell wall lamp, oat').click()
  await app.page.keyboard.press('Enter')
  await expect(details).toBeVisible()
  await expect(details).toContainText('Nothing has changed since this product was first read.')
  const page = app.page.locator('main > .content')
  expect(await page.evaluate((element) => element.scrollTop), 'nothing stands askew').toBe(0)
  await app.page.keyboard.press('Escape')
  await expect(details).toBeHidden()
})

test('in a small window with large texts a tile tells the state of its product to the end, and the zoom of a large picture is all there', async ({
  app
}) => {
  await app.connect.exploreDemo.click()
  await app.page.setViewportSize({ width: 960, height: 600 })
  const gallery = new GalleryPage(app.page)
  await gallery.choose('Gallery')
  await gallery.thumbnail('Tavira bottle vase, cobalt').focus()
  await app.page.keyboard.press('w')
  const state = gallery.grid.locator('.mark .word')
  await expect(state).toHaveText('Needs work')
  await app.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 200 }))
  await expect(app.page.locator('html')).toHaveCSS('font-size', '32px')
  await expect.poll(() => state.evaluate((word) => word.scrollWidth - word.clientWidth)).toBe(0)
  await app.page.keyboard.press('Escape')
  await app.page.keyboard.press('p')
  const zoom = app.preview.dialog.getByRole('group', { name: 'Zoom' })
  await expect(zoom).toBeInViewport({ ratio: 1 })
})

test('a note that is written stays in sight while what stands above it in the details grows', async ({
  app
}) => {
  await app.connect.exploreDemo.click()
  await app.page.setViewportSize({ width: 1280, height: 800 })
  await app.products.rows.first().click()
  await app.page.keyboard.press('Enter')
  const details = app.page.getByRole('region', { name: 'Product details' })
  const note = details.getByRole('textbox', { name: 'Note' })
  await app.page.keyboard.press('n')
  await expect(note).toBeFocused()
  // As findings do that are read a moment later.
  await note.evaluate((field) => {
    const body = field.closest('.body')
    const findings = document.createElement('p')
    findings.textContent = 'A finding. '.repeat(500)
    body?.prepend(findings)
  })
  await expectUncovered(note)
  await expect(note).toBeInViewport({ ratio: 1 })
})

test('in a small window with large texts the price of what a key would mark is in sight, wherever that is', async ({
  app,
  store
}) => {
  const name = 'A lamp of brass and glass, of which somebody wrote all that can be said of a lamp in its name'
  for (const number of [2, 3, 4]) store.shelf.edits.set(number, { name, price: 4000 + number })
  await connectTo(app, store)
  await app.page.setViewportSize({ width: 960, height: 600 })
  await app.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 200 }))
  await test.step('in the details', async () => {
    await app.products.rows.nth(1).click()
    await app.page.keyboard.press('Enter')
    const details = app.page.getByRole('region', { name: 'Product details' })
    await expectUncovered(details.getByText('4,002.00', { exact: true }).first())
    await app.page.keyboard.press('Escape')
  })
  await test.step('in large, where the words of the last mark and the question for its reason lie over the picture', async () => {
    await app.page.keyboard.press('p')
    const price = (number: number) =>
      app.preview.dialog.getByText(`4,00${number}.00`, { exact: true }).first()
    await app.page.keyboard.press('i')
    await expect(app.preview.dialog.getByText('Ignored')).toBeVisible()
    await expectUncovered(price(3))
    await app.page.keyboard.press('w')
    await expect(app.preview.dialog.getByText('Needs work because')).toBeVisible()
    await expectUncovered(price(4))
    await app.page.keyboard.press('Escape')
    await app.page.keyboard.press('Escape')
  })
  await test.step('in the grid of Review', async () => {
    await app.page.keyboard.press('Control+3')
    await app.review.press('g')
    await expect(app.review.grid).toBeVisible()
    await app.page.keyboard.press('ArrowRight')
    await expectUncovered(app.review.grid.locator('[aria-current]').getByText('4,004.00', { exact: true }))
  })
})

test('with large texts what was found of a product stands right below its price in large, and is counted beside it', async ({
  app,
  store
}) => {
  needsKeychain()
  const name = 'A lamp of brass and glass, of which somebody wrote all that can be said of a lamp in its name'
  const description = 'TODO: it is a lamp. '.repeat(12).trim()
  store.shelf.edits.set(2, { name, price: 0, description })
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.products.rows.nth(1).getByRole('rowheader').click()
  await app.page.keyboard.press('p')
  const { dialog } = app.preview
  const worst = dialog.locator('[data-rule] .name').first()
  await expect(worst).toHaveText('Price is zero')
  for (const size of [
    { width: 1280, height: 800 },
    { width: 960, height: 600 }
  ]) {
    await app.page.setViewportSize(size)
    await app.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 200 }))
    await expectUncovered(dialog.getByText(/\d findings$/))
    if (size.height === 800) await expectUncovered(worst)
  }
  const [finding, id] = await Promise.all([
    worst.boundingBox(),
    dialog.getByText('P-00002', { exact: true }).boundingBox()
  ])
  expect(finding?.y ?? 0).toBeLessThan(id?.y ?? 0)
})

test('in a small window with large texts the details tell a product from its like, or why there is no picture, and marks keep their keys in large', async ({
  app,
  store
}) => {
  needsKeychain()
  const name = 'Sea Salt soap bar of olive oil, 100 g, sky blue'
  store.shelf.edits.set(2, { name })
  store.pictures.set(3, status(404))
  await connectTo(app, store)
  await app.page.setViewportSize({ width: 960, height: 600 })
  await app.products.rows.nth(1).getByRole('rowheader').click()
  await app.page.keyboard.press('a')
  await app.page.keyboard.press('Escape')
  const details = app.page.getByRole('region', { name: 'Product details' })
  for (const textSize of [150, 200]) {
    await app.page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    await app.products.rows.nth(1).getByRole('rowheader').click()
    await app.page.keyboard.press('d')
    await expectWhole(details.getByRole('heading', { name }))
    await app.page.keyboard.press('ArrowDown')
    await expect(details).toContainText('P-00003')
    const why = app.page.locator('.why')
    await expectWhole(details.locator('.why'))
    await expectWhole(details.locator('[data-thumbnail]').filter({ has: why }))
    await app.page.keyboard.press('d')
    await app.page.keyboard.press('ArrowUp')
    await app.page.keyboard.press('p')
    const { dialog } = app.preview
    await expect(dialog.locator('[data-mark=unreviewed]')).toBeInViewport({ ratio: 1 })
    const keys = dialog.locator('.marks .key')
    for (const at of [0, 1, 2]) await expect(keys.nth(at)).toBeInViewport({ ratio: 1 })
    await app.page.keyboard.press('Escape')
  }
})

test('in a small window nothing that decides is cut or covered: two findings in large, with large texts the way out of an empty list and a price beside a list', async ({
  app,
  store
}) => {
  needsKeychain()
  const name =
    'A lamp of brass and glass, of which somebody wrote all that can be said of a lamp in its name, and then again'
  for (const number of [1, 2]) store.shelf.edits.set(number, { name, price: 0 })
  await app.connect.fill(entryFor(store))
  await app.connect.saveAndOpen.click()
  await expect(app.products.row('Product 3')).toBeVisible()
  await app.quality.open(60_000)
  await app.page.setViewportSize({ width: 960, height: 600 })
  const { keyboard } = app.page
  await keyboard.press('Control+2')
  await test.step('in large', async () => {
    await app.products.rows.nth(0).getByRole('rowheader').click()
    await keyboard.press('p')
    const { dialog } = app.preview
    const found = dialog.locator('.found')
    await expectUncovered(found.getByText('Price is zero', { exact: true }))
    await expectUncovered(found.getByText('Same name as another product'))
    await keyboard.press('Escape')
  })
  await test.step('with nothing found, where the last mark is told', async () => {
    await app.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 150 }))
    await app.products.rows.nth(0).getByRole('rowheader').click()
    await keyboard.press('i')
    await app.tools.search.fill('nothing is called so')
    await expect(new Reviews(app.page).toast).toBeVisible()
    await expectUncovered(app.page.getByRole('button', { name: 'Show all products' }))
    await app.tools.search.fill('')
  })
  await test.step('in the details', async () => {
    await app.page.setViewportSize({ width: 1280, height: 800 })
    await app.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 200 }))
    await app.products.rows.nth(0).getByRole('rowheader').click()
    await keyboard.press('d')
    const details = app.page.getByRole('region', { name: 'Product details' })
    await expectUncovered(details.locator('[data-told-price]'))
  })
})

test('in a small window with large texts a product is looked at before a key marks it, where something lies over its name', async ({
  app,
  store
}) => {
  needsKeychain()
  store.shelf.total = 6
  const name = 'Product 2, a lamp of which somebody wrote all that can be said of a lamp in its name'
  store.shelf.edits.set(2, { name })
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.page.setViewportSize({ width: 960, height: 600 })
  await app.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 200 }))
  const { review } = app
  await review.open()
  await test.step('in Review, where the question for a reason lies over the picture alone', async () => {
    await review.press('w')
    await expect(review.reasons).toBeVisible()
    await expect(review.name).toHaveText(name)
    await expectUncovered(review.name)
    await review.press('i')
    await expect(review.name).toHaveText('Product 3')
    await expect(review.progress).toContainText('2 of 6 reviewed')
  })
  await test.step('side by side, the prices stand under the names, and what decides below', async () => {
    await app.page.keyboard.press('Control+2')
    for (const row of [3, 4]) await app.products.rows.nth(row).getByRole('checkbox').click()
    await app.page.keyboard.press('Shift+C')
    const dialog = app.page.getByRole('dialog', { name: 'Compare products' })
    await expectUncovered(dialog.locator('[data-told-name]').first())
    await expectUncovered(dialog.locator('[data-told-price]:visible').first())
    await expectUncovered(dialog.getByRole('button', { name: 'Approve' }))
    await app.page.keyboard.press('i')
    await expect(dialog.getByRole('columnheader').nth(1)).toContainText('Ignored')
  })
  await test.step('in the large picture, which is most of what a person decides by there', async () => {
    await app.page.keyboard.press('Escape')
    await app.products.row('Product 4').getByRole('rowheader').click()
    await app.page.keyboard.press('p')
    const { dialog } = app.preview
    await expect(dialog).toContainText('Product 4')
    await app.page.keyboard.press('w')
    await expect(dialog).toContainText('Product 5')
    // Whose reason is asked for is told whole, over a part of the picture alone.
    await expectUncovered(review.reasons.getByText('Product 4'))
    const { picture } = app.preview
    await expect.poll(() => picture.evaluate(showsAt, [0.1, 0.25, 0.4])).toBe(true)
    await app.page.keyboard.press('0')
    await expect(new Reviews(app.page).toast).toContainText('Product 4')
    // What was done is told beside all of it, and over no button.
    await expect.poll(() => picture.evaluate(showsAt, [0.1, 0.5, 0.9])).toBe(true)
    await expectUncovered(dialog.getByRole('button', { name: 'Ignore' }))
  })
})

test('in a small window with large texts the question for a reason covers neither the next product of Review nor what can be done at the end', async ({
  app,
  store
}) => {
  needsKeychain()
  store.shelf.total = 6
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  const { page, review } = app
  await page.setViewportSize({ width: 960, height: 600 })
  await page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 150 }))
  await review.open()
  for (const next of [2, 3]) {
    await review.press('w')
    await expect(review.reasons).toContainText(`Product ${next - 1}`)
    await expect(review.name).toHaveText(`Product ${next}`)
    await expectUncovered(review.name)
  }
  await review.press('g')
  for (const next of [4, 5, 6]) {
    await review.press('w')
    await expect(review.reasons).toContainText(`Product ${next - 1}`)
    await expectUncovered(review.grid.locator('[aria-current]').getByText(`Product ${next}`))
  }
  await review.press('w')
  await expect(review.reasons).toContainText('Product 6')
  await expectUncovered(page.locator('[data-end] [data-action]').first())
})

/** In the page: whether nothing lies over the middle of a picture at these parts of its height. */
function showsAt(picture: Element, parts: number[]): boolean {
  const { left, top, width, height } = picture.getBoundingClientRect()
  return parts.every((part) =>
    picture.contains(document.elementFromPoint(left + width / 2, top + part * height))
  )
}
