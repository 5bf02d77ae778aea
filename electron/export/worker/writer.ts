import type { About } from './about'
import type { FilePicture } from './protocol'
import type { ExportRow } from './rows'
import { fail } from '../../contract/failure'
import { diskProblemOf, systemCodeOf } from '../../files/disk-problem'

/** What could not be exported as it is. */
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

/** Bytes of a part, or of the whole, that a ZIP without 64-bit extensions can hold; Excel wants to repair files that have these. */
export const mostBytes = 0xffff_ffff

/** The failure for an error; null for SQLite's errors and bugs. The reason names no path. */
export function diskFailure(error: unknown): ReturnType<typeof fail> | null {
  if (error instanceof TooLarge) return fail('storage-failed', { disk: 'too-large', reason: error.message })
  const code = systemCodeOf(error)
  if (code === null) return null
  const isRename = error instanceof Error && 'syscall' in error && error.syscall === 'rename'
  // The folder took the file: it is the one of that name that is not given up. Windows says so of one that is open elsewhere.
  const isHeld = isRename && (code === 'EPERM' || code === 'EACCES')
  const disk = isHeld ? 'in-use' : diskProblemOf(code)
  return fail('storage-failed', {
    ...(disk ? { disk } : {}),
    reason: `The file cannot be written (${code}).`
  })
}
