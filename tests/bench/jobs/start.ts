import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchContext } from '../context'
import type { Figure } from '../report/figure'
import { median } from '../report/statistics'
import { say } from '../say'
import { profileWithCopy } from '../window/profile'
import { startToEmptyWindow, startToRows } from '../window/start'

/** P14: from the spawn of the app to its last page, which can be used, against an empty window; in turn, medians. */
export async function measureStart({ options, folder }: BenchContext): Promise<Figure[]> {
  if (!options.jobs.has('P14')) return []
  const [name, count] = options.quick ? ['large', options.large] : ['small', options.small]
  const size = count.toLocaleString('en')
  say(`Starting on a copy of ${size} products, and an empty window…`)
  const profile = await profileWithCopy(folder, join(folder, name, 'bench'))
  await startToRows(profile, true)
  const own: number[] = []
  const empty: number[] = []
  // The first of each is not counted: files are read from the disk, and a profile is made.
  const rounds = options.quick ? 1 : 7
  for (let round = 0; round <= rounds; round += 1) {
    const [one, other] = [await startToRows(profile), await startToEmptyWindow(folder)]
    if (round === 0) continue
    own.push(one)
    empty.push(other)
  }
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  return [
    {
      job: 'P14',
      what: `start to the last page in use, a copy of ${size}`,
      unit: 'ms',
      value: median(own),
      limit: { what: 'an empty window', value: median(empty) },
      budget: [{ kind: 'ratio-at-most', value: 2 }]
    }
  ]
}
