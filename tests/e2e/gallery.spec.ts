import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { body, status } from '../support/hostile-images/hostile-server'
import { jpegFile } from '../support/hostile-images/picture-files'
import { connectTo, expect, expectAccessible, needsKeychain, test } from './fixtures'
import { GalleryPage } from './pages/gallery-page'
import { Reviews } from './pages/reviews'
import type { App } from './support/app'
import { expectUncovered, expectWhole } from './support/uncovered'
import { pressOnceRead } from './support/reading'

/** The demo store in a gallery, as far as its first tiles. */
async function openGallery(
  launch: (options: { args: string[] }) => Promise<App>
): Promise<[App, GalleryPage]> {
  const app = await launch({ args: ['--demo'] })
  const gallery = new GalleryPage(app.page)
  await expect(app.products.rows.first()).toBeVisible()
  await gallery.choose('Gallery')
  await expect(gallery.thumbnails.first()).toBeVisible()
  return [app, gallery]
}

/** Answers the next question of where to save; the folder gets what is offered. */
async function saveInto(app: App, folder: string): Promise<void> {
  await app.electron.evaluate(({ dialog }, into) => {
    dialog.showSaveDialog = (...args: unknown[]) => {
      const { defaultPath } = args.at(-1) as { defaultPath: string }
      return Promise.resolve({ canceled: false, filePath: `${into}/${defaultPath}` })
    }
  }, folder)
}

test('the gallery is walked through with the keyboard, in both directions, and opens the preview', async ({
  launch
}) => {
  const [app, gallery] = await openGallery(launch)
  const columns = await gallery.columns()
  expect(columns).toBeGreaterThan(2)
  const press = (key: string): Promise<void> => app.page.keyboard.press(key)
  await gallery.thumbnails.first().focus()
  await press('ArrowRight')
  await press('ArrowDown')
  await expect.poll(() => gallery.focused()).toBe(columns + 1)
  await press('ArrowUp')
  await press('ArrowLeft')
  await expect.poll(() => gallery.focused()).toBe(0)
  await press('End')
  await expect.poll(() => gallery.focused()).toBeGreaterThan(1000)
  const last = await gallery.focused()
  await expect(gallery.grid.locator(`[data-index="${last}"]`)).toBeInViewport()
  await press('PageUp')
  await expect.poll(() => gallery.focused()).toBeLessThan(last)
  await press('Home')
  await press('ArrowRight')
  await press('Enter')
  await expect(app.preview.dialog.getByText('Position 2 in store')).toBeVisible()
  await press('ArrowRight')
  await press('Escape')
  // The product that was looked at last has the focus, and one tab stop leads on from it.
  await expect.poll(() => gallery.focused()).toBe(2)
  await press('F2')
  await expect(gallery.tiles.nth(2).getByRole('checkbox')).toBeFocused()
  await press('Escape')
  await expect(gallery.thumbnails.nth(2)).toBeFocused()
  await press('Tab')
  await expect.poll(() => gallery.focused()).toBe(-1)
})

test('a click on a tile puts the keyboard on it, which stays on that product in the table and back', async ({
  launch
}) => {
  const [app, gallery] = await openGallery(launch)
  await app.tools.coverage.and(app.page.locator('[data-coverage=complete]')).waitFor()
  await gallery.tiles.nth(2).locator('.name').click()
  await expect.poll(() => gallery.focused()).toBe(2)
  await expect(gallery.tiles.nth(2)).toHaveCSS('outline-style', 'solid')
  await app.page.keyboard.press('ArrowRight')
  await expect.poll(() => gallery.focused()).toBe(3)
  await app.page.keyboard.press('v')
  await expect(gallery.grid).toBeHidden()
  await expect(app.products.rows.nth(3).locator(':focus')).toHaveCount(1)
  await app.page.keyboard.press('ArrowDown')
  await app.page.keyboard.press('v')
  await expect.poll(() => gallery.focused()).toBe(4)
})

