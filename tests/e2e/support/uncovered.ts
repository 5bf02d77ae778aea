import { expect, type Locator } from '@playwright/test'

/** Waits until something is on screen from its top to its bottom, with nothing over its middle. */
export async function expectUncovered(shown: Locator): Promise<void> {
  const isUncovered = (): Promise<boolean> =>
    shown.evaluate((element) => {
      const { left, width, top, bottom } = element.getBoundingClientRect()
      const middle = left + width / 2
      return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(middle, y)))
    })
  await expect.poll(isUncovered).toBe(true)
}
