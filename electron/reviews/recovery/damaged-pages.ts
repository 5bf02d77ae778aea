import { isUtf8 } from 'node:buffer'
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'

/** Bytes of a page: SQLite's own choice, which no released version changed. */
export const pageSize = 4096

/** A database's pages, by their numbers from 1 on. */
export interface Pages {
  count: number
  /** Nothing where there is no such page. */
  read(page: number): Buffer | undefined
}

/** Runs the work on the pages of a file, which stays as it is, with its log upon it. Throws the disk's errors. */
export function withPages<T>(file: string, work: (pages: Pages) => T): T {
  const logged = existsSync(`${file}-wal`)
    ? pagesInLog(readFileSync(`${file}-wal`))
    : new Map<number, Buffer>()
  const handle = openSync(file, 'r')
  try {
    const written = Math.floor(fstatSync(handle).size / pageSize)
    const readWritten = (page: number): Buffer => {
      const bytes = Buffer.alloc(pageSize)
      readSync(handle, bytes, 0, pageSize, (page - 1) * pageSize)
      return bytes
    }
    return work({
      count: [...logged.keys()].reduce((one, other) => Math.max(one, other), written),
      read: (page) => logged.get(page) ?? (page >= 1 && page <= written ? readWritten(page) : undefined)
    })
  } finally {
    closeSync(handle)
  }
}

const headerSize = 32
const frameSize = 24 + pageSize

/**
 * The newest committed pages in a write-ahead log (sqlite.org/fileformat.html#the_write_ahead_log), up to the first frame that is damaged: what
 * comes behind it may be left over from before.
 */
function pagesInLog(log: Buffer): Map<number, Buffer> {
  const committed = new Map<number, Buffer>()
  if (log.length < headerSize || (log.readUInt32BE(0) & ~1) !== 0x377f0682) return committed
  const isBigEndian = (log.readUInt32BE(0) & 1) === 1
  let written: [page: number, bytes: Buffer][] = []
  let sums = checksum(log.subarray(0, 24), isBigEndian, [0, 0])
  for (let at = headerSize; at + frameSize <= log.length; at += frameSize) {
    const frame = log.subarray(at, at + frameSize)
    sums = checksum(frame.subarray(0, 8), isBigEndian, sums)
    sums = checksum(frame.subarray(24), isBigEndian, sums)
    const isOfThisLog = frame.subarray(8, 16).equals(log.subarray(16, 24))
    if (!isOfThisLog || frame.readUInt32BE(16) !== sums[0] || frame.readUInt32BE(20) !== sums[1]) break
    written.push([frame.readUInt32BE(0), frame.subarray(24)])
    // A transaction's last frame says how many pages there are then.
    if (frame.readUInt32BE(4) === 0) continue
    for (const [page, bytes] of written) committed.set(page, bytes)
    written = []
  }
  return committed
}

type Sums = readonly [first: number, second: number]

function checksum(bytes: Buffer, isBigEndian: boolean, [first, second]: Sums): Sums {
  const read = (at: number): number => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + read(at) + second) >>> 0
    second = (second + read(at + 4) + first) >>> 0
  }
  return [first, second]
}

/** undefined: it cannot be read. */
export type Value = string | number | null | undefined

/**
 * 2: nothing shows that it is damaged; 1: some of it cannot be read, or a text is not made of characters; 0: it is not as long as it says, so
 * that any of it may be something else.
 */
export type Quality = 0 | 1 | 2

/** An entry of a page: a row of a table or of an index. */
export interface Cell {
  /** The row's number; null: rows of this page have none. */
  rowid: number | null
  columns: Value[]
  quality: Quality
}

// Numbers of sqlite.org/fileformat.html.
const leafOfTable = 0x0d
const leafOfIndex = 0x0a
const innerOfIndex = 0x02
const innerOfTable = 0x05
/** As many as fit into a page. */
const mostCells = Math.floor((pageSize - 8) / 6)
/** More bytes than say of any row of ours what its columns are. */
const mostHeader = 64

/** What a page holds, which may be damaged. */
export interface PageContent {
  /** Whether its rows have numbers. */
  isTable: boolean
  cells: Cell[]
  /** Pages that it leads to. */
  children: number[]
}

/**
 * Reads a page as far as it makes sense: entries that do not are left out. null: it holds no entries. Takes as much as the entries are long, and
 * no page of the file twice for one of them, whatever numbers damage made.
 */