test('the gallery keeps the place of the table, of a window of another width, and of the last start', async ({
  launch
}) => {
  const [app, gallery] = await openGallery(launch)
  await app.tools.coverage.and(app.page.locator('[data-coverage=complete]')).waitFor()
  await expect(app.products.nextPage).toBeHidden()
  await expect(gallery.thumbnails.first()).toBeVisible()
  await gallery.thumbnails.first().focus()
  for (let turn = 0; turn < 6; turn += 1) await app.page.keyboard.press('PageDown')
  const place = await gallery.focused()
  expect(place).toBeGreaterThan(20)
  const tile = gallery.grid.locator(`[data-index="${place}"]`)
  await expect(tile).toBeInViewport()
  // However long the list is, only what is in sight is in the document.
  expect(await gallery.tiles.count()).toBeLessThan(60)
  await app.page.setViewportSize({ width: 1000, height: 800 })
  await expect(tile).toBeInViewport()
  await gallery.size('L')
  await expect
    .poll(() => app.page.evaluate(() => document.querySelectorAll('[role=gridcell]').length))
    .toBeLessThan(40)
  await gallery.choose('Table')
  await expect(app.products.table.locator('[data-index]').first()).toBeVisible()
  const firstRow = (): Promise<number> =>
    app.products.table
      .locator('[data-index]')
      .evaluateAll((rows) => Math.min(...rows.map((row) => Number((row as HTMLElement).dataset.index))))
  await expect.poll(async () => Math.abs((await firstRow()) - place)).toBeLessThan(40)
  await gallery.choose('Gallery')
  await expect(gallery.thumbnails.first()).toBeVisible()
  await expect.poll(async () => (await app.keptView())?.tileSize).toBe('L')
  await app.close()
  const again = await launch()
  const regained = new GalleryPage(again.page)
  await expect(regained.thumbnails.first()).toBeVisible()
  expect(await regained.grid.locator('[data-index="0"]').count()).toBe(0)
})

/** The gallery of what is unreviewed, with the keyboard on a tile. */
async function openUnreviewed(
  launch: (options: { args: string[] }) => Promise<App>,
  index: number
): Promise<[App, GalleryPage]> {
  const [app, gallery] = await openGallery(launch)
  await app.tools.coverage.and(app.page.locator('[data-coverage=complete]')).waitFor()
  await app.tools.filterBy('Unreviewed')
  await expect(app.tools.filterPanel).toBeHidden()
  await gallery.tiles.nth(index).locator('.name').click()
  await expect.poll(() => gallery.focused()).toBe(index)
  return [app, gallery]
}

/** The tile that keys are for and the keyboard is on, once they are one and in sight. */
async function expectCurrent(gallery: GalleryPage, index: number): Promise<void> {
  await expect.poll(() => gallery.focused()).toBe(index)
  await expect.poll(() => gallery.current()).toEqual([index])
  await expect(gallery.grid.locator(`[data-index="${index}"]`)).toBeInViewport({ ratio: 0.9 })
}

test('Ctrl and End lead to the last tile of the gallery, which keys are for then, also after a mark', async ({
  launch
}) => {
  const [app, gallery] = await openUnreviewed(launch, 1)
  const { keyboard } = app.page
  const total = await app.products.total()
  await keyboard.press('ControlOrMeta+End')
  await expectCurrent(gallery, total - 1)
  await keyboard.press('ControlOrMeta+Home')
  await expectCurrent(gallery, 0)
  await keyboard.press('ArrowRight')
  await keyboard.press('i')
  await expect.poll(() => app.products.total()).toBe(total - 1)
  await keyboard.press('ControlOrMeta+End')
  await expectCurrent(gallery, total - 2)
  const name = await gallery.nameAt(total - 2)
  await keyboard.press('w')
  await expect(app.page.locator('[data-reasons]')).toContainText(name)
})

test('a product far away in the gallery whose mark is undone is gone to', async ({ launch }) => {
  const [app, gallery] = await openUnreviewed(launch, 2)
  const { keyboard } = app.page
  const name = await gallery.nameAt(2)
  const total = await app.products.total()
  await keyboard.press('i')
  await expect.poll(() => app.products.total()).toBe(total - 1)
  await keyboard.press('ControlOrMeta+End')
  await expectCurrent(gallery, total - 2)
  await keyboard.press('ControlOrMeta+z')
  await expect(new Reviews(app.page).toast).toContainText(`Undone: Ignored, ${name}`)
  await expectCurrent(gallery, 2)
  expect(await gallery.nameAt(2)).toBe(name)
})

