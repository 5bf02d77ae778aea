import { closeSync, openSync, readSync } from 'node:fs'

/** What is known of a file before SQLite, which may write to it, sees it. */
export type FileState = 'missing' | 'damaged' | 'newer' | 'sound'

const magic = 'SQLite format 3\0'
/** Where the header has `user_version`, 4 bytes, big-endian (sqlite.org/fileformat.html). */
const versionAt = 60
const headerSize = 100

/**
 * Looks at a file's header. An empty file is a loss, not a beginning (fault 84): a new copy is built under another name and gets
 * its own only once it is whole. Versions are written into the file itself, never only into its log.
 */
export function stateOf(file: string, newest: number): FileState {
  const header = readHeader(file)
  if (header === null) return 'missing'
  if (header.byteLength < headerSize || header.toString('latin1', 0, magic.length) !== magic) return 'damaged'
  const version = header.readUInt32BE(versionAt)
  if (version > newest) return 'newer'
  return version === 0 ? 'damaged' : 'sound'
}

/** The version in the header of a file whose state is sound: how many migrations were applied to it. */
export function writtenVersionOf(file: string): number {
  return readHeader(file)?.readUInt32BE(versionAt) ?? 0
}

function readHeader(file: string): Buffer | null {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  try {
    const header = Buffer.alloc(headerSize)
    return header.subarray(0, readSync(handle, header, 0, headerSize, 0))
  } finally {
    closeSync(handle)
  }
}
