import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | null = null

/**
 * Collects this thread's garbage, some 10 ms of work. Pages do so by themselves when nothing happens; a thread of Node's keeps what it
 * last threw away until it needs the room, which may be hours later.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  // The flag counts for contexts that are made from now on.
  collect ??= runInNewContext('gc') as () => void
  collect()
}
