import { fail, ok, type Failure, type Result } from '../../contract/failure'
import type { PictureStorage } from '../../contract/picture'
import type { ThreadLog } from '../../database/thread'
import type { InputOf } from '../../database/thread-protocol'
import type {
  Arrival,
  FetchStatus,
  ImageName,
  Link,
  ReadQuestion,
  StoredImage,
  CacheMethods,
  CacheUsage
} from './protocol'
import { createCacheThread, type CacheThread } from './thread-client'

/** The pictures on disk. While nothing can be stored (`storage` says why), everything behaves as if nothing were known. */
export interface DiskCache {
  /** null: unknown. */
  read(question: ReadQuestion): Promise<StoredImage | null>
  /** Whether the content is stored in all these sizes; the address then leads to it. */
  link(link: Link): Promise<boolean>
  /** Fails if the disk did not take it. */
  save(arrival: Arrival): Promise<Result<null>>
  /** Records the outcome of a request; `isGone`: the address leads to no picture anymore. */
  note(name: ImageName, status: FetchStatus, isGone: boolean): Promise<void>
  /** Clears the failure of a picture or, without a token, of all pictures of a connection that failed for one of these reasons. */
  clearFailures(connectionId: string, token: string | null, codes?: string[]): Promise<void>
  /** What is on disk; if the last attempt to store anything failed, tries again first. */
  storage(): Promise<PictureStorage>
  setLimit(bytes: number): Promise<PictureStorage>
  clear(): Promise<PictureStorage>
  forget(connectionId: string): Promise<void>
  close(): Promise<void>
}

interface DiskCacheDeps {
  /** The thread's built entry. */
  threadFile: string
  folder: string
  limit: () => number
  onStorage: (state: PictureStorage) => void
  /** Called when pictures were deleted without a request, as by eviction. */
  onLost: () => void
  log?: ThreadLog | undefined
  now: () => number
}

/** Most requests that are sent to the thread together: the first should not wait for all. */
const mostReads = 64
const mostWrites = 32
/** ms between two notifications of what is on disk. */
const tellEvery = 1000
/** Creates the client; the thread starts, and opens the file, with the first request. */
export function createDiskCache(deps: DiskCacheDeps): DiskCache {
  return new ImageStoreClient(deps)
}

class ImageStoreClient implements DiskCache {
  readonly #deps: DiskCacheDeps
  readonly #thread: CacheThread
  readonly #writing = new Set<Promise<unknown>>()
  #limit: number | null = null
  #held: CacheUsage = { used: 0, pictures: 0, losses: 0 }
  #because: Failure | null = null
  #telling: NodeJS.Timeout | null = null
  #isToldAgain = false
  #closed = false

