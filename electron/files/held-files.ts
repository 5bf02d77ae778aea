import writeFileAtomic from 'write-file-atomic'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * What Windows answers when a file is renamed, deleted or read that another program or thread has open: one that is just closing it, a
 * virus scanner, a backup. Elsewhere these codes mean that access is denied, and waiting does not help.
 */
const heldCodes = new Set(['EPERM', 'EBUSY', 'EACCES', 'ENOTEMPTY'])

/** ms between the attempts: 2 s in all, as long as scanners usually take. */
const backoff = [10, 20, 40, 80, 150, 300, 600, 800]

function isHeld(error: unknown, platform: NodeJS.Platform): boolean {
  if (platform !== 'win32' || !(error instanceof Error) || !('code' in error)) return false
  return heldCodes.has(String(error.code))
}

/**
 * Runs `work`, and runs it again while another program has the file open (fault 111). Blocks while it waits: for worker threads only;
 * the main process uses `retryHeld`. Throws the last error.
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

/** As `retryHeldSync`, without blocking. Rejects with the last error. */
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
 * Writes a file atomically: readers see the old content or the new, never a part. Tries again while another program has it open (fault
 * 111). Rejects with the disk's error.
 */
export function writeFileWhole(...file: Parameters<typeof writeFileAtomic>): Promise<void> {
  return retryHeld(() => writeFileAtomic(...file))
}
