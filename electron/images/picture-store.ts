import { settledWithin } from '../deadline'
import type { PictureStorage } from '../contract/picture'
import { fail, type Failure, type Result } from '../contract/failure'
import type { InputOf, MethodName, OutputOf } from '../threads/protocol'
import { Thread, type ThreadLog } from '../threads/thread'
import { inBatches } from './batches'
import type {
  Arrival,
  Held,
  Link,
  PictureName,
  ReadPicture,
  ReadQuestion,
  Standing,
  StoreMethods
} from './worker/protocol'

/** What is kept of pictures on disk. While nothing can be kept (`storage` says why) all is as if nothing were known. */
export interface PictureStore {
  /** null: nothing is known of it. */
  read(question: ReadQuestion): Promise<ReadPicture | null>
  /** Whether the content is there in all these sizes: the address then leads to it. */
  link(link: Link): Promise<boolean>
  save(arrival: Arrival): Promise<void>
  /** Notes what came of asking for an address; `drop`: it leads to no picture any more. */
  note(name: PictureName, standing: Standing, drop: boolean): Promise<void>
  /** Forgets why a picture failed, or, without a token, all of a connection that did for one of these reasons. */
  forgive(connectionId: string, token: string | null, codes?: string[]): Promise<void>
  storage(): Promise<PictureStorage>
  setLimit(bytes: number): Promise<PictureStorage>
  clear(): Promise<PictureStorage>
  forget(connectionId: string): Promise<void>
  close(): Promise<void>
}

export interface PictureStoreDeps {
  /** The thread's built entry. */
  threadFile: string
  folder: string
  limit: () => number
  onStorage: (state: PictureStorage) => void
  log?: ThreadLog | undefined
  now: () => number
}

/** Most that cross to the thread together: the first of them should not wait for all. */
const mostReads = 64
const mostWrites = 32
/** ms after which a folder that could not be opened is tried again. */
const openAgainAfter = 30_000
/** ms between two tellings of what the disk holds. */
const tellEvery = 1000
/** ms that closing may take. */
const closeDeadline = 3000
/** MiB of the thread's young objects: it makes few that last, and V8 would let them grow to 48. */
const youngGeneration = 4

/** The opening of the file by the thread of this life. */
interface Opening {
  life: number
  result: Promise<Result<Held>>
  /** When one that failed is tried again: ms since 1970. */
  againAt: number | null
}

/** Makes the client; the thread starts, and the file is opened, with the first question. */
export function createPictureStore(deps: PictureStoreDeps): PictureStore {
  return new StoreClient(deps)
}

class StoreClient implements PictureStore {
  readonly #deps: PictureStoreDeps
  readonly #thread: Thread<StoreMethods>
  readonly #writing = new Set<Promise<unknown>>()
  #limit: number | null = null
  #held: Held = { used: 0, pictures: 0 }
  #because: Failure | null = null
  #opened: Opening | null = null
  #telling: NodeJS.Timeout | null = null
  #isToldAgain = false
  #closed = false

