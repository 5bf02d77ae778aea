import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from './support/app'
import type { FaultyStore } from '../support/faulty-store'
import { connectTo, expect, needsKeychain, test } from './fixtures'

test.beforeEach(needsKeychain)

/** A list of 1,200 products, 40 a page whatever is asked, that takes a few seconds to read. */
function largeAndSlow(store: FaultyStore): void {
  Object.assign(store.shelf, { total: 1200, cap: 40, delay: 60 })
}

/** Some products that can be told apart by more than their number. */
function stockTeapots(store: FaultyStore): void {
  store.shelf.edits.set(7, { name: 'Crème teapot', price: 90 })
  store.shelf.edits.set(90, { name: 'Iron teapot', price: 120, description: undefined })
  store.shelf.edits.set(233, { name: '南部鉄器 急須', description: 'A teapot of cast iron.', price: 80 })
}

async function searchTeapots(app: App): Promise<void> {
  await app.tools.search.fill('teapot')
  await expect(app.products.rows).toHaveCount(3)
}

/** How many products the syncs of the connection shown have found changed, together. */
async function productsChanged(app: App): Promise<number> {
  const connectionId = await app.activeConnection()
  const runs = await app.page.evaluate(
    (id) => window.vitrine.call('sync:runs', { connectionId: id }),
    connectionId
  )
  return runs.ok ? runs.value.reduce((sum, { changed }) => sum + changed, 0) : 0
}

/** Whether the app keeps the computer awake; a sign of it has a number from 0 or 1 on. */
function isKeptAwake({ electron }: App): Promise<boolean> {
  return electron.evaluate(({ powerSaveBlocker }) => [0, 1, 2].some((id) => powerSaveBlocker.isStarted(id)))
}

test('a catalog is synced with progress, searched, sorted and filtered; stays so without the store and over a restart; and is refreshed when the store is back', async ({
  launch,
  store
}) => {
  largeAndSlow(store)
  stockTeapots(store)
  const first = await launch()
  // However long it takes to look: the sync is not over before its progress was seen.
  store.shelf.delay = 1000
  await connectTo(first, store)
  await test.step('the first sync begins by itself, with honest numbers, and ends complete', async () => {
    await expect(first.tools.progress).toBeVisible()
    await expect(first.page.getByText(/[\d,]+ of 1,200 items/).first()).toBeVisible()
    expect(await isKeptAwake(first)).toBe(true)
    store.shelf.delay = 60
    await expect(first.tools.coverage).toHaveAttribute('data-coverage', 'complete')
    await expect(first.tools.progress).toBeHidden()
    await expect(first.products.range('1,200 products')).toBeVisible()
    expect(await isKeptAwake(first)).toBe(false)
  })
  await test.step('words are found in names and descriptions, whatever their accents and script', async () => {
    await searchTeapots(first)
    await first.tools.search.fill('creme')
    await expect(first.products.rows).toHaveCount(1)
    await first.tools.search.fill('急須')
    await expect(first.products.rows).toHaveCount(1)
    await first.tools.search.fill('eapo')
    await expect(first.products.rows).toHaveCount(3)
    await first.tools.search.fill('teapot')
    await expect(first.products.table.locator('mark').first()).toHaveText(/teapot/i)
  })
  await test.step('the result is sorted by price', async () => {
    await first.tools.sortBy('Price')
    await expect.poll(() => first.products.names()).toEqual(['南部鉄器 急須', 'Crème teapot', 'Iron teapot'])
    await first.tools.sortBy('Price')
    await expect.poll(() => first.products.names()).toEqual(['Iron teapot', 'Crème teapot', '南部鉄器 急須'])
  })
  await test.step('filters narrow it further, and are taken away by their chips', async () => {
    await first.tools.filters.click()
    await first.tools.priceFrom.fill('85')
    await first.page.keyboard.press('Escape')
    await expect(first.products.rows).toHaveCount(2)
    await expect(first.tools.chips.getByRole('listitem')).toHaveCount(2)
    await expect(first.products.range('2 of 1,200 products')).toBeVisible()
  })
  await test.step('without the store everything stays as it is', async () => {
    await store.goOffline()
    await first.products.askAgain()
    await expect(first.tools.network).toHaveAttribute('data-network', 'store-silent')
    await expect(first.products.rows).toHaveCount(2)
  })
  await expect.poll(async () => (await first.keptView())?.filters.priceFrom).toBe(85)
  await first.close()

  const second = await launch()
  await test.step('a restart without the store opens on the same result, with its age and no error', async () => {
    await expect.poll(() => second.products.names()).toEqual(['Iron teapot', 'Crème teapot'])
    await expect(second.tools.search).toHaveValue('teapot')
    await expect(second.tools.coverage).toContainText(/synced|as of/i)
    await expect(second.tools.network).toHaveAttribute('data-network', 'store-silent')
    await expect(second.page.getByRole('alert')).toHaveCount(0)
    await second.tools.clearAll.click()
    await expect(second.products.range('1,200 products')).toBeVisible()
    await expect(second.products.row('Product 1200'), 'still by price').toBeVisible()
    await second.tools.sortBy('Price')
    await expect(second.products.row('Product 1')).toBeVisible()
    await second.products.scrollTo(1)
    await expect(second.products.row('Product 1200')).toBeVisible()
    await second.products.scrollTo(0)
  })
  await test.step('with the store back, the app finds its way by itself, and what changed is there', async () => {
    store.shelf.edits.set(3, { name: 'Product 3, mended' })
    store.shelf.delay = 0
    await store.comeBack()
    await expect(second.tools.network).toHaveAttribute('data-network', 'online')
    await second.tools.sync()
    await expect(second.products.row('Product 3, mended')).toBeVisible()
    // The sync that the outage cut off goes on by itself, so that it may be this one or that one which found it.
    await expect.poll(() => productsChanged(second)).toBe(1)
  })
})

