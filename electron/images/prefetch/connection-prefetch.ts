import type { Failure } from '../../contract/failure'
import type { PrefetchPhase, PrefetchState, PictureStorage } from '../../contract/picture'
import type { PictureSize } from '../../contract/picture-values'
import { prefetchChunk, createPrefetchBackoff, type ChunkEnd, type PrefetchBackoff } from './chunk'
import type {
  PrefetchBlock,
  PrefetchedImage,
  PrefetchCounts,
  PrefetchDeps,
  PrefetchTime,
  PendingImage
} from './types'

/** Pictures per step; between steps the free space and whose turn it is are checked again. */
const chunkSize = 60
/** Bytes on disk that are planned for a picture: twice what most need. */
const bytesEach = { thumbnails: 8_000, previews: 250_000 }
/** The part of the disk limit at which fetching stops, and the part below which it goes on. */
const fullAt = 0.95
const roomAgainAt = 0.8
/** ms after which a picture is checked again: a good one may have been replaced, a broken one repaired. */
const shownAge = 30 * 86_400_000
const brokenAge = 86_400_000
/** ms until failed pictures are tried again; after the last round, the next sync tries them. */
const furtherRounds = [60_000, 300_000, 1_800_000]
/** ms to wait while offline, and after a failure of our own. */
const offlineRest = 15_000
const troubleRest = 60_000
/** ms to wait after a bug: what triggers it may be gone by then. */
const bugRest = 600_000

const sizesOf: Record<'thumbnails' | 'previews', PictureSize[]> = {
  thumbnails: ['thumbnail', 'thumbnail-2x'],
  previews: ['thumbnail', 'thumbnail-2x', 'tile', 'preview']
}

/**
 * Fetches the pictures of one connection's catalog in the background. A pass goes through the products by key, one chunk per step. It skips
 * pictures that the catalog knows to be stored, so that a restart continues where it stopped.
 */
export class ConnectionPrefetch {
  readonly id: string
  readonly #deps: PrefetchDeps
  readonly #time: PrefetchTime
  readonly #hosts: PrefetchBackoff
  #counts: PrefetchCounts | null = null
  /** The counts may be outdated; they are shown until they are counted again. */
  #areCountsStale = true
  /** The pass is complete: nothing to do until something changes. */
  #isDone = false
  #cursor = 0
  /** Pictures were evicted: find out which are still stored before fetching more. */
  #isRechecking = false
  /** The lowest key that was skipped because its host was backing off. */
  #firstSkipped: number | null = null
  /** Keys that failed in this pass, and are not tried again in it. */
  readonly #failed = new Set<number>()
  #lastFailure: Failure | null = null
  #rounds = 0
  #block: PrefetchBlock | null = null
  /** ms since 1970: broken pictures that were checked before this time are tried again. */
  #brokenSince = 0
  #stop: AbortController | null = null
  #isSilent = false

  constructor(id: string, deps: PrefetchDeps, time: PrefetchTime, startAt: number) {
    this.id = id
    this.#deps = deps
    this.#time = time
    this.#hosts = createPrefetchBackoff(time)
    this.#block = { phase: 'waiting', because: null, until: startAt }
  }

