import AxeBuilder from '@axe-core/playwright'
import { type Page, test as base, expect } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FaultyStore, startFaultyStore } from '../support/faulty-store'
import type { StoreEntry } from './pages/connect-page'
import { App, type LaunchOptions } from './support/app'
import { logText } from './support/files'
import { cleanKeychain } from './support/keychain'

export { expect }

/** True where a keychain can be used without a person: `npm test` starts one. */
const keychainForTests = process.env.VITRINE_TEST_KEYRING === '1'

interface Fixtures {
  /** Whether a test provokes what is a defect in all others: errors of the page, blocked resources. */
  complaintsExpected: boolean
  /** The app's own folder, new and empty for each test, kept over restarts within it. */
  profile: string
  /** Starts the app, as often as a test wants; all are ended with the test. */
  launch: (options?: LaunchOptions) => Promise<App>
  /** An app that was started with nothing special. */
  app: App
  /** The app of another person, who has their own folder. */
  colleague: App
  /** A healthy store of 240 products, "Product 1" and so on, until told otherwise. */
  store: FaultyStore
}

/** Makes a folder for an app, and takes it away with what the keychain holds for it. */
async function withProfile(use: (profile: string) => Promise<void>): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'))
  await use(profile)
  if (keychainForTests) await cleanKeychain(profile)
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
}

export const test = base.extend<Fixtures>({
  complaintsExpected: [false, { option: true }],
  profile: async ({}, use) => {
    await withProfile(use)
  },
  launch: async ({ profile, complaintsExpected }, use, testInfo) => {
    const apps: App[] = []
    await use(async (options) => {
      const app = await App.launch(profile, options)
      apps.push(app)
      return app
    })
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const [index, app] of apps.entries()) {
        await testInfo.attach(`output of the app, start ${index + 1}`, { body: app.output })
        await attachPicture(app)
      }
      await testInfo.attach('log of the app', { body: await logText(profile) })
    }
    for (const app of apps) await app.close()
    if (!complaintsExpected) expect(apps.flatMap(({ complaints }) => complaints)).toEqual([])

    async function attachPicture(app: App): Promise<void> {
      const body = await app.page.screenshot({ timeout: 5_000 }).catch(() => null)
      if (body) await testInfo.attach('screenshot', { body, contentType: 'image/png' })
    }
  },
  app: async ({ launch }, use) => {
    await use(await launch())
  },
  colleague: async ({}, use) => {
    await withProfile(async (profile) => {
      const app = await App.launch(profile)
      await use(app)
      await app.close()
      expect(app.complaints).toEqual([])
    })
  },
  store: async ({}, use) => {
    const store = await startFaultyStore()
    await use(store)
    await store.close()
  }
})

/** What a person would type to connect this store. */
export function entryFor(store: FaultyStore, changes: Partial<StoreEntry> = {}): StoreEntry {
  return { name: 'Corner shop', address: store.baseUrl, credentials: store.credentials, ...changes }
}

/** Connects a healthy store as a person does, up to its first page. */
export async function connectTo(app: App, store: FaultyStore): Promise<void> {
  await app.connect.fill(entryFor(store))
  await app.connect.saveAndOpen.click()
  await expect(app.products.row('Product 1')).toBeVisible()
}

/**
 * Skips a test that needs a keychain where none can be used without a person. On Linux in CI there must be one: a
 * proof that was left out must not look like one that was given.
 */
export function needsKeychain(): void {
  const isOwed = Boolean(process.env.CI) && process.platform === 'linux'
  test.skip(!keychainForTests && !isOwed, 'needs a keychain that tests may use (npm test starts one)')
}

/** Looks at the page with axe, in light and in dark, and expects nothing found. */
export async function expectAccessible(page: Page): Promise<void> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion the other colors are there at once; what is on its way from one to the other is neither.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await page.evaluate(changingColors)).toEqual([])
    // The app's window is no browser tab: axe must not open one to collect frames.
    const axe = new AxeBuilder({ page }).setLegacyMode(true)
    // Only colors are others in the dark.
    if (colorScheme === 'dark') axe.withRules(['color-contrast'])
    const { violations } = await axe.analyze()
    for (const { id, help, nodes } of violations) {
      found.push(`${colorScheme}, ${id}: ${help}\n${nodes.map(({ html }) => html).join('\n')}`)
    }
  }
  expect(found).toEqual([])
}

/** In the page: what goes from one look to another by and by. */
function changingColors(): string[] {
  return document
    .getAnimations()
    .flatMap((each) => (each instanceof CSSTransition ? [each.transitionProperty] : []))
}
