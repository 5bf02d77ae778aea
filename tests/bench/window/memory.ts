import type { ElectronApplication } from 'playwright'
import { setTimeout as wait } from 'node:timers/promises'

/** ms without anything to do after which memory is told: V8 gives back what it does not need, and threads that nobody calls have ended. */
const idle = 75_000

/** Megabytes that all processes of an app take together once it has been idle, as Electron tells it (working sets, shared pages in each). */
export async function idleMemory(app: ElectronApplication): Promise<number> {
  await wait(idle)
  const kilobytes = await app.evaluate(({ app: electron }) =>
    electron.getAppMetrics().reduce((sum, { memory }) => sum + memory.workingSetSize, 0)
  )
  return kilobytes / 1000
}
