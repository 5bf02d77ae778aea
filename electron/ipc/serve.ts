import { ipcMain, type WebContents } from 'electron'
import { callChannel } from '../contract/bridge'
import { fail } from '../contract/failure'
import type { Handlers } from '../handlers/handlers'
import type { Log } from '../log'
import { answer } from './answer'
import { isOurPage } from './sender'

export interface ServeDeps {
  /** The contents of the main window, while there is one. */
  contents: () => WebContents | null
  /** The only origin whose calls are answered. */
  origin: string
  log: Log
}

/** Answers the page's calls, all on one channel. Nobody else listens to `ipcMain`. */
export function serve({ contents, origin, log }: ServeDeps, handlers: Handlers): void {
  ipcMain.handle(callChannel, (event, channel: unknown, input: unknown) => {
    if (isOurPage(event, contents(), origin)) return answer(handlers, log, channel, input)
    log.warn('a call from a foreign page was refused')
    return fail('input-invalid', { field: 'sender' })
  })
}
