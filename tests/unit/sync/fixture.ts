import { rmSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { readRawAnswer } from '../../../electron/api/parse-answer'
import { ok } from '../../../electron/contract/failure'
import type { Failure } from '../../../electron/contract/failure'
import type { SyncState, SyncSummary } from '../../../electron/contract/sync'
import type { SyncSchedule } from '../../../electron/contract/sync-values'
import { createSyncs, type Syncs } from '../../../electron/sync/syncs'
import type { SyncDeps } from '../../../electron/sync/run-context'
import { seeded } from '../../../scripts/demo-store/random'
import { canary } from '../../support/canary'
import { openDirectCopy, type DirectCopy } from '../../support/direct-copy'
import { testFolder } from '../../support/folder'
import { SimulatedStore, type StoreNature } from '../../support/simulated-store'
import { VirtualTime } from '../../support/virtual-time'

/** A store that does nothing wrong. */
export const plainNature: StoreNature = {
  products: 100,
  bad: 0,
  twice: 0,
  cap: null,
  capKind: 'shrinks-pages',
  refusesAbove: null,
  totals: 'both',
  afterEnd: 'empty',
  latency: [20, 60],
  changes: [],
  troubles: [],
  recap: null
}

/** What tests want otherwise. */
type Extra = Partial<Pick<SyncDeps, 'limits' | 'credentialsOf' | 'scheduleOf' | 'onReached' | 'log'>>

/** A sync of one connection, `c`, with a simulated store, in virtual time. */
export class Bench {
  readonly time: VirtualTime
  readonly store: SimulatedStore
  readonly folder: string
  readonly told: SyncState[] = []
  readonly reached: (Failure | null)[] = []
  schedule: SyncSchedule = 'off'
  credentials = { ...canary }
  copy: DirectCopy
  syncs: Syncs
  readonly #extra: Extra
  #life = { isOver: false }

  constructor(nature: Partial<StoreNature>, folder: string, seed = 1, deps: Extra = {}) {
    this.#extra = deps
    const random = seeded(seed)
    this.folder = folder
    this.time = new VirtualTime(random)
    this.store = new SimulatedStore(structuredClone({ ...plainNature, ...nature }), this.time, random)
    this.copy = openDirectCopy(folder)
    this.syncs = createSyncs(this.#deps())
  }

  /** What one process has; nothing of it comes back once that was killed. */
  #deps(): SyncDeps {
    const { copy, store, time } = this
    const life = { isOver: false }
    this.#life = life
    const never = (): Promise<never> => new Promise(() => undefined)
    return {
      now: time.now,
      elapsed: time.elapsed,
      random: time.random,
      sleep: (ms, signal) => (life.isOver ? never() : time.sleep(ms, signal)),
      catalog: copy,
      client: { fetchAnswer: (request) => (life.isOver ? never() : store.fetchAnswer(request)) },
      addressOf: () => ({ baseUrl: 'https://store.example', apiPath: '/api/public/products' }),
      credentialsOf: () => Promise.resolve(ok(this.credentials)),
      scheduleOf: () => this.schedule,
      keepSchedule: (_, schedule) => {
        this.schedule = schedule
        return Promise.resolve(ok(null))
      },
      onChange: (state) => this.told.push(state),
      onReached: (_, failure) => this.reached.push(failure),
      ...this.#extra
    }
  }

  get state(): SyncState {
    return this.syncs.state('c')
  }

  /** Lets time pass until the condition holds; fails the test when it never does. */
  async until(condition: () => boolean): Promise<void> {
    if (!(await this.time.until(condition))) throw new Error(`it never came: ${JSON.stringify(this.state)}`)
  }

  /** Waits until no run is under way, and tells how the last one ended. */
  async ended(): Promise<SyncSummary> {
    await this.until(() => this.state.phase === 'idle')
    const { last, because } = this.state
    if (last === null) throw new Error(`no run has ended: ${JSON.stringify(because)}`)
    return last
  }

  /** One whole run. */
  readonly sync = (): Promise<SyncSummary> => {
    this.syncs.start('c')
    return this.ended()
  }

  /** A person looks at a page, which is saved too. */
  async browse(page: number, limit = 10): Promise<void> {
    const answer = this.store.pageNow(page, limit)
    const read = answer.ok ? readRawAnswer(answer.value) : answer
    if (read.ok) await this.copy.save('c', read.value, this.time.now())
  }

  /** `kill -9`, and a new start of the app. */
  restart(): void {
    this.#life.isOver = true
    this.store.hangUp()
    this.copy.kill()
    this.copy.close()
    this.copy = openDirectCopy(this.folder)
    this.syncs = createSyncs(this.#deps())
  }

  async close(): Promise<void> {
    await this.syncs.close()
    this.copy.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A bench that is taken down when the test ends. */
export function startBench(nature: Partial<StoreNature> = {}, seed = 1, deps: Extra = {}): Bench {
  const bench = new Bench(nature, testFolder(), seed, deps)
  onTestFinished(() => bench.close())
  return bench
}
