import { fail, type DiskProblem } from '../../contract/failure'
import { TooLarge } from './writer'

/** What the system's errors mean for somebody who wants a file. */
const problems: Partial<Record<string, DiskProblem>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  ENOENT: 'gone',
  ENOTDIR: 'gone',
  ENODEV: 'gone',
  ENXIO: 'gone',
  EIO: 'gone',
  ESTALE: 'gone',
  EISDIR: 'denied',
  EBUSY: 'in-use',
  ETXTBSY: 'in-use'
}

/** The failure that an error stands for; null for SQLite's errors and bugs. The reason names no path. */
export function diskFailure(error: unknown): ReturnType<typeof fail> | null {
  if (error instanceof TooLarge) return fail('storage-failed', { disk: 'too-large', reason: error.message })
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return null
  const code = String(error.code)
  // The folder took the file: it is the one of that name that is not given up. Windows says so of one that is open elsewhere.
  const isHeld = error.syscall === 'rename' && (code === 'EPERM' || code === 'EACCES')
  const disk = isHeld ? 'in-use' : problems[code]
  return fail('storage-failed', {
    ...(disk ? { disk } : {}),
    reason: `The file cannot be written (${code}).`
  })
}
