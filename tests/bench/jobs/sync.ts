import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { storePath, type StoreShape } from '../catalog/store-path'
import type { BenchContext } from '../context'
import type { BuildReport } from '../limits/build-alone'
import type { RawPages } from '../limits/raw-pages'
import type { Job } from '../options'
import { inOwnProcess } from '../own-process'
import type { Figure } from '../report/figure'
import { median } from '../report/statistics'
import type { SyncRunReport, SyncStep } from '../roles/sync-run'

/** The syncs of one run, and what is the most that could be had; each in a process of its own. */
export class SyncJobs {
  readonly #context: BenchContext
  /** Items a second of download and parse, by the pages' size. */
  readonly #rates = new Map<number, number[]>()

  constructor(context: BenchContext) {
    this.#context = context
  }

  wants(...jobs: Job[]): boolean {
    return jobs.some((job) => this.#context.options.jobs.has(job))
  }

  /** Where the copy of this name is; its connection is called `bench`. */
  folderOf(name: string): string {
    const folder = join(this.#context.folder, name)
    mkdirSync(folder, { recursive: true })
    return folder
  }

  step(changes: Partial<StoreShape> = {}, how: Partial<SyncStep> = {}): SyncStep {
    const shape = {
      count: this.#context.options.large,
      cap: 100,
      latency: 0,
      variant: 'same' as const,
      ...changes
    }
    const baseUrl = `${this.#context.server.origin}${storePath(shape)}`
    return { baseUrl, reading: false, exchanging: false, stopWhenFetched: false, ...how }
  }

  run(name: string, steps: SyncStep[]): Promise<SyncRunReport> {
    return inOwnProcess('sync-run', { folder: this.folderOf(name), steps })
  }

  /**
   * ms until all pages of this size were saved in first fills of copies that are not kept. The limit is measured before and
   * after each: how quick the machine is changes within minutes.
   */
  async fills(cap: number, times: number): Promise<number[]> {
    await this.#measureLimit(cap)
    const taken: number[] = []
    for (let time = 0; time < times; time += 1) {
      const { steps } = await this.run('fill', [this.step({ cap }, { stopWhenFetched: true })])
      taken.push(...steps.map(({ fetched }) => fetched))
      rmSync(this.folderOf('fill'), { recursive: true })
      await this.#measureLimit(cap)
    }
    return taken
  }

  /** Items a second of raw download and JSON.parse with pages of this size: the median of what was measured. */
  async limit(cap: number): Promise<number> {
    if (!this.#rates.has(cap)) await this.#measureLimit(cap)
    return median(this.#rates.get(cap) ?? [])
  }

  async #measureLimit(cap: number): Promise<void> {
    const rates = await inOwnProcess<number[]>('download-and-parse', { ...this.#raw(cap), repetitions: 2 })
    this.#rates.set(cap, [...(this.#rates.get(cap) ?? []), ...rates])
  }

  build(): Promise<BuildReport> {
    const file = join(this.folderOf('alone'), 'catalog.sqlite')
    return inOwnProcess('build-alone', { ...this.#raw(500), file })
  }

  #raw(cap: number): RawPages {
    const { options, server } = this.#context
    const path = storePath({ count: options.large, cap, latency: 0, variant: 'same' })
    return { port: server.port, path, pages: Math.ceil(options.large / cap), limit: cap, sockets: 4 }
  }
}

/** A figure of the whole catalog's entries a second, beside download and parse. */
export function throughput(
  job: string,
  what: string,
  ms: number,
  count: number,
  limit: number,
  least: number
): Figure {
  return {
    job,
    what,
    unit: 'items/s',
    value: (count / ms) * 1000,
    limit: { what: 'download + parse', value: limit },
    budget: [{ kind: 'ratio-at-least', value: least }]
  }
}
