import { readdir, stat, open } from 'node:fs/promises'
import { join } from 'node:path'
import { logFileName } from '../log/log-file'

/** Files and bytes in a folder and those in it; zero where there is none, or what cannot be read. */
export async function folderSize(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0
      )
    )
  )
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

/** Bytes that are read of a log file, from its end. */
const maxBytes = 256 * 1024

/** The last lines of the log, the oldest first; those of the file before where the newest holds few. Never fails. */
export async function lastLogLines(folder: string, count: number): Promise<string[]> {
  const lines: string[] = []
  for (const age of [0, 1]) {
    if (lines.length >= count) break
    const older = await endOf(join(folder, logFileName(age)))
    lines.unshift(...older.slice(-(count - lines.length)))
  }
  return lines
}

async function endOf(path: string): Promise<string[]> {
  try {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      const length = Math.min(size, maxBytes)
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
      const lines = buffer.toString('utf8', 0, bytesRead).split('\n').filter(Boolean)
      // The first one is cut off where the file is longer.
      return size > length ? lines.slice(1) : lines
    } finally {
      await file.close()
    }
  } catch {
    return []
  }
}
