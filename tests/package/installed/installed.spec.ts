import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { cleanKeychain, keychainItem } from '../../e2e/support/keychain'
import { filesUnder, logText } from '../../e2e/support/files'
import { startFaultyStore, type FaultyStore } from '../../support/faulty-store'
import { InstalledApp } from './installed-app'
import { installations, madePackage, neededLibraries, packageOf } from './packages'
import { keyringItems } from './keyring-items'
import { press, saveIn, takePicture, windowClass } from './screen'

let folder = ''
let store: FaultyStore
const apps: InstalledApp[] = []
const profile = (): string => join(folder, 'profile')

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-installed-'))
  store = await startFaultyStore()
})

test.afterEach(async ({}, testInfo) => {
  if (testInfo.status !== testInfo.expectedStatus) takePicture(testInfo.outputPath('failed.png'))
  for (const app of apps.splice(0)) await app.kill()
  await store.close()
  if (existsSync(profile())) await cleanKeychain(profile())
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

for (const { name, install, program: path } of installations()) {
  test(`${name}: pictures, a key in the keychain, a sync, an export, an end in order`, async ({}, testInfo) => {
    install(join(folder, 'installed'))
    const program = join(folder, 'installed', path)
    const picture = (what: string): string => testInfo.outputPath(`${what}.png`)
    await lookAtDemo(program, picture('demo'))
    await connectAndExport(program, profile(), picture('export'))
    await startAgain(program, profile())
  })
}

/** The demo store has its pictures, and the window the name that the desktop looks for. */
async function lookAtDemo(program: string, picture: string): Promise<void> {
  const profile = join(folder, 'demo')
  // What the fuses forbid: none of it may do anything.
  const env = { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require=${join(folder, 'nothing.cjs')}` }
  const app = await start(program, profile, { args: ['--demo', '--inspect=0'], env })
  await app.products.expectPictures()
  expect(await app.page.locator('img').count()).toBeGreaterThan(3)
  expect(await windowClass(app.pid, 'Demo store')).toBe('vitrine')
  takePicture(picture)
  await press(app.pid, 'Demo store', 'ctrl+q')
  await expectOrderlyEnd(app, profile)
  expect(app.output).not.toMatch(/Debugger listening|Cannot find module/)
}

/** A store is connected, its key goes into the keychain alone, and what is synced can be exported. */
async function connectAndExport(program: string, profile: string, picture: string): Promise<void> {
  const app = await start(program, profile)
  const { credentials, baseUrl } = store
  await app.connect.fill({ name: 'Corner shop', address: baseUrl, credentials })
  await app.connect.saveAndOpen.click()
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.products.expectPictures()
  expect(await keychainItem(await connectionId(app))).toContain(credentials.key)
  // Chromium has put nothing beside it (D11).
  expect(keyringItems()).toHaveLength(1)

  const file = join(folder, 'products.csv')
  await app.exported.open()
  await app.exported.format('CSV').check({ force: true })
  await app.exported.start.click()
  await saveIn(app.pid, 'Export products', file)
  await expect(app.page.locator('[data-export="done"]')).toBeVisible()
  takePicture(picture)
  const records: string[][] = parse(readFileSync(file), { bom: true, relax_column_count: true })
  expect(records.filter((record) => record.some((cell) => /^Product \d+$/.test(cell)))).toHaveLength(240)
  app.terminate()
  await expectOrderlyEnd(app, profile)
  for await (const { path, bytes } of filesUnder(profile))
    expect(bytes.includes(credentials.key), path).toBe(false)
}

/** After a restart the key is read from the keychain, and the store accepts it. */
async function startAgain(program: string, profile: string): Promise<void> {
  store.requests.length = 0
  const app = await start(program, profile)
  await expect(app.products.row('Product 1')).toBeVisible()
  await app.tools.sync()
  await expect.poll(() => store.pageRequests()).toBeGreaterThan(0)
  await expect.poll(() => syncsEnded(profile)).toBe(2)
  const keys = store.requests
    .filter(({ url }) => !url.startsWith('/images/'))
    .map(({ headers }) => headers['x-api-key'])
  expect(new Set(keys)).toEqual(new Set([store.credentials.key]))
  await press(app.pid, 'Corner shop', 'ctrl+q')
  await expectOrderlyEnd(app, profile)
}

async function start(
  program: string,
  profile: string,
  options: Parameters<typeof InstalledApp.start>[2] = {}
): Promise<InstalledApp> {
  const app = await InstalledApp.start(program, profile, options)
  apps.push(app)
  return app
}

/** The app ends by itself, says that all went well, and leaves the profile to the next start. */
async function expectOrderlyEnd(app: InstalledApp, profile: string): Promise<void> {
  expect(await app.ended()).toBe(0)
  expect(readdirSync(profile).filter((name) => name.startsWith('Singleton'))).toEqual([])
  expect(app.complaints).toEqual([])
  expect((await logText(profile)).split('\n').filter((line) => line.includes('"level":"error"'))).toEqual([])
}

async function connectionId(app: InstalledApp): Promise<string> {
  const list = await app.page.evaluate(() => window.vitrine.call('connections:list', undefined))
  if (!list.ok || list.value.activeId === null) throw new Error('No connection is active.')
  return list.value.activeId
}

/** How many syncs ended well, as the log says. */
async function syncsEnded(profile: string): Promise<number> {
  return [...(await logText(profile)).matchAll(/"outcome":"complete","msg":"a sync ended"/g)].length
}

test('the deb: Debian’s linter finds nothing, and it depends on every library that the program is linked with', () => {
  const deb = madePackage('.deb')
  test.skip(deb === null, 'no deb was made')
  const linted = spawnSync('lintian', ['--no-cfg', '--fail-on', 'error,warning', deb ?? ''], {
    encoding: 'utf8'
  })
  expect(`${linted.stdout}${linted.stderr}`.split('\n').filter((line) => !isOfRoot(line))).toEqual([])
  expect(linted.status).toBe(0)

  execFileSync('dpkg-deb', ['--extract', deb ?? '', folder])
  const desktop = join(folder, 'usr/share/applications/vitrine.desktop')
  execFileSync('desktop-file-validate', [desktop])
  expect(readFileSync(desktop, 'utf8')).toMatch(/^StartupWMClass=vitrine$/m)
  const depends = execFileSync('dpkg-deb', ['--field', deb ?? '', 'Depends'], { encoding: 'utf8' })
  const libraries = neededLibraries(join(folder, 'opt', 'Vitrine'))
  expect(libraries).toContain('libgtk-3.so.0')
  const missing = libraries.filter((library) => !dependsOn(depends, packageOf(library)))
  expect(missing).toEqual([])
})

/** Whether a package is named, also by the name that it had before 64 bits of time. */
function dependsOn(depends: string, name: string | null): boolean {
  const names = depends.split(/[,|]/).map((each) => each.trim())
  return name !== null && (names.includes(name) || names.includes(name.replace(/t64$/, '')))
}

/** Said of itself, not of the package. */
const isOfRoot = (line: string): boolean => line === '' || line.includes('running with root privileges')
