import type { DatabaseSync } from 'node:sqlite'
import type { Filters, ProductQuery, Sort } from '../../contract/product-query'
import type { FindingBits, Findings } from './findings-file'
import type { PictureColumns } from './picture-columns'
import { createListFinder } from './list-finder'
import { asksOfFindings } from './filters/findings'
import { asksOfPictures, type PictureParts } from './filters/pictures'
import { asksOfReviews } from './filters/reviews'
import type { ProductList } from './product-list'
import { lastRunOf } from './rows'
import type { Held } from './column-store'
import type { HeldIds } from './id-lookup'
import type { Kept } from './cached'
import { createReviewOrder } from '../sort/review-order'
import type { HeldReviews } from './review-cache'
import type { Sliced } from '../../database/cooperative'
import type { ReviewColumns } from './review-columns'
import { emptyMemory, searchProducts, type Search } from '../search/search'

/** What lists are made of. */
export interface ListSources {
  db: DatabaseSync
  held: Held
  ids: HeldIds
  pictures: Kept<PictureColumns, number>
  reviews: HeldReviews
  findings: Findings
}

/** What one list is made of besides what is always held; null where it does not ask for it. */
export interface Prepared {
  sequence: Uint32Array
  pictures: PictureParts | null
  reviews: ReviewColumns | null
  findings: FindingBits | null
}

export interface Lists {
  /** Brings into memory what a narrowing asks for, as it is now. */
  prepare: (productQuery: ProductQuery, search: Search | null) => Sliced<Prepared>
  /** The list, of what was prepared. Within a transaction of the caller's. */
  of: (productQuery: ProductQuery, search: Search | null, prepared: Prepared) => ProductList
}

/** Lists that are kept, so that to turn pages costs no more than their rows. */
const mostLists = 2

export function createLists({ db, held, ids, pictures, reviews, findings }: ListSources): Lists {
  const memory = emptyMemory()
  const findList = createListFinder()
  const reviewOrder = createReviewOrder()
  const lists = new Map<string, ProductList>()
  let listsVersion = -1

  function* pictureParts(filters: Filters): Sliced<PictureParts | null> {
    if (!asksOfPictures(filters)) return null
    const like = filters.samePicture === null ? 0 : (yield* ids.current())(filters.samePicture.id)
    return { like, pictures: yield* pictures.get() }
  }

  function* sequenceOf(sort: Sort | null, known: ReviewColumns | null): Sliced<Uint32Array> {
    if (sort === null) return yield* held.sequence(null)
    const { by, descending } = sort
    if (by !== 'review') return yield* held.sequence({ by, descending })
    return yield* reviewOrder.get(descending, held.columns, known ?? (yield* reviews.get()))
  }

  return {
    *prepare(productQuery, search) {
      const { filters, sort } = productQuery
      yield* held.refreshColumns()
      const parts = {
        pictures: yield* pictureParts(filters),
        reviews: asksOfReviews(productQuery) ? yield* reviews.get() : null,
        findings: asksOfFindings(filters) ? yield* findings.all() : null
      }
      if (search !== null) yield* held.refreshWords()
      return { ...parts, sequence: yield* sequenceOf(sort, parts.reviews) }
    },
    of(productQuery, search, { sequence, ...parts }) {
      const { columns, index } = held
      const lastRun = lastRunOf(db)
      // Lists of before are of no use any more, and hold on to orders of before.
      if (listsVersion !== columns.version) lists.clear()
      listsVersion = columns.version
      const name = JSON.stringify([
        productQuery,
        lastRun,
        search === null ? 0 : index.version,
        versionsOf(parts)
      ])
      const known = lists.get(name)
      if (known !== undefined) return known
      const scores = search === null ? null : searchProducts(index, memory, search, columns.highest)
      const list = findList(productQuery, { columns, scores, sequence, lastRun, ...parts })
      lists.set(name, list)
      const [oldest] = lists.keys()
      if (lists.size > mostLists && oldest !== undefined) lists.delete(oldest)
      return list
    }
  }
}

function versionsOf({ pictures, reviews, findings }: Omit<Prepared, 'sequence'>): number[] {
  return [pictures?.pictures.version ?? 0, reviews?.version ?? 0, findings?.version ?? 0]
}
