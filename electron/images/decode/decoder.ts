import { fail, type Result } from '../../contract/failure'
import {
  isMadeAs,
  parseDecoderMessage,
  type DecodeOptions,
  type DecoderPort,
  type PictureDecoder
} from './decoder-port'
import type { PictureSize } from '../../contract/picture-values'
import type { DecodedPicture, DecoderMessage, RasterFormat } from './protocol'

export interface DecoderDeps {
  spawn: () => DecoderPort
  /** Called when a process was lost, with how many pictures it was decoding. */
  log?: (event: 'decoder-lost', facts: { reason: string; pictures: number }) => void
  /** Pictures that the process decodes at once; 4 was fastest on two cores. */
  inFlight?: number
  /** How many of these may be background work: one leaves a core to the person at the computer. */
  laterInFlight?: number
  /** ms for one picture, more than the decoder's own limit of 8 s. */
  deadline?: number
  /** ms from the start of the process to its first message. */
  startDeadline?: number
  /** ms without a picture after which the process is ended: it uses some 130 MB, and starts again within 0.2 s. */
  idleFor?: number
}

type Answer = Exclude<DecoderMessage, { ready: true }>

interface Job {
  bytes: Uint8Array
  sizes: readonly PictureSize[]
  as: RasterFormat
  canWait: boolean
  settle: (result: Result<DecodedPicture>) => void
  settled: boolean
  timer?: NodeJS.Timeout
}

/**
 * Creates the decoder's client. The process is started on first use, and ended after it was idle for a while. When it dies or a picture
 * exceeds its deadline, the process is replaced, and the pictures that it was decoding are tried once more, one at a time: a picture
 * with which the process dies again is the bad one and fails with `picture-decoder-failed`; the others succeed. A picture that needs much
 * memory is decoded while no other is.
 */
export function createDecoder(deps: DecoderDeps): PictureDecoder {
  return new DecoderClient(deps)
}

class DecoderClient implements PictureDecoder {
  readonly #deps: Required<Omit<DecoderDeps, 'log'>> & Pick<DecoderDeps, 'log'>
  readonly #waiting: Job[] = []
  readonly #later: Job[] = []
  /** To be decoded alone: a lost process was decoding them, or they need much memory. */
  readonly #toRunAlone: Job[] = []
  readonly #running = new Map<number, Job>()
  #port: DecoderPort | null = null
  #startTimer: NodeJS.Timeout | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #ready = false
  #alone = false
  #closed = false
  #lastId = 0

