import type { StoreProduct } from '../../api/types'
import type { Places } from '../types'
import type { CatalogFile } from '../db/open'
import { readFacts, writeFacts, type Displaced, type Facts } from '../db/facts'
import { readIds, type IdTable } from './ids'
import { ReadPositions } from './read-positions'
import type { Statements } from './statements'
import { inTransaction } from '../../database/transaction'
import type { ChangeSet } from '../protocol'

/** A catalog that is open for writing. */
export interface OpenCatalog {
  readonly file: CatalogFile
  readonly sql: Statements
  /** null: to be read from the catalog, because the last transaction was rolled back. */
  state: WriterState | null
  /** Products may be waiting for the word index. */
  wordsLeft: boolean
  closed: boolean
}

/** What the writer remembers between transactions: always as the last committed one left it. */
export interface WriterState {
  facts: Facts
  /** Highest key of a product. */
  highest: number
  /** Finds products by id until the index `product_id` is built; null: it is. */
  ids: IdTable | null
  run: ActiveRun | null
  /** The run that changes are recorded for: the active one, else the next. */
  countsFor: number
  /** Where the active run has read each product. */
  marks: ReadPositions
  /** By their keys. Bounded. */
  displaced: Map<number, Displaced>
  /** Positions of pages fetched for a person that were not as the run had read them, until it is told; false: none. */
  overtaken: Places[] | false
}

interface ActiveRun {
  number: number
  startedAt: number
}

/** A product's row as an array, which costs half of an object. */
export type ProductRow = [
  key: number,
  id: string,
  name: string,
  price: number | null,
  description: string | null,
  image: string | null,
  flags: number,
  gone: number | null
]

/** A product's content, with its flags as bits. */
export type Content = Omit<StoreProduct, 'flags'> & { flags: number }

/** A transaction that is being written. */
export interface WriteTx {
  catalog: OpenCatalog
  state: WriterState
  /** ms since 1970. */
  at: number
  /** Keys of written product rows. */
  touched: number[]
  /** Keys of products whose picture's state changed. */
  pictures: number[]
  positionsMoved: boolean
  /** By how many positions the last moved entry moved: those after it mostly move by as many. */
  shift: number
}

/** Above this, a change set says `all`. */
const mostTouched = 20_000

/**
 * Runs the work as one transaction and saves the facts that it changed. On failure nothing remains, in memory either.
 */
export function write<T>(
  catalog: OpenCatalog,
  at: number,
  work: (tx: WriteTx) => T
): { value: T; written: ChangeSet } {
  const state = writerState(catalog)
  const before = state.facts
  const displaced = state.displaced.size
  const tx: WriteTx = { catalog, state, at, touched: [], pictures: [], positionsMoved: false, shift: 0 }
  try {
    const value = inTransaction(catalog.sql.db, () => {
      const result = work(tx)
      if (displaced > 0 || state.displaced.size > 0) {
        state.facts = { ...state.facts, displaced: [...state.displaced.values()] }
      }
      writeFacts(catalog.sql.db, before, state.facts)
      return result
    })
    return { value, written: writtenBy(tx) }
  } catch (error) {
    catalog.state = null
    catalog.sql.newProducts.drop()
    catalog.sql.positions.drop()
    throw error
  }
}

function writtenBy({ touched, pictures, positionsMoved }: WriteTx): ChangeSet {
  return { touched: keysOf(touched), pictures: keysOf(pictures), positionsMoved }
}

function keysOf(keys: readonly number[]): ChangeSet['touched'] {
  return keys.length > mostTouched ? 'all' : Uint32Array.from(keys)
}

/** The writer's state, read from the catalog where it is not in memory. */
export function writerState(catalog: OpenCatalog): WriterState {
  catalog.state ??= readMemory(catalog)
  return catalog.state
}

function readMemory({ sql: { db } }: OpenCatalog): WriterState {
  const { highest } = db.prepare('SELECT coalesce(max(key), 0) AS highest FROM product').get() as {
    highest: number
  }
  const last = db
    .prepare('SELECT number, started_at, outcome FROM run ORDER BY number DESC LIMIT 1')
    .get() as { number: number; started_at: number; outcome: string | null } | undefined
  const run = last?.outcome === null ? { number: last.number, startedAt: last.started_at } : null
  const facts = readFacts(db)
  return {
    facts,
    highest,
    ids: readIds(db),
    run,
    countsFor: run?.number ?? (last?.number ?? 0) + 1,
    marks: run === null ? new ReadPositions() : readMarks(db, run),
    displaced: new Map(facts.displaced.map((one) => [one[0], one])),
    overtaken: false
  }
}

/** Where a run that was cut off has read each product. By the keys of `stretch` and `place`. */
function readMarks(db: OpenCatalog['sql']['db'], run: ActiveRun): ReadPositions {
  const marks = new ReadPositions()
  const rows = db.prepare(
    `SELECT place.product, place.position FROM stretch
     CROSS JOIN place ON place.position BETWEEN stretch.first AND stretch.last
     WHERE stretch.run = ? AND place.product IS NOT NULL ORDER BY stretch.first`
  )
  rows.setReturnArrays(true)
  for (const row of rows.iterate(run.number)) {
    const [product, position] = row as unknown as [number, number]
    marks.add(product, position)
  }
  return marks
}
