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

/** Pictures seen to at once before the disk's room and who has the turn are looked at again. */
const chunkSize = 60
/** Bytes on disk that are reckoned with for a picture: twice what most take. */
const bytesEach = { thumbnails: 8_000, previews: 250_000 }
/** Part of the limit on disk up to which it is filled; and down to which it must be again before it goes on. */
const fullAt = 0.95
const roomAgainAt = 0.8
/** ms. A picture that is shown may be another by then; a broken one may be mended. */
const shownAge = 30 * 86_400_000
const brokenAge = 86_400_000
/** ms until pictures whose servers failed with them are tried again; after that the next sync brings them. */
const furtherRounds = [60_000, 300_000, 1_800_000]
/** ms. */
const offlineRest = 15_000
const troubleRest = 60_000
/** A bug does not go by waiting; what brings it on may. */
const bugRest = 600_000

const sizesOf: Record<'thumbnails' | 'previews', PictureSize[]> = {
  thumbnails: ['thumbnail', 'thumbnail-2x'],
  previews: ['thumbnail', 'thumbnail-2x', 'tile', 'preview']
}

/**
 * Fetching the pictures of one connection's catalog. A pass goes through the products by key, a chunk a step; what the catalog
 * knows to be kept is left out, so that a restart goes on where it was.
 */
export class ConnectionPrefetch {
  readonly id: string
  readonly #deps: PrefetchDeps
  readonly #time: PrefetchTime
  readonly #hosts: PrefetchBackoff
  #counts: PrefetchCounts | null = null
  /** They may not be true anymore; until they are counted again they are shown. */
  #areCountsStale = true
  /** The pass is at its end: nothing is left to do until something happens. */
  #isDone = false
  #cursor = 0
  /** What went from the disk is to be told from what is still there, before more is fetched. */
  #isRechecking = false
  /** The lowest key that was passed over, since its host is left alone. */
  #leftAlone: number | null = null
  /** Keys that failed in this pass: they do not stand in the way of the others. */
  readonly #failed = new Set<number>()
  #lastFailure: Failure | null = null
  #rounds = 0
  #block: PrefetchBlock | null = null
  /** ms since 1970: broken pictures that were seen to before are tried again. */
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

  /** When a step may be taken, as `elapsed`; null: not before something happens. */
  readyAt(): number | null {
    const { keep, isPaused } = this.#deps.settingsOf(this.id)
    // How much there is to do is told of a pause as well.
    const isIdle = keep === 'none' || this.#isDone || (isPaused && this.#counts !== null)
    if (isIdle || this.#deps.isSyncing(this.id)) return null
    const until = this.#block?.until ?? 0
    return until === Infinity ? null : until
  }

  /**
   * Sees to the next pictures, or finds out that there is nothing to do. Afterwards `readyAt` is another, or it came further; also
   * after a bug, which is told as any trouble is.
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

  /** Begins a pass from the first product: the list, the disk or what is wanted is not what it was. */
  restart(): void {
    this.#areCountsStale = true
    this.goOn()
  }

  /** Some pictures went from the disk: finds out which. */
  recheck(): void {
    this.#isRechecking = true
    this.restart()
  }

  /** Tries again at once what waits. */
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

  /** The disk of pictures is not what it was: there may be room again. */
  storageChanged({ used, limit, because }: PictureStorage): void {
    if (this.#block?.phase !== 'full' || because !== null || used > limit * roomAgainAt) return
    this.goOn()
  }

  /** Ends the step under way; what it found stays. */
  cut(): void {
    this.#stop?.abort()
  }

  /** Nothing is told anymore. */
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

  /** For how many pictures there is room on disk; 0: it waits for room. */
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

  #take({ failed, leftAlone, isCut, because }: ChunkEnd, last: number): void {
    for (const key of failed) this.#failed.add(key)
    this.#lastFailure = this.#hosts.next()?.because ?? this.#lastFailure
    if (because !== null) this.#wait(because, troubleRest)
    if (leftAlone !== null) this.#leftAlone = Math.min(this.#leftAlone ?? Infinity, leftAlone)
    // What was not begun is found again: it is not kept yet.
    if (!isCut && because === null) this.#cursor = last
  }

  /** Goes back to what was passed over once its server may be asked again; else there is nothing more to do. */
  async #endPass(since: number, signal: AbortSignal): Promise<void> {
    const rest = this.#hosts.next()
    if (this.#leftAlone !== null) {
      this.#cursor = this.#leftAlone - 1
      this.#leftAlone = null
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
    this.#leftAlone = null
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

/** Asked in a function: what was so before waiting need not be so after it. */
function isStopped(signal: AbortSignal): boolean {
  return signal.aborted
}