  constructor(deps: PictureStoreDeps) {
    this.#deps = deps
    this.#thread = new Thread({
      file: deps.threadFile,
      name: 'pictures',
      ...(deps.log ? { log: deps.log } : {}),
      resourceLimits: { maxYoungGenerationSizeMb: youngGeneration }
    })
  }

  readonly read = nullable(
    inBatches<ReadQuestion, ReadPicture | null>(async (questions) => {
      const answer = await this.#ask('read', { questions, now: this.#deps.now() })
      return answer.ok ? answer.value : []
    }, mostReads)
  )

  readonly #links = inBatches<Link, boolean>(async (links) => {
    const answer = await this.#ask('link', { links })
    return answer.ok ? answer.value : []
  }, mostWrites)

  readonly #saves = inBatches<Arrival, null>(async (arrivals) => {
    this.#note(await this.#ask('save', { arrivals, now: this.#deps.now() }))
    return []
  }, mostWrites)

  readonly #notes = inBatches<InputOf<StoreMethods, 'note'>['notes'][number], null>(async (notes) => {
    this.#note(await this.#ask('note', { notes }))
    return []
  }, mostWrites)

  async link(link: Link): Promise<boolean> {
    return (await this.#track(this.#links(link))) ?? false
  }

  async save(arrival: Arrival): Promise<void> {
    await this.#track(this.#saves(arrival))
  }

  async note(name: PictureName, standing: Standing, drop: boolean): Promise<void> {
    await this.#track(this.#notes({ ...name, standing, drop }))
  }

  async forgive(connectionId: string, token: string | null, codes: string[] = []): Promise<void> {
    await this.#settleWrites()
    this.#note(await this.#ask('forgive', { connectionId, token, codes }))
  }

  async storage(): Promise<PictureStorage> {
    await this.#open()
    return this.#state()
  }

  async setLimit(bytes: number): Promise<PictureStorage> {
    this.#limit = bytes
    this.#note(await this.#ask('setLimit', { limit: bytes }))
    return this.#state()
  }

  async clear(): Promise<PictureStorage> {
    await this.#settleWrites()
    this.#note(await this.#ask('clear', null))
    return this.#state()
  }

  async forget(connectionId: string): Promise<void> {
    // What is just being written of it would come after.
    await this.#settleWrites()
    this.#note(await this.#ask('forget', { connectionId }))
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#telling !== null) clearTimeout(this.#telling)
    if (this.#thread.isRunning) await settledWithin(this.#thread.call('close', '', null), closeDeadline)
    await this.#thread.close()
  }

  #state(): PictureStorage {
    return { ...this.#held, limit: this.#limit ?? this.#deps.limit(), because: this.#because }
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

  /** Opens the file, unless it is open in the thread that runs; a folder that failed is tried again after a while. */
  #open(): Promise<Result<Held>> {
    if (this.#closed) return Promise.resolve(fail('cancelled'))
    const { now } = this.#deps
    const opened = this.#opened
    if (opened?.life === this.#thread.life && !isPast(opened.againAt, now())) return opened.result
    const opening: Opening = { life: this.#thread.life, result: this.#begin('open'), againAt: null }
    this.#opened = opening
    void opening.result.then(({ ok }) => {
      if (!ok) opening.againAt = now() + openAgainAfter
    })
    return opening.result
  }

  async #begin(how: 'open' | 'rebuild'): Promise<Result<Held>> {
    this.#limit ??= this.#deps.limit()
    const { folder } = this.#deps
    const { result, damaged } = await this.#thread.call(how, '', { folder, limit: this.#limit })
    if (damaged && how === 'open') return this.#begin('rebuild')
    this.#note(result)
    return result
  }

  /** A damaged file is begun anew (70); the call then fails, and what it was about is fetched. */
  async #ask<Name extends MethodName<StoreMethods>>(
    method: Name,
    input: InputOf<StoreMethods, Name>
  ): Promise<Result<OutputOf<StoreMethods, Name>>> {
    const opened = await this.#open()
    if (!opened.ok) return opened
    const { result, damaged } = await this.#thread.call(method, '', input)
    if (damaged) {
      this.#deps.log?.warn('the pictures on disk were damaged and begin anew')
      this.#opened = { life: this.#thread.life, result: this.#begin('rebuild'), againAt: null }
      await this.#opened.result
    }
    return result
  }

  /** Takes note of what is held, or of why nothing can be kept just now: what is read is read all the same. */
  #note(result: Result<Held>): void {
    if (!result.ok && result.failure.code === 'cancelled') return
    const because = result.ok ? null : result.failure
    const before = this.#state()
    if (result.ok) this.#held = result.value
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

/** Also when the clock was set back since (93). */
function isPast(time: number | null, now: number): boolean {
  return time !== null && (now >= time || now < time - openAgainAfter)
}

function nullable<Q, A>(
  ask: (question: Q) => Promise<A | null | undefined>
): (question: Q) => Promise<A | null> {
  return async (question) => (await ask(question)) ?? null
}
