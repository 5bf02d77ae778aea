import type { Locator, Page } from '@playwright/test'

/** The dialog of an export, and the line that tells of it. */
export class ExportDialog {
  readonly button: Locator
  readonly dialog: Locator
  readonly start: Locator
  /** The strip below the list. */
  readonly line: Locator

  constructor(page: Page) {
    this.button = page.getByRole('button', { name: 'Export…' }).first()
    this.dialog = page.getByRole('dialog', { name: 'Export products' })
    this.start = this.dialog.getByRole('button', { name: 'Export…' })
    this.line = page.locator('[data-export]')
  }

  async open(): Promise<void> {
    await this.button.click()
    await this.dialog.waitFor()
  }

  format(name: 'Excel' | 'CSV' | 'JSON' | 'Contact sheet (PDF)'): Locator {
    return this.dialog.getByRole('radio', { name, exact: true })
  }

  column(name: string): Locator {
    return this.dialog.getByRole('group', { name: 'Columns' }).getByLabel(name, { exact: true })
  }

  /** Exports with what is chosen, and waits for the end. */
  async run(): Promise<void> {
    await this.start.click()
    await this.dialog.waitFor({ state: 'hidden' })
    await this.line.and(this.line.page().locator('[data-export="done"]')).waitFor()
  }
}
