import type { CatalogProduct } from '../../catalog/types'
import type { SetAsideItem } from '../../contract/product'
import { untold, type ReviewsOf } from './reviews-of'
import type { ExportRow } from './row'

/**
 * What a file may tell of products. Field by field: to take some out of an object by a rest and to spread them takes several
 * times as long.
 */
export function rowsOfProducts(items: readonly CatalogProduct[], reviews: ReviewsOf): ExportRow[] {
  const told = reviews.of(items.map(({ id }) => id))
  return items.map((product, at) => {
    const { note, reviewer, reviewedAt } = told[at] ?? untold
    return {
      key: product.key,
      id: product.id,
      name: product.name,
      price: product.price,
      description: product.description,
      image: product.image,
      place: product.position,
      change: product.change,
      review: product.review.state,
      note,
      reviewer,
      reviewedAt,
      findings: product.findings,
      problem: null
    }
  })
}

/** An item that was set aside: little of it could be read. */
export function rowOfUnreadable({ position, reason, id, name }: SetAsideItem): ExportRow {
  const nothing = { price: null, description: null, image: null, change: null, reviewedAt: null }
  return {
    ...nothing,
    key: 0,
    id,
    name,
    place: position,
    review: 'unreviewed',
    note: '',
    reviewer: '',
    findings: [],
    problem: reason
  }
}
