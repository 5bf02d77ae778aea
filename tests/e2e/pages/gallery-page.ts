import type { Locator, Page } from '@playwright/test'

/** The gallery of products, what is done with its pictures, and the comparison. */
export class GalleryPage {
  readonly #page: Page
  /** Table or gallery. */
  readonly layout: Locator
  readonly grid: Locator
  readonly tiles: Locator
  readonly thumbnails: Locator
  /** The menu of a product. */
  readonly menu: Locator
  readonly news: Locator
  /** Shows what is selected side by side. */
  readonly compare: Locator
  readonly compareDialog: Locator

  constructor(page: Page) {
    this.#page = page
    this.layout = page.getByRole('group', { name: 'Layout' })
    this.grid = page.locator('[data-gallery]').getByRole('grid', { name: 'Products' })
    this.tiles = this.grid.getByRole('gridcell')
    this.thumbnails = this.grid.getByRole('button', { name: /^Preview / })
    this.menu = page.getByRole('menu', { name: /^Menu of / })
    this.news = page.locator('[data-picture-news]')
    this.compare = page
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: 'Compare', exact: true })
    this.compareDialog = page.getByRole('dialog', { name: 'Compare products' })
  }

  /** Shows what is selected side by side, in a window where the button for that has no room. */
  async compareByMenu(): Promise<void> {
    await this.#page
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: 'More actions', exact: true })
      .click()
    await this.#page.getByRole('menuitem', { name: 'Compare', exact: true }).click()
  }

  async choose(layout: 'Table' | 'Gallery'): Promise<void> {
    await this.#openView()
    await this.layout.getByRole('radio', { name: layout }).check({ force: true })
    await this.#page.keyboard.press('Escape')
  }

  async #openView(): Promise<Locator> {
    await this.#page.getByRole('button', { name: 'View', exact: true }).click()
    const panel = this.#page.getByRole('dialog', { name: 'View', exact: true })
    await panel.waitFor()
    return panel
  }

  /** Chooses the size of the gallery's pictures. */
  async size(size: 'S' | 'M' | 'L'): Promise<void> {
    const panel = await this.#openView()
    await panel.getByRole('group', { name: 'Picture size' }).getByText(size, { exact: true }).click()
    await this.#page.keyboard.press('Escape')
  }

  /** The button with the picture of the product with this name. */
  thumbnail(name: string): Locator {
    return this.grid.getByRole('button', { name: `Preview ${name}`, exact: true })
  }

  command(name: string): Locator {
    return this.menu.getByRole('menuitem', { name, exact: true })
  }

  /** Chooses a command of the menu's part about the picture, by keyboard. */
  async choosePictureCommand(name: string): Promise<void> {
    await this.command('Picture').press('ArrowRight')
    await this.#page.getByRole('menuitem', { name, exact: true }).press('Enter')
  }

  /** The index of the tile that has the focus, from 0; -1 for none. */
  focused(): Promise<number> {
    return this.#page.evaluate(() => {
      const tile = document.activeElement?.closest<HTMLElement>('[role=gridcell]')
      return Number(tile?.dataset.index ?? -1)
    })
  }

  /** The indexes, from 0, of the tiles that look like the one that keys are for. */
  current(): Promise<number[]> {
    return this.grid
      .locator('[role=gridcell].current')
      .evaluateAll((cells) => cells.map((cell) => Number((cell as HTMLElement).dataset.index)))
  }

  /** The name on the tile at an index, from 0. */
  nameAt(index: number): Promise<string> {
    return this.grid.locator(`[data-index="${index}"] .name`).innerText()
  }

  columns(): Promise<number> {
    return this.grid.evaluate((grid) => Number(grid.getAttribute('aria-colcount')))
  }
}
