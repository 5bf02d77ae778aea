import { type ProductRule } from '../rule'
import { countCharacters, isLongerThan } from '../texts/letters'

/** The name is longer than lists and receipts show. The threshold is in characters. */
export const nameLong: ProductRule = {
  id: 'name-long',
  severity: 'hint',
  of: 'product',
  test: ({ name }, threshold) =>
    isLongerThan(name, threshold) ? { characters: countCharacters(name), threshold } : null
}
