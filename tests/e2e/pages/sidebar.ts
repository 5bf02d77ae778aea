import type { Locator, Page } from '@playwright/test'

/** What stands beside every page: the store that is shown, and the way to the pages. */
export class Sidebar {
  readonly #page: Page
  readonly #bar: Locator
  readonly switcher: Locator
  readonly products: Locator
  readonly help: Locator
  readonly settings: Locator
  /** Until the tour was taken once, or skipped. */
  readonly tour: Locator

  constructor(page: Page) {
    this.#page = page
    const bar = page.getByRole('navigation', { name: 'Main' })
    this.#bar = bar
    this.switcher = bar.getByRole('button', { name: /^Store:/ })
    this.products = bar.getByRole('button', { name: 'Products', exact: true })
    this.settings = bar.getByRole('button', { name: 'Settings', exact: true })
    this.help = bar.getByRole('button', { name: 'Help' })
    this.tour = bar.getByRole('button', { name: 'Take the tour' })
  }

  /** Opens the switcher's menu and chooses an entry: a store's name, or what the menu ends with. */
  async choose(entry: string | RegExp): Promise<void> {
    await this.switcher.click()
    await this.#page.getByRole('menuitem', { name: entry }).or(this.entry(entry)).click()
  }

  /** A view, by its name. Its number is its description. */
  view(name: string): Locator {
    return this.#bar.getByRole('button', { name, exact: true })
  }

  /** Chooses in the menu of a person's own view. */
  async chooseForView(name: string, entry: string): Promise<void> {
    await this.view(name).click({ button: 'right' })
    await this.#page.getByRole('menuitem', { name: entry }).click()
  }

  private entry(name: string | RegExp): Locator {
    return this.#page.getByRole('menuitemradio', { name })
  }
}
