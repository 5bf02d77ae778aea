import type { DatabaseSync } from 'node:sqlite'
import type { Timeline } from '../../contract/history'
import type { RawChange, RawTimeline } from '../types'
import type { ChangeColumns } from './change-columns'
import { readChanges } from './read-changes'

/** Changes of one product that are told: its latest. */
const mostOfProduct = 1000

/** What happened to the product with a key, and how its price went. */
export function readTimeline(db: DatabaseSync, columns: ChangeColumns, key: number): RawTimeline {
  const { product, first, count } = columns
  const numbers: number[] = []
  for (let at = product.indexOf(key); at !== -1 && at < count; at = product.indexOf(key, at + 1)) {
    numbers.push(first + at)
  }
  const oldestFirst = readChanges(db, numbers.slice(-mostOfProduct), columns.seen)
  const row = db.prepare('SELECT price, added FROM product WHERE key = ?').get(key) as
    { price: number | null; added: number } | undefined
  if (row === undefined) return { changes: [], prices: [], since: null }
  const since = sinceOf(db, oldestFirst, row.added)
  const isWhole = numbers.length <= mostOfProduct
  const prices = pricesOf(oldestFirst, row.price, isWhole ? since : null)
  return { changes: oldestFirst.toReversed(), prices, since }
}

/** When a product was first read: as its first change says, else when the run began that it counts for. */
function sinceOf(db: DatabaseSync, changes: readonly RawChange[], added: number): number | null {
  const [first] = changes
  if (first?.kind === 'new') return first.at
  const run = db.prepare('SELECT started_at FROM run WHERE number = ?').get(added) as
    { started_at: number } | undefined
  // A page may have been read before the run began, or the clock was put back (93).
  return run === undefined ? null : Math.min(run.started_at, first?.at ?? run.started_at)
}

const priceOf = (text: string | null): number | null => (text === null ? null : Number(text))

/** What it cost at first: before its first change, or else, since nothing changed, what it costs now. */
function firstPrice(changes: readonly RawChange[], present: number | null): number | null {
  const first = changes.find(({ kind }) => kind === 'price')
  return first === undefined ? present : priceOf(first.before)
}

function pricesOf(
  changes: readonly RawChange[],
  present: number | null,
  since: number | null
): Timeline['prices'] {
  const points: Timeline['prices'] = []
  let price = firstPrice(changes, present)
  let isListed = changes.find(({ kind }) => kind === 'gone' || kind === 'back')?.kind !== 'back'
  const put = (at: number): void => {
    const point = { at, price: isListed ? price : null }
    // What is found in one page comes at one time: only what it all leads to is told.
    if (points.at(-1)?.at === at) points.pop()
    if (points.at(-1)?.price !== point.price || points.length === 0) points.push(point)
  }
  if (since !== null) put(since)
  for (const { kind, at, after } of changes) {
    if (kind === 'price') price = priceOf(after)
    else if (kind === 'gone') isListed = false
    else if (kind === 'back') isListed = true
    else continue
    if (at !== null) put(at)
  }
  return points
}
