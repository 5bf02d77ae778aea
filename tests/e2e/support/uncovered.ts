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

/** Waits until the words of something are read to their end: none are cut. */
export async function expectWhole(words: Locator): Promise<void> {
  const beyond = (): Promise<number> =>
    words.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      Math.max(scrollWidth - clientWidth, scrollHeight - clientHeight)
    )
  await expect.poll(beyond).toBeLessThanOrEqual(1)
}

/** Waits until none of the parts lies on another one, which is told by their texts. What is only read out lies nowhere. */
export async function expectApart(parts: Locator): Promise<void> {
  const onOthers = (): Promise<string[]> =>
    parts.evaluateAll((elements) => {
      const boxes = elements.map((element) => {
        const content = document.createRange()
        content.selectNodeContents(element)
        const { left, right } = element.getBoundingClientRect()
        const isCut = getComputedStyle(element).overflowX !== 'visible' || element.tagName === 'BUTTON'
        return {
          text: element.textContent,
          left,
          right: isCut ? right : content.getBoundingClientRect().right
        }
      })
      const seen = boxes.filter(({ left, right }) => right - left > 1).sort((a, b) => a.left - b.left)
      return seen
        .filter(({ left }, at) => at > 0 && left < (seen[at - 1]?.right ?? 0) - 1)
        .map(({ text }) => text)
    })
  await expect.poll(onOthers).toEqual([])
}
