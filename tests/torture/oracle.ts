import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

type Value = string | number | null
/** A row's values by column; of a damaged file those that can be read. */
type Row = Record<string, Value>
/** Rows by table and by key, as JSON. */
type Rows = Record<Table, Map<string, Row>>
type Table = keyof typeof keys

const keys = {
  review: ['product'],
  log: ['number'],
  log_item: ['entry', 'product', 'rule'],
  content: ['seen'],
  excuse: ['product', 'rule'],
  draft: ['product']
} as const satisfies Record<string, readonly string[]>
const tables = Object.keys(keys) as Table[]

/** What one source says of the rows: not every row, nor every column of a row. */
type Claims = (table: Table, key: string) => Row | undefined

/** The files by their paths. */
interface Compared {
  damaged: string
  hasBackup: boolean
  recovered: string
}

/**
 * Knows what is in a healthy file, and so finds each value that can still be read once bytes of it are damaged: it asks SQLite for every key
 * that there was, by the table and by its indexes, for the whole row and else for column by column, and goes through the tables. It shares no code with the app.
 */
export class Oracle {
  readonly #healthy: string
  readonly #rows: Rows
  readonly #backup: Rows
  /** The key of the last item that the log has of a product, or of an excuse. */
  readonly #lastItems = new Map<string, string>()
  /** What entries since the backup left of a review, by its key. */
  readonly #leftSince = new Map<string, Row[]>()
  /** The numbers of rows, by table and key. */
  readonly #numbers: Map<string, number>

