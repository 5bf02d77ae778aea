import { type ProductRule } from '../rule'
import { countCharacters, isShorterThan } from '../texts/letters'

/** The description says next to nothing. The threshold is in letters. */
export const descriptionShort: ProductRule = {
  id: 'description-short',
  severity: 'hint',
  needsFullForm: true,
  of: 'product',
  test: ({ description }, threshold) => {
    const text = description?.trim() ?? ''
    if (text === '' || !isShorterThan(text, threshold)) return null
    return { characters: countCharacters(text), threshold }
  }
}
