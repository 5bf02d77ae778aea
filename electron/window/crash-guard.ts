/** ms: a second crash within this time is no accident. */
const apart = 60_000

/** Says what to do when the page's process is gone: show it again, or give up after two in a row (fault 96). */
export function createCrashGuard(now: () => number = Date.now): () => 'reload' | 'give-up' {
  let last = -Infinity
  return () => {
    const time = now()
    const next = time - last < apart ? 'give-up' : 'reload'
    last = time
    return next
  }
}
