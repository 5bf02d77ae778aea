import { quoted, type ProductRule } from '../rule'
import { markupIn } from '../texts/markup'

/** The name has HTML in it, such as &amp;amp;. */
export const nameMarkup: ProductRule = {
  id: 'name-markup',
  severity: 'warning',
  of: 'product',
  test: ({ name }) => {
    const text = markupIn(name)
    return text === null ? null : { text: quoted(text) }
  }
}
