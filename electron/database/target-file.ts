import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { removeFile, renameSynced } from './file-operations'

/** Bytes that are gathered before they are written. */
const gathered = 256 * 1024
/** Of a UTF-16 unit in UTF-8. */
const mostBytes = 3

/** A file that gets its name only once it is whole and on the disk (fault 95). `write` and `commit` throw the system's errors. */
export interface TargetFile {
  /** Bytes written so far. */
  readonly size: number
  write(bytes: string | Uint8Array): void
  /** Ends it: from then on whoever opens the name finds all of it, also after a loss of power. */
  commit(): void
  /** Deletes what was written, unless it has its name already. Never throws: why it is given up is the error to tell. */
  drop(): void
}

/** A new path beside `target` for what is to become it: of a name that is hidden, and short enough for every disk. */
export function temporaryPath(what: 'export' | 'reviews', target: string): string {
  return join(dirname(target), `.vitrine-${what}-${randomBytes(8).toString('hex')}.part`)
}

/** Begins a file under the name `temporary`, beside `target`; there must be none of that name. */
export function openTarget(temporary: string, target: string): TargetFile {
  const handle = openSync(temporary, 'wx')
  const waiting = Buffer.allocUnsafe(gathered)
  let waits = 0
  let size = 0
  let isOpen = true

  function close(): void {
    if (!isOpen) return
    isOpen = false
    closeSync(handle)
  }

  function writeAll(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.byteLength;) at += writeSync(handle, bytes, at)
  }

  function flush(): void {
    writeAll(waiting.subarray(0, waits))
    waits = 0
  }

  /** Makes room for so many bytes; whether there is as much. */
  function hasRoom(most: number): boolean {
    if (waits + most > gathered) flush()
    return most <= gathered
  }

  function writeBytes(bytes: Uint8Array): number {
    if (hasRoom(bytes.byteLength)) {
      waiting.set(bytes, waits)
      waits += bytes.byteLength
    } else writeAll(bytes)
    return bytes.byteLength
  }

  /** Straight to where it waits: a text of its own that is made bytes of costs several times as much. */
  function writeText(text: string): number {
    if (!hasRoom(text.length * mostBytes)) return writeBytes(Buffer.from(text))
    const length = waiting.write(text, waits)
    waits += length
    return length
  }

  return {
    get size() {
      return size
    },
    write(content) {
      size += typeof content === 'string' ? writeText(content) : writeBytes(content)
    },
    commit() {
      flush()
      fsyncSync(handle)
      close()
      renameSynced(temporary, target)
    },
    drop() {
      try {
        close()
      } catch {
        // It is closed all the same.
      }
      try {
        removeFile(temporary)
      } catch {
        // The drive may be gone.
      }
    }
  }
}
