/** Wakes those who wait for a change; they look for themselves what has changed. */
export interface Notifier {
  notify(): void
  /** Resolves at the next notification. */
  next(): Promise<void>
}

export function createNotifier(): Notifier {
  let pending = Promise.withResolvers<undefined>()
  return {
    notify() {
      pending.resolve(undefined)
      pending = Promise.withResolvers<undefined>()
    },
    async next() {
      await pending.promise
    }
  }
}

/** Waits `ms`, or until `notified` resolves. `sleep` rejects when its signal is aborted. */
export async function sleepUntil(
  notified: Promise<unknown>,
  ms: number,
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
): Promise<void> {
  const ended = new AbortController()
  await Promise.race([notified, sleep(ms, ended.signal).catch(() => undefined)])
  ended.abort()
}
