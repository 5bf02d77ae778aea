import { quoted, type ProductRule } from '../rule'
import { markupIn } from '../texts/markup'

/** The description has HTML in it, which people would read as it stands. */
export const descriptionMarkup: ProductRule = {
  id: 'description-markup',
  severity: 'warning',
  needsFullForm: true,
  of: 'product',
  test: ({ description }) => {
    const text = description === null ? null : markupIn(description)
    return text === null ? null : { text: quoted(text) }
  }
}
