import type { FaultyStore } from '../support/faulty-store'
import { connectTo, expect, expectAccessible, needsKeychain, test } from './fixtures'
import { type App, isShell } from './support/app'

test.beforeEach(needsKeychain)

/** Keeps a search as a view, and watches that. */
async function watch(app: App, search: string, name: string): Promise<void> {
  await app.sidebar.products.click()
  await app.tools.saveSearch(search, name)
  await app.sidebar.chooseForView(name, 'Watch')
}

/** Connects, and watches a search that finds nothing yet. */
async function watchLamps(app: App, store: FaultyStore): Promise<void> {
  await connectTo(app, store)
  await app.syncedTimes(1)
  await watch(app, 'lamp', 'Lamps')
}

async function syncAgain(app: App, times: number): Promise<void> {
  await app.tools.sync()
  await app.syncedTimes(times)
}

/** Whether any part of the notice lies on the page beside the sidebar. */
async function isOverPage(app: App): Promise<boolean> {
  const page = await app.page.locator('#main').boundingBox()
  const notice = await app.page.locator('[data-view-alert]').boundingBox()
  if (!page || !notice) throw new Error('Either is not on screen')
  return notice.x + notice.width > page.x && notice.x < page.x + page.width
}

test('a watched view counts what is new until it is opened, and leads to it; a notice names it once', async ({
  app,
  store
}) => {
  const notice = app.page.locator('[data-view-alert]')
  await watchLamps(app, store)
  await watch(app, '"Product 12"', 'Twelves')
  await app.sidebar.products.click()
  await test.step('a sync that brings nothing there tells nothing', async () => {
    await syncAgain(app, 2)
    await expect(app.sidebar.view('Lamps')).toHaveAccessibleDescription('0 products')
  })
  store.shelf.edits.set(2, { name: 'Desk lamp' })
  store.shelf.edits.set(3, { name: 'Floor lamp' })
  await test.step('what comes into it is told once for the sync, and counted', async () => {
    await syncAgain(app, 3)
    await expect(notice).toContainText('Lamps')
    await expect(notice.getByRole('button', { name: /^Lamps/ })).toHaveText('Lamps2 new')
    await expect(notice).not.toContainText('Twelves')
    await expect(app.sidebar.view('Lamps')).toHaveAccessibleDescription('2 products · 2 new')
    // It stays as long as somebody points at it.
    await notice.hover()
    await expectAccessible(app.page)
  })
  await test.step('the notice covers nothing of the page, in a narrow window either', async () => {
    for (const size of [
      { width: 1280, height: 800 },
      { width: 960, height: 600 }
    ]) {
      await app.page.setViewportSize(size)
      await expect(notice).toBeInViewport({ ratio: 1 })
      expect(await isOverPage(app)).toBe(false)
      // The offer of the tour gives it its room.
      await expect(app.sidebar.settings).toBeInViewport({ ratio: 1 })
    }
    await notice.getByRole('button').click()
    await expectAccessible(app.page)
    await expect(app.page.getByRole('menuitem', { name: /^Lamps/ })).toHaveText('Lamps2 new')
    await app.page.keyboard.press('Escape')
    await app.page.setViewportSize({ width: 1280, height: 800 })
    await notice.hover()
  })
  await test.step('the notice leads to it, with what is new alone; then nothing is new any longer', async () => {
    await notice.getByRole('button', { name: /^Lamps/ }).click()
    await expect(notice).toHaveCount(0)
    await expect(app.products.row('Desk lamp')).toBeVisible()
    await expect(app.products.rows).toHaveCount(2)
    await expect(app.sidebar.view('Lamps')).toHaveAccessibleDescription('2 products')
  })
  store.shelf.edits.set(4, { name: 'Lamp' })
  await test.step('a view that is opened by itself marks what is new in it', async () => {
    await app.sidebar.products.click()
    await syncAgain(app, 4)
    await expect(app.sidebar.view('Lamps')).toHaveAccessibleDescription('3 products · 1 new')
    await app.sidebar.view('Lamps').click()
    await expect(notice).toHaveCount(0)
    await expect(app.products.rows).toHaveCount(3)
    await expect(app.sidebar.view('Lamps')).toHaveAccessibleDescription('3 products')
    await app.page.getByRole('button', { name: 'Show 1 new' }).click()
    await expect(app.products.rows).toHaveCount(1)
    await app.page.getByRole('button', { name: 'All of “Lamps”' }).click()
    await expect(app.products.rows).toHaveCount(3)
  })
})

