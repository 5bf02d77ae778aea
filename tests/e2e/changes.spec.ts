import { connectTo, entryFor, expect, expectAccessible, needsKeychain, test } from './fixtures'
import type { App } from './support/app'
import { Reviews } from './pages/reviews'
import type { FaultyStore } from '../support/faulty-store'
import { changeShelf } from './support/changed-shelf'
import { expectApart, expectUncovered, expectWhole } from './support/uncovered'

test.beforeEach(needsKeychain)

/** Reads the list again, and waits until it is read whole. */
async function syncAgain(app: App, times = 2): Promise<void> {
  await app.tools.sync()
  await app.syncedTimes(times)
}

/** Connects a store and syncs it twice: what changed in between waits in the inbox. */
async function connectToChanged(app: App, store: FaultyStore): Promise<void> {
  await connectTo(app, store)
  await app.syncedTimes(1)
  changeShelf(store)
  await syncAgain(app)
}

/** Opens the inbox of such a store, with a change more, in the smallest window, with the largest texts. */
async function openInSmallWindow(app: App, store: FaultyStore): Promise<void> {
  await connectTo(app, store)
  await app.syncedTimes(1)
  changeShelf(store)
  const description = 'A description of many words, which needs more lines than such a window has. '.repeat(5)
  store.shelf.edits.set(3, { ...store.shelf.edits.get(3), description })
  await syncAgain(app)
  await app.page.setViewportSize({ width: 960, height: 600 })
  await app.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 200 }))
  await app.changes.entry.click()
  await expect(app.changes.row('Product 2: Price changed')).toBeVisible()
}

const all = [
  'Product 2: Price changed',
  'Product three: Name changed',
  'Product three: Price changed',
  'Product 4: Description changed',
  'Product 6: Picture changed',
  'Product 241: New in the store',
  'Product 5: Gone'
]

test('the inbox tells what a sync brought; it is narrowed, marked as seen and unmarked by keyboard, and leads to a product', async ({
  app,
  store
}) => {
  await connectTo(app, store)
  await app.syncedTimes(1)
  await test.step('the first sync brings no changes, and the page says why', async () => {
    await app.changes.entry.click()
    await expect(app.page.getByRole('heading', { name: 'No changes yet' })).toBeVisible()
  })
  changeShelf(store)
  await syncAgain(app)
  await test.step('the second one brings what is different, with its numbers', async () => {
    await expect.poll(() => app.changes.labels()).toEqual(all)
    await expect(app.changes.groups).toHaveText(
      / · 1 new, 1 gone, 2 prices, 1 name, 1 description, 1 picture$/
    )
    await expect(app.changes.entry).toHaveAccessibleDescription('7 changes not seen')
    await expect(app.changes.row('Product 2: Price changed').locator('..')).toContainText('+12')
    await expect(app.page.locator('ins').filter({ hasText: 'three' })).toHaveCount(1)
  })
  await test.step('kinds and the size of price changes narrow it', async () => {
    await app.changes.kind('Price').click()
    await app.changes.size.selectOption({ label: 'By 10% or more' })
    await expect.poll(() => app.changes.labels()).toEqual(['Product 2: Price changed'])
    await app.changes.size.selectOption({ label: 'Any price change' })
    await app.changes.kind('All kinds').click()
    await expect(app.changes.rows).toHaveCount(7)
  })
  await test.step('J, K and S go through it; what is seen leaves, and comes back', async () => {
    // The first change is the current one from the start.
    await app.page.keyboard.press('k')
    await expect(app.changes.rows.first()).toBeFocused()
    await app.page.keyboard.press('j')
    await app.page.keyboard.press('s')
    await expect.poll(() => app.changes.labels()).toEqual([all[0], ...all.slice(2)])
    await expect(app.changes.row('Product three: Price changed')).toBeFocused()
    await app.changes.undo.click()
    await expect.poll(() => app.changes.labels()).toEqual(all)
    await app.changes.markAll.click()
    await expect(app.page.getByRole('heading', { name: 'All seen' })).toBeVisible()
    await expect(app.changes.entry).not.toHaveAccessibleDescription(/not seen/)
    await app.changes.choose('All')
    await expect(app.changes.rows).toHaveCount(7)
    await app.page.keyboard.press('Control+z')
    await expect(app.changes.entry).toHaveAccessibleDescription('7 changes not seen')
  })
  await test.step('a change leads to the history of its product, and on to the product', async () => {
    await app.changes.row('Product three: Price changed').press('Enter')
    await expect(app.changes.pane.getByRole('heading', { name: 'Product three' })).toBeVisible()
    await app.page.keyboard.press('d')
    await expect(app.changes.pane).toBeHidden()
    await expect(app.changes.row('Product three: Price changed')).toBeFocused()
    await app.page.keyboard.press('d')
    await expect(app.changes.pane.getByRole('heading', { name: 'Product three' })).toBeVisible()
    await expect(app.changes.pane.getByRole('list', { name: 'Changes of this product' })).toContainText(
      /Price changed.*Name changed/s
    )
    await expect(app.changes.pane.getByRole('slider', { name: /Price of this product/ })).toBeVisible()
    await app.changes.pane.getByRole('button', { name: 'Show in Products' }).click()
    await expect(app.products.rows).toHaveCount(1)
    await expect(app.products.rows.first()).toContainText('Product three')
  })
})

