/** Passes values on at most once an interval per key: the first at once, then the latest at the end of each interval. */
export interface Throttle<T> {
  (key: string, value: T): void
  /** Drops what has not been passed on, and begins anew: the next value goes out at once. */
  reset(): void
}

interface ThrottleTime {
  /** Runs something after so many ms; the returned function cancels it. */
  after: (ms: number, run: () => void) => () => void
  /** ms since any moment. */
  elapsed: () => number
}

/** @param interval ms */
export function createThrottle<T>(
  interval: number,
  pass: (value: T) => void,
  { after, elapsed }: ThrottleTime = { after: afterTimeout, elapsed: () => performance.now() }
): Throttle<T> {
  const running = new Map<string, { latest: { value: T } | null; since: number; cancel: () => void }>()

  function begin(key: string, value: T): void {
    // Not by the clock: timers fire a fraction of a ms early, and the latest value would be lost.
    const cancel = after(interval, () => {
      const latest = running.get(key)?.latest
      running.delete(key)
      if (latest) begin(key, latest.value)
    })
    running.set(key, { latest: null, since: elapsed(), cancel })
    pass(value)
  }

  const throttle = (key: string, value: T): void => {
    const current = running.get(key)
    if (current && elapsed() - current.since < interval) {
      current.latest = { value }
      return
    }
    current?.cancel()
    begin(key, value)
  }
  const reset = (): void => {
    for (const { cancel } of running.values()) cancel()
    running.clear()
  }
  return Object.assign(throttle, { reset })
}

function afterTimeout(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms).unref()
  return () => clearTimeout(timer)
}
