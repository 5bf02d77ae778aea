import { closedPort, type FaultyStore, type ScenarioName } from '../support/faulty-store'
import { connectTo, entryFor, expect, needsKeychain, test } from './fixtures'
import type { App } from './support/app'

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

  test('fault 9, 22: a sync that fails is said calmly, and the rows stay', async ({ app, store }) => {
    await connectTo(app, store)
    await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
    await test.step('F5 asks the store again', async () => {
      const asked = store.pageRequests()
      await app.page.keyboard.press('F5')
      await expect.poll(() => store.pageRequests()).toBeGreaterThan(asked)
    })
    await test.step('fault 9: a captive portal is told from the store', async () => {
      store.scenario('captive-page')
      // A key that is pressed while the answers to the one before are on their way asks for nothing more.
      await expect(async () => {
        await app.products.askAgain()
        await expect(app.products.notice('This network requires you to sign in')).toBeVisible({
          timeout: 5000
        })
      }).toPass()
      await expect(app.products.row('Product 1')).toBeVisible()
    })
    await test.step('fault 22: a refused key is not tried again by itself', async () => {
      store.scenario('key-refused')
      const asked = store.pageRequests()
      await app.products.askAgain()
      await expect(app.products.notice('The store refused this key')).toBeVisible()
      await expect(app.products.row('Product 1')).toBeVisible()
      // The list asks for its page, the sync that was cut off for up to two at once, and a look at the network may have been due.
      expect(store.pageRequests(), 'no more tries by itself').toBeLessThanOrEqual(asked + 4)
    })
  })

  test('fault 2: pages seen before are there without the store, with their age', async ({ app, store }) => {
    await connectTo(app, store)
    await app.tools.turnPaging()
    await app.products.nextPage.click()
    await expect(app.products.range('26–50 of 240')).toBeVisible()
    await store.goOffline()
    await app.products.askAgain()
    await expect(app.tools.network).toHaveAttribute('data-network', 'store-silent')
    await expect(app.tools.coverage).toContainText(/synced|as of/i)
    // The notice may move under the pointer while it comes.
    await expect(async () => {
      await app.sidebar.products.hover()
      await app.tools.trouble.hover()
      const description = /does not accept connections/
      await expect(app.tools.trouble).toHaveAccessibleDescription(description, { timeout: 2000 })
    }).toPass()
    // What is only told to screen readers, of the sync that waits, may stand there.
    const shown = app.products
      .notice(/does not accept connections/)
      .and(app.page.locator(':not(.visually-hidden)'))
    await expect(shown).toBeHidden()
    // The words about what is pointed at lie over the pager until the pointer has left it.
    await app.sidebar.products.hover()
    await app.products.previousPage.click()
    await expect(app.products.range('1–25 of 240')).toBeVisible()
    await expect(app.products.row('Product 1')).toBeVisible()
    await store.comeBack()
    await app.products.askAgain()
    await expect(app.tools.network).toHaveAttribute('data-network', 'online')
  })

  test('fault 2: a store that was never reached says why once, and leads back to its address', async ({
    app,
    store
  }) => {
    const address = `http://127.0.0.1:${await closedPort()}`
    await app.connect.fill(entryFor(store, { address }))
    await app.connect.saveAndOpen.click()
    await expect(app.connect.address).toHaveAccessibleDescription(/save once more/)
    await app.connect.saveAndOpen.click()
    const told = app.page.locator('[data-empty=offline]')
    await expect(told).toContainText('does not accept connections')
    await expect(app.tools.network).toHaveAttribute('data-network', 'store-silent')
    // Screen readers hear of the sync and of the network as well.
    const shown = app.page
      .getByText(/accept connections|connection refused/)
      .and(app.page.locator(':not(.visually-hidden)'))
    await expect(shown).toHaveCount(1)
    await told.getByRole('button', { name: 'Edit connection' }).click()
    await expect(app.connect.address).toHaveValue(address)
  })

  test('fault 41: an empty catalog says that it is empty', { tag: '@long' }, async ({ app, store }) => {
    store.scenario('no-products')
    await app.connect.fill(entryFor(store))
    await app.connect.saveAndOpen.click()
    await expect(app.page.getByText('This store has no products yet')).toBeVisible()
  })

  test('fault 54: markup in texts is shown as text', { tag: '@long' }, async ({ app, store }) => {
    store.scenario('markup')
    await app.connect.fill(entryFor(store))
    await app.connect.saveAndOpen.click()
    await expect(app.products.rows.first()).toBeVisible()
    await expect(app.products.table.getByText('<').first()).toBeVisible()
    await expect(app.products.table.locator('script, b, iframe')).toHaveCount(0)
  })

  test('the short form has no columns that would be empty', { tag: '@long' }, async ({ app, store }) => {
    store.scenario('short-form')
    await app.connect.fill(entryFor(store))
    await app.connect.saveAndOpen.click()
    await expect(app.products.rows.first()).toBeVisible()
    await expect(app.products.table.getByRole('columnheader')).toHaveText([
      'Name',
      'Price',
      'Findings',
      'Review',
      'ID'
    ])
  })

  test('rows stay while the next page is on its way, and a late answer replaces nothing newer', async ({
    app,
    store
  }) => {
    // So many that the copy does not have the last pages yet, however late the sync is stopped.
    Object.assign(store.shelf, { total: 20_000, cap: 25, delay: 500 })
    await connectTo(app, store)
    await app.tools.stop.click()
    await expect(app.tools.progress).toBeHidden()
    await app.tools.turnPaging()
    store.scenario('no-answer')
    await app.products.goTo(777)
    await expect(app.products.table).toHaveAttribute('aria-busy', 'true')
    await expect(app.products.row('Product 1')).toBeVisible()
    store.scenario('healthy')
    await app.products.goTo(779)
    await expect(app.products.range('19,451–19,475 of 20,000')).toBeVisible()
    await expect(app.products.row('Product 19451')).toBeVisible()
    await expect(app.products.table).toHaveAttribute('aria-busy', 'false')
  })
})

