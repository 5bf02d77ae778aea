import { expect, type Page } from '@playwright/test'

/** Presses a key that answers what was said until it is heard, as `done` finds: a press that comes at once is of a hand that drums. */
export async function pressOnceRead(page: Page, key: string, done: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    await done()
  }).toPass()
}
