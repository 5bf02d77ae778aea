import type { FaultyStore } from '../support/faulty-store'
import { connectTo, entryFor, expect, expectAccessible, needsKeychain, test } from './fixtures'
import type { App } from './support/app'
import { keychainItem } from './support/keychain'

test.beforeEach(needsKeychain)

test('a store is connected, read, previewed, still there after a restart, and removed with its key', async ({
  launch,
  store
}) => {
  const first = await launch()
  await test.step('first start: the page says what to do, and where the key comes from', async () => {
    await expect(first.connect.heading).toBeVisible()
    await expect(first.page.getByText(/dashboard/i).first()).toBeVisible()
  })
  await test.step('the connection is tested and saved', async () => {
    await first.connect.fill(entryFor(store))
    await first.connect.testConnection.click()
    await expect(first.connect.message(/240 in all/)).toBeVisible()
    await first.connect.saveAndOpen.click()
  })
  const { products, preview } = first
  await test.step('the list is there, with pictures', async () => {
    await expect(products.range('240 products')).toBeVisible()
    await products.expectPictures()
  })
  await test.step('the list is shown in pages, and they are turned', async () => {
    await first.tools.turnPaging()
    await products.nextPage.click()
    await expect(products.range('26–50 of 240')).toBeVisible()
    await products.lastPage.click()
    await expect(products.range('226–240 of 240')).toBeVisible()
    await expect(products.rows).toHaveCount(15)
    await products.previousPage.click()
    await expect(products.range('201–225 of 240')).toBeVisible()
    await products.firstPage.click()
    await expect(products.range('1–25 of 240')).toBeVisible()
    await products.goTo(3)
    await expect(products.range('51–75 of 240')).toBeVisible()
  })
  await test.step('a picture is looked at, the next with an arrow key, and the focus returns', async () => {
    await products.thumbnail('Product 51').click()
    await expect(preview.dialog).toBeVisible()
    await expect.poll(() => preview.pictureWidth()).toBeGreaterThan(0)
    await expect(preview.text('Product 51')).toBeVisible()
    await first.page.keyboard.press('ArrowRight')
    await expect(preview.text('Product 52')).toBeVisible()
    await first.page.keyboard.press('ArrowLeft')
    await expect(preview.text('Product 51')).toBeVisible()
    await first.page.keyboard.press('Escape')
    await expect(preview.dialog).toBeHidden()
    await expect(products.thumbnail('Product 51')).toBeFocused()
  })
  const tour = first.page.getByRole('region', { name: 'Take the tour' })
  await test.step('the tour is taken by keyboard, and skipped', async () => {
    await first.sidebar.tour.focus()
    await first.page.keyboard.press('Enter')
    await expect(tour).toContainText('1 of 4')
    await first.page.keyboard.press('Tab')
    await first.page.keyboard.press('Tab')
    await first.page.keyboard.press('Enter')
    await expect(tour).toContainText('2 of 4')
    await first.page.keyboard.press('Escape')
    await expect(tour).toBeHidden()
    await expect(first.sidebar.tour).toBeHidden()
  })
  const id = await first.activeConnection()
  expect(JSON.parse((await keychainItem(id)) ?? '')).toEqual({ ...store.credentials, origin: store.baseUrl })
  await first.close()

  const second = await launch()
  await test.step('after a restart nothing is asked, and the page is the same', async () => {
    await expect(second.products.range('51–75 of 240')).toBeVisible()
    await expect(second.products.row('Product 51')).toBeVisible()
    await expect(second.connect.heading).toBeHidden()
  })
  await test.step('the tour is not offered again, and the help has it', async () => {
    await expect(second.sidebar.tour).toBeHidden()
    await second.page.keyboard.press('F1')
    await second.page.getByRole('main').getByRole('button', { name: 'Take the tour' }).press('Enter')
    const again = second.page.getByRole('region', { name: 'Take the tour' })
    await expect(again).toContainText('1 of 4')
    await again.getByRole('button', { name: 'Skip' }).press('Enter')
    await expect(again).toBeHidden()
  })
  await test.step('the store is removed, and its key with it', async () => {
    await second.connections.open()
    await second.connections.remove('Corner shop')
    await expect(second.connect.heading).toBeVisible()
    expect(await keychainItem(id)).toBeNull()
  })
})

test(
  'items per page, page and scroll are kept over a restart',
  { tag: '@long' },
  async ({ launch, store }) => {
    const first = await launch()
    await connectTo(first, store)
    await first.tools.turnPaging()
    await first.products.itemsPerPage.selectOption('50')
    await first.products.goTo(2)
    await expect(first.products.range('51–100 of 240')).toBeVisible()
    await first.products.details.first().press('Control+End')
    await expect(first.products.row('Product 95')).toBeInViewport()
    await expect.poll(async () => (await first.keptView())?.scrollTop).toBeGreaterThan(500)
    await first.close()
    const second = await launch()
    await expect(second.products.range('51–100 of 240')).toBeVisible()
    await expect(second.products.row('Product 95')).toBeInViewport()
  }
)

