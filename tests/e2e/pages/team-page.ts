import type { Locator, Page } from '@playwright/test'

export interface TeamPlaceEntry {
  kind: 'Folder' | 'WebDAV' | 'PostgreSQL'
  /** A folder's path, or an address. */
  where: string
  userName?: string
  password?: string
  name: string
}

/** The page **Team**: where a team space is created, joined, looked at and left. */
export class TeamPage {
  readonly #page: Page
  readonly create: Locator
  readonly join: Locator
  readonly test: Locator
  /** How the exchange stands. */
  readonly status: Locator
  readonly members: Locator
  readonly exchange: Locator
  /** Who publishes the catalog, and whether this app does. */
  readonly publishing: Locator
  readonly publishes: Locator
  /** What is wrong with the place, in a notice. */
  readonly notice: Locator

  constructor(page: Page) {
    this.#page = page
    this.create = page.getByRole('button', { name: 'Create a team space' })
    this.join = page.getByRole('button', { name: 'Join a team space' })
    this.test = page.getByRole('button', { name: 'Test', exact: true })
    this.status = page.getByRole('region', { name: 'Exchange' }).getByRole('status').first()
    this.members = page.getByRole('region', { name: 'Members' }).getByRole('list').first()
    this.exchange = page.getByRole('button', { name: 'Exchange now' })
    this.publishing = page.getByRole('region', { name: 'Catalog for the team' })
    this.publishes = this.publishing.getByRole('switch')
    this.notice = page.getByRole('main')
  }

  async open(): Promise<void> {
    const bar = this.#page.getByRole('navigation', { name: 'Main' })
    await bar.getByRole('button', { name: 'Team', exact: true }).click()
    await this.#page.getByRole('heading', { name: 'Team', level: 1 }).waitFor()
  }

  async fill({ kind, where, userName, password, name }: TeamPlaceEntry): Promise<void> {
    const field = (label: string): Locator => this.#page.getByLabel(label, { exact: true })
    await this.#page.getByRole('radio', { name: kind }).check()
    const place = { Folder: 'Folder path', WebDAV: 'Server address', PostgreSQL: 'Connection address' }[kind]
    await field(place).fill(where)
    if (userName !== undefined) await field('User name').fill(userName)
    if (password !== undefined) await field('Password').fill(password)
    await field('Your name').fill(name)
  }

  /** Ends the form: `Create` or `Join`. */
  async finish(button: 'Create' | 'Join'): Promise<void> {
    await this.#page.getByRole('button', { name: button, exact: true }).click()
  }

  async leave(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Leave', exact: true }).click()
    await this.#page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click()
  }
}
