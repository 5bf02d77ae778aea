import { closeSync, fsyncSync, openSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { retryHeldSync } from '../files/held-files'

// All that threads rename and delete goes through here: Windows refuses it while somebody has the file open (fault 111).

/** Gives a file or a folder another name, in place of a file of that name. Throws the disk's errors. */
export function moveFile(from: string, to: string): void {
  retryHeldSync(() => renameSync(from, to))
}

/** Deletes a file, if it is there. Throws the disk's errors. */
export function removeFile(file: string): void {
  retryHeldSync(() => rmSync(file, { force: true }))
}

/** Deletes a folder with all that is in it, if it is there. Throws the disk's errors. */
export function removeFolder(folder: string): void {
  retryHeldSync(() => rmSync(folder, { recursive: true, force: true }))
}

/** Deletes a folder that nothing is in. Throws the disk's errors. */
export function removeEmptyFolder(folder: string): void {
  retryHeldSync(() => rmdirSync(folder))
}

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

const prefix = 'vitrine-copy-'

/** How the path of a copy begins that lasts for this run only (faults 81, 85): it names the process, which may end without tidying up. */
export function temporaryPrefix(): string {
  return join(tmpdir(), `${prefix}${process.pid}-`)
}

/** Removes the catalogs of processes that are not there anymore. Never fails: what cannot be removed stays. */
export async function removeAbandonedFolders(folder = tmpdir()): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const owner = /^vitrine-copy-([1-9]\d*)-/.exec(name)?.[1]
    if (owner === undefined || isAlive(Number(owner))) continue
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    // Signal 0 only asks.
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
