import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectTo, expect, needsKeychain, test } from './fixtures'
import { ConnectionCheckDialog } from './pages/connection-check-dialog'

test.beforeEach(needsKeychain)

test('a connection is checked step by step: healthy, with a refused key, and with its store away', async ({
  app,
  store
}) => {
  await connectTo(app, store)
  await app.connections.open()
  const check = new ConnectionCheckDialog(app.page)
  await app.connections.choose('Corner shop', 'Check connection…')
  await expect(check.dialog.getByText('Everything works.')).toBeVisible()
  await expect(check.step('answer')).toContainText('25 products on the first page, 240 in all')
  await expect(check.step('keychain')).toHaveAttribute('data-state', 'ok')

  store.scenario('key-refused')
  await check.again.click()
  await expect(check.dialog.getByText('One problem was found.')).toBeVisible()
  await expect(check.step('key')).toContainText('The store refused this key')
  await expect(check.step('answer')).toHaveAttribute('data-state', 'skipped')

  await store.goOffline()
  await check.again.click()
  await expect(check.step('connect')).toHaveAttribute('data-state', 'problem')
  await expect(check.step('key')).toContainText('the store has not confirmed it')
  await check.dialog.getByRole('button', { name: 'Copy report' }).click()
  await expect(check.dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
})

test('fault 79: diagnostics are shown whole before they are saved, and hold no key', async ({
  app,
  store,
  profile
}) => {
  await connectTo(app, store)
  await app.connections.open()
  await app.page.getByRole('button', { name: 'Save diagnostics…' }).click()
  const report = app.page.getByRole('region', { name: 'What will be saved' })
  await expect(report).toContainText('Vitrine diagnostics')
  await expect(report).toContainText(new URL(store.baseUrl).host)
  const file = join(profile, 'report.txt')
  await app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)
  await app.page.getByRole('button', { name: 'Save…', exact: true }).click()
  await expect(app.page.getByText('Saved as report.txt.')).toBeVisible()
  const saved = await readFile(file, 'utf8')
  expect(saved).toBe(await report.textContent())
  for (const secret of Object.values(store.credentials)) expect(saved).not.toContain(secret)
})