test('several stores are switched between, each with its own page; one is renamed, and has its refused key replaced', async ({
  app,
  store
}) => {
  await connectTo(app, store)
  await app.tools.turnPaging()
  await app.products.goTo(4)
  await expect(app.products.range('76–100 of 240')).toBeVisible()
  await app.sidebar.choose('Connect a store')
  await app.connect.fill(entryFor(store, { name: 'Harbour shop', apiPath: '/api/landing/public/products' }))
  await app.connect.saveAndOpen.click()
  await expect(app.sidebar.switcher).toHaveAccessibleName(/Harbour shop/)
  await expect(app.products.range('240 products')).toBeVisible()
  await app.sidebar.choose('Corner shop')
  await expect(app.sidebar.switcher).toHaveAccessibleName(/Corner shop/)
  await expect(app.products.range('76–100 of 240')).toBeVisible()
  await test.step('a store is renamed', async () => {
    await app.connections.open()
    await app.connections.rename('Corner shop', 'Market hall')
    await expect(app.sidebar.switcher).toHaveAccessibleName(/Market hall/)
  })
  await test.step('a key that was refused is replaced, and the products come back', async () => {
    await app.sidebar.products.click()
    await replaceRefusedKey(app, store)
  })
})

/** The store takes another key from now on: the app says so, and takes it. */
async function replaceRefusedKey(app: App, store: FaultyStore): Promise<void> {
  store.credentials = { ...store.credentials, key: 'canary-key-rotated-5521' }
  await app.products.askAgain()
  const notice = app.products.notice('The store refused this key')
  await notice.getByRole('button', { name: 'Replace key' }).click()
  await app.connect.userId.fill(store.credentials.userId)
  await app.connect.key.fill(store.credentials.key)
  await app.page.getByRole('button', { name: 'Save key' }).click()
  await expect(app.products.row('Product 76')).toBeVisible()
  await expect(notice).toBeHidden()
  const saved = await keychainItem(await app.activeConnection())
  expect(JSON.parse(saved ?? '')).toEqual({ ...store.credentials, origin: store.baseUrl })
}

test('a store that is not saved yet is not left without a question, also while it is being asked', async ({
  app,
  store
}) => {
  await connectTo(app, store)
  await app.sidebar.choose('Connect a store')
  await app.connect.fill(entryFor(store, { name: 'Second shop' }))
  const question = app.page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await test.step('a person who stays has all that was typed', async () => {
    await app.page.keyboard.press('ControlOrMeta+2')
    await expect(question).toBeVisible()
    await expectAccessible(app.page)
    await app.page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(app.connect.name).toHaveValue('Second shop')
    await expect(app.connect.key).toHaveValue(store.credentials.key)
  })
  await test.step('what is being saved goes on meanwhile, and opens', async () => {
    store.shelf.delay = 2000
    await app.connect.saveAndOpen.click()
    await app.page.keyboard.press('ControlOrMeta+2')
    await expect(question).toBeVisible()
    await expect(question).toBeHidden()
    await expect(app.products.row('Product 1')).toBeVisible()
    await expect(app.sidebar.switcher).toContainText('Second shop')
  })
  store.shelf.delay = 0
  await test.step('who leaves it has not connected it', async () => {
    await app.sidebar.choose('Connect a store')
    await app.connect.fill(entryFor(store, { name: 'Third shop' }))
    await app.page.keyboard.press('ControlOrMeta+2')
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(app.products.row('Product 1')).toBeVisible()
    await app.sidebar.choose('Connect a store')
    await expect(app.connect.name).toHaveValue('')
  })
})

test('a name that was suggested is replaced by typing, whether one comes to it by the pointer or by Tab', async ({
  launch
}) => {
  const { connect, page } = await launch()
  await connect.address.fill('127.0.0.1:8080')
  await connect.name.click()
  await expect(connect.name).toHaveValue('127.0.0.1')
  await page.keyboard.type('Nord')
  await expect(connect.name).toHaveValue('Nord')
  await test.step('what a person typed is not', async () => {
    await connect.address.click()
    await connect.name.click()
    await page.keyboard.press('End')
    await page.keyboard.type('west')
    await expect(connect.name).toHaveValue('Nordwest')
  })
  await test.step('a suggestion that stands there already is', async () => {
    await connect.name.fill('')
    await connect.address.fill('localhost:8080')
    await page.keyboard.press('Tab')
    await expect(connect.name).toHaveValue('localhost')
    await connect.userId.click()
    await connect.name.click()
    await page.keyboard.type('Home')
    await expect(connect.name).toHaveValue('Home')
  })
})
