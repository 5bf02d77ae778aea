import type { FaultyStore } from '../../support/faulty-store'

/** What a night at the store brings: one change of each kind but one, and two of prices; 7 in all. */
export function changeShelf({ shelf, baseUrl }: FaultyStore): void {
  shelf.total += 1
  shelf.removed.add(5)
  shelf.edits.set(2, { price: 6.45 })
  shelf.edits.set(3, { price: 6.11, name: 'Product three' })
  shelf.edits.set(4, { description: 'The better description of product 4.' })
  shelf.edits.set(6, { image: `${baseUrl}/images/200.png` })
}
