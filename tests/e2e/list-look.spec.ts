import type { App } from './support/app'
import type { FaultyStore } from '../support/faulty-store'
import { startFaultyStore } from '../support/faulty-store'
import { connectTo, entryFor, expect, needsKeychain, test } from './fixtures'
import { readyDemo } from './shots/demo'
import { expectUncovered, expectWhole } from './support/uncovered'

test.beforeEach(needsKeychain)

const heading = (app: App, column: string) =>
  app.page.getByRole('columnheader', { name: column, exact: true })
const edge = (app: App, column: string) =>
  app.page.getByRole('separator', { name: `Width of ${column}`, exact: true })
const widthOf = async (app: App, column: string): Promise<number> =>
  Math.round((await heading(app, column).boundingBox())?.width ?? 0)
const order = (app: App): Promise<string[]> => app.page.getByRole('columnheader').allInnerTexts()

/** Presses, moves and lets go as a hand does. */
async function drag(app: App, from: { x: number; y: number }, by: number): Promise<void> {
  await app.page.mouse.move(from.x, from.y)
  await app.page.mouse.down()
  await app.page.mouse.move(from.x + by / 2, from.y, { steps: 4 })
  await app.page.mouse.move(from.x + by, from.y, { steps: 4 })
  await app.page.mouse.up()
}

async function middleOf(app: App, column: string): Promise<{ x: number; y: number }> {
  const box = await heading(app, column).boundingBox()
  if (!box) throw new Error(`No column "${column}"`)
  return { x: box.x + 20, y: box.y + box.height / 2 }
}

async function change(app: App): Promise<void> {
  const box = await edge(app, 'Name').boundingBox()
  if (!box) throw new Error('No edge')
  const before = await widthOf(app, 'Name')
  await drag(app, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, 60)
  await expect.poll(() => widthOf(app, 'Name')).toBe(before + 60)
  const price = await widthOf(app, 'Price')
  await heading(app, 'Price').getByRole('button', { name: 'Price', exact: true }).focus()
  await app.page.keyboard.press('F2')
  await app.page.keyboard.press('ArrowRight')
  await expect(edge(app, 'Price')).toBeFocused()
  await app.page.keyboard.press('ArrowRight')
  await app.page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => widthOf(app, 'Price')).toBe(price + 48)
  const id = await middleOf(app, 'ID')
  await drag(app, id, (await middleOf(app, 'Name')).x - 30 - id.x)
  await expect.poll(() => order(app)).toEqual(['Picture', 'ID', 'Name', 'Price', 'Findings', 'Review'])
  await app.tools.openView()
  await app.tools.viewPanel.getByText('Findings').click()
  await app.tools.viewPanel.getByText('Compact').click()
  await app.tools.continuous.click()
  await app.page.keyboard.press('Escape')
  await expect(app.page.locator('[data-continuous]')).toBeHidden()
}

async function look(app: App): Promise<unknown> {
  const height = (await app.products.rows.first().boundingBox())?.height
  const continuous = await app.page.locator('[data-continuous]').count()
  return [await order(app), await widthOf(app, 'Name'), await widthOf(app, 'Price'), height, continuous]
}

test('a column is as wide as its content by its menu, and by a double click on its edge', async ({
  launch,
  store
}) => {
  const name = 'A lamp with a name that two lines of a narrow column do not hold'
  store.shelf.edits.set(2, { name })
  const app = await launch()
  await connectTo(app, store)
  const box = await edge(app, 'Name').boundingBox()
  if (!box) throw new Error('No edge')
  await drag(app, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, -1000)
  const narrow = await widthOf(app, 'Name')
  const text = app.products.row(name).getByText(name)
  const lines = (): Promise<number> =>
    text.evaluate((element) => element.getClientRects().length && element.scrollHeight / 20)
  await expect.poll(lines).toBeGreaterThan(1)
  await heading(app, 'Name').click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Fit to content' }).click()
  await expect.poll(lines).toBe(1)
  const fitting = await widthOf(app, 'Name')
  expect(fitting).toBeGreaterThan(narrow)
  await edge(app, 'ID').dblclick()
  await expect.poll(() => widthOf(app, 'ID')).toBeLessThan(160)
  expect(await widthOf(app, 'Name')).toBe(fitting)
})