export function contentOf(pages: Pages, page: number): PageContent | null {
  const bytes = pages.read(page)
  if (bytes === undefined) return null
  // The first page begins with the header of the file.
  const start = page === 1 ? 100 : 0
  const kind = bytes.readUInt8(start)
  const isInner = kind === innerOfIndex || kind === innerOfTable
  if (!isInner && kind !== leafOfTable && kind !== leafOfIndex) return null
  const content: PageContent = { isTable: kind === leafOfTable, cells: [], children: [] }
  if (isInner) content.children.push(bytes.readUInt32BE(start + 8))
  const pointers = start + (isInner ? 12 : 8)
  const told = bytes.readUInt16BE(start + 3)
  const count = Math.min(told, mostCells)
  for (let n = 0; n < count && pointers + 2 * n + 2 <= pageSize; n++) {
    const at = bytes.readUInt16BE(pointers + 2 * n) % pageSize
    if (isInner && at + 4 <= pageSize) content.children.push(bytes.readUInt32BE(at))
    // None begins before its own pointer.
    const isEntry = kind !== innerOfTable && at > pointers + 2 * n
    const cell = isEntry ? cellAt(pages, bytes, isInner ? at + 4 : at, content.isTable) : null
    if (cell !== null) content.cells.push(cell)
  }
  // A page of which some is damaged may be so elsewhere.
  const most: Quality = count < told ? 0 : content.cells.length < told ? 1 : 2
  return { ...content, cells: content.cells.map((cell) => ({ ...cell, quality: lower(cell.quality, most) })) }
}

function lower(one: Quality, other: Quality): Quality {
  return one < other ? one : other
}

function cellAt(pages: Pages, page: Buffer, at: number, isTable: boolean): Cell | null {
  const size = readVarint(page, at)
  const rowid = isTable && size !== null ? readVarint(page, size.end) : null
  if (size === null || (isTable && rowid === null)) return null
  const start = rowid?.end ?? size.end
  const header = readVarint(page, start)
  if (header === null || header.value > mostHeader) return null
  const payload = payloadAt(pages, page, start, { size: size.value % 2 ** 32, isTable })
  return { rowid: rowid?.value ?? null, ...recordIn(payload, size.value) }
}

/** The bytes of an entry, as far as they can be read: what does not fit into its page goes on in a chain of others. */
function payloadAt(
  pages: Pages,
  page: Buffer,
  start: number,
  { size, isTable }: { size: number; isTable: boolean }
): Buffer {
  const least = Math.floor(((pageSize - 12) * 32) / 255) - 23
  const most = isTable ? pageSize - 35 : Math.floor(((pageSize - 12) * 64) / 255) - 23
  const rest = least + ((size - least) % (pageSize - 4))
  const local = size <= most ? size : rest <= most ? rest : least
  const end = start + local
  const parts = [page.subarray(start, end)]
  if (local === size || end + 4 > pageSize) return page.subarray(start, end)
  const seen = new Set<number>()
  let left = size - local
  for (let next = page.readUInt32BE(end); left > 0 && !seen.has(next);) {
    const bytes = pages.read(next)
    if (bytes === undefined) break
    seen.add(next)
    parts.push(bytes.subarray(4, 4 + left))
    left -= pageSize - 4
    next = bytes.readUInt32BE(0)
  }
  return parts.length === 1 ? page.subarray(start, end) : Buffer.concat(parts)
}

/** A record's columns. Each that ends within what can be read is there. */
function recordIn(payload: Buffer, size: number): Pick<Cell, 'columns' | 'quality'> {
  const header = readVarint(payload, 0)
  const columns: Value[] = []
  if (header === null) return { columns, quality: 0 }
  let at = header.value
  let next = header.end
  let hasOdd = false
  while (next < header.value) {
    const type = readVarint(payload, next)
    if (type === null) break
    const length = lengthOf(type.value)
    const value = at + length <= payload.length ? valueAt(payload, at, type.value) : undefined
    if (typeof value === 'string') hasOdd ||= isOdd(value, payload.subarray(at, at + length))
    columns.push(value)
    at += length
    next = type.end
  }
  if (next !== header.value || at !== size) return { columns, quality: 0 }
  return { columns, quality: hasOdd || columns.includes(undefined) ? 1 : 2 }
}

/** Nobody types a zero. */
function isOdd(text: string, bytes: Buffer): boolean {
  return text.includes('\0') || (text.includes('\ufffd') && !isUtf8(bytes))
}

/** Bytes of a value, by the type that stands for it in a record. */
function lengthOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2)
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0][type] ?? 0
}

/** No table of ours holds fractions or bytes. */
function valueAt(payload: Buffer, at: number, type: number): Value {
  // 10 and 11 stand for nothing in a file, and SQLite reads them as null.
  if (type === 0 || type === 10 || type === 11) return null
  if (type === 8 || type === 9) return type - 8
  if (type >= 12) return type % 2 === 1 ? payload.toString('utf8', at, at + lengthOf(type)) : undefined
  if (type > 6) return undefined
  const value = type === 6 ? Number(payload.readBigInt64BE(at)) : payload.readIntBE(at, lengthOf(type))
  return Number.isSafeInteger(value) ? value : undefined
}

/** A whole number of up to 9 bytes, and where it ends; null: it does not end, or is larger than any that is in use. */
function readVarint(bytes: Buffer, at: number): { value: number; end: number } | null {
  let value = 0
  for (let n = 0; n < 8 && at + n < bytes.length; n++) {
    const byte = bytes.readUInt8(at + n)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return Number.isSafeInteger(value) ? { value, end: at + n + 1 } : null
  }
  return null
}
