import { quoted, type ProductRule } from '../rule'

const page = /\bhttps?:\/\/[^\s<>"']+|\bwww\.[^\s<>"']+\.[^\s<>"']+/i
const mailbox = /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i

/** The description has the address of a web page or of a mailbox, which most marketplaces refuse. */
export const descriptionLink: ProductRule = {
  id: 'description-link',
  severity: 'hint',
  needsFullForm: true,
  of: 'product',
  test: ({ description }) => {
    if (description === null) return null
    const text =
      page.exec(description)?.[0] ?? (description.includes('@') ? mailbox.exec(description)?.[0] : null)
    return text ? { text: quoted(text) } : null
  }
}
