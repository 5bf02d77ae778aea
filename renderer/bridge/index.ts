import type { Bridge } from '../../electron/contract/bridge'
import type { Channel, EventName, Events, Input, Output } from '../../electron/contract/channels'
import type { Result } from '../../electron/contract/failure'

declare global {
  interface Window {
    /** Put there by the preload script. Nobody but this file reads it. */
    readonly vitrine: Bridge
  }
}

/** Asks the main process. The answer is a `Result`; a rejection is a bug and may go unhandled. */
export function call<C extends Channel>(channel: C, input: Input<C>): Promise<Result<Output<C>>> {
  return window.vitrine.call(channel, input)
}

/** Listens to what the main process pushes; the returned function stops listening. */
export function on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void {
  return window.vitrine.on(event, listener)
}
