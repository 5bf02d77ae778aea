import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Bytes that are gathered before they are written. */
const gathered = 256 * 1024

/** A file that gets its name only once it is whole and on the disk (95). All of it throws the system's errors. */
export interface TargetFile {
  /** Bytes written so far. */
  readonly size: number
  write(bytes: string | Uint8Array): void
  /** Ends it: from then on whoever opens the name finds all of it, also after a loss of power. */
  commit(): void
}

/** Begins a file under the name `temporary`, beside `target`; there must be none of that name. */
export function openTarget(temporary: string, target: string): TargetFile {
  const handle = openSync(temporary, 'wx')
  let waiting: Uint8Array[] = []
  let waits = 0
  let size = 0

  function flush(): void {
    const bytes = Buffer.concat(waiting)
    for (let at = 0; at < bytes.byteLength;) at += writeSync(handle, bytes, at)
    waiting = []
    waits = 0
  }

  return {
    get size() {
      return size
    },
    write(content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content
      waiting.push(bytes)
      waits += bytes.byteLength
      size += bytes.byteLength
      if (waits >= gathered) flush()
    },
    commit() {
      flush()
      fsyncSync(handle)
      closeSync(handle)
      renameSync(temporary, target)
      syncFolder(dirname(target))
    }
  }
}

/** Brings the new name to the disk too. Windows does not let a folder be opened, and keeps names by itself. */
function syncFolder(folder: string): void {
  let handle: number
  try {
    handle = openSync(folder, 'r')
  } catch {
    return
  }
  try {
    fsyncSync(handle)
  } catch {
    // Some network drives cannot.
  } finally {
    closeSync(handle)
  }
}
