import { status } from '../../support/hostile-images/hostile-server'
import { connectTo, entryFor, expect, needsKeychain, test } from '../fixtures'
import { Reviews } from '../pages/reviews'
import { readyDemo } from './demo'
import { shoot } from './dressing'

test.beforeEach(() => test.slow())

test('connecting', async ({ app, store }) => {
  await expect(app.connect.heading).toBeVisible()
  await shoot(app, 'connect-empty')
  await app.connect.fill(entryFor(store))
  await shoot(app, 'connect-filled')
  store.scenario('key-refused')
  await app.connect.testConnection.click()
  await expect(app.connect.message('refused this key')).toBeVisible()
  await shoot(app, 'connect-failed-test')
})

test('the stores, a connection check, the network, diagnostics', async ({ launch }) => {
  const app = await readyDemo(launch)
  await app.connections.open()
  await shoot(app, 'stores')
  await app.connections.choose(/^More actions for .*demo/i, 'Check connection…')
  await expect(app.page.getByText('Everything works.')).toBeVisible()
  await shoot(app, 'connection-check')
  await app.page.keyboard.press('Escape')
  await app.page.getByRole('button', { name: 'Network…' }).click()
  await app.page.getByText('Use this proxy').click()
  await shoot(app, 'network')
  await app.page.keyboard.press('Escape')
  await app.page.getByRole('button', { name: 'Save diagnostics…' }).click()
  await expect(app.page.getByText('Vitrine diagnostics')).toBeVisible()
  await shoot(app, 'diagnostics')
  await app.page.keyboard.press('Escape')
  await app.connections.choose(/^More actions for .*demo/i, 'Remove…')
  await shoot(app, 'store-remove')
})

test('sharing, backups and the log of reviews', async ({ launch }) => {
  const app = await readyDemo(launch)
  await app.care.open()
  await expect(app.care.dialog).toContainText('Nothing yet.')
  await shoot(app, 'sharing-and-backups-empty')
  await app.care.setName('Kim')
  await app.care.close()
  const reviews = new Reviews(app.page)
  for (const n of [1, 2]) await app.products.table.getByRole('checkbox').nth(n).click()
  await reviews.markSelected('Approve')
  await expect(reviews.toast).toBeVisible()
  await shoot(app, 'review-toast')
  await app.care.open()
  await expect(app.care.log.first()).toBeVisible()
  await shoot(app, 'sharing-and-backups')
})

test('pictures on this computer, and filters of them', async ({ app, store }) => {
  needsKeychain()
  store.shelf.total = 400
  for (const n of [3, 9, 30]) store.pictures.set(n, status(404))
  await connectTo(app, store)
  await expect(app.page.locator('[data-work=gathering]')).toBeVisible()
  await shoot(app, 'pictures-gathering')
  await app.pictures.open()
  await expect(app.pictures.part.getByText('Complete')).toBeVisible({ timeout: 60_000 })
  await shoot(app, 'pictures-dialog')
  await app.pictures.part.getByRole('button', { name: 'Clear pictures' }).click()
  await shoot(app, 'pictures-clear')
  await app.page.keyboard.press('Escape')
  await app.pictures.showBroken.click()
  await expect(app.tools.chip('Broken pictures')).toBeVisible()
  await app.tools.filters.click()
  await shoot(app, 'pictures-filters')
})

test('a sync that runs, and a start without the store', async ({ launch, store }) => {
  needsKeychain()
  Object.assign(store.shelf, { total: 2000, cap: 25, delay: 300 })
  const online = await launch()
  await connectTo(online, store)
  await expect(online.page.getByText(/left$/).first()).toBeVisible()
  await online.products.expectPictures()
  await shoot(online, 'sync-running')
  store.shelf.delay = 0
  await expect(online.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await online.close()
  await store.goOffline()
  const offline = await launch()
  await expect(offline.products.row('Product 1')).toBeVisible()
  await expect(offline.tools.trouble).toBeVisible()
  await shoot(offline, 'offline-start')
  await offline.products.askAgain()
  await expect(offline.products.notice(/accept connections/).first()).toBeVisible()
  await shoot(offline, 'offline-asked')
  await offline.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 200 }))
  await shoot(offline, 'offline-200-percent')
})

test('a store that is down when it is connected: the form, the list, and the form with another address', async ({
  app,
  store
}) => {
  needsKeychain()
  const entry = entryFor(store)
  await store.goOffline()
  await app.connect.fill(entry)
  await app.connect.saveAndOpen.click()
  await expect(app.connect.address).toHaveAccessibleDescription(/save once more/)
  await shoot(app, 'connect-store-down')
  await app.connect.saveAndOpen.click()
  await expect(app.page.locator('[data-empty=offline]')).toBeVisible()
  await shoot(app, 'store-never-reached')
  await app.page.getByRole('button', { name: 'Edit connection' }).click()
  await app.connect.address.fill('https://shop.example')
  await app.page.getByRole('button', { name: 'Save changes' }).click()
  await expect(app.connect.key).toHaveAttribute('aria-invalid', 'true')
  await shoot(app, 'edit-other-address')
})

test('a refused key', async ({ app, store }) => {
  needsKeychain()
  await connectTo(app, store)
  store.scenario('key-refused')
  await app.products.askAgain()
  await expect(app.products.notice('refused this key')).toBeVisible()
  await app.products.expectPictures()
  await shoot(app, 'failure')
})

test('an empty store', async ({ app, store }) => {
  needsKeychain()
  store.scenario('no-products')
  await app.connect.fill(entryFor(store))
  await app.connect.saveAndOpen.click()
  await expect(app.page.getByText('This store has no products yet')).toBeVisible()
  await shoot(app, 'empty-catalog')
})
