import type { Channel, EventName, Events, Input, Output } from './channels'
import type { Result } from './failure'

/** What the preload script puts on `window.vitrine`: all that the page can reach of the outside. */
export interface Bridge {
  /** One question, one answer. Rejects only on a programming error; failures are values. */
  call<C extends Channel>(channel: C, input: Input<C>): Promise<Result<Output<C>>>
  /** Listens to what the main process pushes; the returned function stops listening. */
  on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void
}

/** The only two channels on Electron's IPC. */
export const callChannel = 'vitrine:call'
export const eventChannel = 'vitrine:event'