test('a change stands beside its product until it is seen, also after a sync that found nothing', async ({
  app,
  store
}) => {
  await connectTo(app, store)
  await app.syncedTimes(1)
  store.shelf.edits.set(2, { price: 1 })
  await syncAgain(app)
  await app.page.keyboard.press('Control+2')
  const fallen = app.products.row('Product 2').getByText(/^−\d+/)
  await expect(fallen).toBeVisible()
  await app.tools.sync()
  await app.syncedTimes(3)
  await expect(fallen).toBeVisible()
  await app.changes.entry.click()
  await app.changes.markAll.click()
  await expect(app.page.getByRole('heading', { name: 'All seen' })).toBeVisible()
  await app.page.keyboard.press('Control+2')
  await expect(app.products.row('Product 2')).toBeVisible()
  await expect(fallen).toBeHidden()
})

test('the inbox is found as it was left, by whichever way, also where a sync brought changes above it', async ({
  app,
  store
}) => {
  const { page, changes } = app
  await connectTo(app, store)
  await app.syncedTimes(1)
  for (let n = 101; n <= 190; n += 1) store.shelf.removed.add(n)
  await syncAgain(app)
  const current = page.getByRole('region', { name: 'Changes' }).locator('[data-thumbnail][aria-current]')
  const scrollTop = () =>
    page.getByRole('region', { name: 'Changes' }).evaluate((list) => Math.round(list.scrollTop))
  const leaveAndComeBack = async (): Promise<void> => {
    await page.keyboard.press('Control+2')
    await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible()
    await page.keyboard.press('Control+4')
  }
  await page.keyboard.press('Control+4')
  await expect(changes.rows.first()).toBeVisible()
  for (let n = 0; n < 20; n += 1) await page.keyboard.press('j')
  const label = (await current.getAttribute('aria-label')) ?? ''
  const stood = await scrollTop()
  expect(stood).toBeGreaterThan(300)
  await test.step('by another page', async () => {
    await leaveAndComeBack()
    await expect(current).toHaveAttribute('aria-label', label)
    await expect(current).toBeFocused()
    expect(await scrollTop()).toBe(stood)
  })
  await test.step('by the help, with the product of the change beside it', async () => {
    await page.keyboard.press('d')
    await expect(changes.pane).toBeVisible()
    await page.keyboard.press('F1')
    await expect(changes.entry).not.toHaveAttribute('aria-current')
    await page.keyboard.press('Escape')
    await expect(changes.pane).toBeVisible()
    await expect(current).toHaveAttribute('aria-label', label)
    expect(await scrollTop()).toBe(stood)
    await page.keyboard.press('d')
  })
  await test.step('as a wheel left it', async () => {
    await changes.rows.nth(12).hover()
    await page.mouse.wheel(0, 1500)
    await expect.poll(scrollTop).toBe(stood + 1500)
    await app.sidebar.products.click()
    await changes.entry.click()
    await expect(changes.rows.first()).toBeVisible()
    expect(await scrollTop()).toBe(stood + 1500)
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    await expect(current).toHaveAttribute('aria-label', label)
    await expect(current).toBeInViewport({ ratio: 1 })
  })
  await test.step('where a sync on another page brought changes above it', async () => {
    const top = async (): Promise<number | undefined> => (await current.boundingBox())?.y
    const before = await top()
    await page.keyboard.press('Control+2')
    for (let n = 1; n <= 30; n += 1) store.shelf.edits.set(n, { price: 1 })
    await syncAgain(app, 3)
    await page.keyboard.press('Control+4')
    await expect(current).toHaveAttribute('aria-label', label)
    await expect.poll(top).toBe(before)
  })
})

