import type { Locator, Page } from '@playwright/test'

/** What stands around the table: search, filters, views, sync, coverage. */
export class CatalogTools {
  readonly #page: Page
  readonly search: Locator
  readonly filters: Locator
  readonly filterPanel: Locator
  readonly priceFrom: Locator
  /** The list of filters that are on, with the search. */
  readonly chips: Locator
  readonly clearAll: Locator
  /** Not there while the list is exactly a view. */
  readonly saveView: Locator
  /** Opens the panel with how the list looks. */
  readonly view: Locator
  readonly viewPanel: Locator
  /** In place of pages one long list; in that panel. */
  readonly continuous: Locator
  /** When the catalog was synced; opens the menu of the sync. */
  readonly syncOptions: Locator
  readonly pause: Locator
  readonly resume: Locator
  readonly stop: Locator
  readonly progress: Locator
  /** `1,238 products · synced 09:12`, in the status bar. */
  readonly coverage: Locator
  /** At the status bar's end; while the store can be reached nothing is seen of it. */
  readonly network: Locator
  /** Of that, while the store cannot be reached: that it cannot, and why as its description. */
  readonly trouble: Locator

  constructor(page: Page) {
    this.#page = page
    const button = (name: string | RegExp): Locator => page.getByRole('button', { name })
    this.search = page.getByRole('searchbox', { name: 'Search products' })
    this.filters = button(/^Filters/)
    this.filterPanel = page.getByRole('region', { name: 'Filters' })
    this.priceFrom = this.filterPanel.getByRole('group', { name: /^Price(?! known)/ }).getByLabel('From')
    this.chips = page.getByRole('list', { name: 'Active filters' })
    this.clearAll = button('Clear all')
    this.saveView = button('Save view…')
    this.view = page.getByRole('button', { name: 'View', exact: true })
    this.viewPanel = page.getByRole('dialog', { name: 'View', exact: true })
    this.continuous = this.viewPanel.getByRole('switch', { name: 'Continuous scrolling' })
    this.syncOptions = button(/, sync options$/)
    this.pause = button('Pause sync')
    this.resume = button('Resume sync')
    this.stop = button('Stop sync')
    this.progress = page.getByRole('progressbar', { name: 'Catalog sync' })
    this.coverage = page.locator('[data-coverage]')
    this.network = page.locator('[data-network]')
    this.trouble = this.network.getByRole('button').filter({ hasText: /No network|Store not responding/ })
  }

  /** Searches, and saves that as a view. */
  async saveSearch(search: string, name: string): Promise<void> {
    await this.search.fill(search)
    await this.saveView.click()
    const dialog = this.#page.getByRole('dialog', { name: 'Save view' })
    const field = dialog.getByRole('textbox', { name: 'Name' })
    await field.fill(name)
    await field.press('Enter')
  }

  /** Turns on a filter that is a box of the panel. */
  async filterBy(filter: string): Promise<void> {
    await this.filters.click()
    await this.filterPanel.getByLabel(filter).check()
    await this.#page.keyboard.press('Escape')
  }

  /** The chip that takes this filter away. */
  chip(words: string | RegExp): Locator {
    const item = this.chips.getByRole('listitem').filter({ hasText: words })
    return item.getByRole('button', { name: /^Remove filter/ })
  }

  async openView(): Promise<void> {
    await this.view.click()
    await this.viewPanel.waitFor()
  }

  /** Shows the list in pages in place of one long list, or the other way round. */
  async turnPaging(): Promise<void> {
    await this.openView()
    await this.continuous.click()
    await this.#page.keyboard.press('Escape')
    await this.viewPanel.waitFor({ state: 'hidden' })
  }

  /** Syncs the catalog as a person does. */
  async sync(): Promise<void> {
    await this.syncOptions.click()
    await this.#page.getByRole('menuitem', { name: 'Sync catalog' }).click()
  }

  /** Opens the summary of the sync that ended last. */
  async openLastSync(): Promise<void> {
    await this.syncOptions.click()
    await this.#page.getByRole('menuitem', { name: /^Last sync…/ }).click()
    await this.#page.getByRole('dialog', { name: 'Last sync' }).waitFor()
  }

  /** How often the catalog is synced by itself, as the menu of the sync has it. */
  schedule(words: string): Locator {
    return this.#page.getByRole('menuitemradio', { name: words })
  }

  /** Sorts by a column's heading, once. */
  async sortBy(column: string): Promise<void> {
    await this.#page
      .getByRole('columnheader', { name: column })
      .getByRole('button', { name: column })
      .first()
      .click()
  }
}
