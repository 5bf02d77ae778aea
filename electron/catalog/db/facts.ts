import type { DatabaseSync } from 'node:sqlite'
import type { RebuildNotice, Coverage } from '../../contract/coverage'
import type { PageOddity } from '../../contract/product'
import type { CatalogFacts } from '../types'

/**
 * A product that no run has read since one wrote others to the position where it stood, until a complete one; that position, and the one that
 * it stands after now. Earlier versions did not keep the last.
 */
export type Displaced = [key: number, position: number, after?: number]

/** What is known about the catalog and the store as a whole: one row of `fact` each, as JSON. */
export interface Facts {
  /** Entries of the store's list as it last said; null: it does not say. */
  total: number | null
  /** Most items that the store puts on a page (fault 42), or the page size of a run; null: unknown. */
  pageCap: number | null
  /** `full` as soon as the store gave one page in the full form. */
  form: 'full' | 'short' | null
  /** Of the page that was read last. */
  oddities: PageOddity[]
  /** The last complete run, and how many entries the list had then. */
  complete: { run: number; entries: number } | null
  /** Entries of the longest list since a person confirmed one of which much was missing (fault 113). */
  longest: number
  /** The run in which they did; 0: none. */
  confirmed: number
  /** Something moved since that run: the catalog is a mix of several states of the list. */
  disturbed: boolean
  /** It was a run that found so: parts of the list may be missing. Otherwise it was a page that was opened between runs. */
  isPartlyRead: boolean
  /** The initial import is not over (finish-run.ts): products that runs bring are not new. */
  baseline: boolean
  notice: RebuildNotice | null
  displaced: Displaced[]
  /** The number of the last run that the person paused and has not resumed. */
  pausedRun: number | null
  /** Identifies the store whose products these are; null: not set yet. */
  store: string | null
}

const none: Facts = {
  total: null,
  pageCap: null,
  form: null,
  oddities: [],
  complete: null,
  longest: 0,
  confirmed: 0,
  disturbed: false,
  isPartlyRead: false,
  baseline: true,
  notice: null,
  displaced: [],
  pausedRun: null,
  store: null
}

export function readFacts(db: DatabaseSync): Facts {
  const rows = db.prepare('SELECT name, value FROM fact').all() as { name: string; value: string }[]
  const known = Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]))
  const facts = { ...none, ...(known as Partial<Facts>) }
  // Earlier versions did not keep it.
  return known.isPartlyRead === undefined ? { ...facts, isPartlyRead: facts.disturbed } : facts
}

/** Entries that the next list is compared with; catalogs of older versions know the last one only. */
export function longestList({ longest, complete }: Facts): number {
  return Math.max(longest, complete?.entries ?? 0)
}

/** `Facts.displaced` alone. By the primary key. */
export function readDisplaced(db: DatabaseSync): Displaced[] {
  const row = db.prepare("SELECT value FROM fact WHERE name = 'displaced'").get()
  return row === undefined ? [] : (JSON.parse(String(row.value)) as Displaced[])
}

/** `Facts.store` alone. By the primary key. */
export function readStore(db: DatabaseSync): string | null {
  const row = db.prepare("SELECT value FROM fact WHERE name = 'store'").get()
  return row === undefined ? null : (JSON.parse(String(row.value)) as string | null)
}

/** Writes the changed facts, within the transaction that they are about. */
export function writeFacts(db: DatabaseSync, before: Facts, after: Facts): void {
  for (const name of Object.keys(none) as (keyof Facts)[]) {
    const value = JSON.stringify(after[name])
    if (value === JSON.stringify(before[name])) continue
    db.prepare('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)').run(name, value)
  }
}

/**
 * The known entries of the store's list: products that are not gone (keys have no holes, so that the highest is their number), those
 * listed again, and unreadable items. By the indexes `product_gone` and `place_duplicate`.
 */
export function countEntries(db: DatabaseSync): number {
  const { products, twice, setAside } = countKinds(db)
  return products + twice + setAside
}

