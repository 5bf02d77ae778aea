import type { Readable, Writable } from 'node:stream'
import { EventEmitter } from 'node:events'
import type { CDPSession } from '@playwright/test'

// Playwright's package carries the types of Chromium's debugging protocol.
declare const typed: CDPSession
type Method = Parameters<CDPSession['send']>[0]
type Result<M extends Method> = Awaited<ReturnType<typeof typed.send<M>>>
/* eslint-disable @typescript-eslint/unified-signatures -- matched with the overloads of Playwright, one by one */
type EventName = CDPSession['on'] extends {
  (event: infer E, listener: never): unknown
  (event: 'close', listener: never): unknown
  (event: 'event', listener: never): unknown
}
  ? Exclude<E, symbol>
  : never
/* eslint-enable */
/** What Chromium sends with an event. */
export type Payload<E extends EventName> = Parameters<Parameters<typeof typed.on<E>>[1]>[0]

interface Message {
  id?: number
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
  sessionId?: string
}

/** One target (or the browser itself) as seen through the debugging pipe. */
export interface Session {
  /** Sends a command; rejects with Chromium's words, or when Chromium is gone. */
  send<M extends Method>(method: M, params?: Parameters<typeof typed.send<M>>[1]): Promise<Result<M>>
  on<E extends EventName>(event: E, listener: (payload: Payload<E>) => void): void
}

/** Chromium's --remote-debugging-pipe: JSON messages, each ended by a NUL byte. */
export class Pipe {
  private readonly output: Writable
  private readonly waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >()
  private readonly listeners = new Map<string, EventEmitter>()
  private parts: Buffer[] = []
  private lastId = 0
  private closed = false

  constructor(output: Writable, input: Readable) {
    this.output = output
    output.on('error', () => this.close())
    input.on('error', () => this.close())
    input.on('close', () => this.close())
    input.on('data', (chunk: Buffer) => this.read(chunk))
  }

  /** The session of the given id; without one, the browser's own. */
  session(id = ''): Session {
    const emitter = this.listeners.get(id) ?? new EventEmitter()
    this.listeners.set(id, emitter)
    return {
      send: (method, params) => this.send(id, method, params ?? {}),
      on: (event, listener) => void emitter.on(event, listener)
    }
  }

  private send<R>(sessionId: string, method: string, params: object): Promise<R> {
    if (this.closed) return Promise.reject(new Error(`Chromium is gone (${method})`))
    const id = (this.lastId += 1)
    this.output.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
    return new Promise<R>((resolve, reject) => {
      this.waiting.set(id, {
        resolve: (value) => resolve(value as R),
        reject: (error) => reject(new Error(`${method}: ${error.message}`))
      })
    })
  }

  /** Messages can come in many chunks; they are joined only once they are whole. */
  private read(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.parts.push(chunk.subarray(start, end))
      const text = Buffer.concat(this.parts).toString()
      this.parts = []
      start = end + 1
      this.dispatch(JSON.parse(text) as Message)
    }
    if (start < chunk.length) this.parts.push(chunk.subarray(start))
  }

  private dispatch(message: Message): void {
    if (message.id === undefined) {
      if (message.method) this.listeners.get(message.sessionId ?? '')?.emit(message.method, message.params)
      return
    }
    const call = this.waiting.get(message.id)
    this.waiting.delete(message.id)
    if (message.error) call?.reject(new Error(message.error.message))
    else call?.resolve(message.result)
  }

  private close(): void {
    this.closed = true
    for (const { reject } of this.waiting.values()) reject(new Error('Chromium is gone'))
    this.waiting.clear()
  }
}
