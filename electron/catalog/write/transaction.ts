import { inTransaction } from '../../database/transaction'
import { readFacts, writeFacts } from '../db/facts'
import type { Memory, OpenCatalog, RunUnderWay, Writing } from './state'
import type { Written } from '../protocol'
import { readIds } from '../db/ids'
import { Marks } from './read-positions'

/** More keys than these are not named one by one. */
const mostTouched = 20_000

/**
 * Runs the work as one transaction, with the facts that it learned. When it fails nothing of it stays, also not in memory.
 */
export function write<T>(
  copy: OpenCatalog,
  at: number,
  work: (writing: Writing) => T
): { value: T; written: Written } {
  const memory = memoryOf(copy)
  const before = memory.facts
  const displaced = memory.displaced.size
  const writing: Writing = { copy, memory, at, touched: [], pictures: [], placesMoved: false, shift: 0 }
  try {
    const value = inTransaction(copy.sql.db, () => {
      const result = work(writing)
      if (displaced > 0 || memory.displaced.size > 0) {
        memory.facts = { ...memory.facts, displaced: [...memory.displaced] }
      }
      writeFacts(copy.sql.db, before, memory.facts)
      return result
    })
    return { value, written: writtenBy(writing) }
  } catch (error) {
    copy.memory = null
    copy.sql.newProducts.drop()
    copy.sql.places.drop()
    throw error
  }
}

function writtenBy({ touched, pictures, placesMoved }: Writing): Written {
  return { touched: keysOf(touched), pictures: keysOf(pictures), placesMoved }
}

function keysOf(keys: readonly number[]): Written['touched'] {
  return keys.length > mostTouched ? 'all' : Uint32Array.from(keys)
}

/** What is known of the copy, read from it where it is not remembered. */
export function memoryOf(copy: OpenCatalog): Memory {
  copy.memory ??= readMemory(copy)
  return copy.memory
}

function readMemory({ sql: { db } }: OpenCatalog): Memory {
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
    marks: run === null ? new Marks() : readMarks(db, run),
    displaced: new Map(facts.displaced),
    overtaken: false
  }
}

/** Where a run that was cut off has read each product: what stands at the places that it has read. */
function readMarks(db: OpenCatalog['sql']['db'], run: RunUnderWay): Marks {
  const marks = new Marks()
  const rows = db.prepare(
    // By the keys of both: the stretches in order, the places of each.
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
