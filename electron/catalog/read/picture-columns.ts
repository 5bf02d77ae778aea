import type { DatabaseSync } from 'node:sqlite'
import type { Task } from '../../database/cooperative'
import { cached, type Cached } from './cached'
import type { PictureCounts, UncheckedPicture, UncheckedRequest } from '../types'

/** Values of `PictureColumns.state`. */
export const pictureStates = { unknown: 0, shown: 1, broken: 2 }

/** What filters need about every product's picture, by the product's key. 19 bytes a product. */
export interface PictureColumns {
  state: Uint8Array<ArrayBuffer>
  /** Pixels of the shorter side, at most 65,535. */
  side: Uint16Array<ArrayBuffer>
  /** Two numbers a product: upper and lower half of 64 bits. */
  content: Uint32Array<ArrayBuffer>
  look: Uint32Array<ArrayBuffer>
  /** Counts the changes. */
  version: number
}

export function emptyPictures(version = 0): PictureColumns {
  return {
    state: new Uint8Array(0),
    side: new Uint16Array(0),
    content: new Uint32Array(0),
    look: new Uint32Array(0),
    version
  }
}

type Row = [
  product: number,
  broken: number,
  side: number | null,
  contentAbove: number | null,
  contentBelow: number | null,
  lookAbove: number | null,
  lookBelow: number | null
]

// In halves: 64 bits do not fit into a number.
const columnsOfRow = `product, broken, min(width, height),
  (content >> 32) & 0xffffffff, content & 0xffffffff, (look >> 32) & 0xffffffff, look & 0xffffffff`

/** Rows read at once: about 1 ms. */
const rowsAtOnce = 1500

/** Loads all pictures' columns. A second for a million; by the primary key. */
function* loadPictures(db: DatabaseSync, version: number): Task<PictureColumns> {
  const pictures = emptyPictures(version)
  const { highest } = db.prepare('SELECT coalesce(max(product), 0) AS highest FROM picture').get() as {
    highest: number
  }
  makeRoom(pictures, highest)
  const statement = db.prepare(
    `SELECT ${columnsOfRow} FROM picture WHERE product > ? ORDER BY product LIMIT ${rowsAtOnce}`
  )
  statement.setReturnArrays(true)
  for (let last = 0; ;) {
    const rows = statement.all(last) as unknown as Row[]
    const end = rows.at(-1)
    if (end === undefined) return pictures
    last = end[0]
    makeRoom(pictures, last)
    for (const row of rows) put(pictures, row)
    yield
  }
}

/** Loads some products' pictures again. By the primary key. */
function* reloadPictures(db: DatabaseSync, pictures: PictureColumns, keys: Iterable<number>): Task<void> {
  const statement = db.prepare(`SELECT ${columnsOfRow} FROM picture WHERE product = ?`)
  statement.setReturnArrays(true)
  let read = 0
  for (const key of keys) {
    const row = statement.get(key) as unknown as Row | undefined
    makeRoom(pictures, key)
    if (row === undefined) pictures.state[key] = pictureStates.unknown
    else put(pictures, row)
    if (++read % 500 === 0) yield
  }
  pictures.version++
}

function put({ state, side, content, look }: PictureColumns, row: Row): void {
  const [key, broken, shorter, contentAbove, contentBelow, lookAbove, lookBelow] = row
  state[key] = broken === 0 ? pictureStates.shown : pictureStates.broken
  side[key] = Math.min(shorter ?? 0, 0xffff)
  content[2 * key] = contentAbove ?? 0
  content[2 * key + 1] = contentBelow ?? 0
  look[2 * key] = lookAbove ?? 0
  look[2 * key + 1] = lookBelow ?? 0
}

function makeRoom(pictures: PictureColumns, highest: number): void {
  const { state, side, content, look } = pictures
  if (highest < state.length) return
  // Exactly at first; later with room for what a sync brings.
  const length = state.length === 0 ? highest + 1 : Math.max(1024, highest + 1, Math.ceil(state.length * 1.2))
  pictures.state = new Uint8Array(length)
  pictures.state.set(state)
  pictures.side = new Uint16Array(length)
  pictures.side.set(side)
  pictures.content = new Uint32Array(2 * length)
  pictures.content.set(content)
  pictures.look = new Uint32Array(2 * length)
  pictures.look.set(look)
}

