import type { About } from './about'
import type { FilePicture } from './protocol'
import type { ExportRow } from './row'

/** What could not be brought into a file as it is. */
export interface Losses {
  disarmed: number
  shortened: number
  replaced: number
  unlinked: number
}

export const noLosses = (): Losses => ({ disarmed: 0, shortened: 0, replaced: 0, unlinked: 0 })

/** Writes rows in one format. */
export interface RowWriter {
  readonly losses: Losses
  /** `pictures`: of these rows, in their order; empty in a file without pictures. */
  write(rows: readonly ExportRow[], pictures: readonly (FilePicture | null)[]): Promise<void> | void
  end(about: About): Promise<void> | void
}

/** The file cannot hold more: the format's own limit, not the disk's. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}
