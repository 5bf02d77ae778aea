import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ElectronApplication, type Page, _electron } from 'playwright'
import type { Bridge } from '../../../electron/contract/bridge'
import { definedOf } from './grids'
import { profileWithCopy } from './profile'
import { chromiumSandbox, drawingArgs, sandboxArgs } from './runtime'

declare global {
  interface Window {
    readonly vitrine: Bridge
  }
}

/** How long a sync of a million products may take before the bench gives up, in ms. */
const patience = 240_000

/** The built app in a window, with the bench's store connected and synced. */
export interface Vitrine {
  app: ElectronApplication
  page: Page
  /** Chromium's version. */
  chromium: string
}

/** Starts the built app on an empty profile, connects the store and waits until its whole catalog is in the copy. */
export async function withVitrine<T>(
  folder: string,
  baseUrl: string,
  use: (vitrine: Vitrine) => Promise<T>
): Promise<T> {
  return await onProfile(await mkdtemp(join(folder, 'vitrine-')), [], async (page, app) => {
    await connect(page, baseUrl)
    const agent = await page.evaluate(() => navigator.userAgent)
    return await use({ app, page, chromium: /Chrome\/([\d.]+)/.exec(agent)?.[1] ?? 'unknown' })
  })
}

/** Starts the built app on a catalog that was synced before: `copyFolder` holds its copy. */
export async function withCatalog<T>(
  folder: string,
  copyFolder: string,
  use: (page: Page) => Promise<T>
): Promise<T> {
  return await onProfile(await profileWithCopy(folder, copyFolder), ['--demo'], async (page) => {
    await firstRow(page)
    return await use(page)
  })
}

/** Starts the built app on a profile, which is deleted afterwards. */
async function onProfile<T>(
  profile: string,
  more: readonly string[],
  use: (page: Page, app: ElectronApplication) => Promise<T>
): Promise<T> {
  const args = ['.', ...more, ...drawingArgs, ...sandboxArgs(), `--user-data-dir=${profile}`]
  const app = await _electron.launch({
    args,
    cwd: process.cwd(),
    env: definedOf(process.env),
    chromiumSandbox: chromiumSandbox()
  })
  try {
    const page = await app.firstWindow()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    return await use(page, app)
  } finally {
    await close(app)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

function firstRow(page: Page): Promise<void> {
  return page.locator('[aria-label="Products"] [data-index]').first().waitFor({ timeout: 60_000 })
}

async function connect(page: Page, baseUrl: string): Promise<void> {
  const saved = await page.evaluate(
    (address) =>
      window.vitrine.call('connections:save', {
        id: null,
        draft: {
          name: 'Bench',
          baseUrl: address,
          apiPath: '/api/public/products',
          currency: 'EUR',
          locale: 'en',
          httpAllowed: true
        },
        credentials: { userId: 'bench', key: 'bench-key' },
        keep: 'session'
      }),
    baseUrl
  )
  if (!saved.ok) throw new Error(`The store was not connected: ${saved.failure.code}`)
  // The page learns of a connection that it did not make itself when it starts.
  await page.reload()
  await firstRow(page)
  await page.evaluate((connectionId) => window.vitrine.call('sync:start', { connectionId }), saved.value.id)
  await settled(page, saved.value.id)
}

/**
 * Waits until a sync and what follows it are done, so that a window is measured and not what goes on beside it: all products are
 * there, and their findings audited. Pictures are kept as they are looked at; to keep all of them goes on for as long as a catalog is large.
 */
async function settled(page: Page, connectionId: string): Promise<void> {
  await page.evaluate(
    (id) => window.vitrine.call('pictures:keep', { connectionId: id, keep: 'none' }),
    connectionId
  )
  const isDone = (): Promise<boolean> =>
    page.evaluate(async (id) => {
      const sync = await window.vitrine.call('sync:state', { connectionId: id })
      const audit = await window.vitrine.call('audit:state', { connectionId: id })
      if (!sync.ok || !audit.ok || sync.value.phase !== 'idle' || sync.value.last === null) return false
      return audit.value.phase === 'ready' && audit.value.run === sync.value.last.run
    }, connectionId)
  const giveUp = performance.now() + patience
  while (!(await isDone())) {
    if (performance.now() > giveUp) throw new Error('The catalog was not synced and audited in time.')
    await page.waitForTimeout(200)
  }
}

/** The id of the connection that is shown. */
export async function activeConnection(page: Page): Promise<string> {
  const list = await page.evaluate(() => window.vitrine.call('connections:list', undefined))
  if (!list.ok || list.value.activeId === null) throw new Error('No connection is active.')
  return list.value.activeId
}

/** Shows pages of this size. */
export async function showPages(page: Page, size: number): Promise<void> {
  await turnPaging(page)
  await page.getByLabel('Items per page').selectOption(String(size))
  await page.getByText(new RegExp(`^1–${size} of `)).waitFor()
}

/** From one list that scrolls to pages, or the other way round. */
async function turnPaging(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('switch', { name: 'Continuous scrolling' }).press('Space')
  await page.keyboard.press('Escape')
}

/** Shows the whole list as one that scrolls, after `showPages`. */
export async function showContinuously(page: Page): Promise<void> {
  await turnPaging(page)
  await page.locator('table[aria-label="Products"] td').first().waitFor()
}

/** Megabytes of JavaScript objects in the page, once all that nobody holds is gone. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  // What is let go of in one round is found in the next.
  for (let round = 0; round < 3; round += 1) {
    await session.send('HeapProfiler.collectGarbage')
    await page.waitForTimeout(200)
  }
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1_000_000
}

async function close(app: ElectronApplication): Promise<void> {
  await app.close().catch(() => undefined)
}
