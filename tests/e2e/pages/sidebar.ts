import type { Locator, Page } from '@playwright/test'

/** What stands beside every page: the store that is shown, and the way to the pages. */
export class Sidebar {
  readonly #page: Page
  readonly switcher: Locator
  readonly products: Locator
  /** Until the tour was taken once, or skipped. */
  readonly tour: Locator

  constructor(page: Page) {
    this.#page = page
    const bar = page.getByRole('navigation', { name: 'Main' })
    this.switcher = bar.getByRole('button', { name: /^Store:/ })
    this.products = bar.getByRole('button', { name: 'Products', exact: true })
    this.tour = bar.getByRole('button', { name: 'Take the tour' })
  }

  /** Opens the switcher's menu and chooses an entry: a store's name, or what the menu ends with. */
  async choose(entry: string | RegExp): Promise<void> {
    await this.switcher.click()
    await this.#page.getByRole('menuitem', { name: entry }).or(this.entry(entry)).click()
  }

  private entry(name: string | RegExp): Locator {
    return this.#page.getByRole('menuitemradio', { name })
  }
}
