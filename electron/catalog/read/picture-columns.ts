import type { DatabaseSync } from 'node:sqlite'
import type { Sliced } from '../../database/cooperative'

/** Values of `PictureColumns.state`. */
export const pictureStates = { unknown: 0, shown: 1, broken: 2 }

/** What filters need to know of every product's picture, by the product's key. 19 bytes a product. */
export interface PictureColumns {
  state: Uint8Array<ArrayBuffer>
  /** Pixels of the shorter side; what has more than fit counts as the most. */
  side: Uint16Array<ArrayBuffer>
  /** Two numbers a product: the upper and the lower half. */
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

// A number of 64 bits does not fit into one of JavaScript's.
const columnsOfRow = `product, broken, min(width, height),
  (content >> 32) & 0xffffffff, content & 0xffffffff, (look >> 32) & 0xffffffff, look & 0xffffffff`

/** Rows read at once: about 1 ms. */
const rowsAtOnce = 1500

/** Reads what is known of all pictures. A second for a million; by the primary key. */
export function* loadPictures(db: DatabaseSync, version: number): Sliced<PictureColumns> {
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

/** Reads what is known of the pictures of some products. By the primary key. */
export function* reloadPictures(
  db: DatabaseSync,
  pictures: PictureColumns,
  keys: Iterable<number>
): Sliced<void> {
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
  // All at once at first; later they grow by what a sync brings.
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
