import { fail, type DiskProblem } from '../contract/failure'

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

/** What the code of a system's error means for somebody who wants a file; null: nothing in particular. */
export function diskProblemOf(code: string): DiskProblem | null {
  return problems[code] ?? null
}

/** `storage-failed`, for the code of a system's error. `reason` names no path. */
export function storageFailure(code: string, reason: string): ReturnType<typeof fail> {
  const disk = diskProblemOf(code)
  return fail('storage-failed', { ...(disk !== null && { disk }), reason })
}

/** The code of an error of the system, as `ENOSPC`; null: it is none. */
export function systemCodeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return null
  return String(error.code)
}
