import { productAt } from '../../catalog/catalog-maker'

/** Height of a row in every table of the bench, in px: that of Vitrine's. */
export const rowHeight = 64
export const pageSize = 100

export interface Row {
  index: number
  picture: string | null
  name: string
  price: number | null
  description: string
  id: string
}

/** The bench catalog's first products, as rows that a table takes. */
export function makeRows(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => {
    const { id, name, price, description, image } = productAt(index)
    const picture = image === undefined ? null : `/thumbnail/${index}.webp`
    return { index, picture, name, price: price ?? null, description: description ?? '', id }
  })
}

/** The element that shows a row's thumbnail, as Vitrine has it: 48 px, decoded away from the main thread. */
export function pictureElement(picture: string | null): HTMLElement {
  if (picture === null) return document.createElement('span')
  const image = document.createElement('img')
  image.decoding = 'async'
  image.width = 48
  image.height = 48
  image.className = 'picture'
  image.src = picture
  return image
}