for (const layout of ['Table', 'Gallery'] as const) {
  test(`a current product that was scrolled out of sight is brought there before a key marks it (${layout})`, async ({
    launch
  }) => {
    const [app, gallery] = await openUnreviewed(launch, 2)
    const name = await gallery.nameAt(2)
    await gallery.choose(layout)
    const list = app.page.locator('[data-scroller]')
    await list.locator('[data-index="2"]').getByText(name).click()
    await list.hover()
    await app.page.mouse.wheel(0, 3000)
    const place = list.locator('[data-index="2"]')
    await expect(place).not.toBeInViewport()
    await app.page.keyboard.press('i')
    const { toast } = new Reviews(app.page)
    await expect(toast).toContainText(`${name} was out of sight`)
    await expect(toast).toContainText('Press I again to mark it.')
    await expect(place).toBeInViewport({ ratio: 0.9 })
    await expect(place).toHaveClass(/current/)
    await expect(place.locator(':focus')).toHaveCount(1)
    await pressOnceRead(app.page, 'i', () =>
      expect(toast).toContainText(`Ignored ${name}`, { timeout: 5000 })
    )
    await expect(place).not.toContainText(name)
    await expect(place).toBeInViewport({ ratio: 0.9 })
  })
}

test('a picture is saved, copied and its address copied, from the preview and from the menu', async ({
  launch,
  profile
}) => {
  const [app, gallery] = await openGallery(launch)
  await saveInto(app, profile)
  await gallery.thumbnails.nth(1).click()
  await expect.poll(() => app.preview.pictureWidth()).toBeGreaterThan(200)
  await app.preview.dialog.getByRole('button', { name: 'Save picture…' }).click()
  await expect(app.preview.dialog.locator('[data-picture-news]')).toContainText('Saved as')
  const told = await app.preview.dialog.locator('[data-picture-news]').innerText()
  const file = /Saved as (.+\.(?:webp|png|jpg|avif))\./.exec(told)?.[1] ?? ''
  expect((await stat(join(profile, file))).size).toBeGreaterThan(1000)
  await app.preview.dialog.getByRole('button', { name: 'Copy picture', exact: true }).click()
  await expect(app.preview.dialog.locator('[data-picture-news]')).toContainText('Picture copied')
  expect(await app.electron.evaluate(({ clipboard }) => clipboard.has('image/png'))).toBe(true)
  await app.page.keyboard.press('Escape')
  await expect(app.preview.dialog).toBeHidden()
  await expect.poll(() => gallery.focused()).toBe(1)
  await app.page.keyboard.press('Shift+F10')
  await gallery.choosePictureCommand('Copy picture address')
  await expect(gallery.news).toContainText('address copied')
  expect(await app.electron.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/^(https?:|\/)/)
})

test('a picture whose server is away is saved as its preview, and that is said', async ({
  app,
  store,
  profile
}) => {
  needsKeychain()
  await connectTo(app, store)
  const gallery = new GalleryPage(app.page)
  await gallery.choose('Gallery')
  await gallery.thumbnail('Product 1').click()
  await expect.poll(() => app.preview.pictureWidth()).toBe(64)
  await saveInto(app, profile)
  await store.goOffline()
  await app.preview.dialog.getByRole('button', { name: 'Save picture…' }).click()
  await expect(app.preview.dialog.locator('[data-picture-news]')).toContainText('This is the preview')
  expect(await readdir(profile)).toContain('Product 1.webp')
})

