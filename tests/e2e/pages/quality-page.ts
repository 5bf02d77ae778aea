import type { Locator, Page } from '@playwright/test'

/** The page **Quality**: the score with its history, and the rules with what they found. */
export class QualityPage {
  readonly #page: Page
  readonly heading: Locator
  readonly score: Locator
  /** Of which state of the copy the findings are: `data-audit`. */
  readonly status: Locator
  /** The history of the score; its points are gone along with the arrow keys. */
  readonly scoreHistory: Locator
  /** The way back from a rule's list. */
  readonly back: Locator
  /** Asks for the reason of an exception. */
  readonly exceptionDialog: Locator
  /** What is excepted from a rule. */
  readonly exceptions: Locator

  constructor(page: Page) {
    this.#page = page
    this.heading = page.getByRole('heading', { name: 'Quality', level: 1 })
    this.score = page.locator('[data-score]')
    this.status = page.locator('[data-audit]')
    this.scoreHistory = page.getByRole('slider', { name: /^Score after each sync/ })
    this.back = page.getByRole('button', { name: 'Back to Quality' })
    this.exceptionDialog = page.getByRole('dialog', { name: /^Excuse from/ })
    this.exceptions = page.getByRole('dialog', { name: /^Excused from/ })
  }

  /** Opens the page and waits until the rules were applied to the copy as it is. */
  async open(): Promise<void> {
    const sidebar = this.#page.getByRole('navigation', { name: 'Main' })
    await sidebar.getByRole('button', { name: 'Quality', exact: true }).click()
    await this.ready()
  }

  async ready(): Promise<void> {
    // Audits that nobody waits for are twenty times apart of what one takes, which is a second on a busy machine.
    await this.status.and(this.#page.locator('[data-audit=ready]')).waitFor({ timeout: 40_000 })
  }

  /** The row of the rule with this id. */
  rule(id: string): Locator {
    return this.#page.locator(`[data-group] [data-rule="${id}"]`)
  }

  /** How many products, or items, a rule found. */
  async count(id: string): Promise<number> {
    const words = await this.rule(id).locator('[data-count]').innerText()
    return Number(words.replace(/\D/g, ''))
  }

  async openSettings(id: string): Promise<void> {
    await this.rule(id)
      .getByRole('button', { name: /^Settings: / })
      .click()
  }

  async show(id: string): Promise<void> {
    await this.rule(id)
      .getByRole('button', { name: /^Show / })
      .click()
  }
}
