import type { DatabaseSync } from 'node:sqlite'
import type { Sliced } from '../../database/cooperative'
import { historyKinds } from '../../contract/history-kinds'
import { percentOf } from '../percent'
import { startOfRun, type ChangeColumns } from './change-columns'
import { Differences } from './differences'

/** Whether the store listed a product at some time. */
type Presence = 'never' | 'listed' | 'gone'

const codes = { new: 0, gone: 0, back: 0 }
for (const kind of ['new', 'gone', 'back'] as const) codes[kind] = historyKinds.indexOf(kind)
const fields = ['price', 'name', 'description', 'image'] as const
const fieldCodes = fields.map((field) => historyKinds.indexOf(field))

/** Products looked at between two slices. */
const productsAtOnce = 10_000

/** What happened to one product, folded: places of changes in the columns, -1 for none. */
interface Folded {
  presence: [first: number, last: number]
  fields: [first: number, last: number][]
}

/**
 * The net differences between the states after two runs: what changed and changed back is none. `first` and `second` are the
 * numbers of the changes that say what was before and what is after; a product that came or went has one.
 */
export function* foldRuns(
  db: DatabaseSync,
  columns: ChangeColumns,
  before: number | null,
  after: number | null
): Sliced<Differences> {
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
      tell(fold(columns, chains.previous, start, last), { columns, differences, texts, isBackwards })
  }
  return differences
}

/** The changes of each product from the last to the first: places from `start`, 1-based; 0: none. */
function* chainsOf(
  { product }: ChangeColumns,
  start: number,
  end: number
): Sliced<{ last: Uint32Array; previous: Uint32Array }> {
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

interface Telling {
  columns: ChangeColumns
  differences: Differences
  texts: (number: number) => { before: string | null; after: string | null }
  isBackwards: boolean
}

function tell(folded: Folded, telling: Telling): void {
  const { columns, differences, isBackwards } = telling
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
  if (from !== 'never') tellFields(folded, telling)
}

function tellFields(folded: Folded, { columns, differences, texts, isBackwards }: Telling): void {
  folded.fields.forEach(([first, last], index) => {
    const kind = fields[index]
    if (first === -1 || kind === undefined) return
    const [one, other] = [columns.first + first, columns.first + last]
    const sides = isBackwards ? { first: other, second: one } : { first: one, second: other }
    // Once, and forwards: what was written down when it changed is the difference.
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
function textsOf(db: DatabaseSync): Telling['texts'] {
  const statement = db.prepare('SELECT before, after FROM change WHERE number = ?')
  return (number) =>
    (statement.get(number) as { before: string | null; after: string | null } | undefined) ?? {
      before: null,
      after: null
    }
}
