import writeFileAtomic from 'write-file-atomic'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * What Windows answers who renames, deletes or reads a file that somebody has open: a thread that is just closing it, a virus
 * scanner, a backup. Elsewhere these mean that it is not allowed, and waiting helps nothing.
 */
const heldCodes = new Set(['EPERM', 'EBUSY', 'EACCES', 'ENOTEMPTY'])

/** ms between the tries: 2 s in all, as long as scanners usually take. */
const backoff = [10, 20, 40, 80, 150, 300, 600, 800]

function isHeld(error: unknown, platform: NodeJS.Platform): boolean {
  if (platform !== 'win32' || !(error instanceof Error) || !('code' in error)) return false
  return heldCodes.has(String(error.code))
}

/**
 * Renames or deletes, and tries again while somebody has the file open (fault 111). Blocks while it waits: for threads alone, the
 * main process takes `retryHeld`. Throws what the last try threw.
 */
export function retryHeldSync<T>(work: () => T, platform = process.platform): T {
  for (const ms of backoff) {
    try {
      return work()
    } catch (error) {
      if (!isHeld(error, platform)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    }
  }
  return work()
}

/** As `retryHeldSync`, without blocking. Rejects with what the last try rejected with. */
export async function retryHeld<T>(work: () => Promise<T>, platform = process.platform): Promise<T> {
  for (const ms of backoff) {
    try {
      return await work()
    } catch (error) {
      if (!isHeld(error, platform)) throw error
      await pause(ms)
    }
  }
  return work()
}

/**
 * Writes a file so that whoever reads it sees the old one or the new one, never half. Tries again while somebody has it open
 * (fault 111). Rejects with the disk's error.
 */
export function writeFileWhole(...file: Parameters<typeof writeFileAtomic>): Promise<void> {
  return retryHeld(() => writeFileAtomic(...file))
}
