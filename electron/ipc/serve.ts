import type { WebContents } from 'electron'
import { fail, type Result } from '../contract/failure'
import type { Handlers } from '../contract/handlers'
import type { Log } from '../log/log'
import { answer } from './answer'
import type { AnswerCall } from './listen'
import { createPageCheck } from './sender'

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
