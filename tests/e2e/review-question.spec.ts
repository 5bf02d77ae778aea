import { connectTo, expect, needsKeychain, test } from './fixtures'
import { expectUncovered } from './support/uncovered'

const windows = [
  { width: 960, height: 600 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1000 }
]

for (const textSize of [100, 150, 200]) {
  test(`the question for a reason covers neither name, price nor marks of the next product, and half of its picture at most (${textSize} %)`, async ({
    app,
    store
  }) => {
    needsKeychain()
    store.shelf.total = 20
    for (let number = 1; number <= 20; number++) store.shelf.edits.set(number, { price: 4000 + number })
    await connectTo(app, store)
    const { page, review } = app
    await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
    await page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    await review.open()
    let next = 1
    const markOne = async (): Promise<void> => {
      next += 1
      await review.press('w')
      await expect(review.reasons).toContainText(`Product ${next - 1}`)
      await expectUncovered(page.locator('[data-told-name]:visible', { hasText: `Product ${next}` }).first())
      await expectUncovered(page.locator('[data-told-price]:visible').first())
      for (const name of ['Approve', 'Needs work', 'Ignore']) await expectUncovered(review.button(name))
      const upperHalf = review.desk.locator('figure')
      await expect.poll(() => upperHalf.evaluate(showsAt, [0.1, 0.25, 0.4])).toBe(true)
      await review.press('0')
    }
    for (const size of windows)
      await test.step(`at ${size.width}×${size.height}`, async () => {
        await page.setViewportSize(size)
        await markOne()
        await review.press('f')
        await markOne()
        await review.press('f')
      })
  })
}

/** In the page: whether nothing lies over the middle of a picture at these parts of its height. */
function showsAt(picture: Element, parts: number[]): boolean {
  const { left, top, width, height } = picture.getBoundingClientRect()
  return parts.every((part) =>
    picture.contains(document.elementFromPoint(left + width / 2, top + part * height))
  )
}
