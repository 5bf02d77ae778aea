import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { entryFor, expect, test } from './fixtures'

test.skip(process.platform !== 'linux', 'a session without a keychain can be had only on Linux')

/** No session bus, and no way to find or start one. */
const withoutBus = {
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus',
  XDG_RUNTIME_DIR: undefined
}

test('fault 73: without a keychain the key is kept for this session only, said so, and never in a file', async ({
  launch,
  profile,
  store
}) => {
  const app = await launch({ env: withoutBus })
  await app.connect.fill(entryFor(store))
  await app.connect.saveAndOpen.click()
  await expect(app.connect.message(/no keychain that the app can use/)).toBeVisible()
  await expect(app.products.table).toBeHidden()
  await app.page.getByRole('button', { name: 'Keep the key for this session only' }).click()
  await expect(app.products.row('Product 1')).toBeVisible()
  await expect(app.products.range('240 products')).toBeVisible()
  await app.close()

  for (const file of await readdir(profile, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const bytes = await readFile(join(file.parentPath, file.name))
    expect(bytes.includes(store.credentials.key), file.name).toBe(false)
  }

  // The key is gone, and the copy is not: it is looked at, and a quiet line asks for the key.
  const again = await launch({ env: withoutBus })
  const { page } = again
  await expect(page.getByText('Showing the offline copy of Corner shop')).toBeVisible()
  await expect(again.products.row('Product 1')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+3')
  await expect(page.getByRole('heading', { name: 'Review', level: 1 })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Enter key…' }).click()
  await expect(page.getByRole('heading', { name: 'Enter the key again' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Review', level: 1 })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
