import type { Locator, Page } from '@playwright/test'

/** The dialog **Picture preview**: one product's picture, large. */
export class PreviewDialog {
  readonly dialog: Locator
  /** The picture, or why there is none; not what is said beside it of the product. */
  readonly picture: Locator

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Picture preview' })
    this.picture = this.dialog.locator('[data-told-picture]')
  }

  /** What the dialog says, such as the product's name. */
  text(text: string): Locator {
    return this.dialog.getByText(text, { exact: true }).first()
  }

  /** Width of the decoded picture in pixels; 0 while there is none. */
  pictureWidth(): Promise<number> {
    return this.dialog
      .locator('img')
      .evaluateAll((images) =>
        Math.max(0, ...images.map((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
      )
  }
}
