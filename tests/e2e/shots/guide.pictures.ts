import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectTo, entryFor, expect, needsKeychain, test } from '../fixtures'
import { ExportDialog } from '../pages/export-dialog'
import { GalleryPage } from '../pages/gallery-page'
import { Reviews } from '../pages/reviews'
import { TeamPage } from '../pages/team-page'
import type { App } from '../support/app'
import { readyDemo } from './demo'
import { pictureOf } from './dressing'

const docs = join(import.meta.dirname, '..', '..', '..', 'docs')

/** Keeps what is on screen for docs/guide.md. */
async function keep(app: App, name: string): Promise<void> {
  await mkdir(join(docs, 'guide'), { recursive: true })
  await writeFile(join(docs, 'guide', `${name}.webp`), await pictureOf(app))
}

test.beforeEach(() => test.slow())

/** Some of the store's items, by their places in its list, 1-based. */
const evening = [
  [3, { name: 'Hav hand trowel', price: 29 }],
  [4, { name: 'Varde coffee table', price: 373, description: 'A low table of oak.' }],
  [6, { name: 'Ori moka pot, 6 cups', price: 45.95 }],
  [8, { name: 'Radler helmet', price: 107 }],
  [9, { name: 'Orange Blossom bath oil', price: 27.95 }]
] as const
/** What becomes of them until the next sync. */
const overnight = [
  [3, { price: 26.5 }],
  [4, { description: 'A low table of oiled oak, 40 cm high.' }],
  [6, { name: 'Ori moka pot, 9 cups' }],
  [8, { price: 119 }]
] as const

test('connecting', async ({ app, store }) => {
  await app.page.setViewportSize({ width: 1280, height: 800 })
  const address = 'https://shop.example.com'
  const credentials = { ...store.credentials, userId: 'kim' }
  await app.connect.fill({ ...entryFor(store), address, credentials })
  await keep(app, 'connect')
})

test('what is done with a catalog', async ({ launch }) => {
  const app = await readyDemo(launch)
  await app.tools.search.fill('lamp')
  await app.tools.filters.click()
  await app.tools.priceFrom.fill('50')
  await expect(app.tools.chips.getByRole('listitem')).toHaveCount(2)
  await app.products.expectPictures()
  await keep(app, 'search')
  await app.page.keyboard.press('Escape')
  await app.tools.clearAll.click()
  const gallery = new GalleryPage(app.page)
  await gallery.choose('Gallery')
  await expect(gallery.tiles.first()).toBeVisible()
  await keep(app, 'gallery')
  await gallery.choose('Table')
  await app.care.open()
  await app.care.setName('Kim')
  await app.care.close()
  for (const n of [1, 2, 3]) await app.products.table.getByRole('checkbox').nth(n).click()
  await new Reviews(app.page).markSelected('Approve')
  await app.care.open()
  await expect(app.care.log.first()).toBeVisible()
  await keep(app, 'sharing')
  await app.care.close()
  await app.review.open()
  await app.review.press('w', '2')
  await expect(app.review.progress).toContainText('4 of')
  await keep(app, 'review')
  await app.quality.open()
  await keep(app, 'quality')
  await app.sidebar.products.click()
  const exported = new ExportDialog(app.page)
  await exported.open()
  await keep(app, 'export')
  await app.page.keyboard.press('Escape')
  await app.page.keyboard.press('ControlOrMeta+Comma')
  await expect(app.page.getByRole('navigation', { name: 'Settings sections' })).toBeVisible()
  await keep(app, 'settings')
})

test('what a sync brought', async ({ app, store }) => {
  needsKeychain()
  const { shelf } = store
  for (const [n, item] of evening) shelf.edits.set(n, item)
  shelf.total = 60
  await connectTo(app, store)
  await app.syncedTimes(1)
  for (const [n, change] of overnight) shelf.edits.set(n, { ...shelf.edits.get(n), ...change })
  shelf.removed.add(9)
  await app.tools.sync()
  await app.syncedTimes(2)
  await app.changes.entry.click()
  await expect(app.changes.rows).toHaveCount(5)
  await app.changes.row('Hav hand trowel: Price changed').click()
  await expect(app.changes.pane.getByRole('slider')).toBeVisible()
  await keep(app, 'changes')
})

test('a team', async ({ app, colleague, store, profile }) => {
  needsKeychain()
  for (const [n, item] of evening) store.shelf.edits.set(n, item)
  store.shelf.total = 60
  const folder = join(profile, 'Team reviews')
  await mkdir(folder)
  for (const one of [app, colleague]) {
    await connectTo(one, store)
    await one.syncedTimes(1)
  }
  const [kim, sam] = [new TeamPage(app.page), new TeamPage(colleague.page)]
  await kim.open()
  await kim.create.click()
  await kim.fill({ kind: 'Folder', where: folder, name: 'Kim' })
  await kim.finish('Create')
  await expect(kim.members).toContainText('Kim')
  await sam.open()
  await sam.join.click()
  await sam.fill({ kind: 'Folder', where: folder, name: 'Sam' })
  await sam.finish('Join')
  await expect(sam.members).toContainText('Sam')
  for (const [one, deed, some] of [
    [app, 'Ignore', [1, 2, 3, 4, 5]],
    [colleague, 'Needs work', [5, 6]],
    [colleague, 'Ignore', [1, 2, 3]]
  ] as const) {
    await one.sidebar.products.click()
    for (const n of some) await one.products.table.getByRole('checkbox').nth(n).click()
    await new Reviews(one.page).markSelected(deed)
    await expect(new Reviews(one.page).selection).toBeHidden()
  }
  for (const page of [sam, kim]) {
    await page.open()
    await page.exchange.click()
    await expect(page.status).not.toContainText('wait')
  }
  await expect(app.page.getByRole('region', { name: 'Agreement' })).toContainText('of 4 products')
  // A path as people have them, in place of the test's own.
  await app.page.getByText(folder).evaluate((line) => (line.textContent = '/Volumes/Shop/Team reviews'))
  await keep(app, 'team')
})

test('the beginning of the README', async ({ launch }) => {
  const app = await readyDemo(launch)
  for (const colorScheme of ['light', 'dark'] as const) {
    await app.page.emulateMedia({ colorScheme })
    await app.page.screenshot({
      path: join(docs, `products-${colorScheme}.png`),
      animations: 'disabled'
    })
  }
})
