import type { Channel, Output, ParsedInput } from '../contract/channels'
import type { Result } from '../contract/failure'

type Answer<T> = Promise<Result<T>> | Result<T>

/** One function for every channel: parsed input in, `Result` out. */
export type Handlers = { [C in Channel]: (input: ParsedInput<C>) => Answer<Output<C>> }

/** A feature's share of them: the channels whose names begin with its name. */
export type HandlersOf<Feature extends string> = Pick<Handlers, Extract<Channel, `${Feature}:${string}`>>
