import { backoffDelay } from '../../async/backoff'
import { fail, type Failure, type Result } from '../../contract/failure'
import type { PictureSize, PictureFinding } from '../../contract/picture-values'
import type { PrefetchDeps, PrefetchTime, PrefetchedImage, PendingImage } from './types'

/** Hosts that are asked at once, and pictures at once of each: fewer than a browser takes. */
const hostsAtOnce = 2
const perHost = 4
/** ms after which what was found is saved, at the latest. */
const saveAfter = 1000

/** Failures that say nothing of a picture's server. */
const ownFailures = new Set<Failure['code']>(['storage-failed', 'internal'])

/** What came of a picture that met a bug. */
const bug = fail('internal')

interface Chunk {
  connectionId: string
  sizes: PictureSize[]
  /** Told of each picture once something was found out about it. */
  onFound: (waiting: PendingImage, found: PrefetchedImage) => void
  /** Whether no further picture is to be begun. */
  isOver: () => boolean
  signal: AbortSignal
}

/** What became of the pictures of which nothing was found out. */
export interface ChunkEnd {
  /** Keys of those that failed. */
  failed: number[]
  /** The lowest key of those whose host is left alone; null: none. */
  leftAlone: number | null
  /** It ended before all were seen to. */
  isCut: boolean
  /** Why nothing can be kept just now. */
  because: Failure | null
}

/** Sees to some pictures, a few at once, and saves what was found. When it settles nothing of it is under way anymore. */
export async function prefetchChunk(
  deps: Pick<PrefetchDeps, 'keepPicture' | 'save' | 'log'>,
  time: Pick<PrefetchTime, 'now' | 'elapsed'>,
  hosts: PrefetchBackoff,
  { connectionId, sizes, onFound, isOver, signal }: Chunk,
  pictures: readonly PendingImage[]
): Promise<ChunkEnd> {
  const end: ChunkEnd = { failed: [], leftAlone: null, isCut: false, because: null }
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

  /** A bug that one picture brings on must not keep the others back: it fails as if its server had none to give. */
  async function kept({ key, address }: PendingImage): Promise<Result<PictureFinding>> {
    try {
      return await deps.keepPicture(connectionId, address, sizes, signal)
    } catch (error) {
      deps.log.warn('keeping a picture met a bug', { connectionId, product: key, error })
      return bug
    }
  }

  async function see(waiting: PendingImage, host: string): Promise<void> {
    if (hosts.isBackingOff(host)) {
      end.leftAlone = Math.min(end.leftAlone ?? Infinity, waiting.key)
      return
    }
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

  /** Takes what is in a line, with so many takers at once, until it is over. */
  async function takeAll<T>(line: T[], takers: number, take: (one: T) => Promise<void>): Promise<void> {
    const next = async (): Promise<void> => {
      for (let one = line.shift(); one !== undefined; one = line.shift()) {
        if (signal.aborted || isOver() || end.because !== null) {
          end.isCut = true
          return
        }
        await take(one).catch((error: unknown) => {
          deps.log.warn('prefetch of pictures met a bug', { connectionId, error })
          end.because = bug.failure
        })
      }
    }
    await Promise.all(Array.from({ length: takers }, next))
  }

  await takeAll([...byHost(pictures)], hostsAtOnce, ([host, line]) =>
    takeAll(line, perHost, (waiting) => see(waiting, host))
  )
  await save()
  return end
}

function byHost(pictures: readonly PendingImage[]): Map<string, PendingImage[]> {
  const lines = new Map<string, PendingImage[]>()
  for (const waiting of pictures) {
    const host = URL.canParse(waiting.address) ? new URL(waiting.address).host : ''
    const line = lines.get(host)
    if (line === undefined) lines.set(host, [waiting])
    else line.push(waiting)
  }
  return lines
}

/** Pictures in a row that a host fails with before it is left alone: one that fails alone says nothing of the others. */
const mostInARow = 3
/** ms that a host is left alone after it failed. */
const policy = { first: 15_000, longest: 600_000, jitter: { least: 0.75, spread: 0.25 } }

interface Host {
  /** Failures since it last answered. */
  inARow: number
  backoff: number
  /** As `elapsed`. */
  until: number
  because: Failure | null
}

/** Which picture servers want to be left alone, and until when. Times as `elapsed`, in ms. */
export interface PrefetchBackoff {
  isBackingOff(host: string): boolean
  answered(host: string): void
  failed(host: string, failure: Failure): void
  /** The first that may be asked again; null: none rests. */
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
      // Several are under way at once: what they bring together is one failure.
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
