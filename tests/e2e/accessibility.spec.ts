import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { status } from '../support/hostile-images/hostile-server'
import { changeShelf } from './support/changed-shelf'
import { connectTo, entryFor, expect, expectAccessible, needsKeychain, test } from './fixtures'
import { ExportDialog } from './pages/export-dialog'
import { Reviews } from './pages/reviews'
import { openAlways, saveInto } from './support/file-dialogs'

// Each place is looked at twice, in light and in dark, which takes a while; ten rows are looked at sooner than 25.
test.beforeEach(() => test.slow())

test.describe('axe finds nothing, in light and in dark,', () => {
  test('on Connect a store, empty, tested and with a question, and on a key for a store of the organization’s', async ({
    launch,
    profile,
    store
  }) => {
    const file = join(profile, 'managed.json')
    const settings = { connections: [{ name: 'Main shop', address: store.baseUrl }] }
    await writeFile(file, JSON.stringify(settings), { mode: 0o644 })
    const app = await launch({ env: { VITRINE_MANAGED_FILE: file } })
    await expect(app.connect.heading).toBeVisible()
    await expectAccessible(app.page)
    await app.page.getByRole('button', { name: 'Enter your key for Main shop' }).click()
    await expect(app.connect.userId).toBeFocused()
    await expectAccessible(app.page)
    await app.page.getByRole('button', { name: 'Cancel' }).click()
    store.scenario('key-refused')
    await app.connect.fill(entryFor(store))
    await app.connect.testConnection.click()
    await expect(app.connect.message('refused this key')).toBeVisible()
    await expectAccessible(app.page)
    await app.connect.address.fill('http://shop.example')
    await app.connect.testConnection.click()
    await expect(app.page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(app.page)
  })

  test('F6 goes from one part of the window to the next, on to where the keyboard was in it', async ({
    launch
  }) => {
    const app = await launch({ args: ['--demo'] })
    // What stops the sync goes with it, and the keyboard goes back to the list then.
    await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
    await app.products.thumbnails.nth(2).focus()
    const partWithFocus = (): Promise<string> =>
      app.page.evaluate(() => {
        const part = document.activeElement?.closest('[data-region]')
        return part?.getAttribute('aria-label') ?? part?.className ?? ''
      })
    const parts: string[] = []
    for (let n = 0; n < 4; n += 1) {
      await app.page.keyboard.press('F6')
      parts.push(await partWithFocus())
    }
    expect(parts).toEqual(['Status', 'Main', 'bar', 'list'])
    await expect(app.products.thumbnails.nth(2)).toBeFocused()
    await app.page.keyboard.press('d')
    await app.page.keyboard.press('F6')
    await expect.poll(partWithFocus).toBe('Product details')
    // Not at the edge that makes it wider, which comes first.
    await expect(app.page.locator('[role=separator]:focus')).toHaveCount(0)
    await app.page.keyboard.press('Shift+F6')
    await app.page.keyboard.press('Shift+F6')
    expect(await partWithFocus()).toBe('bar')
    await test.step('in Review also to its queues and its decisions', async () => {
      await app.review.entry.click()
      await expect(app.review.desk).toBeVisible()
      await app.review.entry.focus()
      await app.page.keyboard.press('F6')
      await expect(app.review.tab('To do')).toBeFocused()
      for (const part of ['look', 'Product']) {
        await app.page.keyboard.press('F6')
        expect(await partWithFocus()).toBe(part)
      }
      await app.page.keyboard.press('F6')
      await expect(app.page.getByRole('button', { name: 'Approve' })).toBeFocused()
      await app.page.keyboard.press('F6')
      expect(await partWithFocus()).toBe('Status')
    })
  })

  test('on Products, its preview, its details and its menus', async ({ launch }) => {
    const app = await launch({ args: ['--demo'] })
    await expect(app.products.rows.first()).toBeVisible()
    await expectAccessible(app.page)
    await app.products.thumbnails.first().click()
    await expect.poll(() => app.preview.pictureWidth()).toBeGreaterThan(0)
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    await app.products.details.first().click()
    await expect(app.page.getByRole('region', { name: 'Product details' })).toBeVisible()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    await app.sidebar.switcher.click()
    await expect(app.page.getByRole('menu')).toBeVisible()
    await expectAccessible(app.page)
  })

  test('on the palette, the menu of a product, the help, its keys, About, the tour and the settings', async ({
    launch
  }) => {
    const app = await launch({ args: ['--demo'] })
    await expect(app.products.rows.first()).toBeVisible()
    await app.page.keyboard.press('ControlOrMeta+k')
    await app.page.getByRole('combobox', { name: /^Command/ }).fill('tea')
    await expect(app.page.getByRole('option', { name: 'tea' }).first()).toBeVisible()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    await app.products.rows.nth(2).click({ button: 'right' })
    await app.page.getByRole('menuitem', { name: 'Picture', exact: true }).press('ArrowRight')
    await expect(app.page.getByRole('menuitem', { name: 'Open preview' })).toBeVisible()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    await app.page.keyboard.press('F1')
    await expectAccessible(app.page)
    await app.page.keyboard.press('ControlOrMeta+/')
    await expect(app.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    await app.page.getByRole('button', { name: 'About Vitrine' }).click()
    await expect(app.page.getByText('axios')).toBeVisible()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    await app.page.getByRole('main').getByRole('button', { name: 'Take the tour' }).click()
    await expect(app.page.getByRole('region', { name: 'Take the tour' })).toBeVisible()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    await app.page.keyboard.press('ControlOrMeta+,')
    for (const part of ['Appearance', 'Sync', 'Network', 'Privacy', 'Reset']) {
      await app.page
        .getByRole('navigation', { name: 'Settings' })
        .getByRole('button', { name: part, exact: true })
        .click()
      await expect(app.page.getByRole('heading', { name: part, exact: true })).toBeVisible()
      await expectAccessible(app.page)
    }
  })

  test('on Products while it is searched and filtered, its panels, and in pages', async ({ app, store }) => {
    needsKeychain()
    store.shelf.edits.set(7, { name: 'Crème teapot', description: 'A teapot for two.' })
    await connectTo(app, store)
    await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
    await app.tools.filters.click()
    await app.tools.priceFrom.fill('2')
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    await app.tools.search.fill('product')
    await expect(app.tools.chips.getByRole('listitem')).toHaveCount(2)
    await expect(app.products.table.locator('mark').first()).toBeVisible()
    await expectAccessible(app.page)
    await app.tools.saveView.click()
    await expect(app.page.getByRole('dialog', { name: 'Save view' })).toBeVisible()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    await app.tools.search.fill('no such thing anywhere')
    await expect(app.page.getByText('No products match')).toBeVisible()
    await expectAccessible(app.page)
    await app.tools.clearAll.click()
    await app.tools.openView()
    await app.tools.continuous.click()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    await expect(app.products.nextPage).toBeVisible()
    await expectAccessible(app.page)
  })

  test('on the pictures on this computer, their question, and the filters of pictures with their chips', async ({
    app,
    store
  }) => {
    needsKeychain()
    store.shelf.total = 40
    store.pictures.set(3, status(404))
    await connectTo(app, store)
    await app.pictures.open()
    await expect(app.pictures.part.getByText('Complete')).toBeVisible({ timeout: 60_000 })
    await expectAccessible(app.page)
    await app.pictures.part.getByRole('button', { name: 'Clear pictures' }).click()
    await expect(app.pictures.question).toBeVisible()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    await app.pictures.showBroken.click()
    await expect(app.tools.chip('Broken pictures')).toBeVisible()
    await expect(app.products.rows).toHaveCount(1)
    await app.tools.filters.click()
    const size = app.tools.filterPanel.getByLabel('Smaller than', { exact: true })
    await size.fill('many')
    await size.press('Enter')
    await expect(app.tools.filterPanel.getByRole('alert')).toBeVisible()
    await expectAccessible(app.page)
  })

  test('on the reviews on this computer, what came of sharing them, and the question before a restore', async ({
    launch,
    profile,
    store
  }) => {
    needsKeychain()
    store.shelf.total = 12
    const first = await launch()
    await connectTo(first, store)
    await first.care.open()
    await first.care.setName('Kim')
    await expectAccessible(first.page)
    await first.care.close()
    const reviews = new Reviews(first.page)
    await reviews.box('Product 2').click()
    await reviews.markSelected('Approve')
    await expect(reviews.selection).toBeHidden()
    await first.close()
    const app = await launch()
    await app.care.open()
    await expect(app.care.backups).toHaveCount(1)
    await expect(app.care.log).toHaveCount(1)
    await saveInto(app, profile)
    await app.care.save.click()
    await expect(app.care.result).toContainText('Saved: 1 review')
    await expectAccessible(app.page)
    await openAlways(app, '/nowhere/at/all.vitrine-reviews')
    await app.care.merge.click()
    await expect(app.care.dialog.getByText('Nothing was merged')).toBeVisible()
    await app.care.log.first().getByRole('button', { name: 'Undo' }).click()
    await expect(app.care.toast).toBeVisible()
    await expectAccessible(app.page)
    await app.care.backups.first().getByRole('button').click()
    await expect(app.care.question).toBeVisible()
    await expectAccessible(app.page)
  })

  test('on Quality, the course of the score, the settings of a rule, an exception from it, and the way to make one', async ({
    app,
    store
  }) => {
    needsKeychain()
    Object.assign(store.shelf, { total: 20 })
    for (let n = 1; n <= 5; n += 1) store.shelf.edits.set(n, { description: 'Blue', price: null })
    await connectTo(app, store)
    await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
    await app.quality.open()
    await app.sidebar.products.click()
    await app.tools.sync()
    await app.quality.open()
    await app.page.getByRole('button', { name: /^Score/ }).click()
    await expect(app.quality.scoreHistory).toBeVisible()
    await app.quality.scoreHistory.focus()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    await app.page.locator('[data-group=nothing] > summary').click()
    await app.quality.show('description-short')
    await app.page.getByLabel('At least').fill('many')
    await app.page.keyboard.press('Tab')
    await expect(app.page.getByText('Enter a whole number from 1')).toBeVisible()
    await expect(app.quality.rows.first()).toContainText('characters')
    await expectAccessible(app.page)
    await app.quality.rows.first().getByRole('button').focus()
    await app.page.keyboard.press('e')
    await app.quality.exceptionDialog.getByRole('button', { name: 'Add exception' }).click()
    await expect(app.page.getByText('Enter a reason.')).toBeVisible()
    await expectAccessible(app.page)
    await app.quality.exceptionDialog.getByLabel('Reason').fill('A spare part')
    await app.quality.exceptionDialog.getByRole('button', { name: 'Add exception' }).click()
    await expect(app.quality.exceptionDialog).toBeHidden()
    await app.quality.choose(/^Exceptions…/)
    await expect(app.quality.exceptions.getByText('A spare part')).toBeVisible()
    await expectAccessible(app.page)
  })

  test('on Products while a sync runs, is paused, asks and has ended', async ({ app, store }) => {
    needsKeychain()
    // It goes on for as long as it is looked at.
    Object.assign(store.shelf, { total: 2000, cap: 25, delay: 3000 })
    await connectTo(app, store)
    await expect(app.tools.progress).toBeVisible()
    await expectAccessible(app.page)
    await app.tools.pause.click()
    await expect(app.tools.resume).toBeVisible()
    await expectAccessible(app.page)
    await app.tools.syncOptions.click()
    await expect(app.page.getByRole('menu')).toBeVisible()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    store.shelf.delay = 0
    await app.tools.resume.click()
    await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
    await app.tools.openLastSync()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    for (let n = 801; n <= 2000; n += 1) store.shelf.removed.add(n)
    await app.tools.sync()
    await expect(app.page.getByRole('button', { name: 'Keep my copy' })).toBeVisible()
    await expectAccessible(app.page)
  })

  test('on Products when the store is empty, sends what cannot be read, and refuses the key', async ({
    app,
    store
  }) => {
    needsKeychain()
    store.scenario('no-products')
    await app.connect.fill(entryFor(store))
    await app.connect.saveAndOpen.click()
    await expect(app.page.getByText('This store has no products yet')).toBeVisible()
    await expectAccessible(app.page)
    store.scenario('ids-missing')
    await app.page.keyboard.press('F5')
    await app.products.notice('could not be read').getByRole('button').click()
    await expect(app.page.getByRole('dialog', { name: 'Items that could not be read' })).toBeVisible()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    store.scenario('key-refused')
    await app.products.askAgain()
    await expect(app.products.notice('refused this key')).toBeVisible()
    await expectAccessible(app.page)
  })

  test('on an export, its formats, and how it ended', async ({ launch }) => {
    const app = await launch({ args: ['--demo'] })
    const exported = new ExportDialog(app.page)
    await exported.open()
    await expectAccessible(app.page)
    await exported.format('CSV').check({ force: true })
    await expectAccessible(app.page)
    await app.electron.evaluate(({ dialog }) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: '/nowhere/at/all.csv' })
    })
    await exported.start.click()
    await expect(exported.line).toContainText('was not exported')
    await expectAccessible(app.page)
  })

  test('on Review, its queue, its keys, what has just changed, and its end', async ({ app, store }) => {
    needsKeychain()
    store.shelf.total = 3
    await connectTo(app, store)
    await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
    await app.review.open()
    await expectAccessible(app.page)
    await app.review.queue.click()
    await expect(app.page.getByRole('menu')).toBeVisible()
    await expectAccessible(app.page)
    await app.review.press('Escape', '?')
    await expect(app.review.keys).toBeVisible()
    await expectAccessible(app.page)
    await app.review.press('Escape')
    store.shelf.edits.set(1, { name: 'Product one', price: 77 })
    await app.review.press('F5')
    await expect(app.page.getByText('This product has just changed')).toBeVisible()
    await app.review.press('a')
    await expect(app.review.name).toHaveText('Product one')
    await expectAccessible(app.page)
    await app.review.press('a')
    for (const name of ['Product 2', 'Product 3']) {
      await expect(app.review.name).toHaveText(name)
      await app.review.press('w')
      await expect(app.review.reasons).toBeVisible()
      await expectAccessible(app.page)
      await app.review.press('2')
    }
    await expect(app.page.getByText('All done')).toBeVisible()
    await expectAccessible(app.page)
  })

  test('on Changes: the inbox, a product and its history, and a comparison', async ({ app, store }) => {
    needsKeychain()
    await connectTo(app, store)
    await app.syncedTimes(1)
    await app.changes.entry.click()
    await expect(app.page.getByRole('heading', { name: 'No changes yet' })).toBeVisible()
    await expectAccessible(app.page)
    changeShelf(store)
    await app.tools.sync()
    await app.syncedTimes(2)
    await app.changes.row('Product three: Price changed').click()
    await expect(app.changes.pane.getByRole('slider')).toBeVisible()
    await expectAccessible(app.page)
    await app.changes.row('Product 6: Picture changed').click()
    await app.changes.choose('Compare')
    await expect(app.changes.rows).toHaveCount(7)
    await expectAccessible(app.page)
  })

  test('on Stores, its questions, a connection check, the network settings and diagnostics', async ({
    launch
  }) => {
    const app = await launch({ args: ['--demo'] })
    await app.connections.open()
    await expectAccessible(app.page)
    await app.connections.choose(/^More actions for .*demo/i, 'Check connection…')
    await expect(app.page.getByText('Everything works.')).toBeVisible()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    await app.page.getByRole('button', { name: 'Network…' }).click()
    await app.page.getByText('Use this proxy').click()
    await app.page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(app.page.getByText('Enter the proxy address.')).toBeVisible()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    await app.page.getByRole('button', { name: 'Save diagnostics…' }).click()
    await expect(app.page.getByText('Vitrine diagnostics')).toBeVisible()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    await app.connections.choose(/^More actions for .*demo/i, 'Remove…')
    await expect(app.page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(app.page)
  })
})