test('requests for pictures of tiles that left the screen are dropped', async ({ app, store }) => {
  needsKeychain()
  const [asked, dropped] = [new Set<number>(), new Set<number>()]
  for (let n = 1; n <= 240; n += 1) {
    store.pictures.set(n, (request, response) => {
      asked.add(n)
      // Never answered: it ends when nobody waits for it anymore.
      response.on('close', () => dropped.add(n))
      request.on('error', () => undefined)
    })
  }
  await connectTo(app, store)
  const connectionId = await app.activeConnection()
  await app.page.evaluate(
    (id) => window.vitrine.call('pictures:keep', { connectionId: id, keep: 'none' }),
    connectionId
  )
  const gallery = new GalleryPage(app.page)
  await app.tools.turnPaging()
  await app.products.itemsPerPage.selectOption('200')
  await gallery.choose('Gallery')
  await expect(gallery.thumbnail('Product 1')).toBeVisible()
  await expect.poll(() => asked.size).toBeGreaterThan(0)
  const first = [...asked]
  await gallery.thumbnail('Product 1').focus()
  await app.page.keyboard.press('End')
  await expect(gallery.thumbnail('Product 200')).toBeInViewport()
  await expect.poll(() => first.filter((n) => !dropped.has(n))).toEqual([])
})

test('two to four products are compared side by side, with the keyboard', async ({ app, store }) => {
  needsKeychain()
  test.slow()
  store.shelf.edits.set(2, { price: 5, description: 'Another one.' })
  await connectTo(app, store)
  const gallery = new GalleryPage(app.page)
  await gallery.choose('Gallery')
  for (const name of ['Product 1', 'Product 2', 'Product 3', 'Product 4', 'Product 5']) {
    await gallery.thumbnail(name).focus()
    await app.page.keyboard.press('Space')
  }
  // Five are too many.
  await expect(gallery.compare).toBeHidden()
  await app.page.keyboard.press('Space')
  await expect(gallery.compare).toBeVisible()
  await expectAccessible(app.page)
  await app.page.keyboard.press('Shift+C')
  const dialog = gallery.compareDialog
  await expect(dialog.getByRole('columnheader')).toHaveCount(5)
  await expect(dialog.getByRole('row', { name: /^Price/ })).toContainText('0.37 less')
  await expect(dialog.getByRole('img')).toHaveCount(4)
  await expectAccessible(app.page)
  // All pictures are zoomed and moved together.
  await expect.poll(() => widths(gallery)).toEqual([64, 64, 64, 64])
  await app.page.keyboard.press('+')
  await expect.poll(() => widths(gallery)).toEqual([96, 96, 96, 96])
  await app.page.setViewportSize({ width: 960, height: 600 })
  // What was done is told over the end of the rows, and covers no price: the next key marks the next product.
  const second = dialog.getByRole('columnheader', { name: /^Product 2\b/ })
  await expect(second).toContainText('0.37 less')
  await app.page.keyboard.press('a')
  await expect(dialog.locator('[data-review-toast]')).toContainText('Approved Product 1')
  await expectUncovered(second.locator('[data-told-price]'))
  await app.page.keyboard.press('w')
  await app.page.keyboard.press('2')
  await expect(second.locator('[data-review-state]')).toHaveText('Needs work: Price')
  await dialog.getByRole('button', { name: 'Take Product 3 out of the comparison' }).click()
  await expect(dialog.getByRole('columnheader')).toHaveCount(4)
  await app.page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect.poll(() => gallery.focused()).toBeGreaterThan(-1)
})

test('why a picture cannot be shown is all in sight where four are compared in a small window, and it is tried again', async ({
  app,
  store
}) => {
  needsKeychain()
  test.slow()
  store.pictures.set(4, status(404))
  await connectTo(app, store)
  await app.page.setViewportSize({ width: 800, height: 600 })
  const gallery = new GalleryPage(app.page)
  await gallery.choose('Gallery')
  for (const name of ['Product 1', 'Product 2', 'Product 3', 'Product 4']) {
    await gallery.thumbnail(name).focus()
    await app.page.keyboard.press('Space')
  }
  await gallery.compareByMenu()
  const pictures = gallery.compareDialog.getByRole('row', { name: /^Picture/ })
  const again = pictures.getByRole('button', { name: 'Try again' })
  await expect(pictures.getByText('There is no picture at this address')).toBeVisible()
  await expect(again).toBeInViewport({ ratio: 1 })
  await expect(pictures.locator('.lucide-image-off')).toBeInViewport({ ratio: 1 })
  await expectAccessible(app.page)
  store.pictures.set(4, body(await jpegFile(640, 480)))
  await again.click()
  await expect.poll(() => widths(gallery)).toHaveLength(4)
})

