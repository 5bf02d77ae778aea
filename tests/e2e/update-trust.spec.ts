import { type ElectronApplication, _electron, expect, test } from '@playwright/test'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleInto } from '../support/bundle'
import { makeCertificate } from '../support/certificates'
import { isShell } from './support/app'

test.skip(isShell(), 'the Chromium shell has no sessions for requests of the main process')

const list = [
  'version: 999.0.0',
  'files:',
  '  - url: Vitrine.AppImage',
  '    sha512: AA==',
  '    size: 1',
  'path: Vitrine.AppImage',
  'sha512: AA==',
  "releaseDate: '2026-11-22T09:00:00.000Z'",
  ''
].join('\n')

/** A server of versions whose certificate only the returned authority (PEM) vouches for. */
async function startServer(): Promise<{ address: string; authority: string; close: () => void }> {
  const { key, cert, ca } = await makeCertificate()
  const server = createServer({ key, cert }, (_, response) => response.end(list))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `https://127.0.0.1:${port}/v/`, authority: ca, close: () => server.close() }
}

/** Starts tests/e2e/support/updater-main.ts. */
async function startUpdater(folder: string, address: string): Promise<ElectronApplication> {
  await bundleInto(folder, { main: 'tests/e2e/support/updater-main.ts' }, ['electron', 'electron-updater'])
  await symlink(
    join(import.meta.dirname, '..', '..', 'node_modules'),
    join(folder, 'node_modules'),
    'junction'
  )
  const file = join(folder, 'app-update.yml')
  await writeFile(file, `provider: generic\nurl: ${address}\nupdaterCacheDirName: vitrine-updater\n`)
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return _electron.launch({
    args: [...sandbox, `--user-data-dir=${join(folder, 'profile')}`, join(folder, 'main.mjs'), address, file],
    chromiumSandbox: process.getuid?.() !== 0
  })
}

test('a certificate authority counts for updates as soon as it is added, and not any longer once it is removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-updater-'))
  const server = await startServer()
  const electron = await startUpdater(folder, server.address)
  const look = (authorities: string[]): Promise<string> =>
    electron.evaluate((_, added) => globalThis.lookForUpdate(added), authorities)
  try {
    expect(await look([])).toBe('insecure')
    expect(await look([server.authority])).toBe('999.0.0')
    expect(await look([])).toBe('insecure')
    expect(await look([server.authority])).toBe('999.0.0')
  } finally {
    await electron.close()
    server.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
