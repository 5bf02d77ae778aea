import { expect, type Locator, type Page } from '@playwright/test'
import type { AuditState } from '../../../electron/contract/audit'

/** The page **Quality**: the score with its history, and the rules with what they found. */
export class QualityPage {
  readonly #page: Page
  readonly heading: Locator
  readonly score: Locator
  /** What stands first: how many products have errors. */
  readonly summary: Locator
  /** The products that the rule shown has found, each with `data-finding`, its id. */
  readonly rows: Locator
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
    this.summary = page.locator('[data-findings]')
    this.rows = page.locator('[data-finding]')
    this.status = page.locator('[data-audit]')
    this.scoreHistory = page.getByRole('slider', { name: /^Score after each sync/ })
    this.back = page.getByRole('button', { name: 'Back to Quality' })
    this.exceptionDialog = page.getByRole('dialog', { name: /^Exception from/ })
    this.exceptions = page.getByRole('dialog', { name: /^Exceptions from/ })
  }

  /**
   * Opens the page and waits until the rules were applied to the copy as it is. A person would not wait for the next audit in the
   * background either where pictures that arrive have made the last one outdated: they run it again.
   */
  async open(timeout = 40_000): Promise<void> {
    const sidebar = this.#page.getByRole('navigation', { name: 'Main' })
    await sidebar.getByRole('button', { name: 'Quality', exact: true }).click()
    const again = this.#in('outdated').getByRole('button', { name: 'Run again' })
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 1000 })
      await this.ready(2000)
    }).toPass({ timeout })
  }

  /** @param timeout ms. Audits that nobody waits for are twenty times apart of what one takes, which is a second on a busy machine. */
  async ready(timeout = 40_000): Promise<void> {
    await this.#in('ready').waitFor({ timeout })
  }

  #in(phase: AuditState['phase']): Locator {
    return this.status.and(this.#page.locator(`[data-audit=${phase}]`))
  }

  /** The line of the rule with this id, in the list of rules. */
  rule(id: string): Locator {
    return this.#page.locator(`[data-group] [data-rule="${id}"]`)
  }

  /** How many products, or items, a rule found; in its line. */
  countOf(id: string): Locator {
    return this.rule(id).locator('[data-count]')
  }

  async count(id: string): Promise<number> {
    return Number((await this.countOf(id).innerText()).replace(/\D/g, ''))
  }

  /** Shows the products that a rule found beside the rules. */
  async show(id: string): Promise<void> {
    const fold = this.#page.locator('details[data-group]').filter({ has: this.rule(id) })
    if ((await fold.count()) > 0 && (await fold.getAttribute('open')) === null) {
      await fold.locator('summary').click()
    }
    await this.rule(id).getByRole('button').click()
  }

  /** Chooses in the menu of the rule that is shown. */
  async choose(entry: string | RegExp): Promise<void> {
    await this.#page.getByRole('button', { name: /^More for/ }).click()
    await this.#page.getByRole('menuitem', { name: entry }).click()
  }
}
