import type { Locator, Page } from '@playwright/test'

/** The page **Changes**: the inbox of what the syncs brought, a product's timeline, and comparisons. */
export class ChangesPage {
  readonly #page: Page
  /** The way there, in the sidebar. */
  readonly entry: Locator
  readonly rows: Locator
  /** The headings of the syncs. */
  readonly groups: Locator
  readonly markAll: Locator
  readonly undo: Locator
  readonly size: Locator
  /** The product of a change, beside the list. */
  readonly pane: Locator
  readonly before: Locator
  readonly after: Locator
  /** Why a product needs work, as it is asked in passing. */
  readonly reasons: Locator

  constructor(page: Page) {
    this.#page = page
    const bar = page.getByRole('navigation', { name: 'Main' })
    this.entry = bar.getByRole('button', { name: 'Changes', exact: true })
    this.rows = page.getByRole('region', { name: 'Changes' }).locator('[data-thumbnail]')
    this.groups = page.getByRole('region', { name: 'Changes' }).getByRole('heading', { level: 2 })
    this.markAll = page.getByRole('button', { name: 'Mark all as seen' })
    this.undo = page.getByRole('button', { name: 'Undo' })
    this.size = page.getByRole('combobox', { name: 'Price changes' })
    this.pane = page.getByRole('complementary', { name: 'The product of this change' })
    this.before = page.getByRole('combobox', { name: /^(From|First store)$/ })
    this.reasons = page.getByRole('group', { name: 'Needs work because' })
    this.after = page.getByRole('combobox', { name: /^(To|Second store)$/ })
  }

  /** What the rows say, `Product 3: Price changed`, top to bottom. */
  labels(): Promise<(string | null)[]> {
    return this.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')))
  }

  row(label: string | RegExp): Locator {
    return this.#page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: label }).first()
  }

  kind(name: string): Locator {
    return this.#page
      .getByRole('group', { name: 'Kinds of changes' })
      .getByRole('button', { name: new RegExp(`^${name}`) })
  }

  /** Chooses among buttons that share a box. */
  async choose(name: 'Inbox' | 'Compare' | 'Not seen' | 'All' | 'Two syncs' | 'Two stores'): Promise<void> {
    await this.#page.getByText(name, { exact: true }).click()
  }
}
