import type { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ListAnswer } from '../../../../electron/catalog/types'
import { catalogPolicy, openForReading, openForWriting } from '../../../../electron/catalog/db/open'
import { migrate, useLog } from '../../../../electron/database/open-database'
import { openStandings } from '../../../../electron/reviews/read/attached-standings'
import { openFindings } from '../../../../electron/quality/worker/findings-file'
import { createCatalogReader, type CatalogReader } from '../../../../electron/catalog/read/catalog-reader'
import type { Sidecars } from '../../../../electron/catalog/read/sidecars'
import { openReviews } from '../../../../electron/reviews/read/attached-reviews'
import { migrations } from '../../../../electron/catalog/db/schema'
import type { RuleId } from '../../../../electron/contract/audit-rules'
import { indexWords, rewordProduct } from '../../../../electron/catalog/search/word-index'
import { productQuerySchema, type ProductQuery } from '../../../../electron/contract/product-query'
import type { SyncOutcome } from '../../../../electron/contract/sync'
import type { z } from 'zod'
import { testFolder } from '../../../support/folder'
import {
  writeFindings,
  writeReviews,
  type Decided,
  type WrittenFindings,
  type WrittenReviews,
  writeStandings,
  type Said,
  type WrittenStandings
} from './sidecar-files'

/** A product as it stands in the copy; its key is its place in `FilledCopy.products`, from 1. */
export interface Row {
  id: string
  name: string
  price: number | null
  description: string | null
  image: string | null
  added: number
  changed: number | null
  gone: number | null
  /** What is known of its picture. */
  known?: Known | null
}

/** A product by its key, and the place, from 1, that it stands after; 0: it comes first. */
export interface DisplacedKey {
  key: number
  after: number
}

/** A picture as it is known; its content and its look as small numbers. */
export type Known = { state: 'broken' } | { state: 'shown'; side: number; content: bigint; look: bigint }

export type NarrowingInput = z.input<typeof productQuerySchema>

/** A real database of products, written by plain statements, with a reader that is told of each change. */
export interface FilledCopy {
  db: DatabaseSync
  reader: CatalogReader
  products: Row[]
  /** Keys in the store's order; null where an item was set aside. */
  places: (number | null)[]
  /** Products without a place that runs have displaced. */
  displaced: DisplacedKey[]
  reviews: WrittenReviews
  findings: WrittenFindings
  standings: WrittenStandings
  add: (row: Partial<Row>) => number
  change: (key: number, values: Partial<Row>) => void
  /** Somebody looked at a product's picture; null: what was known of it does not hold anymore. */
  find: (key: number, known: Known | null) => void
  /** Somebody decided something of the product with an id, which need not be there; null: it is taken back. */
  review: (id: string, decided: Decided | null) => void
  /** The team of the store says something of the product with an id. */
  say: (id: string, said: Said | null) => void
  /** The team needs so many approvals; whoever reads is Kim. */
  decide: (needed: number) => void
  /** Rules found something in a product. */
  audit: (key: number, rules: readonly RuleId[]) => void
  setPlaces: (places: (number | null)[], displaced?: DisplacedKey[]) => void
  endRun: (number: number, outcome?: SyncOutcome) => void
  read: (productQuery?: NarrowingInput, offset?: number, limit?: number) => Promise<ListAnswer>
  /** A reader that knows nothing yet, as after a start. */
  readAnew: (productQuery?: NarrowingInput) => Promise<ListAnswer>
  index: (limit?: number) => void
  close: () => void
}

export const plain: Row = {
  id: '',
  name: 'Lamp',
  price: 1,
  description: null,
  image: null,
  added: 1,
  changed: null,
  gone: null
}

const none = new Uint32Array(0)

