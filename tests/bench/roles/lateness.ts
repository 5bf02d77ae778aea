import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How a process was while something ran. */
export interface Lateness {
  /** ms that its event loop was late. */
  delay: { p99: number; max: number }
  /** Megabytes of it with its threads, at most. */
  memory: number
}

/** ms; how far apart the looks at the event loop are. They are counted in. */
const resolution = 2

/** Watches the event loop and the memory of this process while something runs. */
export async function lateness<T>(run: () => Promise<T>): Promise<Lateness & { value: T }> {
  let memory = 0
  const look = (): void => {
    memory = Math.max(memory, process.memoryUsage.rss() / 1_000_000)
  }
  const timer = setInterval(look, 50)
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  try {
    const value = await run()
    const delay = { p99: histogram.percentile(99) / 1e6, max: histogram.max / 1e6 }
    return { value, delay, memory }
  } finally {
    histogram.disable()
    clearInterval(timer)
  }
}