test('fault 87: a sync that is killed goes on where it was', async ({ launch, store, profile }) => {
  largeAndSlow(store)
  store.shelf.total = 3000
  // However slow the machine is, the sync is killed in its middle.
  store.shelf.answers = 40
  const first = await launch()
  await connectTo(first, store)
  const read = async (): Promise<number> => {
    const connectionId = await first.activeConnection()
    const state = await first.page.evaluate(
      (id) => window.vitrine.call('sync:state', { connectionId: id }),
      connectionId
    )
    return state.ok ? state.value.here : 0
  }
  // The batch that was written last, of ten pages at most, is read again: what came before it is not.
  await expect.poll(read, { intervals: [50] }).toBeGreaterThan(800)
  first.electron.process().kill('SIGKILL')
  await first.close().catch(() => undefined)
  const settings = await readFile(join(profile, 'settings.json'), 'utf8')
  expect(JSON.parse(settings)).toMatchObject({ connections: [{ name: 'Corner shop' }] })

  store.requests.length = 0
  store.shelf.answers = null
  const second = await launch()
  await expect(second.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await expect(second.products.range('3,000 products')).toBeVisible()
  const crawled = store.requests
    .map(({ url }) => new URL(url, store.baseUrl).searchParams)
    .filter((query) => query.get('limit') === '40')
    .map((query) => Number(query.get('pageNo')))
  // On to the end with what was missing; only then some pages are read a second time, as in every run.
  const missing = crawled.slice(0, crawled.indexOf(75))
  expect(missing).not.toEqual([])
  expect(
    missing.filter((page) => page < 8),
    'pages that were read before the kill'
  ).toEqual([])
  await second.products.scrollTo(1)
  await expect(second.products.row('Product 3000')).toBeVisible()
})

test('a sync is paused, resumed and stopped', async ({ app, store }) => {
  largeAndSlow(store)
  store.shelf.delay = 1000
  await connectTo(app, store)
  await app.tools.pause.first().click()
  await expect(app.tools.resume.first()).toBeVisible()
  const asked = store.pageRequests()
  await app.products.row('Product 2').scrollIntoViewIfNeeded()
  await app.tools.resume.first().click()
  await expect.poll(() => store.pageRequests()).toBeGreaterThan(asked)
  await app.tools.stop.first().click()
  await expect(app.tools.progress).toBeHidden()
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'partial')
})

