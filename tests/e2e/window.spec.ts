import type { App } from './support/app'
import { expect, test } from './fixtures'

const sizes = [
  { width: 960, height: 600 },
  { width: 2560, height: 1440 }
]

/** Everything is reached without scrolling sideways, and no control lies outside the window. */
async function expectToFit(app: App): Promise<void> {
  const beyond = (): Promise<unknown> =>
    app.page.evaluate(() => {
      const root = document.scrollingElement ?? document.documentElement
      const outside = [...document.querySelectorAll('button, input, select')].filter((control) => {
        const { left, right, width } = control.getBoundingClientRect()
        return width > 0 && (left < -1 || right > innerWidth + 1)
      })
      return {
        overflow: root.scrollWidth - root.clientWidth,
        outside: outside.map((control) => control.outerHTML)
      }
    })
  // The page lays itself out anew some frames after its window has another size.
  await expect.poll(beyond).toEqual({ overflow: 0, outside: [] })
}

test('everything fits into a small window and a large one', async ({ app }) => {
  const eachSize = async (look: () => Promise<void>): Promise<void> => {
    for (const size of sizes) {
      await test.step(`at ${size.width}×${size.height}`, async () => {
        await app.page.setViewportSize(size)
        await look()
        await expectToFit(app)
      })
    }
  }
  await test.step('Connect a store', () =>
    eachSize(async () => {
      await expect(app.connect.heading).toBeVisible()
      await app.connect.saveAndOpen.scrollIntoViewIfNeeded()
      await expect(app.connect.saveAndOpen).toBeInViewport()
    }))
  await app.connect.exploreDemo.click()
  await app.tools.turnPaging()
  await test.step('Products', () =>
    eachSize(async () => {
      await expect(app.products.nextPage).toBeInViewport()
      await expect(app.products.rows.first()).toBeInViewport()
    }))
  await app.products.thumbnails.first().click()
  await test.step('the preview', () =>
    eachSize(async () => {
      await expect(app.preview.dialog).toBeVisible()
    }))
  await app.page.keyboard.press('Escape')
  await expect(app.preview.dialog).toBeHidden()
  await app.connections.open()
  await test.step('Stores', () =>
    eachSize(async () => {
      await expect(app.connections.heading).toBeVisible()
    }))
})