test('widths, order, columns shown, row height and the way of scrolling are kept over a restart, for each store', async ({
  launch,
  store
}) => {
  const other: FaultyStore = await startFaultyStore({ products: 30 })
  const first = await launch()
  await connectTo(first, store)
  const plain = await look(first)
  await change(first)
  const changed = await look(first)
  await expect.poll(async () => (await first.keptView())?.mode).toBe('paged')
  await first.sidebar.choose('Connect a store')
  await first.connect.fill(entryFor(other, { name: 'Other shop' }))
  await first.connect.saveAndOpen.click()
  await expect(first.products.range('30 products')).toBeVisible()
  expect(await look(first), 'the other store').toEqual(plain)
  await first.close()
  const second = await launch()
  await expect(second.products.range('30 products')).toBeVisible()
  expect(await look(second), 'the other store after a restart').toEqual(plain)
  await second.sidebar.choose(/Corner shop/)
  await expect(second.products.pageField).toBeVisible()
  await expect(second.products.row('Product 1')).toBeVisible()
  expect(await look(second)).toEqual(changed)
  await other.close()
})

test('a column that is dragged goes back when the system takes the pointer away', async ({ app, store }) => {
  await connectTo(app, store)
  const before = await order(app)
  const id = await middleOf(app, 'ID')
  await app.page.mouse.move(id.x, id.y)
  await app.page.mouse.down()
  await app.page.mouse.move(id.x - 400, id.y, { steps: 4 })
  await expect(app.page.locator('.drop-before')).toBeVisible()
  const button = heading(app, 'ID').getByRole('button', { name: 'ID', exact: true })
  await button.evaluate((captured) => captured.releasePointerCapture(1))
  await app.page.mouse.move(id.x - 300, id.y)
  await expect(app.page.locator('.dragged, .drop-before')).toHaveCount(0)
  await app.page.mouse.up()
  expect(await order(app)).toEqual(before)
})

test('the row on top stays in sight from the long list to pages and back', async ({ app, store }) => {
  store.shelf.total = 600
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  const scrollTo = (top: number): Promise<void> =>
    app.products.table.evaluate((table, to) => {
      table.parentElement?.scrollTo(0, to)
    }, top)
  const isOnTop = async (name: string): Promise<boolean> => {
    const [head, row] = await Promise.all([
      app.page.getByRole('columnheader').first().boundingBox(),
      app.products.row(name).boundingBox()
    ])
    return head !== null && row !== null && Math.abs(row.y - head.y - head.height - 1) < 2
  }
  await expect(app.page.locator('[data-continuous]')).toBeVisible()
  await scrollTo(301.5 * 44)
  await expect(app.products.row('Product 303')).toBeInViewport()
  await app.tools.turnPaging()
  await expect(app.products.range('301–325 of 600')).toBeVisible()
  await expect.poll(() => isOnTop('Product 303')).toBe(true)
  await app.products.itemsPerPage.selectOption('100')
  await expect(app.products.range('301–400 of 600')).toBeVisible()
  await expect.poll(() => isOnTop('Product 303')).toBe(true)
  await app.tools.turnPaging()
  await expect.poll(() => isOnTop('Product 303')).toBe(true)
})

