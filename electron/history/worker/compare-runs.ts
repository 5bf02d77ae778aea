import type { DatabaseSync } from 'node:sqlite'
import { readCoverage } from '../../catalog/db/facts'
import { runCooperatively, type Task } from '../../database/cooperative'
import { percentOf } from '../../contract/history-kinds'
import { type Difference, Differences } from './differences'
import type { RawChange, RawDifferences, CompareRunsRequest } from '../../catalog/history-types'
import { type ChangeColumns, startOfRun } from './change-columns'
import { readChanges } from './read-changes'
import { historyKinds } from '../../contract/history-kinds'

/** Compares the states of a catalog after two runs. Caches the last comparison, so that turning its pages reads only their rows. */
export function createRunsComparison(
  db: DatabaseSync,
  current: () => Promise<ChangeColumns>
): (request: CompareRunsRequest) => Promise<RawDifferences> {
  let known: { name: string; found: Promise<Differences> } | null = null

  /** Later pages show the comparison of the first page, also while a run goes on. */
  function find(columns: ChangeColumns, { before, after, offset }: CompareRunsRequest): Promise<Differences> {
    const name = JSON.stringify([before, after])
    const version = `${name} ${columns.version}`
    if (known?.name === version || (offset > 0 && known?.name.startsWith(`${name} `))) return known.found
    const found = runCooperatively(foldRuns(db, columns, before, after))
    known = { name: version, found }
    // A failure is not cached.
    found.catch(() => (known = null))
    return found
  }

  return async (request) => {
    const columns = await current()
    const differences = await find(columns, request)
    const { places, counts } = await runCooperatively(differences.select(request))
    const { before, after, offset, limit } = request
    const isBackwards = (before ?? Infinity) > (after ?? Infinity)
    const shown = Array.from(places.subarray(offset, offset + limit), (place) => differences.at(place))
    const coverage = readCoverage(db)
    return {
      changes: shown.flatMap((difference) => toChange(db, difference, isBackwards)),
      total: places.length,
      counts,
      before: coverage,
      after: coverage,
      untold: [],
      isCut: isCut(columns, Math.min(before ?? Infinity, after ?? Infinity))
    }
  }
}

/** Changes are numbered from 1: where the first were dropped, the earliest known run may lack some. */
function isCut({ first, count, run }: ChangeColumns, earlier: number): boolean {
  return count > 0 && first > 1 && earlier < (run[0] ?? 0)
}

function toChange(db: DatabaseSync, difference: Difference, isBackwards: boolean): RawChange[] {
  const { kind, first, second } = difference
  const [one, other = one] = readChanges(db, first === second ? [first] : [first, second], [])
  if (one === undefined || other === undefined) return []
  const before = isBackwards ? one.after : one.before
  const after = isBackwards ? other.before : other.after
  const percent = kind === 'price' ? percentOf(before, after) : null
  return [{ ...other, kind, before, after, percent, run: null, at: null, seen: true }]
}

/** Whether the store listed a product at some time. */
type Presence = 'never' | 'listed' | 'gone'

const codes = { new: 0, gone: 0, back: 0 }
for (const kind of ['new', 'gone', 'back'] as const) codes[kind] = historyKinds.indexOf(kind)
const fields = ['price', 'name', 'description', 'image'] as const
const fieldCodes = fields.map((field) => historyKinds.indexOf(field))

/** Products folded in one slice. */
const productsAtOnce = 10_000

/** What happened to one product, folded: places of changes in the columns, -1 for none. */
interface Folded {
  presence: [first: number, last: number]
  fields: [first: number, last: number][]
}

/**
 * The net differences between the states after two runs: what changed and changed back is no difference. `first` and `second` are
 * the numbers of the changes that hold the earlier and the later value; a product that came or went has one.
 */
