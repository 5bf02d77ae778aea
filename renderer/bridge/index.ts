import { toRaw } from 'vue'
import type { Bridge } from '../../electron/contract/bridge'
import type { Channel, EventName, Events, Input, Output } from '../../electron/contract/channels'
import { fail, type Result } from '../../electron/contract/failure'
import { startupWait } from './startup'

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
