import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { connectTo, expect, expectAccessible, needsKeychain, test } from './fixtures'
import { keychainItem } from './support/keychain'

test.beforeEach(needsKeychain)

test('a store whose settings were lost is found, connected again with its key, and removed with it', async ({
  launch,
  profile,
  store
}) => {
  const first = await launch()
  await connectTo(first, store)
  const id = await first.activeConnection()
  await expect.poll(() => readdir(join(profile, 'connections', id))).toContain('store.json')
  await first.close()
  const lose = async (): Promise<void> => {
    for (const name of ['settings.json', 'settings.backup.json'])
      await rm(join(profile, name), { force: true })
  }
  await lose()

  const second = await launch()
  const found = second.page.getByRole('region', { name: 'Found on this computer' })
  await expect(found).toContainText(store.baseUrl)
  await expect(found).toContainText('Key in the keychain')
  await expectAccessible(second.page)
  await found.getByRole('button', { name: /^Connect again/ }).click()
  await expect(second.products.row('Product 1')).toBeVisible()
  expect(await second.activeConnection()).toBe(id)
  await second.close()
  await lose()

  const third = await launch()
  const again = third.page.getByRole('region', { name: 'Found on this computer' })
  await again.getByRole('button', { name: /^Remove/ }).click()
  await third.page.getByRole('button', { name: 'Remove store' }).click()
  // Behind the question the list is hidden from roles already.
  await expect.poll(() => keychainItem(id)).toBeNull()
  await expect(third.page.getByRole('alertdialog')).toBeHidden()
  await expect(again).toBeHidden()
})
