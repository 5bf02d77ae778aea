import type { Locator, Page } from '@playwright/test'

/** The dialog **Image preview**: one product's picture, large. */
export class PreviewDialog {
  readonly dialog: Locator
  readonly picture: Locator

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Image preview' })
    this.picture = this.dialog.getByRole('img')
  }

  /** The product's name as the dialog says it. */
  caption(name: string | RegExp): Locator {
    return this.dialog.getByText(name).first()
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
