import type { Locator, Page } from '@playwright/test'

/** The page **Review**: one product at a time, and what is told about the queue. */
export class ReviewPage {
  readonly #page: Page
  /** The way there, in the sidebar. */
  readonly entry: Locator
  readonly desk: Locator
  /** The name of the product on screen. */
  readonly name: Locator
  /** Its state in words: `Approved`. */
  readonly state: Locator
  /** `2 of 240 reviewed · 1 needs work`. */
  readonly progress: Locator
  /** What a screen reader is told. */
  readonly said: Locator
  readonly search: Locator
  readonly note: Locator
  readonly keys: Locator
  /** In what the product is not what was approved. */
  readonly changed: Locator
  readonly queue: Locator
  readonly fromList: Locator
  /** Why the product on screen needs work. */
  readonly reasons: Locator
  readonly grid: Locator

  constructor(page: Page) {
    this.#page = page
    const bar = page.getByRole('navigation', { name: 'Main' })
    this.entry = bar.getByRole('button', { name: 'Review', exact: true })
    this.desk = page.locator('[data-product]')
    this.name = this.desk.getByRole('heading', { level: 2 })
    this.state = this.desk.locator('[data-review-state]')
    this.progress = page.locator('[data-progress]')
    this.said = page.locator('[data-said]')
    this.search = page.getByRole('searchbox', { name: 'Search this queue' })
    this.note = this.desk.getByRole('textbox', { name: 'Note' })
    this.keys = page.getByRole('dialog', { name: 'Keys on this page' })
    this.changed = this.desk.locator('[data-changed]')
    this.queue = page.getByRole('button', { name: /^Queue:/ })
    this.reasons = page.getByRole('group', { name: 'Needs work because' })
    this.grid = page.getByRole('grid', { name: 'Products of this queue' })
    this.fromList = page.getByRole('button', { name: 'Review these' })
  }

  /** A tab of the queue: `Re-review`, whatever its count, also where it has no room and stands in the menu. */
  tab(name: string): Locator {
    return this.#page.getByRole('tab', { name: new RegExp(`^${name}\\b`), includeHidden: true })
  }

  /** Opens a queue by its tab or, where that has no room, by the menu. */
  async openTab(name: string): Promise<void> {
    if (await this.tab(name).isVisible()) {
      await this.tab(name).click()
      return
    }
    await this.#page.getByRole('button', { name: 'More', exact: true }).click()
    await this.#page.getByRole('menuitem', { name: new RegExp(`^${name}\\b`) }).click()
  }

  async open(): Promise<void> {
    await this.entry.click()
    await this.name.waitFor()
  }

  /** A button of the product on screen: `Approve`. */
  button(name: string): Locator {
    return this.#page
      .getByRole('group', { name: 'Review actions' })
      .getByRole('button', { name, exact: true })
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key)
  }
}