  constructor(deps: DecoderDeps) {
    this.#deps = {
      inFlight: 4,
      laterInFlight: 1,
      deadline: 10_000,
      startDeadline: 15_000,
      idleFor: 10_000,
      ...deps
    }
  }

  decode(
    bytes: Uint8Array,
    sizes: readonly PictureSize[],
    { signal, priority = 'now', hurry, as = 'webp' }: DecodeOptions = {}
  ): Promise<Result<DecodedPicture>> {
    if (this.#closed || signal?.aborted === true) return Promise.resolve(fail('cancelled'))
    return new Promise((resolve) => {
      const cancel = (): void => settle(fail('cancelled'))
      const settle = (result: Result<DecodedPicture>): void => {
        job.settled = true
        signal?.removeEventListener('abort', cancel)
        hurry?.removeEventListener('abort', rise)
        resolve(result)
      }
      const rise = (): void => this.#rise(job)
      const canWait = priority === 'later' && hurry?.aborted !== true
      const job: Job = { bytes, sizes, as, canWait, settle, settled: false }
      signal?.addEventListener('abort', cancel)
      if (canWait) {
        hurry?.addEventListener('abort', rise)
        this.#later.push(job)
      } else this.#waiting.push(job)
      this.#pump()
    })
  }

  close(): void {
    this.#closed = true
    const left = [...this.#running.values(), ...this.#takeWaiting()]
    this.#endProcess()
    for (const job of left) job.settle(fail('cancelled'))
  }

  /** Raises the priority: somebody is looking at it now. */
  #rise(job: Job): void {
    job.canWait = false
    const at = this.#later.indexOf(job)
    if (at >= 0) this.#waiting.push(...this.#later.splice(at, 1))
    this.#pump()
  }

  #takeWaiting(): Job[] {
    return [...this.#toRunAlone.splice(0), ...this.#waiting.splice(0), ...this.#later.splice(0)]
  }

  /** Sends the process as many pictures as it may have. */
  #pump(): void {
    if (this.#closed) return
    for (const jobs of [this.#toRunAlone, this.#waiting, this.#later]) dropSettled(jobs)
    clearTimeout(this.#idleTimer)
    if (this.#toRunAlone.length + this.#waiting.length + this.#later.length === 0) {
      if (this.#running.size === 0) this.#endWhenIdle()
      return
    }
    if (this.#port === null) this.#start()
    if (!this.#ready || this.#alone) return
    const canAllWait = this.#waiting.length === 0
    const alone =
      this.#toRunAlone.find((job) => !job.canWait) ?? (canAllWait ? this.#toRunAlone[0] : undefined)
    if (alone !== undefined) {
      if (this.#running.size > 0) return
      this.#toRunAlone.splice(this.#toRunAlone.indexOf(alone), 1)
      this.#alone = true
      this.#send(alone)
      return
    }
    while (this.#running.size < this.#deps.inFlight) {
      const next = this.#waiting.shift() ?? this.#nextLater()
      if (next === undefined) return
      this.#send(next)
    }
  }

  #endWhenIdle(): void {
    if (this.#port === null) return
    this.#idleTimer = setTimeout(() => this.#endProcess(), this.#deps.idleFor).unref()
  }

  #nextLater(): Job | undefined {
    const running = [...this.#running.values()].filter(({ canWait }) => canWait).length
    return running < this.#deps.laterInFlight ? this.#later.shift() : undefined
  }

  #start(): void {
    const port = this.#deps.spawn()
    this.#port = port
    this.#startTimer = setTimeout(() => this.#lose(port, 'did not start'), this.#deps.startDeadline).unref()
    port.onMessage((message) => this.#hear(port, message))
    port.onExit((how) => this.#lose(port, how))
  }

  #send(job: Job): void {
    const port = this.#port
    if (port === null) return
    const id = ++this.#lastId
    job.timer = setTimeout(() => this.#lose(port, 'hung'), this.#deps.deadline).unref()
    this.#running.set(id, job)
    port.post({ id, bytes: job.bytes, sizes: job.sizes, as: job.as, isAlone: this.#alone })
  }

  #hear(port: DecoderPort, data: unknown): void {
    if (port !== this.#port) return
    const message = parseDecoderMessage(data)
    if (message === null) {
      this.#lose(port, 'spoke nonsense')
      return
    }
    if ('ready' in message) {
      clearTimeout(this.#startTimer)
      this.#ready = true
    } else {
      const job = this.#running.get(message.id)
      if (job && !isAnswerTo(message, job, this.#alone)) {
        this.#lose(port, 'spoke nonsense')
        return
      }
      this.#running.delete(message.id)
      this.#alone = false
      clearTimeout(job?.timer)
      if ('result' in message) job?.settle(message.result)
      else if (job) this.#toRunAlone.push(job)
    }
    this.#pump()
  }

  /** Replaces a process that died, hangs or sent an invalid message, and settles or retries what it was decoding. */
  #lose(port: DecoderPort, reason: string): void {
    if (port !== this.#port) return
    const started = this.#ready
    const lost = [...this.#running.values()]
    this.#endProcess()
    this.#deps.log?.('decoder-lost', { reason, pictures: lost.length })
    const facts = { reason: `The decoder ${reason}.` }
    if (!started) {
      // It would not start for the next picture either: all fail, and the next call tries again.
      for (const job of this.#takeWaiting()) job.settle(fail('internal', facts))
    } else if (lost.length === 1) {
      for (const job of lost) job.settle(fail('picture-decoder-failed', facts))
    } else {
      this.#toRunAlone.push(...lost)
    }
    this.#pump()
  }

  #endProcess(): void {
    clearTimeout(this.#startTimer)
    clearTimeout(this.#idleTimer)
    for (const job of this.#running.values()) clearTimeout(job.timer)
    this.#running.clear()
    this.#ready = false
    this.#alone = false
    const port = this.#port
    this.#port = null
    port?.kill()
  }
}

/** Whether the answer fits the request; a picture that was sent alone cannot be answered with `isLarge`. */
function isAnswerTo(message: Answer, { as }: Job, isAlone: boolean): boolean {
  if (!('result' in message)) return !isAlone
  return !message.result.ok || isMadeAs(message.result.value, as)
}

/** Removes jobs that were canceled while they waited. */
function dropSettled(jobs: Job[]): void {
  for (let index = jobs.length - 1; index >= 0; index -= 1) {
    if (jobs[index]?.settled === true) jobs.splice(index, 1)
  }
}