test('a built-in view is watched too: what a sync brings into it is told, and its notice leads there', async ({
  app,
  store
}) => {
  await connectTo(app, store)
  await app.syncedTimes(1)
  await app.sidebar.chooseForView('With errors', 'Watch')
  store.shelf.edits.set(2, { name: '' })
  await syncAgain(app, 2)
  await expect(app.sidebar.view('With errors')).toHaveAccessibleDescription('1 product · 1 new')
  await app.page
    .locator('[data-view-alert]')
    .getByRole('button', { name: /^With errors/ })
    .click()
  await expect(app.products.rows).toHaveCount(1)
  await expect(app.page.getByRole('button', { name: 'All of “With errors”' })).toBeVisible()
  await expect(app.sidebar.view('With errors')).toHaveAccessibleDescription('1 product')
})

test('what is new is there after a restart, also what a sync brought while nobody looked', async ({
  launch,
  store
}) => {
  const first = await launch()
  await watchLamps(first, store)
  await first.sidebar.products.click()
  store.shelf.edits.set(2, { name: 'Desk lamp' })
  await syncAgain(first, 2)
  await expect(first.sidebar.view('Lamps')).toHaveAccessibleDescription('1 product · 1 new')
  await first.close()
  const second = await launch()
  await expect(second.sidebar.view('Lamps')).toHaveAccessibleDescription('1 product · 1 new')
  await expect(second.page.locator('[data-view-alert]')).toHaveCount(0)
})

/** Notifications are noted instead of being shown: a test's display has nobody who shows them. */
async function noteNotifications(app: App): Promise<void> {
  await app.electron.evaluate(({ Notification }) => {
    Notification.isSupported = () => true
    Notification.prototype.show = function () {
      process.once('SIGUSR2', () => this.emit('click'))
      process.stderr.write(`notification: ${this.title} | ${this.body}\n`)
    }
  })
}

/**
 * Hides the window once it is painted. Playwright lets a page believe that it is in sight all the same: one that still has something
 * to paint would wait for that without an end.
 */
async function hideWindow(app: App): Promise<void> {
  await app.page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  )
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
}

const notified = ({ output }: App): string[] =>
  [...output.matchAll(/^notification: (.*)$/gm)].map(([, text = '']) => text)

test('while nobody looks at the window the system tells what is new, and a click leads there', async ({
  app,
  store
}) => {
  test.skip(isShell(), 'the Chromium shell has no notifications')
  // V8 may collect the promise by which Playwright waits for an answer; noted twice is noted.
  await expect(() => noteNotifications(app)).toPass()
  await watchLamps(app, store)
  await app.sidebar.products.click()
  await expect(app.products.row('Product 1')).toBeVisible()
  const connectionId = await app.activeConnection()
  store.shelf.edits.set(2, { name: 'Desk lamp' })
  await hideWindow(app)
  await app.page.evaluate((id) => void window.vitrine.call('sync:start', { connectionId: id }), connectionId)
  await expect.poll(() => notified(app)).toEqual(['Corner shop – New in views you watch | Lamps: 1'])
  app.electron.process().kill('SIGUSR2')
  await expect(app.products.row('Desk lamp')).toBeVisible()
  await expect(app.products.rows).toHaveCount(1)
  await expect(app.page.locator('[data-view-alert]')).toHaveCount(0)
  const isVisible = await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.isVisible()
  )
  expect(isVisible).toBe(true)
})