/** ms without a filter by pictures after which the columns are dropped. */
const idleAfter = 120_000

/** Keeps the picture columns current while they are used. @param idle ms, for tests */
export function createPictureCache(db: DatabaseSync, idle = idleAfter): Cached<PictureColumns, number> {
  return cached<PictureColumns, number>({
    load: (version) => loadPictures(db, version),
    reload: (pictures, keys) => reloadPictures(db, pictures, keys),
    idle
  })
}

/** Keys examined between two pauses: a few ms. */
const keysAtOnce = 3000

function highestKey(db: DatabaseSync): number {
  return (db.prepare('SELECT coalesce(max(key), 0) AS n FROM product').get() as { n: number }).n
}

/**
 * Products whose picture has to be checked. The narrow table `picture` rules out most; only the rows of the others are read. By the keys
 * of `picture` and `product`.
 */
export function* findUnchecked(
  db: DatabaseSync,
  { after, limit, shownSince, brokenSince }: UncheckedRequest
): Task<UncheckedPicture[]> {
  const known = db.prepare(
    'SELECT product, broken, kept_at FROM picture WHERE product > ? AND product <= ? ORDER BY product'
  )
  known.setReturnArrays(true)
  const product = db.prepare('SELECT image FROM product WHERE key = ? AND gone IS NULL')
  product.setReturnArrays(true)
  const found: UncheckedPicture[] = []
  const highest = highestKey(db)
  for (let first = after; first < highest; first += keysAtOnce) {
    const last = Math.min(highest, first + keysAtOnce)
    const rows = known.all(first, last) as unknown as [number, number, number | null][]
    let at = 0
    for (let key = first + 1; key <= last; key++) {
      const row = rows[at]?.[0] === key ? rows[at++] : undefined
      const kept = keptOf(row)
      if (kept !== null && kept.at >= (kept.state === 'shown' ? shownSince : brokenSince)) continue
      const [address] = (product.get(key) as unknown as [string | null] | undefined) ?? [null]
      if (address !== null) found.push({ key, address, kept })
      if (found.length >= limit) return found
    }
    yield
  }
  return found
}

function keptOf(row: [number, number, number | null] | undefined): UncheckedPicture['kept'] {
  if (row === undefined || row[2] === null) return null
  return { at: row[2], state: row[1] === 0 ? 'shown' : 'broken' }
}

/** Counts products with a picture and those checked since a time. By the primary keys; those that are gone by `product_gone`. */
export function* countPictures(db: DatabaseSync, since: number): Task<PictureCounts> {
  const products = db.prepare(
    'SELECT count(*) AS n FROM product WHERE key > ? AND key <= ? AND gone IS NULL AND image IS NOT NULL'
  )
  const known = db.prepare(
    `SELECT count(*) AS checked, count(nullif(broken, 0)) AS broken FROM picture
     WHERE product > ? AND product <= ? AND kept_at >= ?`
  )
  const gone = db.prepare(
    `SELECT count(*) AS checked, count(nullif(broken, 0)) AS broken
     FROM product CROSS JOIN picture ON picture.product = product.key
     WHERE product.gone IS NOT NULL AND kept_at >= ?`
  )
  const left = gone.get(since) as unknown as Omit<PictureCounts, 'total'>
  const counts = { total: 0, checked: -left.checked, broken: -left.broken }
  const highest = highestKey(db)
  for (let first = 0; first < highest; first += keysAtOnce) {
    const { n } = products.get(first, first + keysAtOnce) as { n: number }
    const some = known.get(first, first + keysAtOnce, since) as unknown as Omit<PictureCounts, 'total'>
    counts.total += n
    counts.checked += some.checked
    counts.broken += some.broken
    yield
  }
  return { ...counts, checked: Math.max(0, counts.checked), broken: Math.max(0, counts.broken) }
}
