import { renameSync, rmdirSync, rmSync } from 'node:fs'
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
