import type { Channel, Output, ParsedInput } from './channels'
import { fail, type Result } from './failure'

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
