import { closedPort, type ScenarioName } from '../support/faulty-store'
import { connectTo, entryFor, expect, needsKeychain, test } from './fixtures'

test.describe('on a bad day', () => {
  test.beforeEach(needsKeychain)

  test('fault 46: items that could not be read are counted, and explained on demand', async ({
    app,
    store
  }) => {
    store.scenario('ids-missing')
    await app.connect.fill(entryFor(store))
    await app.connect.saveAndOpen.click()
    const notice = app.products.notice(/\d items? on this page could not be read/)
    await expect(notice).toBeVisible()
    await expect(app.products.rows.first()).toBeVisible()
    await notice.getByRole('button', { name: 'Show details' }).click()
    const details = app.page.getByRole('dialog', { name: 'Items that could not be read' })
    await expect(details.getByRole('cell', { name: 'It has no ID' }).first()).toBeVisible()
  })

  test('fault 22: a refused key is said calmly, and the rows stay', async ({ app, store }) => {
    await connectTo(app, store)
    await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete', { timeout: 20_000 })
    store.scenario('key-refused')
    const asked = store.pageRequests()
    await app.products.refresh.click()
    await expect(app.products.notice('The store refused this key')).toBeVisible()
    await expect(app.products.row('Product 1')).toBeVisible()
    expect(store.pageRequests(), 'no more tries by itself').toBe(asked + 1)
  })

  test('fault 9: a captive portal is told from the store', async ({ app, store }) => {
    await connectTo(app, store)
    store.scenario('captive-page')
    await app.products.refresh.click()
    await expect(app.products.notice('This network wants you to sign in')).toBeVisible()
    await expect(app.products.row('Product 1')).toBeVisible()
  })

  test('fault 2: pages seen before are there without the store, with their age', async ({ app, store }) => {
    await connectTo(app, store)
    await app.products.nextPage.click()
    await expect(app.products.range('26–50 of 240')).toBeVisible()
    await store.goOffline()
    await app.products.refresh.click()
    await expect(app.tools.network).toHaveAttribute('data-network', 'store-silent')
    await expect(app.tools.coverage).toContainText('as of')
    await app.tools.trouble.hover()
    await expect(app.tools.trouble).toHaveAccessibleDescription(/does not accept connections/)
    await expect(app.products.notice(/does not accept connections/)).toBeHidden()
    // The words about what is pointed at lie over the pager until the pointer has left it.
    await app.sidebar.products.hover()
    await app.products.previousPage.click()
    await expect(app.products.range('1–25 of 240')).toBeVisible()
    await expect(app.products.row('Product 1')).toBeVisible()
    await store.comeBack()
    await app.products.refresh.click()
    await expect(app.tools.network).toHaveAttribute('data-network', 'online')
  })

  test('F5 asks the store again', async ({ app, store }) => {
    await connectTo(app, store)
    const asked = store.pageRequests()
    await app.page.keyboard.press('F5')
    await expect.poll(() => store.pageRequests()).toBeGreaterThan(asked)
  })

  test('fault 41: an empty catalog says that it is empty', async ({ app, store }) => {
    store.scenario('no-products')
    await app.connect.fill(entryFor(store))
    await app.connect.saveAndOpen.click()
    await expect(app.page.getByText('This store has no products yet')).toBeVisible()
  })

  test('fault 54: markup in texts is shown as text', async ({ app, store }) => {
    store.scenario('markup')
    await app.connect.fill(entryFor(store))
    await app.connect.saveAndOpen.click()
    await expect(app.products.rows.first()).toBeVisible()
    await expect(app.products.table.getByText('<').first()).toBeVisible()
    await expect(app.products.table.locator('script, b, iframe')).toHaveCount(0)
  })

  test('the short form has no columns that would be empty', async ({ app, store }) => {
    store.scenario('short-form')
    await app.connect.fill(entryFor(store))
    await app.connect.saveAndOpen.click()
    await expect(app.products.rows.first()).toBeVisible()
    await expect(app.products.table.getByRole('columnheader')).toHaveText(['Name', 'Price', 'Review', 'ID'])
  })

  test('rows stay while the next page is on its way, and a late answer replaces nothing newer', async ({
    app,
    store
  }) => {
    // Pages that the copy does not have yet.
    Object.assign(store.shelf, { total: 2000, cap: 25, delay: 500 })
    await connectTo(app, store)
    await app.tools.stop.click()
    await expect(app.tools.progress).toBeHidden()
    store.scenario('no-answer')
    await app.products.goTo(77)
    await expect(app.products.table).toHaveAttribute('aria-busy', 'true')
    await expect(app.products.row('Product 1')).toBeVisible()
    store.scenario('healthy')
    await app.products.goTo(79)
    await expect(app.products.range('1,951–1,975 of 2,000')).toBeVisible()
    await expect(app.products.row('Product 1951')).toBeVisible()
    await expect(app.products.table).toHaveAttribute('aria-busy', 'false')
  })
})

