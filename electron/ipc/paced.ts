/** Tells news at most once an interval for each name: the first at once, then the newest at the interval's end. */
export interface Paced<T> {
  (name: string, news: T): void
  /** Drops what was not told yet. */
  close(): void
}

/**
 * @param interval ms
 * @param after runs something after so many ms; the returned function calls it off
 */
export function paced<T>(
  interval: number,
  tell: (news: T) => void,
  after: (ms: number, run: () => void) => () => void = afterTimeout
): Paced<T> {
  /** What is to be told at the end of a name's interval; null: nothing so far. */
  const waiting = new Map<string, { news: { value: T } | null; callOff: () => void }>()

  function begin(name: string, news: T): void {
    const callOff = after(interval, () => {
      const newest = waiting.get(name)?.news
      waiting.delete(name)
      if (newest) begin(name, newest.value)
    })
    waiting.set(name, { news: null, callOff })
    tell(news)
  }

  const say = (name: string, news: T): void => {
    const found = waiting.get(name)
    if (found) found.news = { value: news }
    else begin(name, news)
  }
  const close = (): void => {
    for (const { callOff } of waiting.values()) callOff()
    waiting.clear()
  }
  return Object.assign(say, { close })
}

function afterTimeout(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms).unref()
  return () => clearTimeout(timer)
}