test('a column is ordered, filtered, moved and hidden from its heading, by pointer and keyboard', async ({
  app,
  store
}) => {
  await connectTo(app, store)
  const item = (name: string) => app.page.getByRole('menuitem', { name, exact: true })
  const price = heading(app, 'Price').getByRole('button', { name: 'Price', exact: true })
  await price.click({ button: 'right' })
  await app.page.getByRole('menuitemcheckbox', { name: 'Sort descending' }).click()
  await expect(heading(app, 'Price')).toHaveAttribute('aria-sort', 'descending')
  await expect(price).toBeFocused()
  await app.page.keyboard.press('Shift+F10')
  await item('Move left').press('Enter')
  await expect.poll(async () => (await order(app)).indexOf('Price')).toBe(1)
  await expect(price).toBeFocused()
  await heading(app, 'Findings').hover()
  await app.page.getByRole('button', { name: 'Menu of the Findings column' }).click()
  await item('Hide column').click()
  await expect(heading(app, 'Findings')).toBeHidden()
  await price.focus()
  await app.page.keyboard.press('Shift+F10')
  await item('Filter by this column').press('Enter')
  await expect(app.page.locator('[data-parts~="price"] input').first()).toBeFocused()
})

test('beside the details of a window of 1280 px names and IDs are whole, also of products with findings', async ({
  launch
}) => {
  test.slow()
  const app = await readyDemo(launch)
  const cut = (): Promise<number> =>
    app.page.locator('.scroller[data-scroller]').evaluate((list) => list.scrollWidth - list.clientWidth)
  await app.products.rows.nth(1).dblclick()
  await expect(app.page.getByRole('region', { name: 'Product details' })).toBeVisible()
  expect(await cut()).toBe(0)
  await app.sidebar.view('With errors').click()
  await expect(app.tools.chips).toBeVisible()
  await expect(app.page.getByRole('columnheader', { name: 'Findings' })).toBeVisible()
  expect(await cut()).toBe(0)
  const cutFacts = (): Promise<(string | null)[]> =>
    app.page
      .locator('.finding .fact')
      .evaluateAll((all) =>
        all
          .filter((each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1)
          .map((each) => each.textContent)
      )
  // A second finding is of pictures, which are downloaded and checked first.
  await expect(app.page.locator('.finding .further').first()).toBeVisible({ timeout: 120_000 })
  expect(await cutFacts()).toEqual([])
})

test('with large texts a list has no column of findings: each product tells them with its name, and all of its price and review', async ({
  launch
}) => {
  const app = await readyDemo(launch)
  const { page } = app
  await app.tools.search.fill('milo coffee table clay')
  const row = app.products.row('Milo coffee table, clay pink')
  await expect(row).toBeVisible()
  await page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 200 }))
  await expect(heading(app, 'Findings')).toBeHidden()
  const told = row.locator('.told')
  await expectUncovered(told.locator('.sign'))
  await expect(told.locator('.fact')).toBeHidden()
  const [sign, name] = await Promise.all([told.boundingBox(), row.locator('.text').first().boundingBox()])
  expect(sign?.y ?? 0, 'beside the name').toBeLessThan((name?.y ?? 0) + (name?.height ?? 0) - 4)
  await told.hover()
  await expect(app.products.tip).toContainText('Usual price')
  await page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 100 }))
  await app.tools.search.fill('')
  await app.sidebar.view('With errors').click()
  await expect(heading(app, 'Findings')).toBeVisible()
  const beyond = (): Promise<number> =>
    page.locator('.scroller[data-scroller]').evaluate((list) => list.scrollWidth - list.clientWidth)
  for (const size of [
    { width: 1280, height: 800, textSize: 200 },
    { width: 960, height: 600, textSize: 150 }
  ]) {
    await page.setViewportSize(size)
    await page.evaluate((textSize) => window.vitrine.call('preferences:set', { textSize }), size.textSize)
    await expect(heading(app, 'Findings')).toBeHidden()
    await expectUncovered(app.products.rows.first().locator('.told .fact'))
    await expect.poll(beyond).toBe(0)
  }
})

