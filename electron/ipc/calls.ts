import type { IpcMainInvokeEvent, WebContents } from 'electron'
import type { z } from 'zod'
import { inputs, type Channel, type Output, type ParsedInput } from '../contract/channels'
import { fail, type Result } from '../contract/failure'
import type { Handlers } from '../contract/bridge'
import type { Log } from '../log/log'

/** Who sent a message, as it stood when the message came: later, Electron does not know a frame that has gone. */
export interface Caller {
  /** The web contents. */
  sender: unknown
  /** Names the frame for the whole run of the app: no other one is ever called the same. */
  frameName: string
  /** null: the frame has gone, as it may while its page is unloaded. */
  frame: { origin: string; isMain: boolean } | null
}

/** Reads who sent a message. Call before anything is waited for. */
export function callerOf(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame' | 'processId' | 'frameId'>
): Caller {
  const { sender, senderFrame, processId, frameId } = event
  return {
    sender,
    frameName: `${processId}:${frameId}`,
    frame: senderFrame && { origin: senderFrame.origin, isMain: senderFrame.parent === null }
  }
}

/** How many frames of our page are known at the same time: each load of the page has another one. */
const mostKnown = 20

/**
 * Returns the check whether a message comes from our own page: the main frame of our window, showing our own origin. One that
 * has gone is ours when it was so before: what a page says while it is unloaded is kept (fault 123).
 *
 * @param contents the web contents of our window; null while there is none
 */
export function createPageCheck(contents: () => unknown, origin: string): (caller: Caller) => boolean {
  const known = new Set<string>()
  return ({ sender, frameName, frame }) => {
    const own = contents()
    if (own === null || sender !== own) return false
    if (frame === null) return known.has(frameName)
    if (!frame.isMain || frame.origin !== origin) return false
    known.delete(frameName)
    known.add(frameName)
    for (const oldest of known) if (known.size > mostKnown) known.delete(oldest)
    return true
  }
}

/** Answers a call over the bridge: its channel and input, as whoever called sent them. */
export type AnswerCall = (caller: Caller, channel: unknown, input: unknown) => unknown

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

export interface ServeDeps {
  /** The contents of the main window, once there was one. */
  contents: () => WebContents | null
  /** The only origin whose calls are answered. */
  origin: string
  log: Log
}

/** What answers the page's calls, all of which come on one channel; those of anybody else are refused. */
export function answererOf({ contents, origin, log }: ServeDeps, handlers: Handlers): AnswerCall {
  const isOurPage = createPageCheck(contents, origin)
  return (caller, channel, input): Promise<Result<unknown>> | Result<unknown> => {
    if (isOurPage(caller)) return answer(handlers, log, channel, input)
    log.warn('a call from a foreign page was refused')
    return fail('internal', { reason: 'Only the page of the app is answered.' })
  }
}
