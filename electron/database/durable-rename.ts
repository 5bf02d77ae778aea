import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { moveFile } from './file-operations'

/** Gives a whole file its name, so that after a power cut it is there under that name, whole, or not at all. */
export function renameForGood(from: string, to: string): void {
  sync(from, 'r+')
  renameSynced(from, to)
}

/** The same for a file that was brought to the disk already. */
export function renameSynced(from: string, to: string): void {
  moveFile(from, to)
  try {
    sync(dirname(to), 'r')
  } catch {
    // Windows and some network drives cannot do this; the file is there all the same.
  }
}

function sync(path: string, flags: string): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
