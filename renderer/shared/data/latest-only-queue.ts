/** Runs jobs one at a time; of the jobs added meanwhile only the last is kept. */
export function latestOnly(): (job: () => Promise<void>) => Promise<void> {
  let running = false
  let next: { job: () => Promise<void>; done: () => void } | null = null

  async function run(job: () => Promise<void>): Promise<void> {
    running = true
    try {
      await job()
    } finally {
      running = false
      const waiting = next
      next = null
      if (waiting) void run(waiting.job).finally(waiting.done)
    }
  }

  return (job) => {
    if (!running) return run(job)
    next?.done()
    return new Promise((done) => {
      next = { job, done }
    })
  }
}