function countKinds(db: DatabaseSync): { products: number; twice: number; setAside: number } {
  return db
    .prepare(
      `SELECT coalesce((SELECT max(key) FROM product), 0)
            - (SELECT count(*) FROM product WHERE gone IS NOT NULL) AS products,
              (SELECT count(*) FROM place WHERE duplicate IS NOT NULL) AS twice,
              (SELECT count(*) FROM set_aside) AS setAside`
    )
    .get() as { products: number; twice: number; setAside: number }
}

/** How much of the list is known, and how old its oldest part is. A few ms at a million products. */
export function readCoverage(db: DatabaseSync, facts = readFacts(db)): Coverage {
  const { products, twice, setAside } = countKinds(db)
  const here = products + twice + setAside
  const oldest = oldestReadAt(db)
  const { complete, total } = facts
  const state = stateOf(facts, here)
  const asOf = oldest ?? (state === 'complete' && complete !== null ? startOf(db, complete.run) : null)
  return { here, products, setAside, total, asOf, state }
}

/** When what was read first of all that is known of the store's list was read, ms since 1970; null: nothing was. */
export function oldestReadAt(db: DatabaseSync): number | null {
  return (db.prepare('SELECT min(read_at) AS oldest FROM stretch').get() as { oldest: number | null }).oldest
}

function stateOf({ complete, disturbed, isPartlyRead }: Facts, here: number): Coverage['state'] {
  if (complete !== null && !disturbed) return 'complete'
  if (here === 0) return 'none'
  return complete !== null && !isPartlyRead ? 'changed' : 'partial'
}

/** When a run began, ms since 1970: for a list without entries nothing else says when it was read. */
function startOf(db: DatabaseSync, run: number): number | null {
  const row = db.prepare('SELECT started_at FROM run WHERE number = ?').get(run)
  return row === undefined ? null : Number(row.started_at)
}

export function readCatalogFacts(db: DatabaseSync, facts = readFacts(db)): CatalogFacts {
  const { pageCap, form, oddities } = facts
  return { coverage: readCoverage(db, facts), pageCap, form: form ?? 'full', oddities }
}

/**
 * The last run that read the list to its end; 0: none. A stopped or failed run brings a part of what is new and does not make the news of
 * the one before old. By the primary key.
 */
export function lastRunOf(db: DatabaseSync): number {
  const row = db
    .prepare("SELECT number FROM run WHERE outcome IN ('complete', 'partial') ORDER BY number DESC LIMIT 1")
    .get() as { number: number } | undefined
  return row?.number ?? 0
}

/** Whether a run is active or was cut off. By the primary key. */
export function isRunUnderWay(db: DatabaseSync): boolean {
  const row = db.prepare('SELECT outcome FROM run ORDER BY number DESC LIMIT 1').get()
  return row?.outcome === null
}

/** What every answer says about the catalog. */
export interface CatalogSummary {
  facts: Facts
  coverage: Coverage
  /** `lastRunOf`. */
  lastRun: number
  /** The last known position of the store's list; 0: none. */
  lastPosition: number
}

/**
 * Returns the function that reads the summary, again only after a write: at a million products it takes as long as the rows of a page.
 * For a connection that does not write itself; call within a transaction.
 */
export function createSummaryReader(db: DatabaseSync): () => CatalogSummary {
  // Changes when another connection has written; of the state that the transaction reads.
  const version = db.prepare('PRAGMA data_version')
  version.setReturnArrays(true)
  let known: { at: unknown; summary: CatalogSummary } | null = null
  return () => {
    const [at] = version.get() as unknown as [number]
    if (known?.at !== at) known = { at, summary: readSummary(db) }
    return known.summary
  }
}

function readSummary(db: DatabaseSync): CatalogSummary {
  const facts = readFacts(db)
  const { last } = db.prepare('SELECT coalesce(max(position), 0) AS last FROM place').get() as {
    last: number
  }
  return { facts, coverage: readCoverage(db, facts), lastRun: lastRunOf(db), lastPosition: last }
}
