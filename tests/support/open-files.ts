import { existsSync, readdirSync, readlinkSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'

const ownHandles = '/proc/self/fd'

/**
 * The names of the files of a folder that this process, with its threads, has open. Linux lists them; Windows refuses to rename
 * what anybody has open. Elsewhere it cannot be told: none.
 */
export function openIn(folder: string): string[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
  if (process.platform === 'win32') return names.filter((name) => isRefused(join(folder, name))).sort()
  if (!existsSync(ownHandles)) return []
  const open = new Set(readdirSync(ownHandles).flatMap((handle) => target(join(ownHandles, handle))))
  return names.filter((name) => open.has(join(folder, name))).sort()
}

/**
 * Has a file open, whatever is in it, until what it returns is called or the test ends. On Windows it can be read then, and neither
 * renamed nor deleted: SQLite does not share that, as Node does.
 */
export function holdOpen(file: string): () => void {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    // It is opened with the first reading.
    db.prepare('SELECT 1 FROM sqlite_schema').get()
  } catch {
    // It is no database, and open all the same.
  }
  const close = (): void => {
    if (db.isOpen) db.close()
  }
  onTestFinished(close)
  return close
}

function isRefused(file: string): boolean {
  const aside = `${file}.moved`
  try {
    renameSync(file, aside)
  } catch {
    return true
  }
  renameSync(aside, file)
  return false
}

/** The folder of handles itself was open while it was read. */
function target(handle: string): string[] {
  try {
    return [readlinkSync(handle)]
  } catch {
    return []
  }
}