test('a price stands in one line, however large the texts are', async ({ app, store }) => {
  store.shelf.edits.set(2, { price: 1820 })
  store.shelf.edits.set(3, { price: 123456789012.95 })
  await connectTo(app, store)
  await app.page.setViewportSize({ width: 960, height: 600 })
  await app.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 150 }))
  const price = (name: string) => app.products.row(name).locator('.amount')
  await expectWhole(price('Product 2'))
  await expect(price('Product 2')).toContainText('1,820.00')
  await price('Product 3').hover()
  await expect(app.products.tip).toContainText('123,456,789,012.95')
  const heights = await Promise.all(
    ['Product 1', 'Product 2'].map(async (name) => (await price(name).boundingBox())?.height)
  )
  expect(heights[1]).toBe(heights[0])
  await app.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 200 }))
  for (const n of [1, 2, 3, 4]) await app.products.row(`Product ${n}`).getByRole('checkbox').click()
  await app.page.keyboard.press('Shift+C')
  const compared = app.page.getByRole('dialog', { name: 'Compare products' })
  await expect(compared.getByText('123,456,789,012.95').first()).toBeAttached()
  const lines = await compared
    .locator('[data-told-price]:visible')
    .evaluateAll((prices) => prices.map((one) => Math.round(one.getBoundingClientRect().height)))
  expect(lines).toHaveLength(4)
  expect(new Set(lines).size).toBe(1)
})

test('in a small window with large texts names are read to their end', async ({ app, store }) => {
  const name = 'Sea Salt soap bar, 100 g, sea blue'
  store.shelf.edits.set(2, { name })
  await connectTo(app, store)
  await app.page.setViewportSize({ width: 960, height: 600 })
  for (const textSize of [150, 200]) {
    await app.page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    await expectWhole(app.products.row(name).getByText(name))
  }
})

test('beside the details all columns fit, however wide the window, also with longer words', async ({
  launch
}) => {
  const app = await readyDemo(launch)
  await app.page.setViewportSize({ width: 960, height: 700 })
  await app.products.rows.nth(1).dblclick()
  await expect(app.page.getByRole('region', { name: 'Product details' })).toBeVisible()
  for (const language of ['en', 'de'] as const) {
    await app.page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { language })
    await expect(app.page.locator('html')).toHaveAttribute('lang', language)
    for (const width of [960, 1440, 1760]) {
      await app.page.setViewportSize({ width, height: 700 })
      const list = app.page.locator('.scroller[data-scroller]')
      const beyond = (): Promise<number> => list.evaluate((each) => each.scrollWidth - each.clientWidth)
      await expect.poll(beyond, `${width} px, ${language}`).toBe(0)
    }
  }
})

test('however wide the window, by default all columns fit, and on a wide one findings have room for their words', async ({
  launch
}) => {
  const app = await readyDemo(launch)
  const { page } = app
  const list = page.locator('.scroller[data-scroller]')
  for (const sidebar of ['open', 'collapsed'] as const) {
    if (sidebar === 'collapsed') await page.keyboard.press('ControlOrMeta+b')
    for (const width of [960, 1280, 1600, 1860, 1920, 2048, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      const beyond = (): Promise<number> => list.evaluate((each) => each.scrollWidth - each.clientWidth)
      await expect.poll(beyond, `${width} px, sidebar ${sidebar}`).toBe(0)
      if (width < 1860) continue
      const room = (): Promise<number> => widthOf(app, 'Findings')
      await expect.poll(room, `${width} px, sidebar ${sidebar}`).toBeGreaterThanOrEqual(270)
    }
  }
})

test('beside the filters all columns fit, also with large texts', async ({ app, store }) => {
  await connectTo(app, store)
  const { page } = app
  await page.keyboard.press('f')
  await expect(app.tools.filterPanel).toBeVisible()
  const list = page.locator('.scroller[data-scroller]')
  for (const [width, textSize] of [
    [1440, 100],
    [1920, 125],
    [1920, 150],
    [1920, 200],
    [1600, 150],
    [1280, 150],
    [960, 100],
    [960, 125]
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    const beyond = (): Promise<number> => list.evaluate((each) => each.scrollWidth - each.clientWidth)
    await expect.poll(beyond, `${width} px, ${textSize} %`).toBe(0)
  }
})

test('beside the details of a small window with large texts the mark that a key makes is seen in its row', async ({
  app,
  store
}) => {
  await connectTo(app, store)
  await app.page.setViewportSize({ width: 960, height: 600 })
  await app.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 150 }))
  await app.products.row('Product 2').dblclick()
  await expect(app.page.getByRole('region', { name: 'Product details' })).toBeVisible()
  await app.page.keyboard.press('w')
  await expectUncovered(app.products.row('Product 2').getByText('Needs work'))
})

