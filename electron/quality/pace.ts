/** When what comes up again and again is done: calmly, and never twice at once. */
export interface Pace {
  /** Has it done in so many ms, unless it will be sooner. */
  soon(name: string, ms: number): void
  callOff(name: string): void
  close(): void
}

/** @param now ms of a clock that only goes forward */
export function createPace(act: (name: string) => void, now = (): number => performance.now()): Pace {
  const waiting = new Map<string, { at: number; timer: NodeJS.Timeout }>()
  const callOff = (name: string): void => {
    clearTimeout(waiting.get(name)?.timer)
    waiting.delete(name)
  }
  return {
    soon(name, ms) {
      const at = now() + ms
      const known = waiting.get(name)
      if (known !== undefined && known.at <= at) return
      callOff(name)
      const timer = setTimeout(() => {
        waiting.delete(name)
        act(name)
      }, ms)
      timer.unref()
      waiting.set(name, { at, timer })
    },
    callOff,
    close() {
      for (const name of [...waiting.keys()]) callOff(name)
    }
  }
}
