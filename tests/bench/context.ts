import type { BenchOptions } from './options'
import type { StoreServer } from './own-process'
import type { Machine } from './report/machine'

/** What all jobs of one run share. */
export interface BenchContext {
  options: BenchOptions
  server: StoreServer
  /** For everything that is written; deleted at the end. */
  folder: string
  /** Jobs that open a window fill its lines in. */
  machine: Machine
}
