import type { DatabaseSync } from 'node:sqlite'
import type { Task } from '../../database/cooperative'
import { cached, type Cached } from './cached'
import { createValueIndex } from './sidecar-columns'

/** What filters need about every product's texts and the address of its picture, by the product's key. 6 bytes a product. */
export interface TextColumns {
  /** Characters of the name and of the description, at most 65,535; 0: there is none. */
  name: Uint16Array<ArrayBuffer>
  description: Uint16Array<ArrayBuffer>
  /** Index in `hosts`; 0: there is no picture. */
  host: Uint16Array<ArrayBuffer>
  /** Hosts of pictures by their index. '' for addresses that name none; the first is nobody's. */
  hosts: string[]
  /** Counts the changes. */
  version: number
}

type Row = [key: number, name: number, description: number, image: string | null]

/** SQLite counts characters, not UTF-16 units. */
const columnsOfRow = 'key, length(name), ifnull(length(description), 0), image'

/** Rows read at once: about 1 ms. */
const rowsAtOnce = 1000

/** Loads the texts' columns of all products. A few seconds for a million, by the primary key. */
function* loadTexts(db: DatabaseSync, version: number): Task<TextColumns> {
  const { highest } = db.prepare('SELECT coalesce(max(key), 0) AS highest FROM product').get() as {
    highest: number
  }
  const texts: TextColumns = {
    name: new Uint16Array(highest + 1),
    description: new Uint16Array(highest + 1),
    host: new Uint16Array(highest + 1),
    hosts: [''],
    version
  }
  const put = createPut(texts)
  const statement = db.prepare(
    `SELECT ${columnsOfRow} FROM product WHERE key > ? ORDER BY key LIMIT ${rowsAtOnce}`
  )
  statement.setReturnArrays(true)
  for (let last = 0; ;) {
    const rows = statement.all(last) as unknown as Row[]
    for (const row of rows) put(row)
    last = rows.at(-1)?.[0] ?? 0
    if (last === 0) return texts
    yield
  }
}

/** Loads some products' texts again. By the primary key. */
function* reloadTexts(db: DatabaseSync, texts: TextColumns, keys: Iterable<number>): Task<void> {
  const put = createPut(texts)
  const statement = db.prepare(`SELECT ${columnsOfRow} FROM product WHERE key = ?`)
  statement.setReturnArrays(true)
  let read = 0
  for (const key of keys) {
    const row = statement.get(key) as unknown as Row | undefined
    if (row !== undefined) put(row)
    if (++read % 200 === 0) yield
  }
  texts.version++
}

function createPut(texts: TextColumns): (row: Row) => void {
  const indexOf = createValueIndex(texts.hosts)
  return ([key, name, description, image]) => {
    makeRoom(texts, key)
    texts.name[key] = Math.min(name, 0xffff)
    texts.description[key] = Math.min(description, 0xffff)
    texts.host[key] = image === null ? 0 : indexOf(hostOf(image))
  }
}

/** The host of a picture's address, in lower case and without its port; '' where the address names none. */
export function hostOf(address: string): string {
  const [, host = ''] = /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(address) ?? []
  return host.toLowerCase()
}

function makeRoom(texts: TextColumns, highest: number): void {
  if (highest < texts.name.length) return
  const length = Math.max(1024, highest + 1, Math.ceil(texts.name.length * 1.2))
  for (const column of ['name', 'description', 'host'] as const) {
    const grown = new Uint16Array(length)
    grown.set(texts[column])
    texts[column] = grown
  }
}

/** ms without a filter by length or host after which the columns are dropped. */
const idle = 10 * 60_000

/** Keeps the text columns current while they are used. */
export function createTextCache(db: DatabaseSync): Cached<TextColumns, number> {
  return cached<TextColumns, number>({
    load: (version) => loadTexts(db, version),
    reload: (texts, keys) => reloadTexts(db, texts, keys),
    idle
  })
}
