import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { body, startHostileServer, status } from '../support/hostile-images/hostile-server'
import { noise, otherEdition } from '../support/hostile-images/large-pictures'
import {
  htmlFile,
  jpegFile,
  lyingPng,
  photo,
  svgFile,
  tiffFile,
  truncated
} from '../support/hostile-images/picture-files'
import { connectTo, expect, needsKeychain, test } from './fixtures'
import type { App } from './support/app'

test.beforeEach(() => {
  needsKeychain()
  test.slow()
})

/** The catalog is in the copy, so that filters and long lists have all of it. */
async function expectCopied(app: App): Promise<void> {
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete', { timeout: 60_000 })
}

/** Nothing is fetched in advance: what is there then, somebody has looked at. */
async function keepOnlyWhatIsSeen(app: App): Promise<void> {
  await app.pictures.open()
  await app.pictures.keep('Only pictures I have opened').check()
  await expect(app.pictures.progress).toBeHidden()
  await app.pictures.close()
}

/** All pictures of the catalog were fetched, or found broken. */
async function expectGathered(app: App): Promise<void> {
  await app.pictures.open()
  await expect(app.pictures.part.getByText('Complete')).toBeVisible({ timeout: 90_000 })
  await app.pictures.close()
}

/** A server of pictures is told nothing of who asks (fault 71). */
function expectNoSecrets(headers: IncomingHttpHeaders): void {
  for (const name of ['x-api-key', 'userid', 'cookie', 'referer']) expect(headers).not.toHaveProperty(name)
}

const late =
  (answer: RequestListener, ms: number): RequestListener =>
  (request, response) => {
    setTimeout(answer, ms, request, response).unref()
  }

test('fault 2: pictures of a few thousand rows that were scrolled through are there without the store, also after a restart', async ({
  launch,
  store
}) => {
  store.shelf.total = 3000
  const stops = [0, 0.2, 0.4, 0.6, 0.8, 1]
  const first = await launch()
  await connectTo(first, store)
  await keepOnlyWhatIsSeen(first)
  await expectCopied(first)
  const lookAround = async (app: App): Promise<void> => {
    for (const stop of stops) {
      await app.products.scrollTo(stop)
      await app.products.expectPictures()
    }
  }
  await test.step('they appear wherever the scroll stops; what only flew by is not asked for', async () => {
    for (let part = 0; part <= 1; part += 0.02) await first.products.scrollTo(part)
    await lookAround(first)
    expect(new Set(store.pictureRequests()).size).toBeLessThan(1500)
  })
  await store.goOffline()
  await test.step('they are there without the store', () => lookAround(first))
  await first.close()
  const second = await launch()
  await test.step('they are there after a restart without the store', async () => {
    await expect(second.products.rows.first()).toBeVisible()
    await lookAround(second)
  })
})

test('fault 2: thumbnails of the whole catalog are there without the store, though nobody looked at them', async ({
  launch,
  store
}) => {
  store.shelf.total = 400
  const first = await launch()
  await connectTo(first, store)
  await expectCopied(first)
  await expectGathered(first)
  expect(new Set(store.pictureRequests()).size).toBe(400)
  await store.goOffline()
  await first.close()
  const second = await launch()
  await expect(second.products.rows.first()).toBeVisible()
  await second.products.scrollTo(1)
  await expect(second.products.row('Product 400')).toBeVisible()
  await second.products.expectPictures()
})

test('fetching pictures in advance is paused, stays so over a restart, and goes on to the end', async ({
  launch,
  store
}) => {
  store.shelf.total = 240
  const slowly: RequestListener = late(body(await jpegFile()), 250)
  for (let n = 30; n <= 240; n += 1) store.pictures.set(n, slowly)
  const first = await launch()
  await connectTo(first, store)
  await expectCopied(first)
  await first.pictures.open()
  await expect(first.page.locator('[data-work=gathering]')).toContainText('Downloading pictures')
  await first.pictures.pause.click()
  await expect(first.pictures.resume).toBeVisible()
  await expect(first.page.locator('[data-work=gathering]')).toBeHidden()
  await first.close()
  // Those on screen, and on the page that stands ready to be turned to, are looked at, whether others are fetched in advance or not.
  const inAdvance = (): Set<number> => new Set(store.pictureRequests().filter((n) => n > 50))
  const asked = inAdvance()
  expect(asked.size).toBeLessThan(190)

  const second = await launch()
  await second.pictures.open()
  await expect(second.pictures.part.getByText('Paused', { exact: true })).toBeVisible()
  await expect(second.pictures.progress).toHaveAttribute('aria-valuemax', '240')
  expect(inAdvance()).toEqual(asked)
  await second.pictures.resume.click()
  await expect(second.pictures.part.getByText('Complete')).toBeVisible({ timeout: 90_000 })
  expect(new Set(store.pictureRequests()).size).toBe(240)
})

