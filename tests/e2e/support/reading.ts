import type { Page } from 'playwright'

/** What was said can have been read by then, ms: until then the app takes a press for one of a hand that drums. */
const readingTime = 450

/** Waits, by the clock of the window, until a press is for what was said last. */
export async function readWhatIsSaid(page: Page): Promise<void> {
  const from = await page.evaluate(() => performance.now())
  await page.waitForFunction(([since, least]) => performance.now() - since >= least, [
    from,
    readingTime
  ] as const)
}
