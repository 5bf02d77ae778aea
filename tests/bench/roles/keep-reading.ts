import { setTimeout as sleep } from 'node:timers/promises'
import { performance } from 'node:perf_hooks'
import type { CatalogDb } from '../../../electron/catalog/types'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { seeded } from '../../../scripts/demo-store/random'
import { percentile } from '../report/statistics'

export interface ReadTimes {
  p50: number
  p95: number
  max: number
  count: number
}

/** Reads pages of 100 at random places of what is there, one every 20 ms at most, until told to end; ms of each. */
export function keepReading(copy: CatalogDb, connectionId: string): { end(): Promise<ReadTimes> } {
  const taken: number[] = []
  const random = seeded('reading')
  let isOver = false
  const loop = async (): Promise<void> => {
    let known = 0
    while (!isOver) {
      const offset = Math.floor(random() * Math.max(0, known - 100))
      const begun = performance.now()
      const answer = await copy.read(connectionId, { productQuery: emptyQuery, offset, limit: 100 })
      if (known > 0) taken.push(performance.now() - begun)
      if (answer.ok) known = answer.value.coverage.here
      await sleep(20)
    }
  }
  const looping = loop()
  return {
    async end() {
      isOver = true
      await looping
      const [p50 = NaN, p95 = NaN, max = NaN] = [0.5, 0.95, 1].map((part) => percentile(taken, part))
      return { p50, p95, max, count: taken.length }
    }
  }
}
