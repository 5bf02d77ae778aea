import type { Locator, Page } from '@playwright/test'

/** The part **Pictures** of the settings: what pictures take up, and what is kept of them for offline use. */
export class PictureSettings {
  readonly #page: Page
  readonly part: Locator
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
    this.part = page.getByRole('region', { name: 'Pictures', exact: true })
    this.meter = this.part.getByRole('meter')
    this.limit = this.part.getByLabel('Limit')
    this.progress = this.part.getByRole('progressbar', { name: 'Pictures for offline use' })
    this.pause = this.part.getByRole('button', { name: 'Pause downloading pictures' })
    this.resume = this.part.getByRole('button', { name: 'Resume downloading pictures' })
    this.showBroken = this.part.getByRole('button', { name: 'Show them' })
    this.question = page.getByRole('alertdialog', { name: 'Clear all pictures on this computer?' })
  }

  async open(): Promise<void> {
    await this.#page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: 'Settings', exact: true })
      .click()
    await this.#page
      .getByRole('navigation', { name: 'Settings sections' })
      .getByRole('button', { name: 'Pictures' })
      .click()
    await this.part.waitFor()
  }

  /** Back to the list. */
  async close(): Promise<void> {
    await this.#page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: 'Products', exact: true })
      .click()
  }

  /** One of the ways to keep pictures for offline use. */
  keep(words: string): Locator {
    return this.part.getByRole('radio', { name: words })
  }

  /** Bytes that pictures take up, as the meter says it. */
  async used(): Promise<number> {
    return Number(await this.meter.getAttribute('aria-valuenow'))
  }

  /** Presses **Clear pictures**, here and in the question. */
  async clear(): Promise<void> {
    await this.part.getByRole('button', { name: 'Clear pictures' }).click()
    await this.question.getByRole('button', { name: 'Clear pictures' }).click()
    await this.question.waitFor({ state: 'hidden' })
  }
}
