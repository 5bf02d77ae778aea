import { expect, type Locator, type Page } from '@playwright/test'

/** The page **Products**: the table, its pager and what is said about them. */
export class ProductsPage {
  readonly #page: Page
  readonly table: Locator
  readonly rows: Locator
  readonly thumbnails: Locator
  /** The buttons that show a product's details. */
  readonly details: Locator
  readonly firstPage: Locator
  readonly previousPage: Locator
  readonly nextPage: Locator
  readonly lastPage: Locator
  readonly pageField: Locator
  readonly itemsPerPage: Locator
  /** What a cell cuts, in full. */
  readonly tip: Locator
  /** What is announced: failures, ages, set-aside items. */
  readonly notices: Locator

  constructor(page: Page) {
    this.#page = page
    this.table = page.locator('table').and(page.getByRole('grid', { name: 'Products' }))
    // A row of headings has no cells.
    this.rows = this.table.getByRole('row').filter({ has: page.getByRole('rowheader') })
    this.thumbnails = this.table.getByRole('button', { name: /^Preview / })
    this.details = this.table.getByRole('button', { name: /^Details of / })
    const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
    this.firstPage = button('First page')
    this.previousPage = button('Previous page')
    this.nextPage = button('Next page')
    this.lastPage = button('Last page')
    this.pageField = page.getByRole('textbox', { name: 'Page', exact: true })
    this.itemsPerPage = page.getByLabel('Items per page')
    this.tip = page.locator('.tip')
    this.notices = page.getByRole('status').or(page.getByRole('alert'))
  }

  /** The row of the product with this name. */
  row(name: string): Locator {
    const header = (called: string | RegExp): Locator =>
      this.#page.getByRole('rowheader', { name: called, exact: true })
    // What the last sync brought is told behind the name: `Changed` and what of it, or by how much the price did.
    const literally = name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
    return this.rows.filter({
      has: header(name).or(header(new RegExp(`^${literally} (Changed|Price)( |$)`)))
    })
  }

  /** The names in the order of the rows. */
  async names(): Promise<string[]> {
    // The first cell has the picture; marks stand on lines of their own.
    const texts = await this.rows.locator('td:nth-child(2)').allInnerTexts()
    return texts.map((text) => text.split('\n')[0] ?? '')
  }

  /** The button with the product's picture. */
  thumbnail(name: string): Locator {
    return this.table.getByRole('button', { name: `Preview ${name}`, exact: true })
  }

  /** The pager's words, such as `1–25 of 1,240`. */
  range(text: string | RegExp): Locator {
    return this.#page.getByText(text, { exact: true })
  }

  /** How many products the whole list has: `1,238 of 1,240 products`. */
  async total(): Promise<number> {
    const words = await this.notices.filter({ hasText: /^[\d,]+ (of [\d,]+ )?products?$/ }).innerText()
    return Number((words.split(' ')[0] ?? '').replaceAll(',', ''))
  }

  notice(text: string | RegExp): Locator {
    return this.notices.filter({ hasText: text })
  }

  async goTo(page: number): Promise<void> {
    await this.pageField.fill(String(page))
    await this.pageField.press('Enter')
  }

  /** Syncs by its key, which also asks the store anew for what is on screen. */
  async askAgain(): Promise<void> {
    await this.#page.keyboard.press('F5')
  }

  /** Scrolls the list to this part of it, 0 to 1, as a hand on the scrollbar does. */
  async scrollTo(part: number): Promise<void> {
    await this.table.evaluate((table, to) => {
      let scroller: Element | null = table
      while (scroller && scroller.scrollHeight <= scroller.clientHeight) scroller = scroller.parentElement
      if (scroller) scroller.scrollTop = to * (scroller.scrollHeight - scroller.clientHeight)
    }, part)
  }

  /** How many pictures within the window are decoded, and how many are still awaited. */
  pictures(): Promise<{ shown: number; awaited: number }> {
    return this.#page.evaluate(() => {
      const inView = [...document.images].filter((image) => {
        const { top, bottom, width } = image.getBoundingClientRect()
        return width > 0 && bottom > 0 && top < innerHeight
      })
      const shown = inView.filter((image) => image.complete && image.naturalWidth > 0).length
      return { shown, awaited: inView.length - shown }
    })
  }

  /** Waits until every picture within the window is there, more than a few of them. */
  async expectPictures(): Promise<void> {
    // They are decoded in a process of their own, which a busy machine starts late.
    const timeout = 30_000
    await expect.poll(async () => (await this.pictures()).shown, { timeout }).toBeGreaterThan(4)
    await expect.poll(async () => (await this.pictures()).awaited, { timeout }).toBe(0)
  }
}
