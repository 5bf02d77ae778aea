import { ipcMain } from 'electron'
import { callChannel } from '../contract/bridge'
import { callerOf, type AnswerCall } from './calls'

/**
 * Listens to the page's calls, all on one channel, which wait until there is an answerer. Nobody else listens to `ipcMain`. In a file of its
 * own, so that what checks and answers calls can be tested without Electron.
 */
export function listenToCalls(answerer: Promise<AnswerCall>): void {
  ipcMain.handle(callChannel, async (event, channel: unknown, input: unknown) => {
    const caller = callerOf(event)
    const answer = await answerer
    return answer(caller, channel, input)
  })
}
