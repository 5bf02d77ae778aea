/** Primary result codes of SQLite that mean something to us (sqlite.org/rescode.html). */
const codes = { readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 }

/** The primary result code of an error that SQLite raised; null for any other. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null
  return error.errcode & 0xff
}

/** Whether the file turned out not to be a sound database (fault 82). */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === codes.corrupt || code === codes.notADatabase
}

/** Whether the disk has no room left. */
export function isFull(error: unknown): boolean {
  return sqliteCode(error) === codes.full
}

/** Whether the disk, its space or its rights failed, rather than the program. */
export function isStorageFailure(error: unknown): boolean {
  if (sqliteCode(error) !== null) return sqliteCode(error) !== sqlError
  return error instanceof Error && 'syscall' in error
}

/** A statement that makes no sense: a bug. */
const sqlError = 1

/** `EBUSY`: somebody has it open on Windows, also after it was tried several times (files.ts). */
const refusals = new Set(['EACCES', 'EPERM', 'EBUSY', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR'])

/** Whether nothing can be written there, however often it is tried (fault 81). */
export function isUnwritable(error: unknown): boolean {
  const code = sqliteCode(error)
  if (code !== null) return code === codes.readOnly || code === codes.cannotOpen
  return error instanceof Error && 'code' in error && refusals.has(String(error.code))
}
