import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { setV8Flags } from '../../../electron/database/v8-flags'
import { originalPath } from '../originals'
import { serveMeasure } from '../own-process'
import { forEachOf, openPictures } from './picture-parts'

export interface PictureMemoryInput {
  origin: string
  folder: string
  count: number
}

export interface PictureMemoryReport {
  /** Megabytes of this process with its thread and of the decoder, at most, together. */
  peak: number
  /** The same after the first tenth: what comes on top is what the number of pictures costs. */
  early: number
  /** Pictures a second. */
  rate: number
}

const run = promisify(execFile)
/** ms between two looks. */
const lookEvery = 250
/** As many as gathering has under way. */
const atOnce = 8

/** Plays the main process while a whole catalog's pictures are kept. */
serveMeasure(async ({ origin, folder, count }: PictureMemoryInput): Promise<PictureMemoryReport> => {
  setV8Flags()
  const parts = openPictures({ origin, folder: join(folder, 'pictures-memory'), limit: 64_000_000 })
  const { signal } = new AbortController()
  let [peak, early, done] = [0, 0, 0]
  const over = new AbortController()
  const looking = (async () => {
    while (!over.signal.aborted) {
      const now = (process.memoryUsage.rss() + (await residentOf(parts.decoderPid()))) / 1e6
      peak = Math.max(peak, now)
      if (done <= count / 10) early = Math.max(early, now)
      await sleep(lookEvery)
    }
  })()
  const begun = performance.now()
  await forEachOf(count, atOnce, async (number) => {
    const address = originalPath('small', number)
    const kept = await parts.pictures.keep('bench', address, ['thumbnail-2x'], signal)
    if (!kept.ok) throw new Error(JSON.stringify(kept.failure))
    done += 1
  })
  const rate = (count * 1000) / (performance.now() - begun)
  over.abort()
  await looking
  await parts.pictures.close()
  return { peak, early, rate }
})

/** Bytes that a process has in memory; NaN where the system has no `ps`. */
async function residentOf(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0
  try {
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)])
    return Number(stdout) * 1024
  } catch {
    return NaN
  }
}