  constructor(deps: DiskCacheDeps) {
    this.#deps = deps
    const limit = (): number => (this.#limit ??= deps.limit())
    const onOpened = (result: Result<CacheUsage>): void => {
      this.#held = { ...this.#held, losses: 0 }
      this.#note(result)
    }
    this.#thread = createCacheThread({ ...deps, limit, onOpened })
  }

  readonly read = nullable(
    batchRequests<ReadQuestion, StoredImage | null>(async (questions) => {
      const answer = await this.#thread.ask('read', { questions, now: this.#deps.now() })
      return answer.ok ? answer.value : []
    }, mostReads)
  )

  readonly #links = batchRequests<Link, boolean>(async (links) => {
    const answer = await this.#thread.ask('link', { links })
    return answer.ok ? answer.value : []
  }, mostWrites)

  readonly #saves = batchRequests<Arrival, Result<null>>(async (arrivals) => {
    const answer = await this.#thread.ask('save', { arrivals, now: this.#deps.now() })
    this.#note(answer)
    return arrivals.map(() => (answer.ok ? ok(null) : answer))
  }, mostWrites)

  readonly #notes = batchRequests<InputOf<CacheMethods, 'note'>['notes'][number], null>(async (notes) => {
    this.#note(await this.#thread.ask('note', { notes }))
    return []
  }, mostWrites)

  async link(link: Link): Promise<boolean> {
    return (await this.#track(this.#links(link))) ?? false
  }

  async save(arrival: Arrival): Promise<Result<null>> {
    return (await this.#track(this.#saves(arrival))) ?? fail('internal')
  }

  async note(name: ImageName, status: FetchStatus, isGone: boolean): Promise<void> {
    await this.#track(this.#notes({ ...name, status, isGone }))
  }

  async clearFailures(connectionId: string, token: string | null, codes: string[] = []): Promise<void> {
    await this.#settleWrites()
    this.#note(await this.#thread.ask('clearFailures', { connectionId, token, codes }))
  }

  async storage(): Promise<PictureStorage> {
    await this.#thread.open()
    if (this.#because !== null) this.#note(await this.#thread.ask('probe', null))
    return this.#state()
  }

  async setLimit(bytes: number): Promise<PictureStorage> {
    this.#limit = bytes
    this.#note(await this.#thread.ask('setLimit', { limit: bytes }))
    return this.#state()
  }

  async clear(): Promise<PictureStorage> {
    await this.#settleWrites()
    const emptied = await this.#thread.ask('clear', null)
    this.#note(emptied)
    // A full disk takes no log, or cannot have the file opened at all: the file is deleted as it is.
    if (!emptied.ok) await this.#thread.beginAnew()
    return this.#state()
  }

  async forget(connectionId: string): Promise<void> {
    // Wait for running writes, which would come after it.
    await this.#settleWrites()
    this.#note(await this.#thread.ask('forget', { connectionId }))
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#telling !== null) clearTimeout(this.#telling)
    await this.#thread.close()
  }

  #state(): PictureStorage {
    const { used, pictures } = this.#held
    return { used, pictures, limit: this.#limit ?? this.#deps.limit(), because: this.#because }
  }

  async #track<T>(work: Promise<T>): Promise<T> {
    this.#writing.add(work)
    try {
      return await work
    } finally {
      this.#writing.delete(work)
    }
  }

  async #settleWrites(): Promise<void> {
    await Promise.allSettled([...this.#writing])
  }

  /** Records what is on disk, or why nothing can be stored now; reads go on regardless. */
  #note(result: Result<CacheUsage>): void {
    if (!result.ok && result.failure.code === 'cancelled') return
    const because = result.ok ? null : result.failure
    const before = this.#state()
    const { losses } = this.#held
    if (result.ok) this.#held = result.value
    if (this.#held.losses > losses) this.#deps.onLost()
    if (because !== null && this.#because === null) {
      this.#deps.log?.warn('pictures cannot be kept on disk', { ...because.facts })
    }
    this.#because = because
    const after = this.#state()
    if (before.used !== after.used || before.pictures !== after.pictures || before.because !== because) {
      this.#tell()
    }
  }

  #tell(): void {
    if (this.#closed) return
    if (this.#telling !== null) {
      this.#isToldAgain = true
      return
    }
    this.#deps.onStorage(this.#state())
    this.#isToldAgain = false
    this.#telling = setTimeout(() => {
      this.#telling = null
      if (this.#isToldAgain) this.#tell()
    }, tellEvery).unref()
  }
}

function nullable<Q, A>(
  ask: (question: Q) => Promise<A | null | undefined>
): (question: Q) => Promise<A | null> {
  return async (question) => (await ask(question)) ?? null
}

/**
 * Batches requests: those of one turn of the event loop are sent at its end, and those made while an answer is awaited are sent together
 * when it arrives.
 *
 * @param ask answers each request, in their order; never rejects
 * @param most requests in a batch
 */
export function batchRequests<Question, Answer>(
  ask: (questions: Question[]) => Promise<Answer[]>,
  most: number
): (question: Question) => Promise<Answer | undefined> {
  let waiting: { question: Question; answer: (answer: Answer | undefined) => void }[] = []
  let isBusy = false

  async function run(): Promise<void> {
    // Wait for the rest of this turn.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      const answers = await ask(batch.map(({ question }) => question))
      batch.forEach(({ answer }, index) => answer(answers[index]))
    }
    isBusy = false
  }

  return (question) =>
    new Promise((resolve) => {
      waiting.push({ question, answer: resolve })
      if (isBusy) return
      isBusy = true
      void run()
    })
}
