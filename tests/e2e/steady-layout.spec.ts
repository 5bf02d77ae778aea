import type { App } from './support/app'
import { connectTo, expect, needsKeychain, test } from './fixtures'

test.beforeEach(needsKeychain)

/** Where the rows and what a person works with stand, CSS pixels. */
async function places({ products, tools, page }: App): Promise<Record<string, unknown>> {
  const of = async (name: string, locator: typeof products.table): Promise<[string, unknown]> => {
    const box = await locator.boundingBox()
    return [name, box && [box.x, box.y].map(Math.round)]
  }
  const parts = [
    of('table', products.table),
    of('first row', products.rows.first()),
    of('search', tools.search),
    of('filters', tools.filters),
    of('view', tools.view),
    of('status', page.getByRole('contentinfo').locator('.range'))
  ]
  return Object.fromEntries(await Promise.all(parts))
}

test('tools stay where they are while a sync runs, filters come and go, and a notice does; rows give way to filters alone', async ({
  app,
  store
}) => {
  // Some seconds of sync, also on a machine that is busy.
  Object.assign(store.shelf, { total: 6000, cap: 40, delay: 150 })
  await connectTo(app, store)
  const before = await places(app)
  const expectSteady = async (after: string): Promise<void> => {
    expect(await places(app), after).toEqual(before)
  }
  await expect(app.tools.progress).toBeVisible()
  await expectSteady('the sync shows')
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await expect(app.tools.progress).toBeHidden()
  await expectSteady('the sync has ended')
  await app.tools.search.fill('product 1')
  await expect(app.tools.chips.getByRole('listitem')).toHaveCount(1)
  const searched = await places(app)
  const { table, 'first row': row } = searched
  expect({ ...before, table, 'first row': row }, 'a search').toEqual(searched)
  await app.tools.filters.click()
  await app.tools.priceFrom.fill('2')
  await expect(app.tools.chips.getByRole('listitem')).toHaveCount(2)
  await app.page.keyboard.press('Escape')
  expect(await places(app), 'a filter').toEqual(searched)
  await app.tools.clearAll.click()
  await expect(app.tools.chips).toHaveCount(0)
  await expectSteady('everything again')
  store.shelf.delay = 0
  store.scenario('key-refused')
  await app.products.askAgain()
  await expect(app.products.notice('refused this key')).toBeVisible()
  await expectSteady('a notice')
  store.scenario('healthy')
  await app.products.askAgain()
  await expect(app.products.notice('refused this key')).toBeHidden()
  await expectSteady('the notice has gone')
})

test('no field of the filters moves when one above it is set', async ({ app, store }) => {
  await connectTo(app, store)
  await expect(app.products.rows.first()).toBeVisible()
  await app.tools.filters.click()
  const below = app.tools.filterPanel.getByText('Quality finding')
  const before = await below.boundingBox()
  await app.tools.filterPanel.getByLabel('Unreviewed').click()
  await expect(app.tools.filterPanel.getByLabel('Exclude these')).toBeVisible()
  expect(await below.boundingBox()).toEqual(before)
})

test("the number of a view gives way to the menu's button as a whole, and nothing moves", async ({
  app,
  store
}) => {
  await connectTo(app, store)
  await app.tools.saveSearch('product', 'All of them')
  const view = app.sidebar.view('All of them')
  const count = view.locator('.count')
  await app.tools.search.hover()
  await expect(count).toHaveAttribute('data-count', '240')
  await expect(count).toBeVisible()
  const before = await view.locator('.label').boundingBox()
  await view.hover()
  await expect(count).toBeHidden()
  expect(await view.locator('.label').boundingBox()).toEqual(before)
  await app.tools.search.hover()
  await expect(count).toBeVisible()
  await view.focus()
  await app.page.keyboard.press('Tab')
  await expect(app.page.getByRole('button', { name: 'Options for “All of them”' })).toBeFocused()
  await expect(count).toBeHidden()
})
