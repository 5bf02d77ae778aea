import type { CopyNotice } from '../../contract/coverage'
import type { Result } from '../../contract/failure'
import type { SyncRun, SyncSummary } from '../../contract/sync'
import type { StorePage } from '../../api/types'
import type {
  BatchReport,
  CopyFacts,
  ListAnswer,
  ListQuestion,
  RunBatch,
  RunEnding,
  RunStart
} from '../types'

/** What a worker is asked for: one method with what it takes and gives. */
export interface Method<Input, Output> {
  input: Input
  output: Output
}

/** The names of a table of methods. */
export type MethodName<Table> = keyof Table & string
export type InputOf<Table, Name extends keyof Table> =
  Table[Name] extends Method<infer I, unknown> ? I : never
export type OutputOf<Table, Name extends keyof Table> =
  Table[Name] extends Method<unknown, infer O> ? O : never

/** A worker's side of a table: functions that answer at once or later, and throw only SQLite's errors and bugs. */
export type Serving<Table> = {
  [Name in MethodName<Table>]: (
    connectionId: string,
    input: InputOf<Table, Name>
  ) => Result<OutputOf<Table, Name>> | Promise<Result<OutputOf<Table, Name>>>
}

export interface Call {
  id: number
  method: string
  connectionId: string
  input: unknown
}

export interface Reply {
  id: number
  result: Result<unknown>
  /** SQLite found that the file is no sound database (82): it is to be set aside. */
  damaged: boolean
  /** A bug's text, for the log. */
  bug: string | null
}

/** An answer, and whether it failed since the copy's file is damaged. */
export type Answered<T> = Pick<Reply, 'damaged'> & { result: Result<T> }

/** The table of methods types both ends of a call; the message in between cannot. */
export function untyped<T>(resolve: (answer: Answered<T>) => void): (answer: Answered<unknown>) => void {
  return resolve as (answer: Answered<unknown>) => void
}

/** A worker's first message: it has loaded and takes calls. */
export interface Ready {
  ready: true
}

/** What a write left different, for whoever keeps a part of the copy in memory. */
export interface Written {
  /** Keys of the products whose row was written; 'all' when they are too many to name. */
  touched: Uint32Array<ArrayBuffer> | 'all'
  /** Other products stand at some places than before. */
  placesMoved: boolean
}

/** A writer's answer with what it wrote; null: nothing. */
export interface Wrote<T> {
  value: T
  written: Written | null
}

/** The reader: `open` before anything else of a connection, `changed` after each write of the other worker. */
export interface ReaderMethods {
  open: Method<{ file: string }, null>
  /** Closes the connection's database, if it is open. */
  close: Method<null, null>
  changed: Method<Written, null>
  read: Method<ListQuestion, ListAnswer>
}

export interface Opened {
  /** Where the copy is: not in the folder when it lasts for this run only. */
  file: string
}

export interface WriterMethods {
  open: Method<{ folder: string }, Opened>
  /** Sets the damaged file aside and begins a new one. The reader must have closed it. */
  rebuild: Method<{ folder: string }, Opened>
  /** Ends what is under way, writes the log back into the file and closes it. */
  close: Method<null, null>
  /** Closes the copy and deletes its files. */
  forget: Method<{ folder: string }, null>
  takeNotice: Method<null, CopyNotice | null>
  facts: Method<null, CopyFacts>
  save: Method<{ page: StorePage; at: number }, Wrote<null>>
  begin: Method<{ at: number }, Wrote<RunStart>>
  commit: Method<RunBatch, Wrote<BatchReport>>
  missing: Method<{ run: number }, { count: number; places: number[] }>
  finish: Method<RunEnding, Wrote<SyncSummary>>
  list: Method<null, SyncRun[]>
  last: Method<null, SyncSummary | null>
  isCutOff: Method<null, boolean>
}
