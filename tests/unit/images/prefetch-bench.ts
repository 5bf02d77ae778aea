import { setImmediate as settle } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { StorePage } from '../../../electron/api/types'
import type { CatalogDb } from '../../../electron/catalog/types'
import type { PrefetchState } from '../../../electron/contract/picture'
import type { PrefetchDeps, PrefetchSettings } from '../../../electron/images/prefetch/types'
import { createImagePrefetcher, type ImagePrefetcher } from '../../../electron/images/prefetch/prefetcher'
import { openCatalog } from '../catalog/bench'
import { eventually } from '../../support/eventually'
import { testFolder } from '../../support/folder'
import * as hostile from '../../support/hostile-images/hostile-server'
import * as files from '../../support/hostile-images/picture-files'
import { openShop, type Shop } from '../../support/hostile-images/shop'

/** Time for gathering alone: it passes when the test says so, while what is fetched takes the time that it takes. */
export class HandClock {
  #elapsed = 0
  readonly #sleepers = new Set<{ at: number; wake: () => void }>()

  readonly elapsed = (): number => this.#elapsed
  /** How many wait for the time. */
  get sleepers(): number {
    return this.#sleepers.size
  }
  readonly sleep = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const sleeper = { at: this.#elapsed + ms, wake: resolve }
      this.#sleepers.add(sleeper)
      signal.addEventListener('abort', () => {
        this.#sleepers.delete(sleeper)
        reject(new Error('aborted'))
      })
    })

  pass(ms: number): void {
    this.#elapsed += ms
    for (const sleeper of this.#sleepers) {
      if (sleeper.at > this.#elapsed) continue
      this.#sleepers.delete(sleeper)
      sleeper.wake()
    }
  }
}

export interface PrefetchBench {
  shop: Shop
  copy: CatalogDb
  clock: HandClock
  prefetchers: ImagePrefetcher
  settings: Map<string, PrefetchSettings>
  /** What was told of a connection, in order. */
  reported: PrefetchState[]
  online: boolean
  syncing: Set<string>
  /** A list of products, of which each shows the picture at the path given; null: none. */
  list(connectionId: string, paths: (string | null)[]): Promise<void>
  /** The pictures at these paths, each another. */
  serve(paths: string[]): Promise<void>
  /** Ends the gathering, and begins anew as after a start of the app. */
  restart(): Promise<void>
  /** Follows these connections; time passes to where their gathering begins. */
  follow(ids?: string[], active?: string): void
  /** Waits for a state of `shop`, or of another connection. */
  until(state: Partial<PrefetchState>, id?: string): Promise<void>
}

const atFirst: PrefetchSettings = { keep: 'thumbnails', isPaused: false, since: 0 }

/** Gathering with a real copy in its threads, real pictures on a real disk and a real server. */
export async function openPrefetch(deps: Partial<PrefetchDeps> = {}): Promise<PrefetchBench> {
  const folder = testFolder()
  const shop = await openShop(folder, { onLost: () => void bench.prefetchers.lost() })
  const copy = openCatalog()
  const settings = new Map<string, PrefetchSettings>()
  const clock = new HandClock()
  const bench: PrefetchBench = {
    shop,
    copy,
    settings,
    clock,
    reported: [],
    online: true,
    syncing: new Set(),
    prefetchers: open(),
    async list(connectionId, paths) {
      const saved = await copy.save(connectionId, pageOf(shop.server.origin, paths), 1)
      if (!saved.ok) throw new Error(saved.failure.code)
    },
    async serve(paths) {
      for (const [at, path] of paths.entries()) {
        shop.server.on(path, hostile.body(await files.photo(at + 1, 120, 90)))
      }
    },
    async restart() {
      await bench.prefetchers.close()
      bench.prefetchers = open()
    },
    follow(ids = ['shop'], active = 'shop') {
      bench.prefetchers.follow(ids, active)
      clock.pass(5000)
    },
    async until(state, id = 'shop') {
      await eventually(() => {
        const now = bench.prefetchers.state(id)
        for (const [name, value] of Object.entries(state)) {
          if (now[name as keyof PrefetchState] !== value) throw new Error(JSON.stringify(now))
        }
      })
    }
  }

  function open(): ImagePrefetcher {
    return createImagePrefetcher({
      unchecked: (id, question) => copy.pictures.unchecked(id, question),
      counts: (id, since) => copy.pictures.counts(id, since),
      save: (id, found, at) => copy.pictures.save(id, found, at),
      keepPicture: (id, address, sizes, signal) => shop.pictures.keep(id, address, sizes, signal),
      keptPicture: (id, address, sizes) => shop.pictures.kept(id, address, sizes),
      storage: () => shop.pictures.storage(),
      settingsOf: (id) => settings.get(id) ?? atFirst,
      async changeSettings(id, change) {
        // As the settings are: what is asked for stands once the disk has it.
        await settle()
        settings.set(id, change(settings.get(id) ?? atFirst))
      },
      isOnline: () => bench.online,
      isSyncing: (id) => bench.syncing.has(id),
      isLookedAt: () => false,
      onChange: (state) => bench.reported.push(state),
      log: { info: () => undefined, warn: (event, facts) => expectNoBug(event, facts) },
      // Between what goes from the disk and what is kept after it some time passes.
      now: () => (shop.clock += 1),
      random: () => 1,
      elapsed: clock.elapsed,
      sleep: clock.sleep,
      ...deps
    })
  }

  onTestFinished(async () => {
    await bench.prefetchers.close()
    await shop.close()
  })
  return bench
}

function expectNoBug(event: string, facts?: Record<string, unknown>): void {
  if (facts?.error !== undefined) throw facts.error instanceof Error ? facts.error : new Error(event)
}

function pageOf(origin: string, paths: (string | null)[]): StorePage {
  return {
    page: 1,
    limit: paths.length,
    form: 'full',
    pageSize: paths.length,
    items: paths.map((path, at) => ({
      id: `p${at + 1}`,
      name: `Product ${at + 1}`,
      price: 1,
      description: null,
      image: path === null ? null : `${origin}${path}`,
      flags: []
    })),
    setAside: [],
    totalItems: paths.length,
    totalPages: 1,
    oddities: []
  }
}
