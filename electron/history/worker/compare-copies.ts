import type { DatabaseSync } from 'node:sqlite'
import { readCoverage, readFacts } from '../../catalog/db/facts'
import type { HeldIds } from '../../catalog/read/id-lookup'
import type { Sliced } from '../../database/cooperative'
import type { HistoryKind } from '../../contract/history'
import { percentOf } from '../percent'
import type { CopiesQuestion, RawChange } from '../types'
import { Differences, type Difference } from './differences'

/** A copy that is compared. */
export interface ComparedCopy {
  db: DatabaseSync
  ids: HeldIds
}

type Content = [name: string, price: number | null, description: string | null, image: string | null]
type Row = [key: number, id: string, ...Content]

/** Rows read at once: about 1 ms. */
const rowsAtOnce = 300

const rowsAfter = `SELECT key, id, name, price, description, image FROM product
  WHERE key > ? AND gone IS NULL ORDER BY key LIMIT ${rowsAtOnce}`
const listed = 'SELECT name, price, description, image FROM product WHERE key = ? AND gone IS NULL'

/** Kinds that two copies do not know enough to tell of. */
export function untoldOf(before: DatabaseSync, after: DatabaseSync): HistoryKind[] {
  const isShort = [before, after].some((db) => readFacts(db).form === 'short')
  const isWhole = (db: DatabaseSync): boolean => readCoverage(db).state === 'complete'
  return [
    ...(isWhole(before) ? [] : (['new'] as const)),
    ...(isWhole(after) ? [] : (['gone'] as const)),
    ...(isShort ? (['description', 'image'] as const) : [])
  ]
}

/**
 * The differences between the lists of two copies, with the keys of the products in the first and in the second copy. By the
 * keys of the second, in order, and by what finds ids in the first; some seconds for a million products.
 */
export function* compareCopies(
  before: ComparedCopy,
  after: ComparedCopy,
  bases: CopiesQuestion['bases']
): Sliced<Differences> {
  const untold = untoldOf(before.db, after.db)
  const differences = new Differences()
  const add = (difference: Difference): void => {
    if (!untold.includes(difference.kind)) differences.add(difference)
  }
  const keyOf = yield* before.ids.current()
  const met = new Set<number>()
  const content = statementOf(before.db, listed)
  const rows = statementOf(after.db, rowsAfter)
  for (let highest = 0; ;) {
    const some = rows.all(highest) as unknown as Row[]
    for (const [key, id, ...now] of some) {
      highest = key
      const first = keyOf(id)
      const was = first === 0 ? undefined : (content.get(first) as unknown as Content | undefined)
      if (was === undefined) add({ kind: 'new', first: 0, second: key, percent: NaN })
      else {
        met.add(first)
        tellFields(was, now, bases, (kind, percent) => add({ kind, first, second: key, percent }))
      }
    }
    if (some.length === 0) break
    yield
  }
  if (!untold.includes('gone')) yield* addMissing(before.db, met, differences)
  return differences
}

function* addMissing(db: DatabaseSync, met: ReadonlySet<number>, differences: Differences): Sliced<void> {
  const rows = statementOf(
    db,
    `SELECT key FROM product WHERE key > ? AND gone IS NULL ORDER BY key LIMIT ${rowsAtOnce * 10}`
  )
  for (let highest = 0; ;) {
    const some = rows.all(highest) as unknown as [number][]
    for (const [key] of some) {
      highest = key
      if (!met.has(key)) differences.add({ kind: 'gone', first: key, second: 0, percent: NaN })
    }
    if (some.length === 0) return
    yield
  }
}

function tellFields(
  before: Content,
  after: Content,
  bases: CopiesQuestion['bases'],
  tell: (kind: HistoryKind, percent: number) => void
): void {
  if (before[1] !== after[1]) tell('price', percentOf(textOf(before[1]), textOf(after[1])) ?? NaN)
  if (before[0] !== after[0]) tell('name', NaN)
  if ((before[2] ?? '') !== (after[2] ?? '')) tell('description', NaN)
  if (pathOf(before[3], bases[0]) !== pathOf(after[3], bases[1])) tell('image', NaN)
}

/** The address of a picture that a store serves itself, without that of the store. */
function pathOf(address: string | null, base: string | null): string | null {
  if (address === null || base === null || !address.startsWith(`${base}/`)) return address
  return address.slice(base.length)
}

function textOf(price: number | null): string | null {
  return price === null ? null : String(price)
}

function statementOf(db: DatabaseSync, sql: string): ReturnType<DatabaseSync['prepare']> {
  const statement = db.prepare(sql)
  statement.setReturnArrays(true)
  return statement
}

/** A difference of two copies, in words: as both are now. `number` is its place, from 1. */
export function readDifference(
  before: DatabaseSync,
  after: DatabaseSync,
  { kind, first, second }: Difference,
  number: number
): RawChange[] {
  const was = first === 0 ? null : readRow(before, first)
  const is = second === 0 ? null : readRow(after, second)
  const shown = is ?? was
  if (shown === null) return []
  const [key, id, name, , , image] = shown
  const texts = kind === 'new' || kind === 'gone' ? [null, null] : [was, is].map((row) => fieldOf(row, kind))
  const [old = null, now = null] = texts
  return [
    {
      number,
      kind,
      product: { key, id, name, image, listed: is !== null },
      ofFirst: is === null,
      run: null,
      at: null,
      before: old,
      after: now,
      percent: kind === 'price' ? percentOf(old, now) : null,
      seen: true
    }
  ]
}

function readRow(db: DatabaseSync, key: number): Row | null {
  const sql = 'SELECT key, id, name, price, description, image FROM product WHERE key = ?'
  return (statementOf(db, sql).get(key) as unknown as Row | undefined) ?? null
}

function fieldOf(row: Row | null, kind: HistoryKind): string | null {
  if (row === null) return null
  const [, , name, price, description, image] = row
  if (kind === 'price') return textOf(price)
  return kind === 'name' ? name : kind === 'description' ? description : image
}
