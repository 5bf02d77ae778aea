import type { StoreProduct } from '../../api/types'
import type { Places } from '../types'
import type { CopyFile } from '../db/open'
import type { Facts } from '../db/facts'
import type { IdTable } from './id-table'
import type { Marks } from './read-positions'
import type { Statements } from './statements'

/** A copy that is open for writing. */
export interface OpenCatalog {
  readonly file: CopyFile
  readonly sql: Statements
  /** What is kept of it in memory; null: to be read anew, since the last transaction was undone. */
  memory: Memory | null
  /** Products may be waiting to be taken into the word index. */
  wordsLeft: boolean
  closed: boolean
}

/** What the writer remembers of a copy between transactions; always as the last one left it. */
export interface Memory {
  facts: Facts
  /** Highest key of a product. */
  highest: number
  /** Finds products by their id until the index of ids is built; null: it is. */
  ids: IdTable | null
  run: RunUnderWay | null
  /** The run that changes count for: the one under way, else the next. */
  countsFor: number
  /** Where the run has read each product. Empty between runs. */
  marks: Marks
  /** Products that the run has not read, with the place where they stood before it wrote others there. Bounded. */
  displaced: Map<number, number>
  /** What pages stand for that a person looked at and that were not as the run had read them, until it is told; false: none. */
  overtaken: Places[] | false
}

export interface RunUnderWay {
  number: number
  startedAt: number
}

/** A product's row, as statements give it: arrays cost half of what objects do. */
export type ProductRow = [
  key: number,
  id: string,
  name: string,
  price: number | null,
  description: string | null,
  image: string | null,
  flags: number,
  gone: number | null
]

/** What a product is made of, with its flags as bits. */
export type Content = Omit<StoreProduct, 'flags'> & { flags: number }

/** One transaction's writing. */
export interface Writing {
  copy: OpenCatalog
  memory: Memory
  /** ms since 1970. */
  at: number
  /** Keys whose row was written. */
  touched: number[]
  /** Keys of products of whose picture something else, or nothing, is known now. */
  pictures: number[]
  placesMoved: boolean
  /** How many places the last entry that moved did: those after it mostly moved with it. */
  shift: number
}