test('in a small window with large texts selected products are marked by one press, and what is done with them lies over no filter', async ({
  app,
  store
}) => {
  await connectTo(app, store)
  const { page } = app
  await page.setViewportSize({ width: 960, height: 600 })
  const bar = page.getByRole('region', { name: 'Selection' })
  for (const n of [1, 2, 3]) await app.products.row(`Product ${n}`).getByRole('checkbox').click()
  for (const textSize of [125, 150, 200]) {
    await page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    for (const name of ['Approve 3', 'Needs work 3', 'Ignore 3'])
      await expectUncovered(bar.getByRole('button', { name }))
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    const panel = page.locator('.filters-panel')
    await expectUncovered(panel)
    if (textSize === 125) await expectUncovered(bar.getByRole('button', { name: 'Ignore 3' }))
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  }
})

test('where marks of selected products have no room for words they show their keys', async ({
  app,
  store
}) => {
  await connectTo(app, store)
  const { page } = app
  await page.setViewportSize({ width: 960, height: 600 })
  await page.keyboard.press('f')
  await expect(app.tools.filterPanel).toBeVisible()
  await page.locator('[data-select-all]').click()
  const bar = page.getByRole('region', { name: 'Selection' })
  await page.keyboard.press('ControlOrMeta+a')
  await expect(bar).toContainText('Whole list selected')
  for (const [name, key] of [
    ['Approve 240', 'A'],
    ['Needs work 240', 'W'],
    ['Ignore 240', 'I']
  ] as const) {
    const button = bar.getByRole('button', { name, exact: true })
    await expect(button).toHaveText(key)
    await expectUncovered(button.getByText(key))
  }
})

test('the menu of a heading covers nothing of its focus ring', async ({ app, store }) => {
  await connectTo(app, store)
  for (const column of ['Name', 'Price', 'Review', 'ID']) {
    const [sort, menu] = ['.sort', '.menu'].map((part) => heading(app, column).locator(part))
    if (!sort || !menu) throw new Error(`No column "${column}"`)
    await sort.press('Shift')
    const ring = await sort.evaluate((button) => {
      const { outlineWidth, outlineOffset } = getComputedStyle(button)
      return button.getBoundingClientRect().right + parseFloat(outlineWidth) + parseFloat(outlineOffset)
    })
    expect((await menu.boundingBox())?.x, column).toBeGreaterThanOrEqual(ring)
  }
})