test('what is typed into the form is put right, asked about or refused; Test connection names what is wrong, and in which step', async ({
  app,
  store
}) => {
  await typedTextsArePutRight(app, store)
  await connectionIsTested(app, store)
})

/** The steps of a test whose app stands before the form. */
async function connectionIsTested(app: App, store: FaultyStore): Promise<void> {
  const cases: [title: string, scenario: ScenarioName, step: string, words: RegExp][] = [
    ['fault 22: a refused key', 'key-refused', 'Key', /refused this key/],
    ['fault 22: an unknown user', 'user-refused', 'User', /user/],
    ['fault 23: a key that may not', 'forbidden', 'Key', /does not let this user see/],
    ['fault 24: a wrong path', 'not-found', 'API path', /no product list at this path/],
    ['fault 9: a captive portal', 'captive-page', 'Network', /requires you to sign in/],
    ['fault 33: an unknown form', 'items-missing', 'Answer', /a format that the app does not know/]
  ]
  const expectFailed = async (step: string, words: RegExp): Promise<void> => {
    await app.connect.testConnection.click()
    await expect(app.connect.message(words)).toBeVisible()
    await expect(app.connect.step(step)).toContainText('failed')
  }
  await app.connect.fill(entryFor(store))
  for (const [title, scenario, step, words] of cases) {
    await test.step(title, async () => {
      store.scenario(scenario)
      await expectFailed(step, words)
    })
  }
  await test.step('fault 2: a store that is down', async () => {
    await app.connect.address.fill(`http://127.0.0.1:${await closedPort()}`)
    await expectFailed('Network', /does not accept connections/)
  })
  await test.step('saved, a key that the store refuses stays in the form, with what is wrong beside it', async () => {
    store.scenario('key-refused')
    await app.connect.fill(entryFor(store))
    await app.connect.saveAndOpen.click()
    await expect(app.connect.key).toHaveAttribute('aria-invalid', 'true')
    await expect(app.connect.key).toHaveAccessibleDescription(/The store refused this key/)
    await expect(app.connect.heading).toBeVisible()
  })
}

async function typedTextsArePutRight(app: App, store: FaultyStore): Promise<void> {
  const { connect } = app
  await test.step('an address without scheme gets https', async () => {
    await connect.address.fill('shop.example')
    await connect.name.focus()
    await expect(connect.address).toHaveValue('https://shop.example')
  })
  await test.step('an address that was pasted with path, query and spaces is put right', async () => {
    await connect.address.fill(`  ${store.baseUrl}/api/landing/public/products?pageNo=1&limit=25 `)
    await connect.name.focus()
    await expect(connect.address).toHaveValue(store.baseUrl)
    await expect(connect.path('/api/landing/public/products')).toBeChecked()
    await expect(connect.message('API path moved')).toBeVisible()
  })
  await test.step('http to another computer is asked about', async () => {
    await connect.fill(entryFor(store, { address: 'http://shop.example' }))
    await connect.testConnection.click()
    const question = app.page.getByRole('alertdialog', { name: 'Send the key without encryption?' })
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Go back' }).click()
    await expect(question).toBeHidden()
    await expect(connect.testConnection).toBeEnabled()
  })
  await test.step('fault 76: a key with an invisible character is refused with the reason', async () => {
    const key = 'canary\u200bkey'
    await connect.fill(entryFor(store, { credentials: { ...store.credentials, key } }))
    await connect.saveAndOpen.click()
    await expect(connect.heading).toBeVisible()
    await expect(connect.key).toHaveAttribute('aria-invalid', 'true')
    await expect(connect.key).toHaveAccessibleDescription(/Character 7 is invisible/)
    expect(store.pageRequests()).toBe(0)
  })
}
