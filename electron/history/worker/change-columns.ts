import type { DatabaseSync } from 'node:sqlite'
import { inSlices, type Sliced } from '../../database/cooperative'
import { historyKinds } from '../../contract/history-kinds'
import type { Range } from '../types'
import { seenRanges } from './seen'

/**
 * All changes in typed arrays, 13 bytes each, so that what is asked of a million of them is answered in milliseconds. An
 * index by product would do for timelines alone, and makes it twice as slow to write a change down.
 */
export interface ChangeColumns {
  /** Number of the first change. Numbers grow by 1. */
  first: number
  count: number
  /** Numbers of runs; they never fall. */
  run: Uint32Array
  /** Keys of products. */
  product: Uint32Array
  /** Places in `historyKinds`. */
  kind: Uint8Array
  /** NaN: no price, or one without a percentage. */
  percent: Float32Array
  seen: readonly Range[]
  /** Another one for each state. */
  version: number
}

/** Brings the changes into memory, and keeps them current. What it gave before stays as it was. */
export interface HeldChanges {
  current: () => Promise<ChangeColumns>
}

type Row = [number: number, run: number, product: number, kind: number, percent: number | null]

/** Rows read at once: a few ms. */
const rowsAtOnce = 4000

const codeOf = (kind: (typeof historyKinds)[number]): number => historyKinds.indexOf(kind)
const whenField = ['price', 'name', 'description', 'image'] as const

/** By the primary key. A price of 0 makes the percentage null, as SQLite divides. */
const rowsAfter = `
  SELECT number, run, product,
    CASE kind WHEN 'new' THEN ${codeOf('new')} WHEN 'gone' THEN ${codeOf('gone')} WHEN 'back' THEN ${codeOf('back')}
    ELSE CASE field ${whenField.map((field) => `WHEN '${field}' THEN ${codeOf(field)}`).join(' ')} END END,
    CASE WHEN field = 'price'
      THEN (CAST(after AS REAL) - CAST(before AS REAL)) * 100 / abs(CAST(before AS REAL)) END
  FROM change WHERE number > ? ORDER BY number LIMIT ${rowsAtOnce}`

/** Holds the changes of a copy. They are only ever added at the end, and dropped at the start. */
export function holdChanges(db: DatabaseSync): HeldChanges {
  let held = empty()
  let state = ''
  let turn: Promise<unknown> = Promise.resolve()

  function* refresh(): Sliced<ChangeColumns> {
    const now = stateOf(db)
    if (now === state) return held
    yield* append()
    dropOld()
    held = { ...held, seen: seenRanges(db), version: held.version + 1 }
    state = now
    return held
  }

  function* append(): Sliced<void> {
    const statement = db.prepare(rowsAfter)
    statement.setReturnArrays(true)
    for (;;) {
      const rows = statement.all(held.first + held.count - 1) as unknown as Row[]
      const [begin] = rows
      if (begin === undefined) return
      if (held.count === 0) held = { ...held, first: begin[0] }
      held = withRows(held, rows)
      yield
    }
  }

  function dropOld(): void {
    const row = db.prepare('SELECT min(number) AS first FROM change').get() as { first: number | null }
    const dropped = Math.min(held.count, Math.max(0, (row.first ?? 0) - held.first))
    if (dropped === 0) return
    const { run, product, kind, percent, count, first } = held
    const rest = { run: run.subarray(dropped), product: product.subarray(dropped) }
    const others = { kind: kind.subarray(dropped), percent: percent.subarray(dropped) }
    held = { ...held, ...rest, ...others, first: first + dropped, count: count - dropped }
  }

  return {
    current() {
      const done = turn.catch(() => null).then(() => inSlices(refresh()))
      turn = done
      return done
    }
  }
}

function empty(): ChangeColumns {
  const none = { run: new Uint32Array(0), product: new Uint32Array(0), kind: new Uint8Array(0) }
  return { first: 1, count: 0, ...none, percent: new Float32Array(0), seen: [], version: 0 }
}

/** Counts what other connections have written. */
function stateOf(db: DatabaseSync): string {
  const row = db.prepare('PRAGMA data_version').get() as { data_version: number }
  return String(row.data_version)
}

/** Room is doubled; where there is some, what is added lies after all that was given out before. */
function withRows(columns: ChangeColumns, rows: readonly Row[]): ChangeColumns {
  const count = columns.count + rows.length
  const roomy = count <= columns.run.length ? columns : withRoom(columns, Math.max(count, columns.count * 2))
  rows.forEach(([, run, product, kind, percent], index) => {
    const at = columns.count + index
    roomy.run[at] = run
    roomy.product[at] = product
    roomy.kind[at] = kind
    roomy.percent[at] = percent ?? NaN
  })
  return { ...roomy, count }
}

function withRoom(columns: ChangeColumns, length: number): ChangeColumns {
  const larger = {
    run: new Uint32Array(length),
    product: new Uint32Array(length),
    kind: new Uint8Array(length),
    percent: new Float32Array(length)
  }
  larger.run.set(columns.run.subarray(0, columns.count))
  larger.product.set(columns.product.subarray(0, columns.count))
  larger.kind.set(columns.kind.subarray(0, columns.count))
  larger.percent.set(columns.percent.subarray(0, columns.count))
  return { ...columns, ...larger }
}

/** Where the first change of a run, or of a later one, stands. */
export function startOfRun({ run, count }: ChangeColumns, number: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if ((run[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}
