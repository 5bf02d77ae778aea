import type { App } from './support/app'
import { expect, test } from './fixtures'

const sizes = [
  { width: 960, height: 600 },
  { width: 2560, height: 1440 }
]

/** Everything is reached without scrolling sideways, and no control lies outside the window. */
async function expectToFit(app: App): Promise<void> {
  const beyond = await app.page.evaluate(() => {
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
  expect(beyond).toEqual({ overflow: 0, outside: [] })
}

for (const size of sizes) {
  test.describe(`in a window of ${size.width}×${size.height}`, () => {
    test('Connect a store fits', async ({ app }) => {
      await app.page.setViewportSize(size)
      await expect(app.connect.heading).toBeVisible()
      await expectToFit(app)
      await app.connect.saveAndOpen.scrollIntoViewIfNeeded()
      await expect(app.connect.saveAndOpen).toBeInViewport()
    })

    test('Products, the preview and Stores fit', async ({ launch }) => {
      const app = await launch({ args: ['--demo'] })
      await app.page.setViewportSize(size)
      await expect(app.products.rows).toHaveCount(25)
      await expectToFit(app)
      await expect(app.products.nextPage).toBeInViewport()
      await expect(app.products.rows.first()).toBeInViewport()
      await app.products.thumbnails.first().click()
      await expect(app.preview.dialog).toBeVisible()
      await expectToFit(app)
      await app.page.keyboard.press('Escape')
      await expect(app.preview.dialog).toBeHidden()
      await app.connections.open()
      await expectToFit(app)
    })
  })
}
