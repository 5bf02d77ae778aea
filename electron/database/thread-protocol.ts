import type { Result } from '../contract/failure'

/** What a thread is asked for: one method with what it takes and gives. */
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

/** A thread's own side of a table: functions that answer at once or later, and throw only SQLite's errors and bugs. */
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
  /** SQLite found that the file is no sound database (fault 82): it is to be set aside. */
  damaged: boolean
  /** A bug's text, for the log. */
  bug: string | null
}

/** An answer, and whether it failed since the database's file is damaged. */
export type Answered<T> = Pick<Reply, 'damaged'> & { result: Result<T> }

/** The table of methods types both ends of a call; the message in between cannot. */
export function untyped<T>(resolve: (answer: Answered<T>) => void): (answer: Answered<unknown>) => void {
  return resolve as (answer: Answered<unknown>) => void
}

/** Asks a thread for a sign of life: `Ready`. It comes between the calls, and between the slices of one that takes long. */
export interface Ping {
  ping: true
}

/** A thread's first message: it has loaded and takes calls. Also its answer to each ping. */
export interface Ready {
  ready: true
}
