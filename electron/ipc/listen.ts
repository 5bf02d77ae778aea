import { ipcMain } from 'electron'
import { callChannel } from '../contract/bridge'
import { callerOf, type Caller } from './sender'

/** Answers a call over the bridge: its channel and input, as whoever called sent them. */
export type AnswerCall = (caller: Caller, channel: unknown, input: unknown) => unknown

/** Listens to the page's calls, all on one channel, which wait until there is an answerer. Nobody else listens to `ipcMain`. */
export function listenToCalls(answerer: Promise<AnswerCall>): void {
  ipcMain.handle(callChannel, async (event, channel: unknown, input: unknown) => {
    const caller = callerOf(event)
    const answer = await answerer
    return answer(caller, channel, input)
  })
}