test('in a small window with large texts the page follows the keyboard to a change', async ({
  app,
  store
}) => {
  await openInSmallWindow(app, store)
  const isWholeInSight = (label: string) =>
    expect(app.changes.row(label).locator('..')).toBeInViewport({ ratio: 0.99 })
  await expect(app.changes.rows.first()).toBeVisible()
  // The first change is the current one from the start.
  await app.page.keyboard.press('k')
  for (const label of ['Product three: Name changed', 'Product three: Price changed']) {
    await app.page.keyboard.press('j')
    await isWholeInSight(label)
  }
  await test.step('and its name is to be read beside the product', async () => {
    await app.page.keyboard.press('Enter')
    await expect(app.changes.pane).toBeVisible()
    await isWholeInSight('Product three: Price changed')
    const name = app.changes.row('Product three: Price changed').locator('..').getByText('Product three')
    await expect(name).toBeInViewport({ ratio: 1 })
  })
  await test.step('and what comes of a key is told in sight', async () => {
    const { toast } = new Reviews(app.page)
    await app.page.keyboard.press('i')
    await expect(toast, 'its other change is below the fold').toContainText('Press I again')
    await expectUncovered(toast)
    await app.page.keyboard.press('i')
    await expect(toast).toContainText('Ignored')
    await expectUncovered(toast)
  })
  await test.step('while the next product is where the person looks', async () => {
    await expect(app.changes.pane).toContainText('Product 4')
    await isWholeInSight('Product 4: Description changed')
  })
})