test.describe('Test connection', () => {
  const cases: [title: string, scenario: ScenarioName, step: string, words: RegExp][] = [
    ['fault 22: names a refused key', 'key-refused', 'Key', /refused this key/],
    ['fault 22: names an unknown user', 'user-refused', 'User', /user/],
    ['fault 23: names a key that may not', 'forbidden', 'Key', /does not let this user see/],
    ['fault 24: names a wrong path', 'not-found', 'API path', /no product list at this path/],
    ['fault 9: names a captive portal', 'captive-page', 'Network', /wants you to sign in/],
    ['fault 33: names an unknown form', 'items-missing', 'Answer', /a form that the app does not know/]
  ]
  for (const [title, scenario, step, words] of cases) {
    test(title, async ({ app, store }) => {
      store.scenario(scenario)
      await app.connect.fill(entryFor(store))
      await app.connect.testConnection.click()
      await expect(app.connect.message(words)).toBeVisible()
      await expect(app.connect.step(step)).toContainText('failed')
    })
  }

  test('fault 2: names a store that is down', async ({ app, store }) => {
    const address = `http://127.0.0.1:${await closedPort()}`
    await app.connect.fill(entryFor(store, { address }))
    await app.connect.testConnection.click()
    await expect(app.connect.message(/does not accept connections/)).toBeVisible()
    await expect(app.connect.step('Network')).toContainText('failed')
  })
})

test.describe('the address', () => {
  test('is put right when it was pasted with path, query and spaces', async ({ app, store }) => {
    await app.connect.address.fill(`  ${store.baseUrl}/api/landing/public/products?pageNo=1&limit=25 `)
    await app.connect.name.focus()
    await expect(app.connect.address).toHaveValue(store.baseUrl)
    await expect(app.connect.path('/api/landing/public/products')).toBeChecked()
    await expect(app.connect.message('API path taken out')).toBeVisible()
  })

  test('gets https when it has no scheme', async ({ app }) => {
    await app.connect.address.fill('shop.example')
    await app.connect.name.focus()
    await expect(app.connect.address).toHaveValue('https://shop.example')
  })

  test('asks before http to another computer', async ({ app, store }) => {
    await app.connect.fill(entryFor(store, { address: 'http://shop.example' }))
    await app.connect.testConnection.click()
    const question = app.page.getByRole('alertdialog', { name: 'Send the key without encryption?' })
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Go back' }).click()
    await expect(question).toBeHidden()
    await expect(app.connect.testConnection).toBeEnabled()
  })
})

test('fault 76: a key with a line break or an invisible character is refused with the reason', async ({
  app,
  store
}) => {
  const key = 'canary\u200bkey'
  await app.connect.fill(entryFor(store, { credentials: { ...store.credentials, key } }))
  await app.connect.saveAndOpen.click()
  await expect(app.connect.heading).toBeVisible()
  await expect(app.connect.key).toHaveAttribute('aria-invalid', 'true')
  await expect(app.connect.key).toHaveAccessibleDescription(/Character 7 of it cannot be seen/)
  expect(store.pageRequests()).toBe(0)
})
