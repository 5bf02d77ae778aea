import { quoted, type ProductRule } from '../rule'
import { placeholderIn } from '../texts/placeholders'

/** The description is still to be written: a stand-in, a note to the editor, a template that was not filled in. */
export const descriptionPlaceholder: ProductRule = {
  id: 'description-placeholder',
  severity: 'error',
  needsFullForm: true,
  of: 'product',
  test: ({ description }) => {
    const text = description === null ? null : placeholderIn(description)
    return text === null ? null : { text: quoted(text) }
  }
}
