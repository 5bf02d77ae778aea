import { backoffDelay } from '../../async/backoff'
import { fail, type Failure, type Result } from '../../contract/failure'
import type { PictureSize, PictureFinding } from '../../contract/picture-values'
import type { PrefetchDeps, PrefetchTime, PrefetchedImage, PendingImage } from './types'

/** Hosts fetched from at once, and pictures at once from each: fewer than a browser's. */
const hostsAtOnce = 2
const perHost = 4
/** ms between two pictures of a host's queue while somebody looks through others: decoding takes the processor that draws those. */
const rest = 200
/** ms after which findings are saved at the latest. */
const saveAfter = 1000

/** Failures that are not the fault of a picture's server. */
const ownFailures = new Set<Failure['code']>(['storage-failed', 'internal'])

/** The result of a picture that hit a bug in our code. */
const bug = fail('internal')

interface Chunk {
  connectionId: string
  sizes: PictureSize[]
  /** Called for each picture with a finding. */
  onFound: (waiting: PendingImage, found: PrefetchedImage) => void
  /** Whether to begin no further picture. */
  isOver: () => boolean
  signal: AbortSignal
}

/** How a chunk ended for the pictures without a finding. */
export interface ChunkEnd {
  /** Keys of those that failed. */
  failed: number[]
  /** The lowest key of those skipped because their host is backing off; null: none. */
  firstSkipped: number | null
  /** It ended before all were tried. */
  isCut: boolean
  /** Why nothing can be stored at the moment. */
  because: Failure | null
}

/** Fetches some pictures, a few at once, and saves the findings. Once it settles, none of its work is still running. */
export async function prefetchChunk(
  deps: Pick<PrefetchDeps, 'keepPicture' | 'save' | 'isLookedAt' | 'log'>,
  time: Pick<PrefetchTime, 'now' | 'elapsed' | 'sleep'>,
  hosts: PrefetchBackoff,
  { connectionId, sizes, onFound, isOver, signal }: Chunk,
  pictures: readonly PendingImage[]
): Promise<ChunkEnd> {
  const end: ChunkEnd = { failed: [], firstSkipped: null, isCut: false, because: null }
  let found: PrefetchedImage[] = []
  let savedAt = time.elapsed()

  async function save(): Promise<void> {
    const some = found
    found = []
    savedAt = time.elapsed()
    if (some.length === 0) return
    const saved = await deps.save(connectionId, some, time.now())
    if (saved.ok || saved.failure.code === 'cancelled') return
    end.because = saved.failure
  }

  /** One picture that triggers a bug must not hold up the others: it fails as if its server had no picture. */
  async function kept({ key, address }: PendingImage): Promise<Result<PictureFinding>> {
    try {
      return await deps.keepPicture(connectionId, address, sizes, signal)
    } catch (error) {
      deps.log.warn('keeping a picture met a bug', { connectionId, product: key, error })
      return bug
    }
  }

  async function fetchOne(waiting: PendingImage, host: string): Promise<void> {
    if (hosts.isBackingOff(host)) {
      end.firstSkipped = Math.min(end.firstSkipped ?? Infinity, waiting.key)
      return
    }
    if (deps.isLookedAt()) await time.sleep(rest, signal).catch(() => undefined)
    const { key, address } = waiting
    const result = await kept(waiting)
    if (signal.aborted) end.isCut = true
    else if (result.ok) {
      hosts.answered(host)
      const one: PrefetchedImage = { product: key, address, finding: result.value, isKept: true }
      found.push(one)
      onFound(waiting, one)
    } else if (result !== bug && ownFailures.has(result.failure.code)) end.because = result.failure
    else {
      end.failed.push(key)
      if (result.failure.code !== 'cancelled') hosts.failed(host, result.failure)
    }
    if (time.elapsed() - savedAt >= saveAfter) await save()
  }

  /** Works through a queue with this many workers, until `isOver`. */
  async function workThrough<T>(queue: T[], workers: number, work: (one: T) => Promise<void>): Promise<void> {
    const next = async (): Promise<void> => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        if (signal.aborted || isOver() || end.because !== null) {
          end.isCut = true
          return
        }
        await work(one).catch((error: unknown) => {
          deps.log.warn('prefetch of pictures met a bug', { connectionId, error })
          end.because = bug.failure
        })
      }
    }
    await Promise.all(Array.from({ length: workers }, next))
  }

  await workThrough([...byHost(pictures)], hostsAtOnce, ([host, queue]) =>
    workThrough(queue, perHost, (waiting) => fetchOne(waiting, host))
  )
  await save()
  return end
}

function byHost(pictures: readonly PendingImage[]): Map<string, PendingImage[]> {
  const queues = new Map<string, PendingImage[]>()
  for (const waiting of pictures) {
    const host = URL.canParse(waiting.address) ? new URL(waiting.address).host : ''
    const queue = queues.get(host)
    if (queue === undefined) queues.set(host, [waiting])
    else queue.push(waiting)
  }
  return queues
}

/** Consecutive failures before a host backs off: a single one says nothing about its other pictures. */
const mostInARow = 3
/** ms for which a failed host backs off. */
const policy = { first: 15_000, longest: 600_000, jitter: { least: 0.75, spread: 0.25 } }

interface Host {
  /** Failures since it last answered. */
  inARow: number
  backoff: number
  /** As `elapsed`. */
  until: number
  because: Failure | null
}

/** Which picture servers are backing off, and until when. Times as `elapsed`, in ms. */
export interface PrefetchBackoff {
  isBackingOff(host: string): boolean
  answered(host: string): void
  failed(host: string, failure: Failure): void
  /** The first to be tried again; null: none is backing off. */
  next(): { until: number; because: Failure | null } | null
  clear(): void
}

export function createPrefetchBackoff(time: {
  elapsed: () => number
  random: () => number
}): PrefetchBackoff {
  const hosts = new Map<string, Host>()
  return {
    isBackingOff: (host) => (hosts.get(host)?.until ?? 0) > time.elapsed(),
    answered: (host) => hosts.delete(host),
    failed(name, failure) {
      const host = hosts.get(name) ?? { inARow: 0, backoff: 0, until: 0, because: null }
      hosts.set(name, host)
      host.because = failure
      host.inARow++
      const now = time.elapsed()
      // Several requests run at once: if they fail together, that counts once.
      if (host.until > now) return
      if (host.inARow < mostInARow && failure.code !== 'rate-limited') return
      host.backoff++
      const wait = backoffDelay(policy, host.backoff, time.random())
      host.until = now + Math.max(wait, failure.facts.retryAfter ?? 0)
      host.inARow = 0
    },
    next() {
      const resting = [...hosts.values()].filter(({ until }) => until > time.elapsed())
      if (resting.length === 0) return null
      return resting.reduce((first, one) => (one.until < first.until ? one : first))
    },
    clear: () => hosts.clear()
  }
}
