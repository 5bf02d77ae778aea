import type { DatabaseSync } from 'node:sqlite'
import { codeOfNumber } from '../../catalog/db/picture-codes'
import type { Sliced } from '../../database/cooperative'
import { makePictureColumns, pictureStates, type PictureColumns } from '../catalog-wide/columns'
import type { AuditedPicture } from '../rule'

type Row = [
  product: number,
  broken: number,
  width: number | null,
  height: number | null,
  contentAbove: number | null,
  contentBelow: number | null,
  lookAbove: number | null,
  lookBelow: number | null
]

// A number of 64 bits does not fit into one of JavaScript's.
const columnsOfRow = `product, broken, width, height,
  (content >> 32) & 0xffffffff, content & 0xffffffff, (look >> 32) & 0xffffffff, look & 0xffffffff`
/** Rows read at once: some 2 ms. */
const rowsAtOnce = 1500

/** Reads what is known of all pictures: a second for a million. By the primary key. */
export function* readPictures(db: DatabaseSync, highest: number): Sliced<PictureColumns> {
  const pictures = makePictureColumns(highest)
  const statement = db.prepare(
    `SELECT ${columnsOfRow} FROM picture WHERE product > ? AND product <= ? ORDER BY product LIMIT ${rowsAtOnce}`
  )
  statement.setReturnArrays(true)
  for (let last = 0; ;) {
    const rows = statement.all(last, highest) as unknown as Row[]
    const end = rows.at(-1)
    if (end === undefined) return pictures
    last = end[0]
    for (const row of rows) put(pictures, row)
    yield
  }
}

/** What is known of one product's picture, from the copy itself; null: nothing. */
export function findPicture(db: DatabaseSync, key: number): AuditedPicture | null {
  const statement = db.prepare('SELECT broken, width, height FROM picture WHERE product = ?')
  const row = statement.get(key) as
    { broken: number; width: number | null; height: number | null } | undefined
  if (row === undefined) return null
  const { broken, width, height } = row
  return { broken: broken === 0 ? null : codeOfNumber(broken), width: width ?? 0, height: height ?? 0 }
}

/** What is known of a product's picture; null: nothing. */
export function pictureAt(pictures: PictureColumns, key: number): AuditedPicture | null {
  const state = pictures.state[key] ?? pictureStates.unknown
  if (state === pictureStates.unknown) return null
  return {
    broken: state === pictureStates.broken ? codeOfNumber(pictures.broken[key] ?? 0) : null,
    width: pictures.width[key] ?? 0,
    height: pictures.height[key] ?? 0
  }
}

function put(pictures: PictureColumns, row: Row): void {
  const [key, broken, width, height, contentAbove, contentBelow, lookAbove, lookBelow] = row
  const { state, content, look } = pictures
  state[key] = broken === 0 ? pictureStates.shown : pictureStates.broken
  pictures.broken[key] = broken
  pictures.width[key] = Math.min(width ?? 0, 0xffff)
  pictures.height[key] = Math.min(height ?? 0, 0xffff)
  content[2 * key] = contentAbove ?? 0
  content[2 * key + 1] = contentBelow ?? 0
  look[2 * key] = lookAbove ?? 0
  look[2 * key + 1] = lookBelow ?? 0
}