test('fault 41: a list that shrank suddenly is not believed without asking', async ({ app, store }) => {
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  for (let n = 51; n <= 240; n += 1) store.shelf.removed.add(n)
  await app.products.askAgain()
  await expect(app.tools.coverage).not.toHaveAttribute('data-coverage', 'complete')
  // The question comes by itself, as soon as a page has told of it.
  await app.page.getByRole('button', { name: 'Keep my copy' }).click()
  await app.products.scrollTo(1)
  await expect(app.products.row('Product 240')).toBeVisible()
  await app.tools.sync()
  await app.page.getByRole('button', { name: /Accept the shorter/ }).click()
  await expect(app.products.range('50 products')).toBeVisible()
  await expect(app.page.getByText(/190 gone/).first()).toBeVisible()
})

test('fault 1: a computer without network says so, goes on with the copy, and finds its way back by itself', async ({
  app,
  store
}) => {
  const setOnline = (isOnline: boolean): Promise<void> =>
    app.electron.evaluate(({ net }, answer) => void (net.isOnline = () => answer), isOnline)
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await setOnline(false)
  await store.goOffline()
  await app.products.askAgain()
  await expect(app.tools.network).toHaveAttribute('data-network', 'no-network')
  await expect(app.tools.trouble).toHaveText('No network')
  await expect(app.page.getByRole('alert')).toHaveCount(0)
  await app.products.scrollTo(1)
  await expect(app.products.row('Product 240')).toBeVisible()
  await app.tools.search.fill('product 17')
  await expect(app.products.row('Product 17')).toBeVisible()
  store.shelf.edits.set(17, { name: 'Product 17, mended' })
  await setOnline(true)
  await store.comeBack()
  await expect(app.tools.network).toHaveAttribute('data-network', 'online')
  await app.tools.sync()
  await expect(app.products.row('Product 17, mended')).toBeVisible()
})

test(
  'how often the catalog is synced by itself is chosen, and kept over a restart',
  { tag: '@long' },
  async ({ launch, store }) => {
    const first = await launch()
    await connectTo(first, store)
    await first.tools.syncOptions.click()
    await expect(first.tools.schedule('Every hour')).toBeChecked()
    await first.tools.schedule('Every day').click()
    await first.tools.syncOptions.click()
    await expect(first.tools.schedule('Every day')).toBeChecked()
    await first.close()
    const second = await launch()
    await second.tools.syncOptions.click()
    await expect(second.tools.schedule('Every day')).toBeChecked()
    await expect(second.tools.schedule('Every day')).toContainText('Next at')
    await expect(second.tools.schedule('Every hour')).not.toBeChecked()
  }
)

