import { type App, type LaunchOptions } from '../support/app'
import { expect } from '../fixtures'

/** Starts the app on the demo store, and waits until its copy is whole and its pictures are there. */
export async function readyDemo(
  launch: (options?: LaunchOptions) => Promise<App>,
  args: string[] = []
): Promise<App> {
  const app = await launch({ args: ['--demo', ...args] })
  await app.page.setViewportSize({ width: 1280, height: 800 })
  await expect(app.products.rows.first()).toBeVisible()
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.products.expectPictures()
  return app
}