test('products are compared by their pictures in a small window with large texts, and by names to their end', async ({
  app,
  store
}) => {
  needsKeychain()
  for (const [number, color] of [
    [2, 'sky blue'],
    [3, 'sea green']
  ] as const)
    store.shelf.edits.set(number, { name: `Sea Salt soap bar of olive oil, 100 g, ${color}` })
  await connectTo(app, store)
  const gallery = new GalleryPage(app.page)
  for (const row of [1, 2]) await app.products.rows.nth(row).getByRole('checkbox').click()
  await app.page.setViewportSize({ width: 960, height: 600 })
  await app.page.keyboard.press('Shift+C')
  const dialog = gallery.compareDialog
  for (const textSize of [150, 200]) {
    await app.page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    for (const at of [0, 1]) {
      await expectUncovered(dialog.getByRole('img').nth(at))
      await expectWhole(dialog.locator('[data-told-name]').nth(at))
    }
    await expectAccessible(app.page)
  }
})

/** Widths of the pictures of the comparison as they are shown, in order. */
function widths(gallery: GalleryPage): Promise<number[]> {
  return gallery.compareDialog
    .getByRole('img')
    .evaluateAll((images) => images.map((image) => Math.round(image.getBoundingClientRect().width)))
}

test('axe finds nothing, in light and in dark, on the gallery, its options, its menu and the preview', async ({
  launch
}) => {
  test.slow()
  const [app, gallery] = await openGallery(launch)
  await expect.poll(async () => (await app.products.pictures()).shown).toBeGreaterThan(4)
  await expectAccessible(app.page)
  await app.tools.openView()
  await expectAccessible(app.page)
  await app.page.keyboard.press('Escape')
  await gallery.thumbnails.nth(2).click({ button: 'right' })
  await expect(gallery.menu).toBeVisible()
  await expectAccessible(app.page)
  await gallery.choosePictureCommand('Open preview')
  await expect.poll(() => app.preview.pictureWidth()).toBeGreaterThan(200)
  await expectAccessible(app.page)
})

test('the question mark shows the keys of the preview and of the comparison over them, and Escape goes back', async ({
  launch
}) => {
  const app = await launch({ args: ['--demo'] })
  const { keyboard } = app.page
  const gallery = new GalleryPage(app.page)
  const dialog = (name: string): Locator => app.page.getByRole('dialog', { name, exact: true })
  await app.products.rows.nth(1).getByRole('rowheader').click()
  const keys = dialog('Keys on this page')
  const all = dialog('Keyboard shortcuts')
  await test.step('on the page, whose row has the keyboard again after all of them', async () => {
    await keyboard.press('?')
    await keys.getByRole('button', { name: 'All keyboard shortcuts' }).click()
    await all.getByRole('searchbox').click()
    await keyboard.press('Escape')
    await expect(app.products.rows.nth(1).getByRole('rowheader')).toBeFocused()
  })
  await test.step('over the comparison, which is opened after them', async () => {
    await app.products.rows.nth(1).getByRole('checkbox').check()
    await app.products.rows.nth(2).getByRole('checkbox').check()
    await gallery.compare.click()
    await expect(gallery.compareDialog).toBeVisible()
    await keyboard.press('?')
    await dialog('Keys while comparing').getByText('Next product').click()
    await keyboard.press('Escape')
    await expect(dialog('Keys while comparing')).toBeHidden()
    await keyboard.press('Escape')
    await expect(gallery.compareDialog).toBeHidden()
  })
  await test.step('over the preview, also all of them', async () => {
    await app.products.rows.nth(4).getByRole('rowheader').click()
    await keyboard.press('p')
    const close = app.preview.dialog.getByRole('button', { name: 'Close preview' })
    await close.focus()
    await keyboard.press('?')
    const ofPreview = dialog('Keys in the picture preview')
    await ofPreview.getByText('Approve and go on').click()
    await expectAccessible(app.page)
    await keyboard.press('Escape')
    await expect(close).toBeFocused()
    await keyboard.press('?')
    await ofPreview.getByRole('button', { name: 'All keyboard shortcuts' }).click()
    await all.getByRole('searchbox').click()
    await keyboard.press('Escape')
    await expect(close).toBeFocused()
  })
})
