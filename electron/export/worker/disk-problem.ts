import { fail } from '../../contract/failure'
import { diskProblemOf, systemCodeOf } from '../../files/disk-problem'
import { TooLarge } from './writer'

/** The failure that an error stands for; null for SQLite's errors and bugs. The reason names no path. */
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
