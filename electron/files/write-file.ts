import writeFileAtomic from 'write-file-atomic'
import { retryHeld } from './held-files'

/**
 * Writes a file so that whoever reads it sees the old one or the new one, never half. Tries again while somebody has it open
 * (fault 111). Rejects with the disk's error.
 */
export function writeFileWhole(...file: Parameters<typeof writeFileAtomic>): Promise<void> {
  return retryHeld(() => writeFileAtomic(...file))
}
