import type { Locator, Page } from '@playwright/test'

/** The dialog **Sharing and backups**: files for and from colleagues, backups, the log. */
export class ReviewCare {
  readonly #page: Page
  readonly dialog: Locator
  readonly save: Locator
  readonly merge: Locator
  /** What came of saving or merging. */
  readonly result: Locator
  readonly undoMerge: Locator
  readonly backups: Locator
  /** What becomes of **Restore…**. */
  readonly question: Locator
  readonly log: Locator
  /** What was taken back. */
  readonly toast: Locator

  constructor(page: Page) {
    this.#page = page
    this.dialog = page.getByRole('dialog', { name: 'Sharing and backups' })
    this.save = this.dialog.getByRole('button', { name: 'Save reviews for colleagues…' })
    this.merge = this.dialog.getByRole('button', { name: 'Merge a colleague’s reviews…' })
    this.result = this.dialog.locator('[data-sharing]')
    this.undoMerge = this.dialog.getByRole('button', { name: 'Undo merge' })
    this.backups = this.dialog.locator('[data-backup]')
    this.question = page.getByRole('alertdialog', { name: 'Restore this backup?' })
    this.log = this.dialog.locator('[data-log-entry]')
    this.toast = this.dialog.locator('[data-review-toast]')
  }

  async open(): Promise<void> {
    await this.#page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: /^Store:/ })
      .click()
    await this.#page.getByRole('menuitem', { name: 'Sharing and backups' }).click()
    await this.dialog.waitFor()
  }

  async close(): Promise<void> {
    await this.#page.keyboard.press('Escape')
    await this.dialog.waitFor({ state: 'hidden' })
  }

  /** Says who reviews. */
  async setName(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Change' }).click()
    await this.dialog.getByLabel('Your name (shown with your reviews)').fill(name)
    await this.dialog.getByRole('button', { name: 'Save name' }).click()
    await this.dialog.getByText(`You review as ${name}`).waitFor()
  }
}