  /** @param backup of an earlier state */
  constructor(healthy: string, backup: string) {
    this.#healthy = healthy
    this.#rows = rowsOf(healthy)
    this.#backup = rowsOf(backup)
    this.#numbers = numbersIn(healthy)
    const numberOf = (key: string | undefined): number => (key === undefined ? 0 : Number(valuesOf(key)[0]))
    for (const [key, { entry = 0, product = '', rule = '' }] of this.#rows.log_item) {
      const of = keyOf(rule === '' ? [product] : [product, rule])
      if (Number(entry) > numberOf(this.#lastItems.get(of))) this.#lastItems.set(of, key)
    }
    for (const [key, { product = '', rule, after = null }] of this.#rows.log_item) {
      if (rule !== '' || this.#backup.log_item.has(key)) continue
      const left = (typeof after === 'string' ? rowIn(after) : undefined) ?? {}
      this.#leftSince.set(keyOf([product]), [...(this.#leftSince.get(keyOf([product])) ?? []), left])
    }
  }

  /** Reviews in the healthy file. */
  get reviews(): number {
    return this.#rows.review.size
  }

  /**
   * Compares the file that was made of a damaged one with what could be read. `lost`, a line for each row: values that are as they were in a
   * source, while no source says otherwise, and that the file lacks. Sources are the damaged file's row, the last item that the log has of
   * it, and the backup. `gone`: reviews that are not there at all.
   *
   * @param damaged a copy of the damaged file, which is changed
   */
  compare({ damaged, hasBackup, recovered }: Compared): { lost: string[]; gone: number } {
    clearTheWay(this.#healthy, damaged)
    const db = new DatabaseSync(damaged, { readOnly: true })
    try {
      const sources = [this.#claimsOfFile(db), this.#claimsOfScan(db), this.#claimsOfItems(db)]
      if (hasBackup) sources.push(this.#claimsOfBackup())
      const found = rowsOf(recovered)
      const gone = [...this.#rows.review.keys()].filter((key) => !found.review.has(key))
      return { lost: this.#missing(sources, found), gone: gone.length }
    } finally {
      db.close()
    }
  }

  /** What can be read of a damaged file, asked by the keys that it had. */
  #claimsOfFile(db: DatabaseSync): Claims {
    const ways: Record<Table, Claims> = {
      review: this.#byNumber(db, 'review'),
      draft: this.#byNumber(db, 'draft'),
      log: this.#byKey(db, 'log'),
      log_item: this.#byKey(db, 'log_item'),
      content: this.#byKey(db, 'content'),
      excuse: this.#byKey(db, 'excuse')
    }
    return (table, key) => ways[table](table, key)
  }

  #byKey(db: DatabaseSync, table: Table): Claims {
    const conditions = keys[table].map((name) => `${name} = ?`).join(' AND ')
    const way = new Way(db, this.#columnsOf(table), `${table} WHERE ${conditions}`)
    return (_, key) => {
      const row = way.read(...valuesOf(key))
      // Damaged pages can lead to another row.
      return row !== undefined && keyOf(keys[table].map((name) => row[name])) === key ? row : undefined
    }
  }

  /** By the row's number in the table, and by the indexes, in which the product and the mark stand once more. */
  #byNumber(db: DatabaseSync, table: 'review' | 'draft'): Claims {
    const named = new Way(db, ['rowid'], `${table} INDEXED BY sqlite_autoindex_${table}_1 WHERE product = ?`)
    const way = new Way(db, this.#columnsOf(table), `${table} NOT INDEXED WHERE rowid = ?`)
    const marked = new Way(
      db,
      ['mark'],
      'review INDEXED BY review_mark WHERE mark > 0 AND mark = ? AND rowid = ?'
    )
    return (_, key) => {
      const { product = '', mark = null } = this.#rows[table].get(key) ?? {}
      const number = this.#numbers.get(table + key) ?? 0
      const isNamed = named.read(product)?.rowid === number
      const row = way.read(number)
      if (!isNamed && row?.product !== product) return undefined
      const inIndex = table === 'review' && Number(mark) > 0 ? marked.read(mark, number) : undefined
      return { ...inIndex, ...row, ...(isNamed ? { product } : {}) }
    }
  }

  #columnsOf(table: Table): string[] {
    return Object.keys([...this.#rows[table].values()][0] ?? {})
  }

  /** Rows that are met on the way through a table, also those that are passed by where they are looked for. */
  #claimsOfScan(db: DatabaseSync): Claims {
    const found = new Map<Table, Map<string, Row>>()
    return (table, key) => {
      const rows = found.get(table) ?? this.#scan(db, table)
      found.set(table, rows)
      return rows.get(key)
    }
  }

  /** Behind a row that cannot be read it goes on at the next key. */
  #scan(db: DatabaseSync, table: Table): Map<string, Row> {
    const isNumbered = table === 'review' || table === 'draft'
    const names: readonly string[] = isNumbered ? ['rowid'] : keys[table]
    const places = [...this.#rows[table].keys()].map((key) =>
      isNumbered ? [this.#numbers.get(table + key) ?? 0] : valuesOf(key)
    )
    places.sort((one, other) => comparePlaces(one, other))
    const indexes = new Map(places.map((place, index) => [keyOf(place), index]))
    const found = new Map<string, Row>()
    const sql = `SELECT ${names.join()}, * FROM ${table} NOT INDEXED
      WHERE (${names.join()}) >= (${names.map(() => '?').join()}) ORDER BY ${names.join()}`
    // Pages that lead to each other in a circle have no last row.
    let left = 10 * places.length
    for (let next = 0; next < places.length;) {
      try {
        for (const row of db.prepare(sql).iterate(...(places[next] ?? [])) as Iterable<Row>) {
          if (left-- === 0) return found
          found.set(keyOf(keys[table].map((name) => row[name])), row)
          next = Math.max(next, indexes.get(keyOf(names.map((name) => row[name]))) ?? 0)
        }
        return found
      } catch {
        next++
      }
    }
    return found
  }

  /** What the log says of what it did last to a review or an excuse. */
  #claimsOfItems(db: DatabaseSync): Claims {
    const way = new Way(db, ['after'], 'log_item WHERE entry = ? AND product = ? AND rule = ?')
    return (table, key) => {
      const item = table === 'review' || table === 'excuse' ? this.#lastItems.get(key) : undefined
      const after = item === undefined ? undefined : way.read(...valuesOf(item))?.after
      return typeof after === 'string' ? rowIn(after) : undefined
    }
  }

  /**
   * What is still as it was when the backup was made. A value that the log knows to have been another one since is the same again by
   * chance: the backup has it from what was replaced, and cannot say that it was written once more.
   */
  #claimsOfBackup(): Claims {
    return (table, key) => {
      const [now = {}, then = {}] = [this.#rows[table].get(key), this.#backup[table].get(key)]
      const left = table === 'review' ? (this.#leftSince.get(key) ?? []) : []
      const isStill = ([column, value]: [string, Value]): boolean =>
        value === now[column] && left.every((row) => !(column in row) || isSame(row[column], value))
      return Object.fromEntries(Object.entries(then).filter(isStill))
    }
  }

  #missing(sources: Claims[], recovered: Rows): string[] {
    return tables.flatMap((table) =>
      [...this.#rows[table]].flatMap(([key, row]) => {
        const found = recovered[table].get(key)
        const isKey = (column: string): boolean => (keys[table] as readonly string[]).includes(column)
        const others = Object.keys(row).filter(
          (column) => !isKey(column) && !(found !== undefined && isSame(found[column], row[column]))
        )
        if (others.length === 0) return []
        const claims = sources.map((source) => source(table, key) ?? {})
        const lost = others.filter((column) => {
          const said = claims.flatMap((claim) => (column in claim ? [claim[column]] : []))
          return said.length > 0 && said.every((value) => isSame(value, row[column]))
        })
        // When a text was typed that cannot be read is worth nothing, nor how something was done of which nothing can be read.
        const isWorthless =
          found === undefined &&
          ((table === 'draft' && !lost.includes('note')) || (table === 'log_item' && lost.join() === 'deed'))
        return lost.length === 0 || isWorthless ? [] : [`${table} ${key} lost ${lost.join(', ')}`]
      })
    )
  }
}

function keyOf(values: readonly (Value | undefined)[]): string {
  return JSON.stringify(values)
}

/** As SQLite orders keys: texts by their bytes. */
function comparePlaces(one: readonly Value[], other: readonly Value[]): number {
  const index = one.findIndex((value, place) => value !== other[place])
  if (index === -1) return 0
  return (one[index] ?? 0) < (other[index] ?? 0) ? -1 : 1
}

function valuesOf(key: string): Value[] {
  return JSON.parse(key) as Value[]
}

/** A row as the log keeps it, under the names of the columns. */
function rowIn(json: string): Row | undefined {
  try {
    const members = Object.entries(JSON.parse(json) as Row)
    const column = (member: string): string =>
      member.replaceAll(/[A-Z]/g, (upper) => `_${upper.toLowerCase()}`)
    return Object.fromEntries(members.map(([member, value]) => [column(member), value]))
  } catch {
    return undefined
  }
}

/** JSON counts as the same in any order of its members. */
function isSame(one: Value | undefined, other: Value | undefined): boolean {
  return one === other || sorted(one) === sorted(other)
}

function sorted(value: Value | undefined): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value
  try {
    return JSON.stringify(Object.entries(JSON.parse(value) as object).sort())
  } catch {
    return value
  }
}

/** All rows of a file that is sound. */
function rowsOf(file: string): Rows {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const all = tables.map((table) => {
      const rows = db.prepare(`SELECT * FROM ${table}`).all() as Row[]
      return [table, new Map(rows.map((row) => [keyOf(keys[table].map((name) => row[name])), row]))]
    })
    return Object.fromEntries(all) as Rows
  } finally {
    db.close()
  }
}

/** The numbers of rows that are found by a product, by table and key. */
function numbersIn(file: string): Map<string, number> {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = ['review', 'draft'].flatMap((table) =>
      db
        .prepare(`SELECT rowid AS number, product FROM ${table}`)
        .all()
        .map(({ number, product }): [string, number] => [table + keyOf([String(product)]), Number(number)])
    )
    return new Map(rows)
  } finally {
    db.close()
  }
}

const pageSize = 4096
/** How a page begins that only leads to the pages in which a table's rows are (sqlite.org/fileformat.html). */
const leadsToRows = 5

/** Puts the first page, with header and schema, and those that lead to rows back: damage to them hides no row that is there. */
function clearTheWay(healthy: string, damaged: string): void {
  const bytes = readFileSync(healthy)
  const target = openSync(damaged, 'r+')
  try {
    for (let at = 0; at < bytes.length; at += pageSize) {
      if (at === 0 || bytes[at] === leadsToRows) writeSync(target, bytes, at, pageSize, at)
    }
  } finally {
    closeSync(target)
  }
}

/** One way to a row, and through it to its columns. */
class Way {
  readonly #db: DatabaseSync
  readonly #from: string
  readonly #columns: readonly string[]
  #row: StatementSync

  /** @param from table and condition */
  constructor(db: DatabaseSync, columns: readonly string[], from: string) {
    this.#db = db
    this.#from = from
    this.#columns = columns
    this.#row = this.#prepare(columns)
  }

  #prepare(columns: readonly string[]): StatementSync {
    return this.#db.prepare(`SELECT ${columns.join()} FROM ${this.#from}`)
  }

  /** The columns that can be read; undefined: there is no such row, or none can. */
  read(...key: SQLInputValue[]): Row | undefined {
    try {
      return this.#row.get(...key) as Row | undefined
    } catch {
      // A statement that failed is not to be trusted with the next key.
      this.#row = this.#prepare(this.#columns)
    }
    const found = this.#columns.map((column) => {
      try {
        return this.#prepare([column]).get(...key) as Row | undefined
      } catch {
        return undefined
      }
    })
    const row = Object.assign({}, ...found) as Row
    return Object.keys(row).length === 0 ? undefined : row
  }
}
