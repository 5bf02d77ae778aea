import type { Locator, Page } from '@playwright/test'
import { Sidebar } from './sidebar'

/** The page **Stores**, where connections are managed: renamed, edited, removed. */
export class ConnectionsPage {
  readonly heading: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.heading = page.getByRole('heading', { name: 'Stores', level: 1 })
  }

  async open(): Promise<void> {
    await new Sidebar(this.#page).choose('Manage stores')
    await this.heading.waitFor()
  }

  async rename(store: string, name: string): Promise<void> {
    await this.choose(store, 'Rename…')
    const dialog = this.#page.getByRole('dialog', { name: 'Rename store' })
    await dialog.getByRole('textbox').fill(name)
    await dialog.getByRole('button', { name: 'Rename' }).click()
  }

  /** Removes a store and answers the question before it. */
  async remove(store: string): Promise<void> {
    await this.choose(store, 'Remove…')
    const question = this.#page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Remove store' }).click()
  }

  /** Chooses from a store's menu; nothing is answered yet. */
  async choose(store: string | RegExp, action: string): Promise<void> {
    await this.#page
      .getByRole('button', { name: typeof store === 'string' ? `More actions for ${store}` : store })
      .click()
    await this.#page.getByRole('menuitem', { name: action }).click()
  }
}