function* foldRuns(
  db: DatabaseSync,
  columns: ChangeColumns,
  before: number | null,
  after: number | null
): Task<Differences> {
  const isBackwards = (before ?? Infinity) > (after ?? Infinity)
  const [low, high] = isBackwards ? [after, before] : [before, after]
  const start = low === null ? columns.count : startOfRun(columns, low + 1)
  const end = high === null ? columns.count : startOfRun(columns, high + 1)
  const chains = yield* chainsOf(columns, start, end)
  const differences = new Differences()
  const texts = textsOf(db)
  for (let key = 1; key < chains.last.length; key++) {
    if (key % productsAtOnce === 0) yield
    const last = chains.last[key] ?? 0
    if (last !== 0)
      addDifferences(fold(columns, chains.previous, start, last), {
        columns,
        differences,
        texts,
        isBackwards
      })
  }
  return differences
}

/** The changes of each product from the last to the first: places from `start`, 1-based; 0: none. */
function* chainsOf(
  { product }: ChangeColumns,
  start: number,
  end: number
): Task<{ last: Uint32Array; previous: Uint32Array }> {
  let highest = 0
  for (let at = start; at < end; at++) highest = Math.max(highest, product[at] ?? 0)
  yield
  const last = new Uint32Array(highest + 1)
  const previous = new Uint32Array(Math.max(0, end - start) + 1)
  for (let at = start; at < end; at++) {
    if ((at - start) % 50_000 === 49_999) yield
    const key = product[at] ?? 0
    const link = at - start + 1
    previous[link] = last[key] ?? 0
    last[key] = link
  }
  return { last, previous }
}

function fold({ kind }: ChangeColumns, previous: Uint32Array, start: number, last: number): Folded {
  const folded: Folded = { presence: [-1, -1], fields: fields.map(() => [-1, -1]) }
  for (let link = last; link !== 0; link = previous[link] ?? 0) {
    const at = start + link - 1
    const pair = folded.fields[fieldCodes.indexOf(kind[at] ?? 0)] ?? folded.presence
    if (pair[1] === -1) pair[1] = at
    pair[0] = at
  }
  return folded
}

/** Whether a product was listed before its first change of that sort, and after its last. */
function presenceOf({ kind }: ChangeColumns, [first, last]: Folded['presence']): [Presence, Presence] {
  if (first === -1) return ['listed', 'listed']
  const begun: Presence = kind[first] === codes.new ? 'never' : kind[first] === codes.gone ? 'listed' : 'gone'
  return [begun, kind[last] === codes.gone ? 'gone' : 'listed']
}

interface FoldContext {
  columns: ChangeColumns
  differences: Differences
  texts: (number: number) => { before: string | null; after: string | null }
  isBackwards: boolean
}

function addDifferences(folded: Folded, context: FoldContext): void {
  const { columns, differences, isBackwards } = context
  const [earlier, later] = presenceOf(columns, folded.presence)
  const [from, to] = isBackwards ? [later, earlier] : [earlier, later]
  const number = columns.first + folded.presence[1]
  const one = { first: number, second: number, percent: NaN }
  if (to !== 'listed') {
    if (from === 'listed') differences.add({ kind: 'gone', ...one })
    return
  }
  if (from === 'never') differences.add({ kind: 'new', ...one })
  if (from === 'gone') differences.add({ kind: 'back', ...one })
  if (from !== 'never') addFieldDifferences(folded, context)
}

function addFieldDifferences(
  folded: Folded,
  { columns, differences, texts, isBackwards }: FoldContext
): void {
  folded.fields.forEach(([first, last], index) => {
    const kind = fields[index]
    if (first === -1 || kind === undefined) return
    const [one, other] = [columns.first + first, columns.first + last]
    const sides = isBackwards ? { first: other, second: one } : { first: one, second: other }
    // A single change, forwards, is the difference itself.
    if (first === last && !isBackwards) {
      differences.add({ kind, ...sides, percent: columns.percent[first] ?? NaN })
      return
    }
    const before = isBackwards ? texts(other).after : texts(one).before
    const after = isBackwards ? texts(one).before : texts(other).after
    if (before === after) return
    const percent = kind === 'price' ? (percentOf(before, after) ?? NaN) : NaN
    differences.add({ kind, ...sides, percent })
  })
}

/** By the primary key. */
function textsOf(db: DatabaseSync): FoldContext['texts'] {
  const statement = db.prepare('SELECT before, after FROM change WHERE number = ?')
  return (number) =>
    (statement.get(number) as { before: string | null; after: string | null } | undefined) ?? {
      before: null,
      after: null
    }
}