export function fillCopy(rows: Partial<Row>[] = [], folder = testFolder()): FilledCopy {
  const file = join(folder, 'catalog.sqlite')
  const db = openForWriting(file)
  useLog(db, catalogPolicy)
  migrate(db, migrations)
  const reading = openForReading(file)
  const sidecars = (): Sidecars => ({
    reviews: openReviews(folder),
    findings: openFindings(folder),
    team: openStandings(folder)
  })
  const reviews = writeReviews(folder)
  const findings = writeFindings(folder)
  const standings = writeStandings(folder)
  const close = (): void => {
    if (!db.isOpen) return
    reader.release()
    reviews.close()
    findings.close()
    standings.close()
    for (const open of [reading, db]) if (open.isOpen) open.close()
  }
  onTestFinished(close)
  const reader = createCatalogReader(reading, sidecars())
  const products: Row[] = []
  const copy: FilledCopy = {
    db,
    reader,
    products,
    places: [],
    displaced: [],
    reviews,
    findings,
    standings,
    add(values) {
      const key = products.length + 1
      const row = { ...plain, id: `p${key}`, ...values }
      products.push(row)
      const { id, name, price, description, image, added, changed, gone } = row
      db.prepare('INSERT INTO product VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?)').run(
        ...[key, id, name, price, description, image, added, changed, gone]
      )
      reader.changed({ touched: Uint32Array.of(key), pictures: none, positionsMoved: false })
      return key
    },
    change(key, values) {
      const before = products[key - 1] ?? plain
      const isOther = values.image !== undefined && values.image !== before.image
      const row = { ...before, ...values, ...(isOther ? { known: null } : {}) }
      products[key - 1] = row
      const { name, price, description, image, added, changed, gone } = row
      db.exec('BEGIN')
      db.prepare(
        'UPDATE product SET name = ?, price = ?, description = ?, image = ?, added = ?, changed = ?, gone = ? WHERE key = ?'
      ).run(name, price, description, image, added, changed, gone, key)
      if ('name' in values || 'description' in values || 'image' in values) rewordProduct(db, key)
      if (isOther) db.prepare('DELETE FROM picture WHERE product = ?').run(key)
      db.exec('COMMIT')
      const pictures = isOther ? Uint32Array.of(key) : none
      reader.changed({ touched: Uint32Array.of(key), pictures, positionsMoved: false })
    },
    find(key, known) {
      products[key - 1] = { ...(products[key - 1] ?? plain), known }
      db.prepare('DELETE FROM picture WHERE product = ?').run(key)
      if (known !== null) {
        const shown = known.state === 'shown' ? known : null
        db.prepare('INSERT INTO picture VALUES (?, ?, ?, ?, 1, ?, ?, ?, 1000, NULL)').run(
          ...[key, shown === null ? 7 : 0, shown?.side ?? null, shown === null ? null : shown.side + 5],
          ...['jpeg', shown?.content ?? null, shown?.look ?? null]
        )
      }
      reader.changed({ touched: none, pictures: Uint32Array.of(key), positionsMoved: false })
    },
    review(id, decided) {
      reviews.write(id, decided)
      reader.reviewed([id])
    },
    say(id, said) {
      standings.write(id, said)
      reader.reviewed([id])
    },
    decide(needed) {
      standings.decide(needed)
      reader.reviewed(null)
    },
    audit(key, rules) {
      findings.write(key, rules)
      reader.audited()
    },
    setPlaces(places, displaced = []) {
      copy.places = places
      copy.displaced = displaced.filter(({ key }) => !places.includes(key))
      db.exec('BEGIN; DELETE FROM place; DELETE FROM set_aside; DELETE FROM stretch')
      db.prepare("INSERT OR REPLACE INTO fact (name, value) VALUES ('displaced', ?)").run(
        JSON.stringify(displaced.map(({ key, after }) => [key, after + 1, after]))
      )
      for (const [at, key] of places.entries()) {
        const isAgain = key !== null && places.indexOf(key) < at
        db.prepare('INSERT INTO place VALUES (?, ?, ?)').run(at + 1, key, isAgain ? '' : null)
        if (key === null)
          db.prepare('INSERT INTO set_aside VALUES (?, ?, ?, ?)').run(at + 1, 'id-missing', '', 'Odd one')
      }
      if (places.length > 0) {
        db.prepare('INSERT INTO stretch (first, last, read_at) VALUES (1, ?, 1000)').run(places.length)
      }
      db.exec('COMMIT')
      reader.changed({ touched: none, pictures: none, positionsMoved: true })
    },
    endRun(number, outcome = 'complete') {
      db.prepare('INSERT OR REPLACE INTO run (number, started_at, outcome) VALUES (?, 0, ?)').run(
        number,
        outcome
      )
    },
    read: (productQuery = {}, offset = 0, limit = 100) => ask(reader, productQuery, offset, limit),
    async readAnew(productQuery = {}) {
      const another = createCatalogReader(reading, sidecars())
      const answer = await ask(another, productQuery, 0, 100)
      another.release()
      return answer
    },
    index(limit = 1000) {
      while (indexWords(db, limit));
    },
    close
  }
  for (const row of rows) copy.add(row)
  copy.setPlaces(products.map((_, at) => at + 1))
  return copy
}

async function ask(
  reader: CatalogReader,
  productQuery: NarrowingInput,
  offset: number,
  limit: number
): Promise<ListAnswer> {
  const parsed: ProductQuery = productQuerySchema.parse(productQuery)
  return reader.read({ productQuery: parsed, offset, limit })
}

/** The ids of an answer's products. */
export const idsOf = ({ items }: ListAnswer): string[] => items.map(({ id }) => id)
