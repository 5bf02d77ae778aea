import type { z } from 'zod'
import { inputs, type Channel, type Output, type ParsedInput } from '../contract/channels'
import { fail, type Result } from '../contract/failure'
import type { Handlers } from '../contract/handlers'
import type { Log } from '../log/log'

type Schemas = { [C in Channel]: z.ZodType<ParsedInput<C>> }
const schemas: Schemas = inputs

/**
 * Answers one call of the page, whatever it sent: channel known → input parsed → handler run. What the page sent
 * is never repeated in the answer. A handler that throws has a bug: the log gets it, the page only `internal`.
 */
export async function answer(
  handlers: Handlers,
  log: Pick<Log, 'warn' | 'error'>,
  channel: unknown,
  input: unknown
): Promise<Result<unknown>> {
  if (!isChannel(channel)) {
    log.warn('a call on an unknown channel was refused')
    return fail('input-invalid', { field: 'channel' })
  }
  try {
    return await run(handlers, log, channel, input)
  } catch (error) {
    log.error('a handler threw', { channel, error })
    return fail('internal')
  }
}

async function run<C extends Channel>(
  handlers: Handlers,
  log: Pick<Log, 'warn'>,
  channel: C,
  input: unknown
): Promise<Result<Output<C>>> {
  const parsed = schemas[channel].safeParse(input)
  if (parsed.success) return handlers[channel](parsed.data)
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') ?? ''
  log.warn('a call with bad input was refused', { channel, field, issue: issue?.code })
  return fail('input-invalid', { field })
}

function isChannel(value: unknown): value is Channel {
  return typeof value === 'string' && Object.hasOwn(inputs, value)
}
