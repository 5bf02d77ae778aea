import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openForReading } from '../../catalog/db/connection'
import { readCoverage } from '../../catalog/db/facts'
import { openFindings } from '../../catalog/read/findings-file'
import { createCatalogReader, type CatalogReader } from '../../catalog/read/catalog-reader'
import { openReviews } from '../../catalog/read/reviews-file'
import type { CatalogProduct } from '../../catalog/types'
import type { Coverage } from '../../contract/coverage'
import type { Exported } from '../../contract/export'
import type { ProductQuery } from '../../contract/product-query'
import type { SetAsideItem } from '../../contract/product'
import { openReviewsOf } from './reviews-of'
import type { ExportRow } from './row'
import { rowOfUnreadable, rowsOfProducts } from './rows-made'

/** The rows of an export, all of one state of the copy, however long they are read and whatever is written meanwhile. */
export interface Rows {
  /** How many there are; of the store's own list also places that it does not know, which give no row. */
  total: number
  coverage: Coverage
  /** Marks and notes are there and cannot be read: as if there were none. */
  areReviewsUnread: boolean
  /** Items that were set aside and are no rows, as far as was read. */
  setAside: number
  /** Selected products that the copy does not have, as far as was read. */
  missing: number
  /** The next rows, at most so many; null at the end. */
  next(limit: number): Promise<ExportRow[] | null>
  /** Closes the file of reviews, which is about to be replaced, and goes on with what it held (fault 111). */
  detachReviews(): void
  close(): void
}

/** Files that rows are read from. */
export interface RowFiles {
  copyFile: string
  /** The connection's, where its reviews are. */
  folder: string
}

/**
 * Opens the copy for one long reading: a transaction that lasts until `close`. What is written meanwhile gathers in the copy's
 * log, so it should not last longer than it must. Throws SQLite's errors.
 */
export async function openRows(files: RowFiles, of: Exported): Promise<Rows> {
  const db = openForReading(files.copyFile)
  db.exec('BEGIN')
  // The state that is read is that of the first reading.
  const coverage = readCoverage(db)
  const reviews = openReviewsOf(files.folder)
  const marks = openReviews(files.folder, true)
  const reader = createCatalogReader(db, {
    reviews: marks,
    findings: openFindings(dirname(files.copyFile), true)
  })
  const source = 'products' in of ? selected(reader, of.products) : await listed(reader, of.productQuery)
  return {
    coverage,
    total: source.total,
    areReviewsUnread: reviews.isUnread,
    get setAside() {
      return source.setAside
    },
    get missing() {
      return source.missing
    },
    async next(limit) {
      const found = await source.next(limit)
      return found === null
        ? null
        : [...rowsOfProducts(found.items, reviews), ...found.setAside.map(rowOfUnreadable)]
    },
    detachReviews() {
      reviews.detach()
      marks.detach('review')
    },
    close() {
      reviews.close()
      reader.release()
      closeReading(db)
    }
  }
}

interface Found {
  items: CatalogProduct[]
  setAside: SetAsideItem[]
}

interface Source extends Pick<Rows, 'total' | 'setAside' | 'missing'> {
  next(limit: number): Promise<Found | null>
}

async function listed(reader: CatalogReader, productQuery: ProductQuery): Promise<Source> {
  const { count } = await reader.read({ productQuery, offset: 0, limit: 1 })
  let offset = 0
  const source: Source = {
    total: count,
    setAside: 0,
    missing: 0,
    async next(limit) {
      if (offset >= count) return null
      const { items, setAside } = await reader.read({ productQuery, offset, limit })
      offset += limit
      if (productQuery.filters.setAside) return { items, setAside }
      source.setAside += setAside.length
      return { items, setAside: [] }
    }
  }
  return source
}

function selected(reader: CatalogReader, products: readonly string[]): Source {
  let offset = 0
  const source: Source = {
    total: products.length,
    setAside: 0,
    missing: 0,
    async next(limit) {
      if (offset >= products.length) return null
      const ids = products.slice(offset, offset + limit)
      offset += limit
      const found = new Map((await reader.products(ids)).map((product) => [product.id, product]))
      const items = ids.flatMap((id) => found.get(id) ?? [])
      source.missing += ids.length - items.length
      return { items, setAside: [] }
    }
  }
  return source
}

function closeReading(db: DatabaseSync): void {
  if (db.isTransaction) db.exec('COMMIT')
  db.close()
}
