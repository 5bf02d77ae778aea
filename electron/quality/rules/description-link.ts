import { quoted, type ProductRule } from '../rule'

/** The least that there is of an address without a scheme. */
const wide = /www\./i
const page = /\bhttps?:\/\/[^\s<>"']+|\bwww\.[^\s<>"']+\.[^\s<>"']+/i
const mailbox = /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i

const pageIn = (text: string): string | undefined =>
  text.includes('://') || wide.test(text) ? page.exec(text)?.[0] : undefined

/** The description has the address of a web page or of a mailbox, which most marketplaces refuse. */
export const descriptionLink: ProductRule = {
  id: 'description-link',
  severity: 'hint',
  needsFullForm: true,
  of: 'product',
  test: ({ description }) => {
    if (description === null) return null
    const text = pageIn(description) ?? (description.includes('@') ? mailbox.exec(description)?.[0] : null)
    return text ? { text: quoted(text) } : null
  }
}