/** Menus of headings that a click on their middle does not open, or with less than 16 px that can be hit, and edges that cannot be dragged. */
async function coveredHandles(app: App): Promise<string[]> {
  return app.page.getByRole('columnheader').evaluateAll((headings) =>
    headings.flatMap((each) => {
      each.scrollIntoView({ inline: 'nearest' })
      const menu = each.querySelector('.menu')
      const grip = each.querySelector('.edge')
      if (menu === null || grip === null) return ['no handles']
      const { left, right, top, bottom } = menu.getBoundingClientRect()
      const hit = (x: number, y: number): Element | null => document.elementFromPoint(x, y)
      const y = (top + bottom) / 2
      const columns = Array.from({ length: Math.floor(right - left) }, (_, at) => left + at + 0.5)
      const hits = columns.filter((x) => menu.contains(hit(x, y)))
      const isWide = hits.length >= 16 || each.classList.contains('image')
      const edge = grip.getBoundingClientRect()
      const name = each.getAttribute('aria-label') ?? ''
      return [
        ...(menu.contains(hit((left + right) / 2, y)) && isWide ? [] : [`${name}: menu`]),
        ...(hit((edge.left + edge.right) / 2, y) === grip ? [] : [`${name}: edge`])
      ]
    })
  )
}

test('the menu of every heading opens where it is clicked, and its edge can be dragged beside it', async ({
  app,
  store
}) => {
  await connectTo(app, store)
  for (const textSize of [100, 150]) {
    await app.page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    for (const width of [1280, 960]) {
      await app.page.setViewportSize({ width, height: 800 })
      await expect.poll(() => coveredHandles(app), `${textSize} %, ${width} px`).toEqual([])
    }
  }
  await app.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 100 }))
  await heading(app, 'Price').hover()
  await heading(app, 'Price').locator('.menu').click()
  await expect(app.page.getByRole('menu')).toBeVisible()
})

test('the focus ring of a cell lies over nothing of the next column', async ({ app, store }) => {
  await connectTo(app, store)
  await app.products.row('Product 2').getByRole('rowheader').click()
  for (const column of ['price', 'findings', 'review']) {
    await app.page.keyboard.press('ArrowRight')
    await expect(app.page.locator(':focus')).toHaveClass(new RegExp(`\\b${column}\\b`))
    const room = await app.page.evaluate(() => {
      const cell = document.activeElement
      const next = cell?.nextElementSibling
      if (!cell || !next) return null
      const { outlineWidth, outlineOffset } = getComputedStyle(cell)
      const ring = cell.getBoundingClientRect().right + parseFloat(outlineWidth) + parseFloat(outlineOffset)
      return next.getBoundingClientRect().left - ring
    })
    expect(room).toBeGreaterThanOrEqual(0)
  }
})

test('longer words of another language are whole in the filters, the rules and beside a mark, and a version keeps its order from right to left', async ({
  launch
}) => {
  const app = await readyDemo(launch)
  const { page } = app
  const speak = async (language: 'de' | 'ar'): Promise<void> => {
    await page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { language })
    await expect(page.locator('html')).toHaveAttribute('lang', language)
  }
  const cut = (texts: string): Promise<string[]> =>
    page
      .locator(texts)
      .evaluateAll((all) =>
        all.flatMap((each) =>
          each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1
            ? [each.textContent]
            : []
        )
      )
  await speak('de')
  const name = page.locator('[data-index="1"] .name')
  await name.click()
  await page.keyboard.press('i')
  await name.dblclick()
  const clear = page.locator('.marks [data-mark=unreviewed]')
  await expect(clear).toHaveText('Markierung aufheben')
  await expect(clear).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.marks .key:visible')).toHaveText(['A', 'W', 'I'])
  await page.keyboard.press('f')
  await expect(page.locator('.choice .words').first()).toBeVisible()
  expect(await cut('.choice .words')).toEqual([])
  await page.keyboard.press('ControlOrMeta+5')
  await expect(page.locator('[data-rule] .name').first()).toBeVisible()
  expect(await cut('[data-rule] .name')).toEqual([])
  await speak('ar')
  const places = await page.locator('.version').evaluate((element) => {
    const text = element.firstChild
    if (!text?.textContent) throw new Error('there is no version')
    return ['V', '0'].map((letter) => {
      const range = document.createRange()
      const at = text.textContent?.indexOf(letter) ?? 0
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect().left
    })
  })
  expect(places[0]).toBeLessThan(places[1] ?? 0)
})
