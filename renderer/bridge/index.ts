import { readonly, shallowRef, toRaw, type Ref } from 'vue'
import type { Bridge } from '../../electron/contract/bridge'
import type { Channel, EventName, Events, Input, Output } from '../../electron/contract/channels'
import { fail, type Result } from '../../electron/contract/failure'

/** Channels that the first rows, or the page Today, need. */
const needed: ReadonlySet<Channel> = new Set<Channel>([
  'preferences:get',
  'connections:list',
  'views:get',
  'products:page',
  'today:summary'
])
/** ms after which the start ends even without rows: there may be none. */
const longest = 1500
/** Input of the person ends the start: they may need anything. */
const gestures = ['pointerdown', 'keydown', 'wheel'] as const

const isOver = shallowRef(true)
let waiting: Promise<unknown> | null = null
let end: () => void = () => undefined

/**
 * Call at the start: delays calls that the first rows do not need until `endStartup`, so that the processors work for what the person
 * waits for.
 */
export function beginStartup(): void {
  const over = Promise.withResolvers<null>()
  isOver.value = false
  waiting = over.promise
  const timer = setTimeout(endStartup, longest)
  const options = { capture: true, passive: true }
  for (const gesture of gestures) window.addEventListener(gesture, endStartup, options)
  end = () => {
    clearTimeout(timer)
    for (const gesture of gestures) window.removeEventListener(gesture, endStartup, options)
    isOver.value = true
    waiting = null
    over.resolve(null)
  }
}

/** Call when the first rows can be used, or there are none to wait for. */
export function endStartup(): void {
  end()
  end = () => undefined
}

/** False during the start: parts of the first page that are out of sight need not be rendered yet. */
export function isStartupOver(): Readonly<Ref<boolean>> {
  return readonly(isOver)
}

/** Resolves at the end of the start. */
export async function startupEnd(): Promise<void> {
  await waiting
}

/** What a call on this channel must wait for; null: nothing. */
function startupWait(channel: Channel): Promise<unknown> | null {
  return needed.has(channel) ? null : waiting
}

declare global {
  interface Window {
    /** Set by the preload script. Only this file reads it. */
    readonly vitrine: Bridge
  }
}

/**
 * Calls the main process. Never rejects: bugs (an input that cannot be cloned, an exception in the main process) are reported as uncaught
 * errors and fail with `internal`, so that every caller gets a result. During the start, calls that the first rows do not need are
 * delayed (startup.ts).
 */
export async function call<C extends Channel>(channel: C, input: Input<C>): Promise<Result<Output<C>>> {
  const wait = startupWait(channel)
  if (wait !== null) await wait
  try {
    return await window.vitrine.call(channel, plain(input))
  } catch (error) {
    reportError(error)
    return fail('internal')
  }
}

/** A copy without Vue's proxies: `contextBridge` refuses them ("An object could not be cloned."), wherever in the input they are. */
function plain<T>(value: T): T
function plain(value: unknown): unknown {
  const raw = toRaw(value)
  if (Array.isArray(raw)) return raw.map(plain)
  if (typeof raw !== 'object' || raw === null || Object.getPrototypeOf(raw) !== Object.prototype) return raw
  return Object.fromEntries(Object.entries(raw).map(([name, each]) => [name, plain(each)]))
}

/** Listens to an event of the main process; the returned function stops listening. */
export function on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void {
  return window.vitrine.on(event, listener)
}
