import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { callChannel } from '../contract/bridge'

/** Answers a call over the bridge: its channel and input, as whoever called sent them. */
export type AnswerCall = (event: IpcMainInvokeEvent, channel: unknown, input: unknown) => unknown

/** Listens to the page's calls, all on one channel, which wait until there is an answerer. Nobody else listens to `ipcMain`. */
export function listenToCalls(answerer: Promise<AnswerCall>): void {
  ipcMain.handle(callChannel, async (event, channel: unknown, input: unknown) => {
    const answer = await answerer
    return answer(event, channel, input)
  })
}
