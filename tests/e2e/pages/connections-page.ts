import type { Locator, Page } from '@playwright/test'

/** The page where connections are managed: renamed, edited, removed. */
export class ConnectionsPage {
  readonly list: Locator
  readonly question: Locator

  constructor(page: Page) {
    this.list = page.getByRole('list', { name: 'Stores' })
    this.question = page.getByRole('alertdialog')
  }

  /** The entry of a store. */
  entry(name: string): Locator {
    return this.list.getByRole('listitem').filter({ hasText: name })
  }

  /** Answers the question before something is removed. */
  async confirm(name: string | RegExp): Promise<void> {
    await this.question.getByRole('button', { name }).click()
  }
}
