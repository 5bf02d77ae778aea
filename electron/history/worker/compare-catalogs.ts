import { isWhole } from '../../contract/coverage'
import type { DatabaseSync } from 'node:sqlite'
import { readCoverage, readFacts } from '../../catalog/db/facts'
import { runCooperatively, type Task } from '../../database/cooperative'
import type { CompareCatalogsRequest, RawDifferences, RawChange } from '../../catalog/history-types'
import { percentOf, type HistoryKind } from '../../contract/history-kinds'
import { Differences, type Difference } from './differences'
import { dataVersion } from './change-columns'
import type { IdLookup } from '../../catalog/read/products-by-id'

/** The differences of two open catalogs. */
interface Found {
  before: DatabaseSync
  after: DatabaseSync
  bases: string
  state: string
  differences: Promise<Differences>
}

/** Compares two catalogs. Caches the last comparison, so that turning its pages reads only their rows. */
export function createCatalogComparison(): (
  before: ComparedCatalog,
  after: ComparedCatalog,
  request: CompareCatalogsRequest
) => Promise<RawDifferences> {
  let known: Found | null = null

  /** Later pages show the comparison of the first page, also while a run goes on. */
  function find(
    before: ComparedCatalog,
    after: ComparedCatalog,
    request: CompareCatalogsRequest
  ): Promise<Differences> {
    const now = {
      before: before.db,
      after: after.db,
      bases: request.bases.join('\n'),
      state: `${dataVersion(before.db)} ${dataVersion(after.db)}`
    }
    const isSame = known?.before === now.before && known.after === now.after && known.bases === now.bases
    if (known !== null && isSame && (request.offset > 0 || known.state === now.state))
      return known.differences
    const differences = runCooperatively(compareCatalogs(before, after, request.bases))
    known = { ...now, differences }
    // A failure is not cached.
    differences.catch(() => (known = null))
    return differences
  }

  return async (before, after, request) => {
    const differences = await find(before, after, request)
    const { places, counts } = await runCooperatively(differences.select(request))
    const { offset, limit } = request
    const shown = Array.from(places.subarray(offset, offset + limit))
    return {
      changes: shown.flatMap((place) =>
        readDifference(before.db, after.db, differences.at(place), place + 1)
      ),
      total: places.length,
      counts,
      before: readCoverage(before.db),
      after: readCoverage(after.db),
      untold: untoldOf(before.db, after.db),
      isCut: false
    }
  }
}

/** A catalog that is compared. */
export interface ComparedCatalog {
  db: DatabaseSync
  ids: IdLookup
}

type Content = [name: string, price: number | null, description: string | null, image: string | null]
type Row = [key: number, id: string, ...Content]

/** Rows read at once: about 1 ms. */
const rowsAtOnce = 300

const rowsAfter = `SELECT key, id, name, price, description, image FROM product
  WHERE key > ? AND gone IS NULL ORDER BY key LIMIT ${rowsAtOnce}`
const listed = 'SELECT name, price, description, image FROM product WHERE key = ? AND gone IS NULL'

/** Kinds of which two catalogs know too little to compare. */
function untoldOf(before: DatabaseSync, after: DatabaseSync): HistoryKind[] {
  const isShort = [before, after].some((db) => readFacts(db).form === 'short')
  const hasAll = (db: DatabaseSync): boolean => isWhole(readCoverage(db))
  return [
    ...(hasAll(before) ? [] : (['new'] as const)),
    ...(hasAll(after) ? [] : (['gone'] as const)),
    ...(isShort ? (['description', 'image'] as const) : [])
  ]
}

/**
 * The differences between the lists of two catalogs, with the keys of the products in the first and in the second. By the
 * keys of the second, in order, and by what finds ids in the first; some seconds for a million products.
 */
function* compareCatalogs(
  before: ComparedCatalog,
  after: ComparedCatalog,
  bases: CompareCatalogsRequest['bases']
): Task<Differences> {
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
        addFieldDifferences(was, now, bases, (kind, percent) => add({ kind, first, second: key, percent }))
      }
    }
    if (some.length === 0) break
    yield
  }
  if (!untold.includes('gone')) yield* addMissing(before.db, met, differences)
  return differences
}

function* addMissing(db: DatabaseSync, met: ReadonlySet<number>, differences: Differences): Task<void> {
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

function addFieldDifferences(
  before: Content,
  after: Content,
  bases: CompareCatalogsRequest['bases'],
  add: (kind: HistoryKind, percent: number) => void
): void {
  if (before[1] !== after[1]) add('price', percentOf(textOf(before[1]), textOf(after[1])) ?? NaN)
  if (before[0] !== after[0]) add('name', NaN)
  if ((before[2] ?? '') !== (after[2] ?? '')) add('description', NaN)
  if (pathOf(before[3], bases[0]) !== pathOf(after[3], bases[1])) add('image', NaN)
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

/** The texts of a difference, as both catalogs are now. `number`: its position, from 1. */
function readDifference(
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
