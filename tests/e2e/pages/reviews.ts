import type { Locator, Page } from '@playwright/test'

/** What is reviewed in the list: boxes, the strip of what is chosen, what was done, and the details beside it. */
export class Reviews {
  readonly #page: Page
  /** The strip of what is chosen. */
  readonly selection: Locator
  /** What was done last, with a way to take it back. */
  readonly toast: Locator
  /** Whether products with errors are approved. */
  readonly approval: Locator
  readonly details: Locator
  readonly note: Locator

  constructor(page: Page) {
    this.#page = page
    this.selection = page.getByRole('region', { name: 'Selection' })
    this.toast = page.locator('[data-review-toast]')
    this.approval = page.getByRole('group', { name: 'Approve with errors?' })
    this.details = page.getByRole('region', { name: 'Product details' })
    this.note = this.details.getByRole('textbox', { name: 'Note' })
  }

  /** The box that chooses the product with this name. */
  box(name: string): Locator {
    return this.#page.getByRole('checkbox', { name, exact: true })
  }

  /** Marks what is chosen. */
  async markSelected(deed: 'Approve' | 'Needs work' | 'Ignore'): Promise<void> {
    await this.selection.getByRole('button', { name: new RegExp(`^${deed}:? [\\d,]+$`) }).click()
  }

  /** A mark in the details. */
  mark(words: string): Locator {
    return this.details.getByRole('group', { name: 'Mark' }).getByRole('button', { name: words, exact: true })
  }
}