test('fault 59, 62, 63, 64, 65, 66, 71, 117: pictures that cannot be shown say why, and are found by the filter', async ({
  app,
  store
}) => {
  store.shelf.total = 60
  const whole = await jpegFile()
  const secret = store.baseUrl.replace('http://', 'http://user:secret@')
  store.shelf.edits.set(2, { image: 'file:///etc/passwd' })
  store.shelf.edits.set(3, { image: `${secret}/images/3.png` })
  store.pictures.set(4, body(svgFile))
  store.pictures.set(5, body(await lyingPng(60_000, 60_000)))
  store.pictures.set(6, body(truncated(whole)))
  store.pictures.set(7, body(htmlFile))
  store.pictures.set(8, status(404))
  store.pictures.set(9, body(await tiffFile()))
  store.pictures.set(10, body(await lyingPng(8000, 8000, { bits: 16, hasAlpha: true, interlaced: true })))
  const reasons: [name: string, reason: string][] = [
    ['Product 2', 'picture addresses of this kind'],
    ['Product 3', 'picture addresses of this kind'],
    ['Product 4', 'does not lead to a picture'],
    ['Product 5', 'too large'],
    ['Product 6', 'damaged'],
    ['Product 7', 'does not lead to a picture'],
    ['Product 8', 'no picture at this address'],
    ['Product 9', 'does not lead to a picture'],
    ['Product 10', 'too large']
  ]
  await connectTo(app, store)
  for (const [name, reason] of reasons) await expect(app.products.row(name)).toContainText(reason)
  await expectCopied(app)
  await expectGathered(app)
  await test.step('the preview says it as well', async () => {
    await app.products.thumbnail('Product 6').click()
    await expect(app.preview.picture.getByText('The picture is damaged.')).toBeVisible()
    await app.page.keyboard.press('Escape')
  })
  await test.step('the filter finds these and no others', async () => {
    await app.pictures.open()
    await expect(app.pictures.part.getByText('9 cannot be shown')).toBeVisible()
    await app.pictures.showBroken.click()
    await expect(app.tools.chip('Broken pictures')).toBeVisible()
    await expect.poll(() => app.products.names()).toEqual(reasons.map(([name]) => name))
    await expect(app.products.row('Product 6')).toContainText('damaged')
  })
  await test.step('small ones are found too, and the chip takes the filter away', async () => {
    await app.tools.filterBy('Not checked yet')
    await expect(app.page.getByText('No products match')).toBeVisible()
    await app.tools.filters.click()
    await app.page.getByRole('button', { name: 'Smaller than 300 px' }).click()
    await app.page.keyboard.press('Escape')
    await expect(app.products.range('51 of 60 products')).toBeVisible()
    await app.tools.chip('Pictures smaller than 300 px').click()
    await expect(app.products.range('60 products')).toBeVisible()
  })
  const forPictures = store.requests.filter(({ url }) => url.startsWith('/images/'))
  for (const { headers } of forPictures) expectNoSecrets(headers)
})

test('products that show the same picture are found from one of them, after a restart as well', async ({
  launch,
  store
}) => {
  store.shelf.total = 60
  const teapot = await photo(5, 900, 600)
  store.pictures.set(7, body(teapot))
  store.pictures.set(21, body(teapot))
  // The same in another size and format: it looks alike.
  store.pictures.set(44, body(await otherEdition(teapot, 450)))
  for (const n of [8, 9, 10]) store.pictures.set(n, body(await photo(n + 20, 600, 600)))
  const first = await launch()
  await connectTo(first, store)
  await expectCopied(first)
  await expectGathered(first)
  await first.products.row('Product 7').click({ button: 'right' })
  await first.page.getByRole('menuitem', { name: 'Picture', exact: true }).press('ArrowRight')
  await first.page.getByRole('menuitem', { name: 'Find the same picture' }).press('Enter')
  const same = ['Product 7', 'Product 21', 'Product 44']
  await expect.poll(() => first.products.names()).toEqual(same)
  await expect(first.tools.chip('Same or similar picture as “Product 7”')).toBeVisible()
  await expect.poll(async () => (await first.keptView())?.filters.samePicture?.id).toBe('P-00007')
  await first.close()
  const second = await launch()
  await expect.poll(() => second.products.names()).toEqual(same)
  await second.tools.chip('Same or similar picture as “Product 7”').click()
  await expect(second.products.range('60 products')).toBeVisible()
})

