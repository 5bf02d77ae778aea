import type { Locator, Page } from '@playwright/test'
import type { Credentials } from '../../../electron/contract/connection'

/** What a person types to connect a store. */
export interface StoreEntry {
  name: string
  address: string
  /** Left as the page has it when missing. */
  apiPath?: string
  credentials: Credentials
}

/** The page **Connect a store**, also where a connection is edited. */
export class ConnectPage {
  readonly #page: Page
  readonly heading: Locator
  readonly name: Locator
  readonly address: Locator
  readonly userId: Locator
  readonly key: Locator
  readonly testConnection: Locator
  readonly saveAndOpen: Locator
  readonly exploreDemo: Locator
  /** What the page answers: a test's result, a refusal, what was put right. */
  readonly messages: Locator

  constructor(page: Page) {
    this.#page = page
    this.heading = page.getByRole('heading', { name: 'Connect a store', level: 1 })
    this.name = page.getByLabel('Name', { exact: true })
    this.address = page.getByLabel('Store address')
    this.userId = page.getByLabel('User ID')
    this.key = page.getByLabel('API key')
    this.testConnection = page.getByRole('button', { name: 'Test connection' })
    this.saveAndOpen = page.getByRole('button', { name: 'Save and open' })
    this.exploreDemo = page.getByRole('button', { name: 'Explore the demo store' })
    this.messages = page.getByRole('status').or(page.getByRole('alert'))
  }

  /** One of the API paths that can be chosen, once their choice is open. */
  path(path: string): Locator {
    return this.#page
      .getByRole('radiogroup', { name: 'API path' })
      .getByRole('radio', { name: path, exact: true })
  }

  async fill({ name, address, apiPath, credentials }: StoreEntry): Promise<void> {
    await this.name.fill(name)
    await this.address.fill(address)
    if (apiPath !== undefined) {
      if (!(await this.path(apiPath).isVisible()))
        await this.#page.getByText('API path', { exact: true }).click()
      await this.path(apiPath).check()
    }
    await this.userId.fill(credentials.userId)
    await this.key.fill(credentials.key)
  }

  /** The line of the test's report about one step, such as `Key`. */
  step(name: string): Locator {
    return this.#page
      .getByRole('region', { name: 'Connection test' })
      .getByRole('listitem')
      .filter({ hasText: name })
  }

  /** A message whose text matches. */
  message(text: string | RegExp): Locator {
    return this.messages.filter({ hasText: text })
  }
}
