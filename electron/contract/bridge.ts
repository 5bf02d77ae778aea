import type { Channel, EventName, Events, Input, Output, ParsedInput } from './channels'
import { fail, type Result } from './failure'

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

type Answer<T> = Promise<Result<T>> | Result<T>

/** One function for every channel: parsed input in, `Result` out. */
export type Handlers = { [C in Channel]: (input: ParsedInput<C>) => Answer<Output<C>> }

/** A feature's share of them: the channels whose names begin with its name. */
export type HandlersOf<Feature extends string> = Pick<Handlers, Extract<Channel, `${Feature}:${string}`>>

/** Wraps handlers that need a connection: they fail with `connection-unknown` where it does not exist. */
export function forConnections(isKnown: (connectionId: string) => boolean) {
  return <I extends { connectionId: string }, T>(handle: (input: I) => T) =>
    (input: I): T | Result<never> =>
      isKnown(input.connectionId) ? handle(input) : fail('connection-unknown')
}
