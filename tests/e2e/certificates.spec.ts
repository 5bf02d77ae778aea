import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  makeCertificate,
  makeExpired,
  makeForOtherHost,
  makeSelfSigned,
  type TestCertificate
} from '../support/certificates'
import { startFaultyStore } from '../support/faulty-store'
import { openAlways } from './support/file-dialogs'
import { entryFor, expect, test } from './fixtures'

// Electron's Node has a TLS library of its own, which names what is wrong in its own way.

test('the certificate of a store is judged, named for what is wrong with it, and trusted once its authority is added', async ({
  app,
  profile
}) => {
  const { connect, page } = app
  const tryStore = async (tls: TestCertificate, test: () => Promise<void>): Promise<void> => {
    const store = await startFaultyStore({ tls })
    try {
      await connect.fill(entryFor(store))
      await connect.testConnection.click()
      await test()
    } finally {
      await store.close()
    }
  }
  const addAuthority = async ({ ca }: TestCertificate): Promise<void> => {
    const file = join(profile, 'authority.pem')
    await writeFile(file, ca)
    await openAlways(app, file)
    const added = await page.evaluate(() => window.vitrine.call('network:add-authorities', undefined))
    expect(added.ok).toBe(true)
  }
  const failed = (words: RegExp) => async (): Promise<void> => {
    await expect(connect.message(words)).toBeVisible()
    await expect(connect.step('Certificate')).toContainText('failed')
  }
  const vouchedFor = await makeCertificate()
  await tryStore(vouchedFor, failed(/does not trust the certificate/))
  await tryStore(await makeSelfSigned(), failed(/does not trust the certificate/))
  for (const [certificate, words] of [
    [await makeExpired(), /is not valid right now/],
    [await makeForOtherHost(), /is for a different address/]
  ] as const) {
    await addAuthority(certificate)
    await tryStore(certificate, failed(words))
  }
  await addAuthority(vouchedFor)
  await tryStore(vouchedFor, async () => {
    await expect(connect.step('Key')).toContainText('works')
  })
})
