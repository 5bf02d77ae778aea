import { found, type ProductRule } from '../rule'

/** UTF-16 units of signs and spaces that may stand around a name that is repeated. */
const mostAround = 10

const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()

/** The description only repeats the name. */
export const descriptionName: ProductRule = {
  id: 'description-name',
  severity: 'hint',
  needsFullForm: true,
  of: 'product',
  test: ({ name, description }) => {
    if (description === null || description.length > name.length + mostAround) return null
    const text = bare(description)
    return text !== '' && text === bare(name) ? found : null
  }
}
