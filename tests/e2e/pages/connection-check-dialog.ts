import type { Locator, Page } from '@playwright/test'
import type { CheckStep } from '../../../electron/contract/connection-check'

/** The check of a connection. */
export class ConnectionCheckDialog {
  readonly dialog: Locator
  readonly again: Locator

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: /^Check connection/ })
    this.again = this.dialog.getByRole('button', { name: 'Check again' })
  }

  step(step: CheckStep): Locator {
    return this.dialog.locator(`[data-step=${step}]`)
  }
}
