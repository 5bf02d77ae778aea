import {
  endLine,
  headingLine,
  maxLine,
  productLine,
  withoutTimesAhead,
  type Heading,
  latestTime,
  maxProducts,
  readLine,
  type FileProblem,
  type ProductLine,
  type ReadLine
} from './file-format'
import type { SharedReview } from './merge'
import { sharedFrom } from './shared-rows'
import { mostAhead } from '../../team/clock'
import type { FingerprintedContent } from '../../catalog/content-fingerprint'
import type { Book } from '../write/entry'
import { reviewColumns, type ReviewRow } from '../db/review-row'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { openTarget, temporaryPath } from '../../database/target-file'

/** What of the reviews is written, and where to. */
export interface ShareInput {
  file: string
  /** Only of the products that were put together (`stage`); else all. */
  onlyStaged: boolean
  heading: Omit<Heading, 'vitrine' | 'version'>
}

/** Writes reviews to a file; how many. Throws SQLite's and the disk's errors. */
export function shareReviews(book: Book, { file, onlyStaged, heading }: ShareInput): number {
  let count = 0
  function* lines(): Generator<string> {
    yield headingLine(heading)
    for (const line of sharedLines(book, onlyStaged, heading.at)) {
      count++
      yield line
    }
    yield endLine(count)
  }
  writeLines(file, lines())
  return count
}

/** By the primary key's order. */
function* sharedLines({ db, sql }: Book, onlyStaged: boolean, at: number): Generator<string> {
  const which = onlyStaged ? 'WHERE product IN (SELECT product FROM staged)' : ''
  const rows = db.prepare(`SELECT product, ${reviewColumns} FROM review ${which} ORDER BY product`)
  for (const found of rows.iterate() as unknown as Iterable<ReviewRow & { product: string }>) {
    const { product, ...row } = found
    const saved = row.seen === null ? undefined : sql.content.get(row.seen)?.content
    const content = typeof saved === 'string' ? (JSON.parse(saved) as FingerprintedContent) : null
    yield lineOf(product, withoutTimesAhead(sharedFrom(row, content), at))
  }
}

/** What was approved is left out where no file could be read with it: its hash still says what it was. */
function lineOf(product: string, review: SharedReview): string {
  const line = productLine({ product, ...review })
  if (line.length <= maxLine || review.mark === null) return line
  return productLine({ product, ...review, mark: { ...review.mark, content: null } })
}

/** Bytes that are read at once. */
const chunk = 1024 * 1024

/** Writes a file of lines, which is there whole or not at all. Throws the disk's errors. */
export function writeLines(file: string, lines: Iterable<string>): void {
  const target = openTarget(temporaryPath('reviews', file), file)
  try {
    for (const line of lines) target.write(line)
    target.commit()
  } catch (error) {
    target.drop()
    throw error
  }
}

/** A file that is not what it should be. */
export class UnreadableFile extends Error {
  readonly problem: FileProblem
  /** 1-based. */
  readonly line: number

  constructor(problem: FileProblem, line: number) {
    super(`${problem} in line ${line}`)
    this.problem = problem
    this.line = line
  }
}

/** A file that is read twice: what was found good is what is merged, also where somebody writes to it meanwhile. */
export interface SharedFile {
  /** As `readSync`. Throws `UnreadableFile` where the file was written to since it was opened. @param line for the error, 1-based */
  read(bytes: Buffer, position: number, line: number): number
  close(): void
}

/** A file that takes another's place is not seen: this one is read to its end. Throws the disk's errors. */
export function openShared(file: string): SharedFile {
  const handle = openSync(file, 'r')
  const stamp = (): string => {
    const { size, mtimeNs } = fstatSync(handle, { bigint: true })
    return `${size} ${mtimeNs}`
  }
  const opened = stamp()
  return {
    read(bytes, position, line) {
      const length = readSync(handle, bytes, 0, bytes.byteLength, position)
      if (stamp() !== opened) throw new UnreadableFile('changed', line)
      return length
    },
    close: () => closeSync(handle)
  }
}

/** A part of a file of reviews. */
type FilePart =
  | { kind: 'heading'; heading: Heading }
  /** `number`: its line, 1-based; `products`: how many there were with it. */
  | { kind: 'product'; product: ProductLine; number: number; products: number }

/**
 * Reads a file of reviews, first its heading, then product by product. Throws `UnreadableFile` where anything is not as it should
 * be, at the latest at its end: nothing of it is to be kept then. Throws the disk's errors.
 *
 * @param now ms since 1970: times that have not come are refused
 */
export function* productsIn(file: SharedFile, now: number): Generator<FilePart, undefined> {
  let heading: Heading | null = null
  let number = 0
  let products = 0
  let ended = false
  for (const text of linesOf(file)) {
    number++
    const line = ended ? 'damaged' : readLine(text, number === 1)
    if (typeof line === 'string') throw new UnreadableFile(line, number)
    if (isAhead(line, heading?.at ?? now)) throw new UnreadableFile('ahead', number)
    if (line.kind === 'heading') {
      heading = line.heading
      yield line
    } else if (line.kind === 'end') {
      if (line.count !== products) throw new UnreadableFile('damaged', number)
      ended = true
    } else {
      if (++products > maxProducts) throw new UnreadableFile('too-large', number)
      yield { kind: 'product', product: line.product, number, products }
    }
  }
  if (heading === null) throw new UnreadableFile('not-reviews', 1)
  if (!ended) throw new UnreadableFile('cut-off', number)
}

/** Whether it tells of a time after one that has come; clocks may be apart. */
function isAhead(line: ReadLine, come: number): boolean {
  if (line.kind === 'end') return false
  const time = line.kind === 'heading' ? line.heading.at : latestTime(line.product)
  return time > come + mostAhead
}

/** The lines of a file, without their ends; an empty last one does not count. */
function* linesOf(file: SharedFile): Generator<string> {
  const decoder = new StringDecoder('utf8')
  const bytes = Buffer.alloc(chunk)
  let rest = ''
  let number = 1
  for (let position = 0; ;) {
    const length = file.read(bytes, position, number)
    position += length
    rest += length === 0 ? decoder.end() : decoder.write(bytes.subarray(0, length))
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      number++
      yield line.replace(/\r$/, '')
    }
    if (rest.length > maxLine) throw new UnreadableFile('too-large', number)
    if (length === 0) break
  }
  if (rest !== '') yield rest
}
