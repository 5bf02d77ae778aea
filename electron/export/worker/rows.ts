import type { ChangeKind, ProductQuery } from '../../contract/product-query'
import type { RuleId } from '../../contract/audit-rules'
import type { SetAsideReason, SetAsideItem } from '../../contract/product'
import type { ReviewMark, ReviewState } from '../../contract/review-state'
import { dirname, join } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { openForReading } from '../../catalog/db/open'
import { readCoverage } from '../../catalog/db/facts'
import { openFindings } from '../../quality/worker/findings-file'
import { createCatalogReader, type CatalogReader } from '../../catalog/read/catalog-reader'
import { openReviews } from '../../reviews/read/attached-reviews'
import { openStandings } from '../../reviews/read/attached-standings'
import type { CatalogProduct } from '../../catalog/types'
import type { Coverage } from '../../contract/coverage'
import type { Exported } from '../../contract/export'
import { existsSync } from 'node:fs'
import { openSidecar } from '../../database/sidecar'
import { migrations, reviewsName } from '../../reviews/db/schema'

/** A product, or an item that was set aside, with all that a file may tell of it. Texts are untrusted. */
export interface ExportRow {
  /** Key in the catalog; 0 for an item that was set aside. */
  key: number
  id: string
  name: string
  price: number | null
  description: string | null
  /** As the store gives it. */
  image: string | null
  place: number | null
  change: ChangeKind | null
  review: ReviewState
  /** People who have approved it as it is; null: one approval is enough. */
  approvals: number | null
  /** Why it needs work; null: no reason, or another mark. */
  reason: string | null
  note: string
  /** Who set the mark or, without one, wrote the note; of a team all who say the same. */
  reviewer: string
  /** What each of a team's reviewers says who do not all say the same; []: they do. */
  disagreeing: readonly { by: string; mark: ReviewMark }[]
  /** ms since 1970; null: never. */
  reviewedAt: number | null
  /** Whom a team has assigned it to; '': nobody. */
  assignedTo: string
  findings: RuleId[]
  /** The findings in words, for people; '' unless requested. */
  found: string
  /** Why an item was set aside; null for a product. */
  problem: SetAsideReason | null
}

/** The rows of an export, all of one state of the catalog, however long they are read and whatever is written meanwhile. */
interface Rows {
  /** How many there are; of the store's own list also places that it does not know, which give no row. */
  total: number
  coverage: Coverage
  /** Marks and notes are there and cannot be read: as if there were none. */
  areReviewsUnread: boolean
  /** Items that were set aside and are no rows, as far as was read. */
  setAside: number
  /** Selected products that the catalog does not have, as far as was read. */
  missing: number
  /** The next rows, at most so many; null at the end. */
  next(limit: number): Promise<ExportRow[] | null>
  /** Closes the file of reviews, which is about to be replaced, and goes on with its contents (fault 111). */
  detachReviews(): void
  close(): void
}

/** Files that rows are read from. */
interface RowFiles {
  catalogFile: string
  /** The connection's, where its reviews are. */
  folder: string
}

/**
 * Opens the catalog for one long reading: a transaction that lasts until `close`. What is written meanwhile gathers in the catalog's
 * log, so it should not last longer than it must. Throws SQLite's errors.
 */
export async function openRows(files: RowFiles, of: Exported): Promise<Rows> {
  const db = openForReading(files.catalogFile)
  db.exec('BEGIN')
  // The state that is read is that of the first reading.
  const coverage = readCoverage(db)
  const reviews = openReviewTexts(files.folder)
  const marks = openReviews(files.folder, true)
  const reader = createCatalogReader(db, {
    reviews: marks,
    findings: openFindings(dirname(files.catalogFile), true),
    team: openStandings(files.folder, true)
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

/**
 * What a file may tell of products. Field by field: to take some out of an object by a rest and to spread them takes several
 * times as long.
 */
function rowsOfProducts(items: readonly CatalogProduct[], reviews: ReviewTexts): ExportRow[] {
  const texts = reviews.of(items.map(({ id }) => id))
  return items.map((product, at) => {
    const { note, reviewer, reviewedAt } = texts[at] ?? noReviewText
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
      approvals: product.review.approvals?.given ?? null,
      reason: product.review.reason,
      note,
      reviewer: product.review.reviewers?.join(', ') ?? reviewer,
      disagreeing: product.review.disagreeing ?? [],
      reviewedAt,
      assignedTo: product.review.assignedTo ?? '',
      findings: product.findings,
      found: '',
      problem: null
    }
  })
}

/** An item that was set aside: little of it could be read. */
function rowOfUnreadable({ position, reason, id, name }: SetAsideItem): ExportRow {
  const nothing = {
    approvals: null,
    reason: null,
    price: null,
    description: null,
    image: null,
    change: null,
    reviewedAt: null
  }
  return {
    ...nothing,
    key: 0,
    id,
    name,
    place: position,
    review: 'unreviewed',
    note: '',
    reviewer: '',
    disagreeing: [],
    assignedTo: '',
    findings: [],
    found: '',
    problem: reason
  }
}

type ReviewText = Pick<ExportRow, 'note' | 'reviewer' | 'reviewedAt'>

/** What the file of reviews has of products besides their marks, all from one state of the file. */
interface ReviewTexts {
  /** There is a file and nothing in it can be read: what is texts is not all. */
  isUnread: boolean
  of(productIds: readonly string[]): ReviewText[]
  /** Closes the file, which is about to be replaced, and goes on with its contents. */
  detach(): void
  close(): void
}

const noReviewText: ReviewText = { note: '', reviewer: '', reviewedAt: null }

/** @param folder the connection's */
function openReviewTexts(folder: string): ReviewTexts {
  const path = join(folder, reviewsName)
  const file = openSidecar(path, migrations.length, prepare, true)
  return {
    isUnread: existsSync(path) && file.opening() === 0,
    of(productIds) {
      const texts = file.read((statement) =>
        productIds.map((id) => ({ ...noReviewText, ...(statement.get(id) as ReviewText | undefined) }))
      )
      return texts ?? productIds.map(() => noReviewText)
    },
    detach: () => file.detach('review'),
    close: () => file.release()
  }
}

/** By the primary key. Who set the mark or, without one, who wrote the note. */
function prepare(db: DatabaseSync): StatementSync {
  return db.prepare(
    `SELECT note, iif(marked_at IS NULL, noted_by, marked_by) AS reviewer,
            coalesce(marked_at, noted_at) AS reviewedAt
     FROM review WHERE product = ?`
  )
}