test('in a small window with large texts what went well is told in the status bar, over nothing', async ({
  app,
  store
}) => {
  await openInSmallWindow(app, store)
  const { toast } = new Reviews(app.page)
  await app.page.keyboard.press('k')
  await expect(app.changes.row('Product 2: Price changed')).toBeFocused()
  await app.page.keyboard.press('a')
  await expect(toast, 'the first time with the name of who marked').toContainText('Marked as')
  await app.page.keyboard.press('Control+z')
  const bar = app.page.locator('footer').filter({ has: toast })
  await expect(bar.getByText('Undone: Approved, Product 2')).toBeVisible()
  await expect(app.page.getByRole('status').getByText('Undone: Approved, Product 2')).toBeAttached()
  await bar.getByRole('button', { name: 'Redo' }).click()
  await expect(bar.getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('what was just done and its Undo have the status bar first where it is short of room, with the store away', async ({
  app,
  store
}) => {
  await openInSmallWindow(app, store)
  await store.close()
  await app.page.keyboard.press('F5')
  const bar = app.page.locator('footer')
  await expect(bar.locator('[data-phase=waiting]')).toBeAttached()
  for (const textSize of [150, 200]) {
    await app.page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    await app.changes.markAll.click()
    const words = bar.locator('p', { hasText: 'changes marked as seen' })
    const undo = bar.getByRole('button', { name: 'Undo' })
    await expectUncovered(words)
    await expectUncovered(undo)
    await expectWhole(words)
    await expectApart(bar.locator('p:visible, button:visible'))
    await undo.click()
    await expect(bar.getByRole('button', { name: 'Redo' })).toBeVisible()
    await bar.getByRole('button', { name: 'Dismiss' }).click()
  }
})

test('beside an open product of a small window with large texts each row has the sign of what happened', async ({
  app,
  store
}) => {
  await openInSmallWindow(app, store)
  await app.changes.row('Product 2: Price changed').click()
  await expect(app.changes.pane).toContainText('Product 2')
  const row = app.changes.row('Product 2: Price changed').locator('..')
  await expect(row.locator('.detail'), 'for which there is no room').toBeHidden()
  await expect(row.locator('.what svg')).toBeVisible()
  await expectWhole(row.getByText('Product 2', { exact: true }))
})

test('changes that a small window with large texts has below its fold are asked about before a key decides on them', async ({
  app,
  store
}) => {
  await openInSmallWindow(app, store)
  await app.changes.row('Product three: Name changed').click()
  await expect(app.changes.pane).toContainText('Product three')
  const { toast } = new Reviews(app.page)
  await app.page.keyboard.press('a')
  await expect(toast).toContainText('Press A again')
  await expectWhole(toast.locator('.title'))
  await expectWhole(toast.locator('.words'))
  await expect(app.changes.row('Product three: Price changed')).toBeAttached()
  await app.page.keyboard.press('a')
  await expect(toast).toContainText('Approved Product three')
  const next = app.changes.pane.getByRole('heading', { name: 'Product 4' })
  await expect(next, 'the next one is read from its beginning').toBeInViewport({ ratio: 0.99 })
})

test('A, W and I decide on the product of the current change, which counts as seen, here and in Review', async ({
  app,
  store
}) => {
  await connectToChanged(app, store)
  const { keyboard } = app.page
  const { changes } = app
  await changes.entry.click()
  await expect.poll(() => changes.labels()).toEqual(all)
  await test.step('the first arrow goes on from the first change, and after another page from the current one', async () => {
    await keyboard.press('ArrowDown')
    await expect(changes.row('Product three: Name changed')).toBeFocused()
    await keyboard.press('ControlOrMeta+2')
    await expect(app.products.row('Product 2')).toBeVisible()
    await keyboard.press('ControlOrMeta+4')
    await expect.poll(() => changes.labels()).toEqual(all)
    await expect(changes.row('Product three: Name changed')).toBeFocused()
    await keyboard.press('ArrowUp')
    await expect(changes.row('Product 2: Price changed')).toBeFocused()
  })
  await test.step('a number answers why, and the list goes on with the next product', async () => {
    await keyboard.press('w')
    await expect(changes.reasons).toContainText('Product 2')
    await keyboard.press('2')
    await expect.poll(() => changes.labels()).toEqual(all.slice(1))
    await expect(changes.row('Product three: Name changed')).toBeFocused()
  })
  await test.step('both changes of a product are seen with it, and come back with Undo', async () => {
    await keyboard.press('d')
    await keyboard.press('a')
    await expect.poll(() => changes.labels()).toEqual(all.slice(3))
    await expect(changes.row('Product 4: Description changed')).toBeFocused()
    await keyboard.press('Control+z')
    await expect.poll(() => changes.labels()).toEqual(all.slice(1))
    // Row and pane are of the product whose mark is undone.
    await expect(changes.row('Product three: Name changed')).toBeFocused()
    await expect(changes.pane.getByRole('heading', { name: 'Product three' })).toBeVisible()
  })
  await test.step('a note is written beside the list', async () => {
    await keyboard.press('n')
    await expect(changes.pane.getByRole('textbox', { name: 'Note' })).toBeFocused()
    await keyboard.type('a w i')
    // First out of the field, then out of the pane.
    await keyboard.press('Escape')
    await expect(changes.pane).toBeFocused()
    await keyboard.press('Escape')
    await expect(changes.row('Product three: Name changed')).toBeFocused()
  })
  await test.step('what was decided stands in the list of all, and in the list of products', async () => {
    await changes.choose('All')
    const row = changes.row('Product 2: Price changed')
    await expect(row.locator('..')).toContainText('Needs work: Price')
    await expectAccessible(app.page)
    await keyboard.press('ControlOrMeta+2')
    await expect(app.products.row('Product 2')).toContainText('Needs work')
  })
})

test('a change that Undo brings back into sight leaves the list where it is, under the heading of its sync', async ({
  app,
  store
}) => {
  await connectTo(app, store)
  await app.syncedTimes(1)
  for (let n = 2; n <= 40; n += 1) store.shelf.edits.set(n, { price: 1000 + n })
  await syncAgain(app)
  const { changes } = app
  const { keyboard } = app.page
  await changes.entry.click()
  await expect(changes.groups.first()).toBeInViewport({ ratio: 1 })
  await keyboard.press('ArrowDown')
  await expect(changes.row('Product 3: Price changed')).toBeFocused()
  await keyboard.press('i')
  await expect(changes.row('Product 4: Price changed')).toBeFocused()
  await expect(changes.row('Product 3: Price changed')).toHaveCount(0)
  await keyboard.press('ControlOrMeta+z')
  await expect(changes.row('Product 3: Price changed')).toBeFocused()
  await expect(changes.groups.first()).toBeInViewport({ ratio: 1 })
})

test('a product with a change out of sight is shown with all of them before it is marked', async ({
  app,
  store
}) => {
  await connectTo(app, store)
  await app.syncedTimes(1)
  store.shelf.edits.set(2, { price: 50 })
  await syncAgain(app)
  store.shelf.edits.set(2, { price: 0.5 })
  for (let n = 3; n <= 40; n += 1) store.shelf.edits.set(n, { price: 1000 + n })
  await app.tools.sync()
  await app.syncedTimes(3)
  await app.changes.entry.click()
  await expect(app.changes.entry).toHaveAccessibleDescription('40 changes not seen')
  await app.changes.rows.first().focus()
  await app.page.keyboard.press('End')
  await expect(app.changes.rows.last()).toBeFocused()
  await expect(app.changes.rows.last()).toHaveAccessibleName('Product 2: Price changed')
  const reviews = new Reviews(app.page)
  await test.step('the first press tells what else there is', async () => {
    await app.page.keyboard.press('a')
    await expect(reviews.toast).toContainText('Product 2 has changes that you have not seen')
    await expect(app.changes.pane).toContainText('1 more change not seen')
    await expect(app.changes.entry).toHaveAccessibleDescription('40 changes not seen')
  })
  await test.step('the second one is for all of it, and undone as one', async () => {
    await app.page.keyboard.press('a')
    await expect(reviews.toast).toContainText('Approved Product 2')
    await expect(app.changes.entry).toHaveAccessibleDescription('38 changes not seen')
    await app.page.keyboard.press('u')
    await expect(app.changes.entry).toHaveAccessibleDescription('40 changes not seen')
  })
})

test('the change of a product that needs work already comes back with the reason that is undone', async ({
  app,
  store
}) => {
  await connectTo(app, store)
  await app.syncedTimes(1)
  await app.products.thumbnail('Product 2').focus()
  await app.page.keyboard.press('w')
  await app.page.keyboard.press('2')
  store.shelf.edits.set(2, { price: 50 })
  await syncAgain(app)
  await app.changes.entry.click()
  await expect(app.changes.row('Product 2: Price changed')).toBeVisible()
  await app.page.keyboard.press('w')
  await expect(app.changes.reasons).toBeVisible()
  await app.page.keyboard.press('4')
  await expect(app.changes.entry).not.toHaveAccessibleDescription(/not seen/)
  await app.page.keyboard.press('Control+z')
  await expect(app.changes.entry).toHaveAccessibleDescription('1 change not seen')
})

test('two syncs and two stores are compared', async ({ app, store }) => {
  await connectToChanged(app, store)
  await test.step('the first sync and the catalog as it is now', async () => {
    await app.changes.entry.click()
    await app.changes.choose('Compare')
    await expect(app.page.getByText('7 differences')).toBeVisible()
    await expect.poll(() => app.changes.labels()).toHaveLength(7)
    await app.changes.kind('Gone').click()
    await expect.poll(() => app.changes.labels()).toEqual(['Product 5: Gone'])
    await app.changes.kind('All kinds').click()
  })
  await test.step('the keys of a product decide on it, and take that back', async () => {
    const row = app.changes.row('Product 4: Description changed')
    await row.press('w')
    await app.page.keyboard.press('1')
    await expect(row.locator('..')).toContainText('Needs work')
    await expect(app.page.locator('.toast')).toContainText('Product 4')
    await app.page.keyboard.press('u')
    await expect(row.locator('..')).not.toContainText('Needs work')
    await expect(row).toBeFocused()
  })
  await test.step('a state and itself do not differ', async () => {
    await app.changes.before.selectOption('2')
    await expect(app.page.getByText('Nothing changed between these two syncs.')).toBeVisible()
  })
  await test.step('the store and another path of it', async () => {
    await app.changes.choose('Two stores')
    await expect(app.page.getByText('Connect a second store to compare the two')).toBeVisible()
    await app.sidebar.choose('Connect a store')
    await app.connect.fill(entryFor(store, { name: 'Landing' }))
    await app.connect.saveAndOpen.click()
    await expect(app.products.row('Product 1')).toBeVisible()
    await app.syncedTimes(1)
    store.shelf.edits.set(9, { name: 'Only landing' })
    await syncAgain(app)
    await app.changes.entry.click()
    await app.changes.choose('Compare')
    await app.changes.choose('Two stores')
    await app.changes.before.selectOption({ label: 'Corner shop' })
    await app.changes.after.selectOption({ label: 'Landing' })
    await expect(app.page.getByText('1 difference', { exact: true })).toBeVisible()
    await expect.poll(() => app.changes.labels()).toEqual(['Only landing: Name changed'])
  })
})
