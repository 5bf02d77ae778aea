import { expect, type Page } from '@playwright/test'
import { join } from 'node:path'
import type { App } from '../support/app'

const folder = join(import.meta.dirname, '..', '..', '..', 'shots')

const looks = [
  { colorScheme: 'light', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 960, height: 600 },
  { colorScheme: 'light', width: 960, height: 600 }
] as const

/** Charts are drawn, what the last step changed is painted (two frames), and the pictures in sight are there. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('[data-awaited]')).toHaveCount(0)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  // What does not come in time is not there in the picture either: to be seen, not to be waited for.
  await page
    .waitForFunction(() => [...document.images].every(({ complete }) => complete), null, { timeout: 3_000 })
    .catch(() => null)
}

/** Keeps what is on screen as pictures in light and dark, at both sizes; ends in light at the larger one. */
export async function shoot({ page }: App, screen: string): Promise<void> {
  for (const { colorScheme, ...size } of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    await settled(page)
    const name = `${screen}-${colorScheme}-${size.width}x${size.height}.png`
    await page.screenshot({ path: join(folder, name), animations: 'disabled' })
  }
  await page.setViewportSize({ width: looks[0].width, height: looks[0].height })
}

/** One picture, in light, of what is told by one. Comes back as WebP, which is a quarter of a PNG. */
export async function pictureOf({ page }: App): Promise<Buffer> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: looks[0].width, height: looks[0].height })
  await settled(page)
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  await devtools.detach()
  return Buffer.from(data, 'base64')
}
