import type { Locator, Page } from '@playwright/test'

/** The dialog **Pictures on this computer**: what pictures take up, and what is kept of them for offline use. */
export class PicturesDialog {
  readonly #page: Page
  readonly dialog: Locator
  readonly meter: Locator
  readonly limit: Locator
  readonly progress: Locator
  readonly pause: Locator
  readonly resume: Locator
  readonly showBroken: Locator
  /** What becomes of **Clear pictures**. */
  readonly question: Locator

  constructor(page: Page) {
    this.#page = page
    this.dialog = page.getByRole('dialog', { name: 'Pictures on this computer' })
    this.meter = this.dialog.getByRole('meter')
    this.limit = this.dialog.getByLabel('Limit')
    this.progress = this.dialog.getByRole('progressbar', { name: 'Pictures for offline use' })
    this.pause = this.dialog.getByRole('button', { name: 'Pause fetching pictures' })
    this.resume = this.dialog.getByRole('button', { name: 'Resume fetching pictures' })
    this.showBroken = this.dialog.getByRole('button', { name: 'Show them' })
    this.question = page.getByRole('alertdialog', { name: 'Clear all pictures on this computer?' })
  }

  async open(): Promise<void> {
    await this.#page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: 'Pictures', exact: true })
      .click()
    await this.dialog.waitFor()
  }

  async close(): Promise<void> {
    await this.#page.keyboard.press('Escape')
    await this.dialog.waitFor({ state: 'hidden' })
  }

  /** One of the ways to keep pictures for offline use. */
  keep(words: string): Locator {
    return this.dialog.getByRole('radio', { name: words })
  }

  /** Bytes that pictures take up, as the meter says it. */
  async used(): Promise<number> {
    return Number(await this.meter.getAttribute('aria-valuenow'))
  }

  /** Presses **Clear pictures**, here and in the question. */
  async clear(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Clear pictures' }).click()
    await this.question.getByRole('button', { name: 'Clear pictures' }).click()
    await this.question.waitFor({ state: 'hidden' })
  }
}