test('Clear pictures empties the disk of them, and touches nothing else', async ({ launch, store }) => {
  const first = await launch()
  await connectTo(first, store)
  await keepOnlyWhatIsSeen(first)
  await expectCopied(first)
  await first.products.expectPictures()
  await first.pictures.open()
  await expect.poll(() => first.pictures.used()).toBeGreaterThan(0)
  await test.step('a second thought leads back to the dialog, by Escape too', async () => {
    await first.pictures.part.getByRole('button', { name: 'Clear pictures' }).click()
    await expect(first.pictures.question).toBeVisible()
    await first.page.keyboard.press('Escape')
    await expect(first.pictures.question).toBeHidden()
    await expect(first.pictures.meter).toBeVisible()
  })
  await first.pictures.clear()
  await expect.poll(() => first.pictures.used()).toBe(0)
  await expect(first.pictures.part.getByText('0 pictures from all stores')).toBeVisible()
  await first.close()
  await store.goOffline()
  const second = await launch()
  await expect(second.products.row('Product 1')).toBeVisible()
  await expect(second.products.range('240 products'), 'the catalog is as it was').toBeVisible()
  await expect(second.products.row('Product 1')).toContainText('could not be loaded')
  await store.comeBack()
  await second.products.askAgain()
  await second.products.expectPictures()
  await second.pictures.open()
  await expect.poll(() => second.pictures.used()).toBeGreaterThan(0)
})

test('a lower limit holds at once: what nobody has looked at for longest goes, and fetching in advance stops short of it', async ({
  app,
  store
}) => {
  store.shelf.total = 30
  for (let n = 1; n <= 30; n += 1) store.pictures.set(n, body(await noise(n)))
  await connectTo(app, store)
  await expectCopied(app)
  await app.pictures.open()
  await app.pictures.keep('Thumbnails and previews of the whole catalog').check()
  await expect(app.pictures.part.getByText('Complete')).toBeVisible({ timeout: 120_000 })
  await expect.poll(() => app.pictures.used()).toBeGreaterThan(11_000_000)
  await app.pictures.limit.selectOption({ label: '512 MB' })
  await expect(app.pictures.meter).toHaveAttribute('aria-valuemax', '512000000')
  // Lower than any that the dialog offers: a test has no half a gigabyte of pictures.
  await app.page.evaluate(() => window.vitrine.call('pictures:set-limit', { bytes: 10_000_000 }))
  await expect(app.pictures.meter).toHaveAttribute('aria-valuemax', '10000000')
  await expect.poll(() => app.pictures.used()).toBeLessThanOrEqual(10_000_000)
  await test.step('what does not fit is not fetched in advance again', async () => {
    await app.pictures.keep('Thumbnails of the whole catalog').check()
    await app.pictures.keep('Thumbnails and previews of the whole catalog').check()
    await expect(app.pictures.part.getByText('Limit reached')).toBeVisible({ timeout: 90_000 })
    expect(await app.pictures.used()).toBeLessThanOrEqual(10_000_000)
  })
})

test('fault 60, 71: a picture in a private network is refused, and shown once the person has allowed its host', async ({
  launch,
  store
}) => {
  const server = await startHostileServer()
  server.on('/teapot.jpg', body(await jpegFile(640, 480)))
  store.shelf.edits.set(3, { image: `${server.origin}/teapot.jpg` })
  try {
    const first = await launch()
    await connectTo(first, store)
    await expect(first.products.row('Product 3')).toContainText('private network')
    expect(server.seen).toEqual([])
    await first.products.thumbnail('Product 3').click()
    await first.preview.dialog.getByRole('button', { name: `Allow pictures from ${server.host}` }).click()
    await expect.poll(() => first.preview.pictureWidth()).toBe(640)
    await first.page.keyboard.press('Escape')
    await expect(first.products.row('Product 3')).not.toContainText('private network')
    await first.close()
    const second = await launch()
    await expect(second.products.row('Product 3')).toBeVisible()
    await second.products.expectPictures()
    await expect(second.products.row('Product 3')).not.toContainText('private network')
    for (const { headers } of server.seen) expectNoSecrets(headers)
  } finally {
    await server.close()
  }
})
