import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectTo, expect, needsKeychain, test } from './fixtures'
import { inWindow } from './support/in-window'

test('fault 96: a window that crashes comes back, on the page where it was', async ({ app, store }) => {
  needsKeychain()
  await connectTo(app, store)
  await app.tools.turnPaging()
  await app.products.goTo(3)
  await expect(app.products.row('Product 51')).toBeVisible()
  // The place is kept a moment after it was reached.
  await expect.poll(async () => (await app.keptView())?.page).toBe(3)
  const crash = app.page.waitForEvent('crash')
  await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
  )
  await crash
  await expect.poll(() => inWindow(app, 'document.body.innerText')).toContain('Product 51')
})

test('fault 97: quitting works while the store does not answer', async ({ app, store }) => {
  needsKeychain()
  await connectTo(app, store)
  store.scenario('no-answer')
  const asked = store.pageRequests()
  await app.products.askAgain()
  await expect.poll(() => store.pageRequests()).toBeGreaterThan(asked)
  const ended = new Promise((resolve) => app.electron.process().once('exit', resolve))
  await app.close()
  expect(await ended).toBe(0)
})

test('fault 92: a damaged settings file is kept aside, and told of once', async ({ launch, profile }) => {
  await writeFile(join(profile, 'settings.json'), '{"connections": [')
  const app = await launch()
  await expect(app.connect.heading).toBeVisible()
  const notice = app.page.getByText(/settings could not be read/i).first()
  await expect(notice).toBeVisible()
  expect((await readdir(profile)).filter((name) => name.startsWith('settings.damaged-'))).toHaveLength(1)
  await app.close()
  const again = await launch()
  await expect(again.connect.heading).toBeVisible()
  await expect(again.page.getByText(/settings could not be read/i)).toBeHidden()
})