test('fault 82: a damaged copy is put aside and built anew, and the person is told once', async ({
  launch,
  store,
  profile
}) => {
  const first = await launch()
  await connectTo(first, store)
  await expect(first.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  const id = await first.activeConnection()
  await first.close()
  await writeFile(join(profile, 'connections', id, 'catalog.sqlite'), 'This is not a database. '.repeat(500))
  const second = await launch()
  await expect(second.page.getByText(/damaged/).first()).toBeVisible()
  await expect(second.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await second.close()
  const third = await launch()
  await expect(third.products.row('Product 1')).toBeVisible()
  await expect(third.page.getByText(/damaged/)).toHaveCount(0)
})

test(
  'views keep a search with its filters under a name, and the list as it was looked at',
  { tag: '@long' },
  async ({ launch, store }) => {
    stockTeapots(store)
    const first = await launch()
    await connectTo(first, store)
    await expect(first.tools.coverage).toHaveAttribute('data-coverage', 'complete')
    await searchTeapots(first)
    await first.tools.saveView.click()
    const field = first.page.getByRole('dialog', { name: 'Save view' }).getByRole('textbox', { name: 'Name' })
    await expect(field).toBeFocused()
    await field.fill('All teapots')
    await first.page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(first.sidebar.view('All teapots')).toHaveAccessibleDescription('3 products')
    await expect(first.tools.saveView, 'the list is the view now').toBeHidden()
    await first.tools.clearAll.click()
    await expect(first.products.range('240 products')).toBeVisible()
    await first.tools.openView()
    await first.tools.viewPanel.getByText('Findings').click()
    await first.page.keyboard.press('Escape')
    await expect(first.page.getByRole('columnheader', { name: 'Findings' })).toHaveCount(0)
    await expect.poll(async () => (await first.keptView())?.columns.some(({ shown }) => !shown)).toBe(true)
    await first.close()
    const second = await launch()
    await expect(second.products.row('Product 1')).toBeVisible()
    await expect(second.page.getByRole('columnheader', { name: 'Findings' })).toHaveCount(0)
    await second.sidebar.view('All teapots').click()
    await expect(second.tools.search).toHaveValue('teapot')
    await expect(second.products.rows).toHaveCount(3)
  }
)

test('the whole result scrolls in one list, to its very last row', async ({ app, store }) => {
  store.shelf.total = 3000
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.products.thumbnail('Product 1').focus()
  await app.page.keyboard.press('Control+End')
  await expect(app.products.row('Product 3000')).toBeVisible()
  await app.page.keyboard.press('Control+Home')
  await expect(app.products.row('Product 1')).toBeVisible()
  expect(await app.products.rows.count(), 'rows that exist at once').toBeLessThan(120)
})

test('the end of a list that a sync made shorter says nothing of what was canceled', async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  const grid = app.page.getByRole('grid')
  await grid.getByText('Product 2', { exact: true }).click()
  await app.page.keyboard.press('Control+End')
  const last = `Product ${store.shelf.total}`
  await expect(grid.getByText(last, { exact: true })).toBeVisible()
  store.shelf.removed.add(store.shelf.total)
  await app.page.keyboard.press('F5')
  await expect(grid.getByText(last, { exact: true })).toHaveCount(0)
  await expect(app.page.getByText(`${store.shelf.total - 1} products`, { exact: true })).toBeVisible()
  await expect(grid.locator('[data-index]:focus-within')).toContainText(`Product ${store.shelf.total - 1}`)
  await app.page.keyboard.press('a')
  await expect(app.page.locator('[data-review-toast]')).toContainText(`${last} has left this list`)
  await expect(app.page.getByText('This was canceled')).toHaveCount(0)
})

test('what lies over the list gives the keyboard back to its product, wherever that stands after a sync', async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  const { keyboard } = app.page
  await app.products.row('Product 1').getByRole('rowheader').click()
  for (let n = 0; n < 6; n += 1) await keyboard.press('PageDown')
  const focused = app.page.locator('[role=row]:has(:focus) [data-told-name]')
  const name = (await focused.textContent()) ?? ''
  const sync = async (): Promise<void> => {
    const connectionId = await app.activeConnection()
    await app.page.evaluate(
      (id) => void window.vitrine.call('sync:start', { connectionId: id }),
      connectionId
    )
    const count = `${store.shelf.total - store.shelf.removed.size} products`
    await expect(app.page.getByText(count, { exact: true })).toBeVisible()
  }
  let left = 1
  for (const [opened, keys] of [
    ['Keyboard shortcuts', '?'],
    ['Commands', 'ControlOrMeta+K'],
    ['Export', 'ControlOrMeta+E'],
    ['Compare products', 'Shift+C']
  ] as const) {
    await test.step(opened, async () => {
      if (keys === 'Shift+C') {
        await keyboard.press('Space')
        await keyboard.press('ArrowDown')
        await keyboard.press('Space')
        await keyboard.press('ArrowUp')
      }
      await keyboard.press(keys)
      await expect(app.page.getByRole('dialog')).toBeVisible()
      for (let n = 0; n < 5; n += 1) store.shelf.removed.add((left += 1))
      await sync()
      await keyboard.press('Escape')
      await expect(app.page.getByRole('dialog')).toHaveCount(0)
      await expect(focused).toHaveText(name)
      await expect(app.page.locator('[role=row].current [data-told-name]')).toHaveText(name)
    })
  }
  await test.step('to the next one where it has gone, which no key marks before that is said', async () => {
    await keyboard.press('Escape')
    await keyboard.press('?')
    store.shelf.removed.add(Number(name.replace('Product ', '')))
    await sync()
    await expect(app.products.row(name)).toHaveCount(0)
    await keyboard.press('Escape')
    await keyboard.press('i')
    await expect(app.page.locator('[data-review-toast]')).toContainText(`${name} has left this list`)
  })
})