  state(): PrefetchState {
    const { keep } = this.#deps.settingsOf(this.id)
    const { total, checked, broken } = this.#counts ?? { total: null, checked: 0, broken: 0 }
    const phase = this.#phase()
    const because = phase === 'waiting' ? (this.#block?.because ?? null) : null
    return { connectionId: this.id, keep, phase, done: checked, total, broken, because }
  }

  /** When the next step may run, as `elapsed`; null: not until something changes. */
  readyAt(): number | null {
    const { keep, isPaused } = this.#deps.settingsOf(this.id)
    // Counts are shown during a pause, too.
    const isIdle = keep === 'none' || this.#isDone || (isPaused && this.#counts !== null)
    if (isIdle || this.#deps.isSyncing(this.id)) return null
    const until = this.#block?.until ?? 0
    return until === Infinity ? null : until
  }

  /**
   * Fetches the next pictures, or finds that there is nothing to do. Each call makes progress or changes `readyAt`, also after a bug, which
   * is reported like any other failure.
   */
  async step(): Promise<void> {
    const stop = new AbortController()
    this.#stop = stop
    this.#block = null
    try {
      await this.#work(stop.signal)
    } catch (error) {
      this.#deps.log.warn('prefetch of pictures met a bug', { connectionId: this.id, error })
      if (!stop.signal.aborted) this.#wait({ code: 'internal', facts: {} }, bugRest)
    }
    this.#stop = null
    this.announce()
  }

  /** Begins a new pass, after the catalog, the disk or the settings changed. */
  restart(): void {
    this.#areCountsStale = true
    this.goOn()
  }

  /** Begins a new pass after pictures were evicted, by finding out which. */
  recheck(): void {
    this.#isRechecking = true
    this.restart()
  }

  /** Ends all waits and begins a new pass. */
  goOn(): void {
    this.cut()
    this.#isDone = false
    this.#rounds = 0
    this.#beginAgain()
    this.#hosts.clear()
    this.#block = null
    this.announce()
  }

  retryBroken(): void {
    this.#brokenSince = this.#time.now() + 1
    this.goOn()
  }

  networkBack(): void {
    if (this.#block?.phase === 'waiting' && this.#block.because !== null) this.goOn()
  }

  /** Goes on if the disk has space again. */
  storageChanged({ used, limit, because }: PictureStorage): void {
    if (this.#block?.phase !== 'full' || because !== null || used > limit * roomAgainAt) return
    this.goOn()
  }

  /** Aborts the running step; its findings are kept. */
  cut(): void {
    this.#stop?.abort()
  }

  /** Aborts the running step and reports no further state. */
  silence(): void {
    this.#isSilent = true
    this.cut()
  }

  announce(): void {
    if (!this.#isSilent) this.#deps.onChange(this.state())
  }

  #phase(): PrefetchPhase {
    const { keep, isPaused } = this.#deps.settingsOf(this.id)
    if (keep === 'none') return 'idle'
    if (isPaused) return 'paused'
    if (this.#isDone || this.#counts === null) return 'idle'
    if (this.#block !== null) return this.#block.phase
    return this.#stop === null || this.#deps.isSyncing(this.id) ? 'waiting' : 'gathering'
  }

  async #work(signal: AbortSignal): Promise<void> {
    const { keep, since, isPaused } = this.#deps.settingsOf(this.id)
    if (keep === 'none') return
    if (this.#areCountsStale && !(await this.#count(since, signal))) return
    if (isPaused) return
    if (this.#isRechecking) {
      await this.#recheck(keep, since, signal)
      return
    }
    if (!this.#deps.isOnline()) {
      this.#wait({ code: 'offline', facts: {} }, offlineRest)
      return
    }
    const room = await this.#roomFor(keep)
    if (room < 1) return
    const next = await this.#next(since, Math.min(chunkSize, room))
    if (next === null || isStopped(signal)) return
    if (next.length === 0) {
      await this.#endPass(since, signal)
      return
    }
    this.announce()
    const chunk = {
      connectionId: this.id,
      sizes: sizesOf[keep],
      onFound: (waiting: PendingImage, found: PrefetchedImage) => this.#note(waiting, found, since),
      isOver: () => this.#deps.isSyncing(this.id) || !this.#deps.isOnline(),
      signal
    }
    const untried = next.filter(({ key }) => !this.#failed.has(key))
    const end = await prefetchChunk(this.#deps, this.#time, this.#hosts, chunk, untried)
    if (!isStopped(signal)) this.#take(end, next.at(-1)?.key ?? this.#cursor)
  }

  async #count(since: number, signal: AbortSignal): Promise<boolean> {
    const counts = await this.#deps.counts(this.id, since)
    if (signal.aborted) return false
    if (counts.ok) {
      this.#counts = counts.value
      this.#areCountsStale = false
    } else this.#wait(counts.failure, troubleRest)
    return counts.ok
  }

  async #recheck(keep: 'thumbnails' | 'previews', since: number, signal: AbortSignal): Promise<void> {
    const next = await this.#next(since, chunkSize)
    if (next === null || isStopped(signal)) return
    const last = next.at(-1)
    if (last === undefined) {
      this.#isRechecking = false
      this.#beginAgain()
      return
    }
    const looks = next.map(async (waiting): Promise<[PendingImage, PrefetchedImage][]> => {
      const { key, address } = waiting
      const finding = await this.#deps.keptPicture(this.id, address, sizesOf[keep])
      return finding === null ? [] : [[waiting, { product: key, address, finding, isKept: true }]]
    })
    const found = (await Promise.all(looks)).flat()
    if (isStopped(signal)) return
    const there = found.map(([, one]) => one)
    const saved = await this.#deps.save(this.id, there, this.#time.now())
    if (isStopped(signal)) return
    if (!saved.ok) {
      this.#wait(saved.failure, troubleRest)
      return
    }
    for (const [waiting, one] of found) this.#note(waiting, one, since)
    this.#cursor = last.key
  }

  /** How many pictures fit on the disk; 0: now waiting for space. */
  async #roomFor(keep: 'thumbnails' | 'previews'): Promise<number> {
    const { used, limit, because } = await this.#deps.storage()
    if (because !== null) {
      this.#wait(because, troubleRest)
      return 0
    }
    const room = Math.floor((limit * fullAt - used) / bytesEach[keep])
    if (room >= 1) return room
    this.#block = { phase: 'full', because: null, until: Infinity }
    this.#deps.log.info('no room for more pictures', { connectionId: this.id, used, limit })
    return 0
  }

  async #next(since: number, limit: number): Promise<PendingImage[] | null> {
    const now = this.#time.now()
    const next = await this.#deps.unchecked(this.id, {
      after: this.#cursor,
      limit,
      shownSince: Math.max(since, now - shownAge),
      brokenSince: Math.max(since, now - brokenAge, this.#brokenSince)
    })
    if (next.ok) return next.value
    this.#wait(next.failure, troubleRest)
    return null
  }

  #note({ kept }: PendingImage, { finding }: PrefetchedImage, since: number): void {
    if (this.#counts === null) return
    const wasCounted = kept !== null && kept.at >= since
    const wasBroken = wasCounted && kept.state === 'broken'
    this.#counts.checked += wasCounted ? 0 : 1
    this.#counts.broken += Number(finding.state === 'broken') - Number(wasBroken)
    this.announce()
  }

  #take({ failed, firstSkipped, isCut, because }: ChunkEnd, last: number): void {
    for (const key of failed) this.#failed.add(key)
    this.#lastFailure = this.#hosts.next()?.because ?? this.#lastFailure
    if (because !== null) this.#wait(because, troubleRest)
    if (firstSkipped !== null) this.#firstSkipped = Math.min(this.#firstSkipped ?? Infinity, firstSkipped)
    // The rest of an interrupted chunk comes up again: it is not stored yet.
    if (!isCut && because === null) this.#cursor = last
  }

  /** Returns to what was skipped once its host may be tried again; if nothing was skipped, the pass is complete. */
  async #endPass(since: number, signal: AbortSignal): Promise<void> {
    const rest = this.#hosts.next()
    if (this.#firstSkipped !== null) {
      this.#cursor = this.#firstSkipped - 1
      this.#firstSkipped = null
      if (rest !== null) this.#waitUntil(rest.until, rest.because)
      return
    }
    const further = furtherRounds[this.#rounds]
    if (this.#failed.size > 0 && further !== undefined) {
      this.#rounds++
      this.#beginAgain()
      this.#wait(this.#lastFailure, further)
      return
    }
    if (!(await this.#count(since, signal))) return
    this.#isDone = true
    this.#deps.log.info('pictures are kept', { connectionId: this.id, ...this.#counts })
  }

  #beginAgain(): void {
    this.#cursor = 0
    this.#firstSkipped = null
    this.#failed.clear()
  }

  #wait(because: Failure | null, ms: number): void {
    this.#waitUntil(this.#time.elapsed() + ms, because)
  }

  #waitUntil(until: number, because: Failure | null): void {
    this.#block = { phase: 'waiting', because, until }
    this.#deps.log.info('pictures wait', { connectionId: this.id, code: because?.code ?? null })
  }
}

/** In a function, because TypeScript assumes that `aborted` stays as it was checked before an `await`. */
function isStopped(signal: AbortSignal): boolean {
  return signal.aborted
}
