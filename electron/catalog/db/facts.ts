import type { DatabaseSync } from 'node:sqlite'
import type { CopyNotice, Coverage } from '../../contract/coverage'
import type { PageOddity } from '../../contract/product'
import type { CopyFacts } from '../types'

/** What the copy knows of itself and of the store as a whole: one row of `fact` for each, as JSON. */
export interface Facts {
  /** Entries of the store's list, as it last said; null when it does not say. */
  total: number | null
  /** Items a page that the store really gives at most (42), or that a run read it by; null: not known. */
  pageCap: number | null
  /** `full` as soon as it gave one page in the full form: what came with it is kept. */
  form: 'full' | 'short' | null
  /** Of the page that was read last. */
  oddities: PageOddity[]
  /** The last run that read the whole list consistently, and how many entries it had then. */
  complete: { run: number; entries: number } | null
  /** Entries of the longest list since one was taken over that had lost more than half of them (fault 113). */
  longest: number
  /** Something moved since that run: the copy is no one reading of the list any more. */
  disturbed: boolean
  /** What was there from the start is not all known yet (finish-run.ts): nothing that runs bring is new. */
  baseline: boolean
  notice: CopyNotice | null
  /** Products that the run under way has not read, with the place where they stood before it wrote others there. */
  displaced: [key: number, position: number][]
  /** The number of the last run that the person paused and has not resumed. */
  pausedRun: number | null
  /** Which store's products these are; null: nobody has said so yet. */
  store: string | null
}

const none: Facts = {
  total: null,
  pageCap: null,
  form: null,
  oddities: [],
  complete: null,
  longest: 0,
  disturbed: false,
  baseline: true,
  notice: null,
  displaced: [],
  pausedRun: null,
  store: null
}

/** All facts of a copy. */
export function readFacts(db: DatabaseSync): Facts {
  const rows = db.prepare('SELECT name, value FROM fact').all() as { name: string; value: string }[]
  const known = Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]))
  return { ...none, ...(known as Partial<Facts>) }
}

/** Entries of the longest list that is a measure for the next one; a copy of an older version knows its last one alone. */
export function longestList({ longest, complete }: Facts): number {
  return Math.max(longest, complete?.entries ?? 0)
}

/** Which store's products a copy holds, as `Facts.store`. By the primary key. */
export function readStore(db: DatabaseSync): string | null {
  const row = db.prepare("SELECT value FROM fact WHERE name = 'store'").get()
  return row === undefined ? null : (JSON.parse(String(row.value)) as string | null)
}

/** Writes the facts that are not as they were. Within the transaction of what they tell of. */
export function writeFacts(db: DatabaseSync, before: Facts, after: Facts): void {
  for (const name of Object.keys(none) as (keyof Facts)[]) {
    const value = JSON.stringify(after[name])
    if (value === JSON.stringify(before[name])) continue
    db.prepare('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)').run(name, value)
  }
}

/**
 * How many entries of the store's list the copy has: products that are not gone (keys have no holes, so that the highest
 * counts them all), those that the list has twice, and items set aside. Relies on `product_gone` and `place_duplicate`.
 */
export function countEntries(db: DatabaseSync): number {
  const { products, twice, setAside } = countKinds(db)
  return products + twice + setAside
}

/** The products among the entries, each once, and what else there is: products listed twice, items set aside. */
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

/** How much of the list the copy has, and how old the oldest part of it is. A few ms at a million products. */
export function readCoverage(db: DatabaseSync, facts = readFacts(db)): Coverage {
  const { products, twice, setAside } = countKinds(db)
  const here = products + twice + setAside
  const { oldest } = db.prepare('SELECT min(read_at) AS oldest FROM stretch').get() as {
    oldest: number | null
  }
  const { complete, disturbed, total } = facts
  const isComplete = complete !== null && !disturbed
  const state = isComplete ? 'complete' : here > 0 ? 'partial' : 'none'
  const asOf = oldest ?? (isComplete ? startOf(db, complete.run) : null)
  return { here, products, setAside, total, asOf, state }
}

/** When a run began, ms since 1970: a list without entries leaves nothing else that could tell when it was read. */
function startOf(db: DatabaseSync, run: number): number | null {
  const row = db.prepare('SELECT started_at FROM run WHERE number = ?').get(run)
  return row === undefined ? null : Number(row.started_at)
}

/** What is told of the copy outside of the workers. */
export function readCopyFacts(db: DatabaseSync, facts = readFacts(db)): CopyFacts {
  const { pageCap, form, oddities } = facts
  return { coverage: readCoverage(db, facts), pageCap, form: form ?? 'full', oddities }
}
