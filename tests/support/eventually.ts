import { vi } from 'vitest'

/** ms; less than a test may take. Windows takes longer to start threads and to bring files to the disk. */
const timeout = process.platform === 'win32' ? 90_000 : 30_000

/** Waits until it holds, also on a busy machine: Vitest's own `waitFor` gives up after a second. Fails as it did last. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout })
}
